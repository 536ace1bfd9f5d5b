// Marks, stones and pieces: the parts that boards are drawn with.

import { s } from "./dom.js";
import { outline } from "./shapes.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./shapes.js").Cell} Cell */

/** @param {number} x @param {number} y */
export function star(x, y) {
  return s("circle", { class: "star", cx: x, cy: y, r: 0.06 });
}

/** @param {number} x @param {number} y */
export function brackets(x, y) {
  return `M${x + 0.06} ${y + 0.3}V${y + 0.06}H${x + 0.3}M${x + 0.7} ${y + 0.06}H${x + 0.94}V${y + 0.3}M${x + 0.94} ${y + 0.7}V${y + 0.94}H${x + 0.7}M${x + 0.3} ${y + 0.94}H${x + 0.06}V${y + 0.7}`;
}

/** @param {Cell} place @param {number} tile */
export function ring([x, y], tile) {
  return s("circle", { class: `turned on-${tile === 1 ? "dark" : "light"}`, cx: x + 0.5, cy: y + 0.5, r: 0.31 });
}

/** @param {Cell} place @param {number} tile @param {number} half */
export function square([x, y], tile, half) {
  return s("rect", { class: `last on-${tile === 1 ? "dark" : "light"}`, x: x + 0.5 - half, y: y + 0.5 - half, width: 2 * half, height: 2 * half });
}

/**
 * One cell of a piece, with the mark of its colour.
 * @param {Cell} place
 * @param {number} color
 */
function pieceCell([x, y], color) {
  const marks = [
    () => s("circle", { class: "m1", cx: x + 0.5, cy: y + 0.5, r: 0.15 }),
    () => s("rect", { class: "m2", x: x + 0.24, y: y + 0.43, width: 0.52, height: 0.14 }),
    () => s("path", { class: "m3", d: `M${x + 0.34} ${y + 0.34}l.32 .32M${x + 0.66} ${y + 0.34}l-.32 .32` }),
    () => s("rect", { class: "m4", x: x + 0.34, y: y + 0.34, width: 0.32, height: 0.32 }),
  ];
  return [s("rect", { class: `c${color + 1}`, x, y, width: 1, height: 1 }), marks[color % 4]()];
}

/**
 * A piece: its cells and its outline.
 * @param {Cell[]} cells
 * @param {number} color
 * @param {string} state
 */
export function pieceOf(cells, color, state = "") {
  return s("g", { class: `piece ${state}` }, ...cells.flatMap((cell) => pieceCell(cell, color)), s("path", { class: "piece-edge", d: outline(cells) }));
}

/**
 * A piece as a picture of its own.
 * @param {Cell[]} cells
 * @param {number} color
 * @param {number} unit pixels for a cell
 */
export function piecePicture(cells, color, unit) {
  const [width, height] = [Math.max(...cells.map(([x]) => x)) + 1, Math.max(...cells.map(([, y]) => y)) + 1];
  const svg = s("svg", { class: "piece-picture", viewBox: `-.06 -.06 ${width + 0.12} ${height + 0.12}`, "aria-hidden": "true" }, pieceOf(cells, color));
  svg.style.width = `${(width + 0.12) * unit}px`;
  svg.style.height = `${(height + 0.12) * unit}px`;
  return svg;
}

/**
 * The longest row of the winner's stones through the last move: where the eye looks at the end.
 * @param {Picture} board
 * @param {number[]} last
 * @returns {number[]}
 */
export function winningRow(board, last) {
  const { tiles, width } = board;
  const height = tiles.length / width;
  /** @type {number[]} */
  let best = [];
  for (const from of last) {
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const row = [from];
      for (const way of [1, -1]) {
        let [x, y] = [(from % width) + way * dx, Math.floor(from / width) + way * dy];
        while (x >= 0 && y >= 0 && x < width && y < height && tiles[y * width + x] === tiles[from]) {
          if (way > 0) row.push(y * width + x);
          else row.unshift(y * width + x);
          x += way * dx;
          y += way * dy;
        }
      }
      if (row.length > best.length) best = row;
    }
  }
  return best;
}
