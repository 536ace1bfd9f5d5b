// Shapes of pieces: turning, flipping, comparing. Geometry only; where a piece may go the server says.

/** @typedef {[number, number]} Cell column and row */

/** The cells of a drawing. @param {string[]} drawing @returns {Cell[]} */
export function cellsOf(drawing) {
  /** @type {Cell[]} */
  const cells = [];
  drawing.forEach((row, y) => [...row].forEach((letter, x) => letter === "#" && cells.push([x, y])));
  return cells;
}

/** The cells moved to the top left corner, in order. @param {Cell[]} cells @returns {Cell[]} */
export function normal(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return cells
    .map(([x, y]) => /** @type {Cell} */ ([x - left, y - top]))
    .sort((one, other) => one[1] - other[1] || one[0] - other[0]);
}

/** Equal for equal shapes. @param {Cell[]} cells */
export function key(cells) {
  return normal(cells).join(" ");
}

/** A quarter turn to the right. @param {Cell[]} cells */
export function turned(cells) {
  return normal(cells.map(([x, y]) => [-y, x]));
}

/** Left and right exchanged. @param {Cell[]} cells */
export function flipped(cells) {
  return normal(cells.map(([x, y]) => [-x, y]));
}

/** All ways a shape can lie, each once. @param {Cell[]} cells */
export function ways(cells) {
  const found = new Map();
  let way = normal(cells);
  for (let step = 0; step < 8; step += 1) {
    if (step === 4) way = flipped(way);
    found.set(key(way), way);
    way = turned(way);
  }
  return [...found.values()];
}

/** The outline of cells as an SVG path. @param {Cell[]} cells */
export function outline(cells) {
  const taken = new Set(cells.map(([x, y]) => `${x},${y}`));
  const has = (/** @type {number} */ x, /** @type {number} */ y) => taken.has(`${x},${y}`);
  let path = "";
  for (const [x, y] of cells) {
    if (!has(x, y - 1)) path += `M${x} ${y}h1`;
    if (!has(x, y + 1)) path += `M${x} ${y + 1}h1`;
    if (!has(x - 1, y)) path += `M${x} ${y}v1`;
    if (!has(x + 1, y)) path += `M${x + 1} ${y}v1`;
  }
  return path;
}
