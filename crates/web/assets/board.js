// A board as SVG: what the server says stands where, and marks. One unit is one cell.

import { s } from "./dom.js";
import { brackets, pieceOf, ring, square, star } from "./drawing.js";
import { outline } from "./shapes.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").LegalMove} LegalMove */
/** @typedef {import("./shapes.js").Cell} Cell */

/**
 * What is shown on a board.
 * @typedef {{
 *   board: Picture, ply: number, legal: LegalMove[], last: number[], turned: number[], open: boolean,
 *   hint?: LegalMove | null, row?: number[], values?: { cells: number[], text: string, best: boolean, played: boolean }[],
 *   heat?: { tile: number, share: number, text: string }[], edit?: boolean, label: string
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
    /** Called with a tile when somebody sets a position up. @type {(tile: number) => void} */
    this.onedit = () => {};
    /** Whether there is no room for coordinates. */
    this.bare = false;
    /** Whether the space bar plays where the cursor is, as on any button. */
    this.spacePlays = true;
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
    const same = before !== null && shape === this.shape && scene.ply === before.ply && scene.open === before.open;
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
    this.drawHeat(scene.heat ?? []);
    this.drawMarks(scene);
    this.describe(scene);
    // News of the same position leave a stone in its place that a first tap has shown.
    if (!same) this.tapped = -1;
    this.preview(this.tapped < 0 ? null : this.moveAt(this.tapped) ?? null);
  }

  /** The ground, lines and labels: once for a board. @param {Picture} board */
  build(board) {
    const { width, tiles, look, columns, rows } = board;
    const height = tiles.length / width;
    this.width = width;
    this.height = height;
    const below = look === "pieces" || look === "panel" || look === "crossings";
    const side = look !== "panel" && look !== "marks" && !this.bare ? 0.36 * this.scale() : 0.06;
    const edge = look === "marks" || this.bare ? 0.06 : 0.36 * this.scale();
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
      ...(look === "marks" || this.bare ? [] : columns).map((name, column) => text(name, column + 0.5, below ? height + label : -label)),
      ...(look === "marks" || look === "panel" || this.bare ? [] : rows).map((name, row) => text(name, -label, row + 0.5)),
    ];
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.stoneLayer = s("g", { class: "stones", "aria-hidden": "true" });
    this.heatLayer = s("g", { class: "heats", "aria-hidden": "true" });
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
    this.svg.append(s("g", { "aria-hidden": "true" }, ...this.ground(board), ...labels), this.heatLayer, this.stoneLayer, this.pieceLayer, this.marks, this.hover, cells);
  }

  /** Text and margins grow with boards of many cells, whose units are small, and shrink with those of few. */
  scale() {
    const cells = Math.max(this.width ?? 8, this.height ?? 8);
    return cells < 8 ? cells / 8 : Math.max(1, cells / 10);
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

  /** How much each cell counts: the accent mixed into the board. @param {NonNullable<Scene["heat"]>} heat */
  drawHeat(heat) {
    const cells = heat.map(({ tile, share }) => {
      const [x, y] = this.place(tile);
      const cell = s("rect", { class: share < 0 ? "heat negative" : "heat", x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94 });
      cell.style.setProperty("--share", `${Math.round(Math.abs(share) * 85)}%`);
      return cell;
    });
    this.heatLayer?.replaceChildren(...cells);
  }

  /** The numbers of a heat map, readable on whatever stands there. @param {Scene} scene */
  heatNumbers({ heat = [], board }) {
    return heat.map(({ tile, share, text }) => {
      const [x, y] = this.place(tile);
      const on = board.tiles[tile] === 1 ? "on-dark" : board.tiles[tile] > 1 ? "on-light" : share > 0.65 ? "on-heat" : "";
      const words = s("text", { class: `value ${on}`, x: x + 0.5, y: y + 0.51 }, text);
      words.style.fontSize = `${text.length > 4 ? 0.2 : 0.25}px`;
      return words;
    });
  }

  /** Last move, turned discs, hint, values, a row that won. @param {Scene} scene */
  drawMarks(scene) {
    const { tiles, look } = scene.board;
    const marks = [];
    if (look !== "pieces") {
      // A number says more than how the stone came there.
      const shown = scene.heat?.length ? { turned: [], last: [] } : scene;
      for (const index of shown.turned) marks.push(ring(this.place(index), tiles[index]));
      for (const index of shown.last) marks.push(square(this.place(index), tiles[index], scene.row?.includes(index) ? 0.1 : 0.14));
    }
    const dots = scene.open && (look === "discs" || look === "cells");
    for (const move of scene.legal) {
      const [index] = move.cells;
      if (index === undefined) continue;
      const [x, y] = this.place(index);
      if (dots && !scene.values?.length && !scene.heat?.length) marks.push(s("circle", { class: "dot", cx: x + 0.5, cy: y + 0.5, r: 0.1 }));
    }
    marks.push(...this.heatNumbers(scene));
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
      group.setAttribute("role", move || scene.edit ? "button" : "img");
      group.setAttribute("aria-label", this.nameOf(scene, index, move));
      group.setAttribute("tabindex", "-1");
      if (move && (entry < 0 || scene.hint?.cells[0] === index)) entry = index;
    });
    if (scene.board.look === "pieces") return;
    const free = scene.edit ? Math.max(this.cursor, scene.board.tiles.findIndex((tile) => tile !== -1)) : entry;
    const here = legal.has(this.cursor) ? this.cursor : free;
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
    if (this.scene?.edit) {
      this.onedit(index);
      return;
    }
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
    } else if (event.key === "Enter" || (event.key === " " && this.spacePlays)) {
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
