// A position set up by hand: stones are put down and taken away, and the rules say whether it can be.

import { Refused, ask } from "./api.js";
import { h, sheet } from "./dom.js";

/** @typedef {import("./types.js").Picture} Picture */

/** The tools beside a board on which a position is set up. */
export class Setup {
  /**
   * @param {string} game
   * @param {Picture} board
   * @param {(board: Picture) => void} draw
   * @param {(id: string | null) => void} end told the analysis that was begun, or null
   */
  constructor(game, board, draw, end) {
    this.game = game;
    this.board = { ...board, tiles: [...board.tiles] };
    this.draw = draw;
    this.end = end;
    /** What a click puts down: a colour, or nothing. */
    this.brush = 1;
    this.problem = h("p", { class: "bad", role: "alert" });
    this.brushes = this.choice("Put down", [...board.colors.map((_, index) => [this.called(index), index + 1]), ["Nothing", 0]], (value) => (this.brush = value), () => this.brush);
    this.turn = this.choice("To move", board.colors.map((_, index) => [this.called(index), index]), (value) => (this.board.to_move = value), () => this.board.to_move ?? 0);
    this.element = h(
      "div",
      { class: "setup stack tight", role: "group", "aria-label": "Set up a position" },
      h("div", { class: "row" }, h("span", { class: "muted small" }, "Click puts"), this.brushes),
      h("div", { class: "row" }, h("span", { class: "muted small" }, "To move"), this.turn),
      this.problem,
      h(
        "div",
        { class: "row" },
        h("button", { class: "btn primary", type: "button", onclick: () => this.begin() }, "Analyse this"),
        h("button", { class: "btn", type: "button", onclick: () => this.clear() }, "Clear"),
        h("button", { class: "btn", type: "button", onclick: () => this.end(null) }, "Leave it"),
      ),
    );
  }

  /** In games of stones the first has the dark ones. @param {number} color */
  called(color) {
    return this.board.look === "panel" || this.board.look === "marks" ? ["Black", "White"][color] : this.board.colors[color].replace(/^./, (letter) => letter.toUpperCase());
  }

  /** @param {string} name @param {any[][]} choices @param {(value: number) => void} choose @param {() => number} chosen */
  choice(name, choices, choose, chosen) {
    const seg = h("div", { class: "seg", role: "group", "aria-label": name });
    const show = () => [...seg.children].forEach((button, index) => button.setAttribute("aria-pressed", String(choices[index][1] === chosen())));
    seg.append(
      ...choices.map(([text, value]) =>
        h("button", { type: "button", onclick: () => (choose(value), show(), this.draw(this.board)) }, text),
      ),
    );
    show();
    return seg;
  }

  /** @param {number} tile */
  put(tile) {
    const { tiles } = this.board;
    tiles[tile] = tiles[tile] === this.brush ? 0 : this.brush;
    this.problem.textContent = "";
    this.draw(this.board);
  }

  clear() {
    this.board.tiles = this.board.tiles.map((tile) => (tile === -1 ? -1 : 0));
    this.draw(this.board);
  }

  async begin() {
    try {
      const made = await ask("/api/analyses", { game: this.game, tiles: this.board.tiles, to_move: this.board.to_move ?? 0 });
      this.end(made.id);
    } catch (error) {
      this.problem.textContent = /** @type {Refused} */ (error).message;
    }
  }
}

/**
 * The same as text, for games whose positions are more than stones in cells.
 * @param {string} game
 * @param {string} position
 * @param {(id: string) => void} begun
 */
export function setUpAsText(game, position, begun) {
  const text = h("textarea", { class: "spec", rows: 4, "aria-label": "Position", spellcheck: "false" });
  text.value = position;
  const problem = h("p", { class: "bad", role: "alert" });
  const begin = async () => {
    try {
      const made = await ask("/api/analyses", { game, text: text.value });
      dialog.close();
      begun(made.id);
    } catch (error) {
      problem.textContent = /** @type {Refused} */ (error).message;
    }
  };
  const dialog = sheet("Edit the position", [h("p", { class: "muted" }, "Cell by cell from the top left, then who moves. Moves can stand here too."), text, problem, h("div", { class: "row end" }, h("button", { class: "btn primary", type: "button", onclick: begin }, "Analyse this"))]);
}
