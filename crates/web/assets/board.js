// A board as SVG: what the server says stands where, and marks. One unit is one cell.

import { s } from "./dom.js";
import { outline } from "./shapes.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").LegalMove} LegalMove */
/** @typedef {import("./shapes.js").Cell} Cell */

/**
 * What is shown on a board.
 * @typedef {{
 *   board: Picture, ply: number, legal: LegalMove[], last: number[], turned: number[], open: boolean,
 *   hint?: LegalMove | null, row?: number[], values?: { cells: number[], text: string, best: boolean, played: boolean }[],
 *   label: string
 * }} Scene
 */

/** From this width on a finger covers several cells: a first tap only shows the stone. */
const LARGE = 15;
const STONE = 0.42;

export class Board {
  /** @param {(move: LegalMove) => void} onmove called when somebody chooses a legal move */
  constructor(onmove) {
    this.onmove = onmove;
    this.svg = s("svg", { class: "board", role: "group" });
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {SVGGElement[]} */
    this.cells = [];
    /** @type {Map<number, SVGElement>} */
    this.stones = new Map();
    this.cursor = -1;
    this.tapped = -1;
    /** What the ground was drawn for. */
    this.shape = "";
    this.svg.addEventListener("click", (event) => this.clicked(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointermove", (event) => this.pointed(event));
    this.svg.addEventListener("pointerleave", () => this.preview(null));
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("focusin", (event) => this.focused(event));
    this.svg.addEventListener("focusout", () => this.preview(null));
  }

  /** @param {Scene} scene */
  show(scene) {
    const before = this.scene;
    const { width, tiles } = scene.board;
    const shape = `${scene.board.look} ${width} ${tiles.length} ${tiles.map((tile) => (tile === -1 ? 1 : 0)).join("")}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(scene.board);
    }
    this.scene = scene;
    this.svg.setAttribute("aria-label", scene.label);
    this.svg.dataset.ply = String(scene.ply);
    this.svg.dataset.open = scene.open ? "yes" : "no";
    const onward = before !== null && before.board.width === width && scene.ply > before.ply;
    if (scene.board.look === "pieces") this.drawPieces(scene, onward);
    else this.drawStones(scene, onward ? before.board.tiles : null);
    this.drawMarks(scene);
    this.describe(scene);
    this.tapped = -1;
    this.preview(null);
  }

  /** The ground, lines and labels: once for a board. @param {Picture} board */
  build(board) {
    const { width, tiles, look, columns, rows } = board;
    const height = tiles.length / width;
    this.width = width;
    this.height = height;
    const below = look === "pieces" || look === "panel" || look === "crossings";
    const side = look !== "panel" && look !== "marks" ? 0.36 * this.scale() : 0.06;
    const edge = look === "marks" ? 0.06 : 0.36 * this.scale();
    const [top, bottom] = below ? [0.06, edge] : [edge, 0.06];
    this.svg.setAttribute("viewBox", `${-side} ${-top} ${width + side + 0.06} ${height + top + bottom}`);
    this.svg.dataset.look = look;
    this.svg.replaceChildren();
    const label = 0.2 * this.scale();
    const text = (/** @type {string} */ word, /** @type {number} */ x, /** @type {number} */ y) => {
      const written = s("text", { class: "coord", x, y, "aria-hidden": "true" }, word);
      written.style.fontSize = `${0.18 * this.scale()}px`;
      return written;
    };
    const labels = [
      ...(look === "marks" ? [] : columns).map((name, column) => text(name, column + 0.5, below ? height + label : -label)),
      ...(look === "marks" || look === "panel" ? [] : rows).map((name, row) => text(name, -label, row + 0.5)),
    ];
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.stoneLayer = s("g", { class: "stones", "aria-hidden": "true" });
    this.pieceLayer = s("g", { class: "placed", "aria-hidden": "true" });
    this.stones.clear();
    this.hover = s("g", { class: "hover", "aria-hidden": "true" });
    const cell = (/** @type {number} */ tile, /** @type {number} */ index) => {
      const [x, y] = this.place(index);
      const group = s("g", { class: "cell", "data-index": index, tabindex: -1 }, s("rect", { class: "hit", x, y, width: 1, height: 1 }), s("path", { class: "brackets", d: brackets(x, y) }));
      if (tile === -1) group.classList.add("hole");
      return group;
    };
    this.cells = tiles.map(cell);
    const cells = s("g", { class: "cells" }, ...this.cells.filter((_, index) => tiles[index] !== -1));
    this.svg.append(s("g", { "aria-hidden": "true" }, ...this.ground(board), ...labels), this.stoneLayer, this.pieceLayer, this.marks, this.hover, cells);
  }

  /** Text and margins grow with boards of many cells, whose units are small. */
  scale() {
    return Math.max(1, (this.width ?? 8) / 10);
  }

  /** @param {Picture} board */
  ground({ width, tiles, look }) {
    const height = tiles.length / width;
    const lines = (/** @type {number} */ from) => {
      let path = "";
      const [right, bottom] = [width - from, height - from];
      for (let x = from; x <= width - from; x += 1) path += `M${x} ${from}V${bottom}`;
      for (let y = from; y <= height - from; y += 1) path += `M${from} ${y}H${right}`;
      return s("path", { class: "lines", d: path });
    };
    const whole = s("rect", { class: "ground", x: -0.04, y: -0.04, width: width + 0.08, height: height + 0.08, rx: 0.07 });
    if (tiles.includes(-1)) {
      return tiles.flatMap((tile, index) => {
        const [x, y] = this.place(index);
        return tile === -1 ? [] : [s("rect", { class: "ground lined", x, y, width: 1, height: 1 })];
      });
    }
    if (look === "crossings") return [whole, lines(0.5), ...this.stars(width, height, 0.5)];
    if (look === "panel") {
      const holes = tiles.map((_, index) => {
        const [x, y] = this.place(index);
        return s("circle", { class: "hole", cx: x + 0.5, cy: y + 0.5, r: STONE });
      });
      return [whole, ...holes];
    }
    if (look === "marks") {
      let path = "";
      for (let x = 1; x < width; x += 1) path += `M${x} .1V${height - 0.1}`;
      for (let y = 1; y < height; y += 1) path += `M.1 ${y}H${width - 0.1}`;
      return [whole, s("path", { class: "lines", d: path })];
    }
    const stars = look === "discs" && width === 8 && height === 8 ? [2, 6].flatMap((x) => [2, 6].map((y) => star(x, y))) : [];
    return [whole, lines(0), ...stars];
  }

  /** @param {number} width @param {number} height @param {number} shift */
  stars(width, height, shift) {
    if (width < 13 || width !== height || width % 2 === 0) return [];
    const places = [3, (width - 1) / 2, width - 4];
    return places.flatMap((x) => places.map((y) => star(x + shift, y + shift)));
  }

  /** Column and row of a tile. @param {number} index @returns {Cell} */
  place(index) {
    const width = this.width ?? 1;
    return [index % width, Math.floor(index / width)];
  }

  /**
   * Stones: those that stay are left alone, so that what changes can move.
   * @param {Scene} scene
   * @param {number[] | null} before the tiles of a moment ago, if the game has gone on from there
   */
  drawStones(scene, before) {
    const { tiles, look } = scene.board;
    const [first] = scene.last;
    const layer = this.stoneLayer;
    if (!layer) return;
    tiles.forEach((tile, index) => {
      const old = this.stones.get(index);
      const held = tile > 0 ? tile - 1 : -1;
      const was = before ? before[index] : tile;
      if (held < 0) {
        old?.remove();
        this.stones.delete(index);
        return;
      }
      if (old && old.dataset.color === String(held) && was === tile) {
        old.classList.remove("arrive", "turn", "fall");
        return;
      }
      const [x, y] = this.place(index);
      const stone = s("circle", { class: `stone ${held === 0 ? "dd" : "dl"}`, "data-color": held, cx: x + 0.5, cy: y + 0.5, r: STONE });
      if (before && was > 0 && was !== tile) {
        stone.classList.add("turn", held === 0 ? "to-dark" : "to-light");
        stone.style.setProperty("--d", String(first === undefined ? 1 : this.distance(first, index)));
      } else if (before && look === "panel") {
        stone.classList.add("fall");
        stone.style.setProperty("--rows", String(y + 1));
      } else if (before && was <= 0) {
        stone.classList.add("arrive");
      }
      old?.remove();
      layer.append(stone);
      this.stones.set(index, stone);
    });
  }

  /** @param {number} one @param {number} other */
  distance(one, other) {
    const [[x, y], [u, v]] = [this.place(one), this.place(other)];
    return Math.max(Math.abs(x - u), Math.abs(y - v));
  }

  /** Pieces: cells of one colour that touch belong together. @param {Scene} scene @param {boolean} onward */
  drawPieces(scene, onward) {
    const { tiles } = scene.board;
    /** @type {SVGElement[]} */
    const drawn = [];
    const seen = new Set();
    tiles.forEach((tile, index) => {
      if (tile < -1) drawn.push(this.startCell(index, -2 - tile));
      if (tile <= 0 || seen.has(index)) return;
      const piece = this.connected(tiles, index);
      piece.forEach((member) => seen.add(member));
      const last = piece.every((member) => scene.last.includes(member));
      drawn.push(pieceOf(piece.map((member) => this.place(member)), tile - 1, last ? (onward ? "arrive last" : "last") : ""));
    });
    this.pieceLayer?.replaceChildren(...drawn);
  }

  /** @param {number[]} tiles @param {number} from */
  connected(tiles, from) {
    const found = [from];
    for (const index of found) {
      const [x, y] = this.place(index);
      for (const [u, v] of [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]) {
        const next = v * (this.width ?? 1) + u;
        const inside = u >= 0 && v >= 0 && u < (this.width ?? 1) && v < (this.height ?? 1);
        if (inside && tiles[next] === tiles[from] && !found.includes(next)) found.push(next);
      }
    }
    return found;
  }

  /** @param {number} index @param {number} color */
  startCell(index, color) {
    const [x, y] = this.place(index);
    return s("circle", { class: `start c${color + 1}`, cx: x + 0.5, cy: y + 0.5, r: 0.18 });
  }

  /** Last move, turned discs, hint, values, a row that won. @param {Scene} scene */
  drawMarks(scene) {
    const { tiles, look } = scene.board;
    const marks = [];
    if (look !== "pieces") {
      for (const index of scene.turned) marks.push(ring(this.place(index), tiles[index]));
      for (const index of scene.last) marks.push(square(this.place(index), tiles[index], scene.row?.includes(index) ? 0.1 : 0.14));
    }
    const dots = scene.open && (look === "discs" || look === "cells");
    for (const move of scene.legal) {
      const [index] = move.cells;
      if (index === undefined) continue;
      const [x, y] = this.place(index);
      if (dots && !scene.values?.length) marks.push(s("circle", { class: "dot", cx: x + 0.5, cy: y + 0.5, r: 0.1 }));
    }
    for (const value of scene.values ?? []) marks.push(...this.value(value));
    if (scene.hint) marks.push(...this.hintMarks(scene.hint, look));
    if (scene.row?.length) {
      const [[x, y], [u, v]] = [this.place(scene.row[0]), this.place(scene.row[scene.row.length - 1])];
      marks.push(s("path", { class: "row", d: `M${x + 0.5} ${y + 0.5}L${u + 0.5} ${v + 0.5}` }));
    }
    this.marks?.replaceChildren(...marks);
  }

  /** @param {LegalMove} hint @param {string} look */
  hintMarks(hint, look) {
    if (look === "pieces") {
      const cells = hint.cells.map((index) => this.place(index));
      return [s("path", { class: "hint-outline", d: outline(cells) })];
    }
    const [x, y] = this.place(hint.cells[0]);
    const [cx, cy] = [x + 0.5, y + 0.5];
    return [
      s("circle", { class: "hint-back", cx, cy, r: 0.3 }),
      s("circle", { class: "hint-ring", cx, cy, r: 0.3 }),
      s("path", { class: "hint-core", d: `M${cx} ${cy - 0.16}l.16 .16-.16 .16-.16-.16z` }),
    ];
  }

  /** @param {{ cells: number[], text: string, best: boolean, played: boolean }} value */
  value({ cells, text, best, played }) {
    const [index] = cells;
    if (index === undefined) return [];
    const [x, y] = this.place(index);
    const chip = best || played ? [s("rect", { class: best ? "chip best" : "chip played", x: x + 0.08, y: y + 0.27, width: 0.84, height: 0.46, rx: 0.08 })] : [];
    const size = text.length > 4 ? 0.22 : 0.27;
    const words = s("text", { class: best ? "value best" : "value", x: x + 0.5, y: y + 0.51 }, text);
    words.style.fontSize = `${size}px`;
    return [...chip, words];
  }

  /** What a cell is, for those who hear it; which cells are buttons. @param {Scene} scene */
  describe(scene) {
    const legal = new Map(scene.open && scene.board.look !== "pieces" ? scene.legal.map((move) => [move.cells[0], move]) : []);
    let entry = -1;
    this.cells.forEach((group, index) => {
      if (scene.board.tiles[index] === -1) return;
      const move = legal.get(index);
      group.classList.toggle("legal", move !== undefined);
      group.setAttribute("role", move ? "button" : "img");
      group.setAttribute("aria-label", this.nameOf(scene, index, move));
      group.setAttribute("tabindex", "-1");
      if (move && (entry < 0 || scene.hint?.cells[0] === index)) entry = index;
    });
    if (scene.board.look === "pieces") return;
    const here = legal.has(this.cursor) ? this.cursor : entry;
    if (here >= 0) this.cells[here].setAttribute("tabindex", "0");
  }

  /** @param {Scene} scene @param {number} index @param {LegalMove | undefined} move */
  nameOf(scene, index, move) {
    const { columns, rows, tiles, colors, look } = scene.board;
    const [x, y] = this.place(index);
    const name = look === "panel" ? `column ${columns[x]}, row ${rows[y]}` : `${columns[x]}${rows[y]}`;
    const parts = [name];
    if (tiles[index] > 0) parts.push(look === "pieces" || look === "discs" ? colors[tiles[index] - 1] : ["black", "white"][tiles[index] - 1] ?? colors[tiles[index] - 1]);
    else if (!move) parts.push("empty");
    if (move?.turns) parts.push(`turns ${move.turns} ${move.turns === 1 ? "disc" : "discs"}`);
    if (scene.hint && scene.hint.cells[0] === index) parts.push("hint");
    if (scene.last.includes(index)) parts.push("last move");
    return parts.join(", ");
  }

  /** The legal move that a cell stands for; in a panel any cell of the column does. @param {number} index */
  moveAt(index) {
    const scene = this.scene;
    if (!scene?.open || scene.board.look === "pieces" || index < 0) return undefined;
    if (scene.board.look === "panel") {
      const [column] = this.place(index);
      return scene.legal.find((move) => move.cells.length > 0 && this.place(move.cells[0])[0] === column);
    }
    return scene.legal.find((move) => move.cells[0] === index);
  }

  /** @param {Event} event */
  indexOf(event) {
    const group = /** @type {Element} */ (event.target).closest?.("[data-index]");
    return group ? Number(/** @type {SVGElement} */ (group).dataset.index) : -1;
  }

  /** @param {PointerEvent} event */
  clicked(event) {
    const index = this.indexOf(event);
    if (index < 0 || !this.scene || this.scene.board.look === "pieces") return;
    this.choose(index, event.pointerType === "touch" && (this.width ?? 0) >= LARGE);
  }

  /** @param {number} index @param {boolean} careful whether a first tap only shows the stone */
  choose(index, careful) {
    const move = this.moveAt(index);
    if (!move) {
      if (this.scene?.open) this.refuse(index);
      return;
    }
    if (careful && this.tapped !== index) {
      this.tapped = index;
      this.preview(move);
      return;
    }
    this.onmove(move);
  }

  /** A cross where nothing can be played. @param {number} index */
  refuse(index) {
    const [x, y] = this.place(index);
    const cross = s("path", { class: "cross", d: `M${x + 0.3} ${y + 0.3}l.4 .4M${x + 0.7} ${y + 0.3}l-.4 .4` });
    this.marks?.append(cross);
    setTimeout(() => cross.remove(), 400);
  }

  /** @param {PointerEvent} event */
  pointed(event) {
    if (event.pointerType === "touch") return;
    this.preview(this.moveAt(this.indexOf(event)) ?? null);
  }

  /** The own stone where it would go. @param {LegalMove | null} move */
  preview(move) {
    const color = this.scene?.board.to_move;
    const index = move?.cells[0];
    if (!this.hover) return;
    if (index === undefined || color === null || color === undefined) {
      this.hover.replaceChildren();
      return;
    }
    const [x, y] = this.place(index);
    this.hover.replaceChildren(
      s("circle", { class: `stone ghost ${color === 0 ? "dd" : "dl"}`, cx: x + 0.5, cy: y + 0.5, r: STONE }),
      ...(this.tapped === index ? [s("path", { class: "brackets on", d: brackets(x, y) })] : []),
    );
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const index = this.indexOf(event);
    if (index < 0) return;
    this.cursor = index;
    for (const cell of this.cells) cell.setAttribute("tabindex", "-1");
    this.cells[index].setAttribute("tabindex", "0");
    if (this.cells[index].matches(":focus-visible")) this.preview(this.moveAt(index) ?? null);
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.scene?.board.look === "pieces") return;
    const index = this.indexOf(event);
    if (index < 0) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      this.walk(index, step[0], step[1]);
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(index, false);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the cursor to the next cell that is there. @param {number} from @param {number} dx @param {number} dy */
  walk(from, dx, dy) {
    let [x, y] = this.place(from);
    for (;;) {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= (this.width ?? 1) || y >= (this.height ?? 1)) return;
      const cell = this.cells[y * (this.width ?? 1) + x];
      if (!cell.classList.contains("hole")) {
        cell.focus();
        return;
      }
    }
  }

  /** Puts the focus on a legal cell. */
  enter() {
    /** @type {SVGElement | null} */ (this.svg.querySelector('[tabindex="0"]'))?.focus();
  }
}

/** @param {number} x @param {number} y */
function star(x, y) {
  return s("circle", { class: "star", cx: x, cy: y, r: 0.06 });
}

/** @param {number} x @param {number} y */
function brackets(x, y) {
  return `M${x + 0.06} ${y + 0.3}V${y + 0.06}H${x + 0.3}M${x + 0.7} ${y + 0.06}H${x + 0.94}V${y + 0.3}M${x + 0.94} ${y + 0.7}V${y + 0.94}H${x + 0.7}M${x + 0.3} ${y + 0.94}H${x + 0.06}V${y + 0.7}`;
}

/** @param {Cell} place @param {number} tile */
function ring([x, y], tile) {
  return s("circle", { class: `turned on-${tile === 1 ? "dark" : "light"}`, cx: x + 0.5, cy: y + 0.5, r: 0.31 });
}

/** @param {Cell} place @param {number} tile @param {number} half */
function square([x, y], tile, half) {
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
