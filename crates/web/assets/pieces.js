// A piece in the hand: chosen from the tray, turned and flipped, moved over the board, placed. The server has said where
// each may go; here it is only compared.

import { pieceOf, piecePicture } from "./board.js";
import { h, icon, s } from "./dom.js";
import { cellsOf, flipped, key, normal, outline, turned, ways } from "./shapes.js";
import { amount } from "./words.js";

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {import("./types.js").LegalMove} LegalMove */
/** @typedef {import("./shapes.js").Cell} Cell */
/** @typedef {{ move: LegalMove, x: number, y: number, way: Cell[] }} Place */

/** How far a piece jumps to where it fits, in cells. */
const SNAP = 1.3;
/** How far above the finger it floats, in pixels. */
const ABOVE_FINGER = 72;
/** Less than this is a tap. */
const DRAG = 6;

export class Hand {
  /**
   * @param {import("./board.js").Board} board
   * @param {(move: LegalMove) => void} onplace
   */
  constructor(board, onplace) {
    this.board = board;
    this.onplace = onplace;
    /** @type {GameState | null} */
    this.state = null;
    /** @type {Map<string, Place[]>} */
    this.places = new Map();
    /** @type {string | null} */
    this.piece = null;
    /** @type {Cell[]} */
    this.way = [];
    /** @type {Cell} */
    this.at = [0, 0];
    this.color = 0;
    this.open = false;
    this.ghost = s("g", { class: "ghost-layer", "aria-hidden": "true" });
    this.stage = h("div", { class: "stage" });
    this.note = h("span", { class: "muted" });
    const button = (/** @type {string} */ name, /** @type {string} */ keys, /** @type {Parameters<typeof icon>[0]} */ picture, /** @type {() => void} */ act) =>
      h("button", { class: "btn", type: "button", "aria-label": name, title: `${name} (${keys})`, onclick: act }, icon(picture));
    this.placeButton = h("button", { class: "btn primary", type: "button", onclick: () => this.place() }, icon("check"), "Place");
    this.controls = h(
      "div",
      { class: "controls", role: "toolbar", "aria-label": "Piece in hand" },
      button("Turn left", "Q", "left", () => this.turn(3)),
      button("Turn right", "E", "right", () => this.turn(1)),
      button("Flip", "F", "flip", () => this.flip()),
      button("Next place", "Space", "next", () => this.nextPlace()),
      this.placeButton,
    );
    this.trayNote = h("span", { class: "small muted" });
    this.trayTitle = h("h2", null, "Your pieces");
    this.tray = h("ul", { class: "tray", "aria-label": "Your pieces" });
    board.svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.pointAt(event.clientX, event.clientY);
    });
    board.svg.addEventListener("click", (event) => {
      if (!this.piece || !this.open) return;
      const pointer = /** @type {PointerEvent} */ (event);
      this.pointAt(pointer.clientX, pointer.clientY);
      if (pointer.pointerType !== "touch") this.place();
    });
  }

  /** @param {GameState} state @param {boolean} open whether the one who looks is to move */
  show(state, open) {
    const { board } = state;
    this.state = state;
    this.open = open;
    if (!this.ghost.isConnected || this.ghost.parentNode !== this.board.svg) this.board.svg.append(this.ghost);
    const own = board.holdings.findIndex((holding) => state.seats[holding.owner].who === "you");
    this.color = open && board.to_move !== null ? board.to_move : Math.max(own, 0);
    this.places.clear();
    for (const move of open ? state.legal : []) {
      const cells = move.cells.map((index) => this.board.place(index));
      const way = normal(cells);
      const [x, y] = [Math.min(...cells.map(([u]) => u)), Math.min(...cells.map(([, v]) => v))];
      const name = key(way);
      this.places.set(name, [...(this.places.get(name) ?? []), { move, x, y, way }]);
    }
    const held = board.holdings[this.color]?.pieces.find(({ name, left }) => name === this.piece && left);
    if (!open || !held || this.placesOf(this.piece).length === 0) this.putBack();
    this.drawTray();
    this.draw();
  }

  /** The pieces of the colour, the large ones first: they are placed first. */
  pieces() {
    return [...(this.state?.board.holdings[this.color]?.pieces ?? [])].reverse();
  }

  /** All places of a piece, however it lies. @param {string | null} name @returns {Place[]} */
  placesOf(name) {
    const piece = this.pieces().find((one) => one.name === name);
    return piece ? ways(cellsOf(piece.drawing)).flatMap((way) => this.places.get(key(way)) ?? []) : [];
  }

  /** Those as it lies now. */
  placesNow() {
    return this.places.get(key(this.way)) ?? [];
  }

  fits() {
    return this.placesNow().find(({ x, y }) => x === this.at[0] && y === this.at[1]);
  }

  /** Takes a piece into the hand. @param {string} name */
  take(name) {
    const piece = this.pieces().find((one) => one.name === name);
    if (!piece?.left || !this.open || this.placesOf(name).length === 0) return;
    const before = this.piece;
    this.piece = name;
    const all = ways(cellsOf(piece.drawing));
    this.way = all.find((way) => this.places.has(key(way))) ?? all[0];
    if (!before) this.at = this.middle();
    this.toNearest(Infinity);
    this.draw();
    this.drawTray();
  }

  /** @returns {Cell} */
  middle() {
    const { width, tiles } = /** @type {GameState} */ (this.state).board;
    return [Math.floor(width / 2), Math.floor(tiles.length / width / 2)];
  }

  putBack() {
    this.piece = null;
    this.way = [];
    this.draw();
    this.drawTray();
  }

  /** @param {number} quarters */
  turn(quarters) {
    if (!this.piece) return;
    for (let step = 0; step < quarters; step += 1) this.way = turned(this.way);
    this.settle();
  }

  flip() {
    if (!this.piece) return;
    this.way = flipped(this.way);
    this.settle();
  }

  settle() {
    this.keepOnBoard();
    this.toNearest(2.5);
    this.draw();
  }

  keepOnBoard() {
    const { width, tiles } = /** @type {GameState} */ (this.state).board;
    const [w, h2] = [Math.max(...this.way.map(([x]) => x)) + 1, Math.max(...this.way.map(([, y]) => y)) + 1];
    this.at = [Math.min(Math.max(this.at[0], 0), width - w), Math.min(Math.max(this.at[1], 0), tiles.length / width - h2)];
  }

  /** Jumps to the nearest place of this shape, if one is near. @param {number} reach */
  toNearest(reach) {
    let best = null;
    let distance = reach;
    for (const place of this.placesNow()) {
      const far = Math.hypot(place.x - this.at[0], place.y - this.at[1]);
      if (far <= distance) [best, distance] = [place, far];
    }
    if (best) this.at = [best.x, best.y];
    return best !== null;
  }

  /** The next place where the piece can go, first as it lies, then otherwise. */
  nextPlace() {
    if (!this.piece) {
      const first = this.pieces().find(({ name, left }) => left && this.placesOf(name).length > 0);
      if (first) this.take(first.name);
      return;
    }
    const all = this.placesOf(this.piece);
    const here = all.findIndex((place) => key(place.way) === key(this.way) && place.x === this.at[0] && place.y === this.at[1]);
    const next = all[(here + 1) % all.length];
    this.way = next.way;
    this.at = [next.x, next.y];
    this.draw();
  }

  /** Another piece that can be placed. @param {number} step */
  other(step) {
    const playable = this.pieces().filter(({ name, left }) => left && this.placesOf(name).length > 0);
    if (playable.length === 0) return;
    const here = playable.findIndex(({ name }) => name === this.piece);
    const next = here < 0 ? (step > 0 ? 0 : playable.length - 1) : (here + step + playable.length) % playable.length;
    this.take(playable[next].name);
  }

  /** Moves the ghost by a cell, or to the next place in that direction. @param {number} dx @param {number} dy */
  walk(dx, dy) {
    if (!this.piece) return;
    const ahead = this.placesNow().filter(({ x, y }) => (x - this.at[0]) * dx + (y - this.at[1]) * dy > 0);
    const cost = (/** @type {Place} */ { x, y }) => {
      const [along, aside] = dx ? [Math.abs(x - this.at[0]), Math.abs(y - this.at[1])] : [Math.abs(y - this.at[1]), Math.abs(x - this.at[0])];
      return along + 2 * aside;
    };
    ahead.sort((one, other) => cost(one) - cost(other));
    if (ahead.length > 0) this.at = [ahead[0].x, ahead[0].y];
    this.draw();
  }

  place() {
    const found = this.piece ? this.fits() : undefined;
    if (!found || !this.open) return;
    this.open = false;
    this.putBack();
    this.onplace(found.move);
  }

  /** Brings the ghost under a point of the screen. @param {number} clientX @param {number} clientY */
  pointAt(clientX, clientY) {
    const matrix = this.board.svg.getScreenCTM();
    if (!this.piece || !this.open || !matrix) return;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const { width, tiles } = /** @type {GameState} */ (this.state).board;
    if (point.x < -1 || point.y < -1 || point.x > width + 1 || point.y > tiles.length / width + 1) return;
    const [w, h2] = [Math.max(...this.way.map(([x]) => x)) + 1, Math.max(...this.way.map(([, y]) => y)) + 1];
    const wish = [point.x - w / 2, point.y - h2 / 2];
    this.at = [wish[0], wish[1]];
    if (!this.toNearest(SNAP)) {
      this.at = [Math.round(wish[0]), Math.round(wish[1])];
      this.keepOnBoard();
    }
    this.draw();
  }

  /** A piece of the tray is tapped or dragged. @param {PointerEvent} event @param {string} name */
  grab(event, name) {
    if (event.button !== 0) return;
    const lifted = event.pointerType === "touch" ? ABOVE_FINGER : 0;
    const [startX, startY] = [event.clientX, event.clientY];
    let dragging = false;
    const move = (/** @type {PointerEvent} */ at) => {
      if (!dragging && Math.hypot(at.clientX - startX, at.clientY - startY) < DRAG) return;
      if (!dragging) this.take(name);
      dragging = true;
      this.pointAt(at.clientX, at.clientY - lifted);
    };
    const up = () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", up);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", up);
  }

  drawTray() {
    const pieces = this.pieces();
    const left = pieces.filter((piece) => piece.left).length;
    this.trayNote.textContent = `${left} of ${pieces.length} left${this.open ? `, ${amount(this.state?.legal.length ?? 0, "move", "moves")}` : ""}`;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.piece;
    this.tray.replaceChildren(
      ...pieces.map((piece) => {
        const cells = cellsOf(piece.drawing);
        if (!piece.left) return h("li", { class: "used" }, usedPicture(cells));
        const places = this.open ? this.placesOf(piece.name).length : 0;
        const button = h(
          "button",
          {
            type: "button",
            class: "tray-piece",
            "data-piece": piece.name,
            "aria-pressed": piece.name === this.piece ? "true" : "false",
            "aria-label": `Piece ${piece.name}, ${amount(cells.length, "cell", "cells")}, ${amount(places, "place", "places")}`,
            disabled: this.open && places > 0 ? null : true,
            onclick: () => (this.piece === piece.name ? this.turn(1) : this.take(piece.name)),
            onpointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, piece.name),
          },
          piecePicture(cells, this.color, 15),
        );
        return h("li", null, button);
      }),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.tray.querySelector(`[data-piece="${focused}"]`))?.focus();
  }

  draw() {
    const found = this.piece ? this.fits() : undefined;
    for (const button of this.controls.querySelectorAll("button")) button.disabled = !this.piece;
    this.placeButton.disabled = !found;
    const count = this.piece ? this.placesOf(this.piece).length : 0;
    this.note.textContent = this.piece ? `${amount(count, "place", "places")} for this piece` : this.open ? "Choose a piece." : "";
    this.stage.replaceChildren(...(this.piece ? [piecePicture(this.way, this.color, 18)] : []));
    this.ghost.replaceChildren(...this.corners(), ...(this.piece ? this.ghostParts(found !== undefined) : []));
  }

  /** @param {boolean} fits */
  ghostParts(fits) {
    const { tiles, width } = /** @type {GameState} */ (this.state).board;
    const cells = this.way.map(([x, y]) => /** @type {Cell} */ ([x + this.at[0], y + this.at[1]]));
    const edge = s("path", { class: `ghost-edge in-c${this.color + 1}`, d: outline(cells) });
    if (fits) return [s("g", { class: "ghost" }, pieceOf(cells, this.color)), edge];
    const taken = cells.filter(([x, y]) => tiles[y * width + x] > 0);
    const crosses = taken.map(([x, y]) => s("path", { class: "cross", d: `M${x + 0.3} ${y + 0.3}l.4 .4M${x + 0.7} ${y + 0.3}l-.4 .4` }));
    return [edge, ...crosses];
  }

  /** Where the colour may grow: cells of legal moves that touch it at a corner. */
  corners() {
    if (!this.open || !this.state) return [];
    const { tiles, width } = this.state.board;
    const own = (/** @type {number} */ x, /** @type {number} */ y) => x >= 0 && x < width && tiles[y * width + x] === this.color + 1;
    const found = new Set();
    for (const move of this.state.legal) {
      for (const index of move.cells) {
        const [x, y] = this.board.place(index);
        if (own(x - 1, y - 1) || own(x + 1, y - 1) || own(x - 1, y + 1) || own(x + 1, y + 1)) found.add(index);
      }
    }
    return [...found].map((index) => {
      const [x, y] = this.board.place(index);
      return s("path", { class: `corner in-c${this.color + 1}`, d: `M${x + 0.5} ${y + 0.3}l.2 .2-.2 .2-.2-.2z` });
    });
  }

  /** What the keys of this page do. @returns {Record<string, () => void>} */
  keys() {
    return {
      "[": () => this.other(-1),
      "]": () => this.other(1),
      q: () => this.turn(3),
      e: () => this.turn(1),
      f: () => this.flip(),
      ArrowLeft: () => this.walk(-1, 0),
      ArrowRight: () => this.walk(1, 0),
      ArrowUp: () => this.walk(0, -1),
      ArrowDown: () => this.walk(0, 1),
      " ": () => this.nextPlace(),
      Enter: () => this.place(),
      Escape: () => this.putBack(),
    };
  }
}

/** @param {Cell[]} cells */
function usedPicture(cells) {
  const picture = piecePicture(cells, 0, 15);
  picture.replaceChildren(s("path", { class: "gone", d: outline(cells) }));
  return picture;
}
