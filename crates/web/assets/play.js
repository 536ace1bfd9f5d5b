// Play: a board, who sits at it, and what can be done.

import { AWAY, Refused, ask, listen } from "./api.js";
import { Board } from "./board.js";
import { h, sheet } from "./dom.js";
import { winningRow } from "./drawing.js";
import { setKeys } from "./keys.js";
import { go } from "./main.js";
import { begin, newGame } from "./new-game.js";
import { Rail } from "./rail.js";
import { amount, ending, gameName, inWords, seatName } from "./words.js";

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").LegalMove} LegalMove */

/**
 * The page of a game; without an id, of the last one, or of a new one against medium.
 * @param {HTMLElement} host
 * @param {string[]} rest
 */
export async function show(host, rest) {
  const id = rest[0] ?? (await lastGame());
  try {
    /** @type {GameState} */
    const state = await ask(`/api/games/${encodeURIComponent(id)}`);
    if (rest[0] !== state.id) history.replaceState(null, "", `/play/${state.id}`);
    // Most games have no pieces to turn: who plays them need not wait for how that is done.
    const pieces = state.board.look === "pieces" ? await import("./pieces.js") : null;
    const page = new PlayPage(host, state, pieces);
    return { title: `Play ${gameName(state.game)}`, end: () => page.end() };
  } catch (error) {
    forget();
    host.append(
      h("div", { class: "empty" }, h("h1", null, /** @type {Error} */ (error).message), h("button", { class: "btn primary", type: "button", onclick: () => newGame(open) }, "New game")),
    );
    return { title: "Play" };
  }
}

/** @param {string} id */
export function open(id) {
  go(`/play/${id}`);
}

/** The game that was open last, or one that begins now: whoever comes sees a board. */
async function lastGame() {
  try {
    const id = localStorage.getItem("last-game");
    if (id) {
      await ask(`/api/games/${encodeURIComponent(id)}`);
      return id;
    }
  } catch {
    // It is gone, or nothing can be kept here.
  }
  return (await begin("reversi", ["You", "medium"])).id;
}

/** @param {string} id */
function remember(id) {
  try {
    localStorage.setItem("last-game", id);
  } catch {
    // Then the next visit begins a new one.
  }
}

function forget() {
  try {
    localStorage.removeItem("last-game");
  } catch {
    // There is nothing to forget.
  }
}

export class PlayPage {
  /** @param {HTMLElement} host @param {GameState} state @param {typeof import("./pieces.js") | null} pieces for games that have them */
  constructor(host, state, pieces) {
    this.state = state;
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** A position that the game has left behind, while somebody looks at it. @type {Position | null} */
    this.past = null;
    this.showsThought = readFlag("show-thought");
    this.error = "";
    this.sending = false;
    /** In how many seconds the server is tried again, while it does not answer. @type {number | null} */
    this.offline = null;
    /** @type {import("./types.js").ThinkingNews | null} */
    this.progress = null;
    /** The field for a move, while it is open. @type {HTMLFormElement | null} */
    this.typing = null;
    /** The row that won. @type {number[]} */
    this.row = [];
    this.wasOver = state.over !== null;
    this.thinkingSince = 0;
    this.board = new Board((move) => this.play(move.move));
    this.hand = pieces && new pieces.Hand(this.board, (move) => this.play(move.move));
    this.rail = new Rail(this, host);
    remember(state.id);
    this.update(state);
    this.ticker = setInterval(() => this.rail.tick(), 100);
    this.stop = listen(`/api/games/${state.id}/events`, { state: (news) => this.update(news), thinking: (news) => this.thinks(news) });
    this.onaway = (/** @type {Event} */ event) => this.away(/** @type {CustomEvent} */ (event).detail);
    addEventListener(AWAY, this.onaway);
    setKeys({
      u: () => this.act("take-back", this.state.can_take_back),
      "Shift u": () => this.act("redo", this.state.can_redo),
      h: () => this.askHint(),
      n: () => newGame(open),
      r: () => this.resign(),
      "/": () => this.typeMove(),
      ...(this.hand?.keys() ?? {}),
    });
  }

  end() {
    clearInterval(this.ticker);
    removeEventListener(AWAY, this.onaway);
    this.stop?.();
  }

  /** Whether the one who looks is to move. */
  isOpen() {
    const { to_move: seat, seats } = this.state;
    return seat !== null && seats[seat].who === "you" && this.past === null && !this.sending;
  }

  /** @param {GameState} state */
  update(state) {
    if (state.version < this.state.version) return;
    if (state.thinking !== null) this.thinkingSince = performance.now() - (state.thinking_for ?? 0);
    if (state.ply !== this.state.ply) {
      this.past = null;
      this.error = "";
    }
    if (this.hint && this.hint.ply !== state.ply) this.hint = null;
    this.state = state;
    this.draw();
    if (state.over && !this.wasOver) this.over();
    this.wasOver = state.over !== null;
  }

  draw() {
    this.drawBoard();
    this.rail.draw();
    this.hand?.show(this.state, this.isOpen());
  }

  drawBoard() {
    const { state, past } = this;
    const open = this.isOpen();
    const hint = this.hint && !past ? (state.legal.find((move) => move.move === this.hint?.move) ?? null) : null;
    const inRow = state.over && state.over.resigned === null && !past && ["crossings", "panel", "marks"].includes(state.board.look) && state.over.winners.length === 1;
    this.row = inRow && state.last ? winningRow(state.board, state.last.cells) : [];
    const shown = past ?? state;
    this.board.show({
      board: shown.board,
      ply: shown.ply,
      legal: past ? [] : state.legal,
      last: past ? past.last : this.lastCells(),
      turned: past ? past.turned : (state.last?.turned ?? []),
      open,
      hint,
      row: this.row,
      label: this.boardLabel(open),
    });
  }

  /** The cells of the last move; where a turn has two stones, of both. */
  lastCells() {
    const { last, moves, movers, board } = this.state;
    if (!last) return [];
    const again = moves.length > 1 && movers[moves.length - 1] === movers[moves.length - 2];
    if (!again || board.look !== "crossings") return last.cells;
    const before = moves[moves.length - 2];
    const column = board.columns.findIndex((name) => before.startsWith(name));
    const row = board.rows.indexOf(before.slice(board.columns[column]?.length ?? 1));
    return column < 0 || row < 0 ? last.cells : [row * board.width + column, ...last.cells];
  }

  /** @param {boolean} open */
  boardLabel(open) {
    const { state } = this;
    const name = `${gameName(state.game)} board.`;
    if (state.over) return `${name} ${ending(state, this.row.length)}.`;
    const who = state.to_move === null ? "" : `${seatName(state, state.to_move)} to move`;
    return open ? `${name} ${who}, ${amount(state.legal.length, "legal move", "legal moves")}.` : `${name} ${who}.`;
  }

  toggleThought() {
    this.showsThought = !this.showsThought;
    writeFlag("show-thought", this.showsThought);
    this.rail.drawThought();
  }

  /** Shows an earlier position. @param {number} ply */
  async lookAt(ply) {
    this.past = ply === this.state.ply ? null : await ask(`/api/games/${this.state.id}/positions/${ply}`);
    this.draw();
  }

  /** @param {string} move */
  async play(move) {
    if (!this.isOpen()) return;
    this.sending = true;
    this.typing = null;
    await this.send("moves", { move, ply: this.state.ply });
    this.sending = false;
    this.draw();
  }

  /** @param {string} what @param {boolean} can */
  async act(what, can) {
    if (can) await this.send(what, {});
  }

  /** @param {string} what @param {unknown} body */
  async send(what, body) {
    try {
      this.error = "";
      const state = await ask(`/api/games/${this.state.id}/${what}`, body);
      this.sending = false;
      this.update(state);
    } catch (error) {
      this.sending = false;
      this.error = /** @type {Refused} */ (error).message;
      this.draw();
    }
  }

  async askHint() {
    if (!this.isOpen() || this.hinting) return;
    if (this.hint) {
      this.hint = null;
      return this.draw();
    }
    this.hinting = true;
    this.draw();
    try {
      const hint = await ask(`/api/games/${this.state.id}/hint`, {});
      if (hint.ply === this.state.ply) this.hint = hint;
    } catch (error) {
      this.error = /** @type {Refused} */ (error).message;
    }
    this.hinting = false;
    this.draw();
  }

  /** A small field for a move as text. */
  typeMove() {
    if (!this.isOpen()) return;
    const input = h("input", { class: "spec", "aria-label": "Move", spellcheck: "false", autocomplete: "off", placeholder: this.state.legal[0]?.move ?? "" });
    const form = h("form", { class: "type-move" }, input, h("button", { class: "btn", type: "submit" }, "Play"));
    const close = () => {
      this.typing = null;
      this.rail.drawAside();
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const move = input.value.trim();
      if (!move) return close();
      await this.send("moves", { move, ply: this.state.ply });
      if (!this.error) close();
    });
    input.addEventListener("keydown", (event) => event.key === "Escape" && close());
    this.typing = form;
    this.rail.drawAside();
    input.focus();
  }

  resign() {
    if (this.state.over || this.rail.resignButton.disabled) return;
    const dialog = sheet("Resign this game?", [
      h(
        "div",
        { class: "row" },
        h("button", { class: "btn primary", type: "button", onclick: () => (dialog.close(), this.act("resign", true)) }, "Resign"),
        h("button", { class: "btn", type: "button", onclick: () => dialog.close() }, "Play on"),
      ),
    ], { narrow: true });
  }

  /** The end, once it comes. */
  over() {
    const { state } = this;
    const passes = state.moves.filter((move) => move === "pass").length;
    const about = `${amount(state.ply, "move", "moves")}${passes ? `, ${inWords(passes)} of them ${passes === 1 ? "a pass" : "passes"}` : ""}.`;
    if (document.querySelector("dialog[open]")) return;
    const again = async () => {
      dialog.close();
      const sitters = state.seats.map((seat) => (seat.who === "you" ? "You" : seat.who === "agent" ? (seat.agent ?? "medium") : "Someone with the link"));
      open((await begin(state.game, [...sitters.slice(1), sitters[0]])).id);
    };
    const dialog = sheet(ending(state, this.row.length), [
      h("p", { class: "muted" }, about),
      h(
        "div",
        { class: "row" },
        h("a", { class: "btn primary", href: `/analyse?game=${state.id}`, onclick: () => dialog.close() }, "See the game with values"),
        h("button", { class: "btn", type: "button", onclick: again }, state.seats.length === 2 ? "Rematch, other colour" : "Rematch, next seat"),
        h("button", { class: "btn", type: "button", onclick: () => (dialog.close(), newGame(open)) }, "New game"),
      ),
    ], { narrow: true });
  }

  more() {
    const item = (/** @type {string} */ name, /** @type {() => void} */ act, can = true) =>
      h("button", { class: "btn quiet", type: "button", disabled: can ? null : true, onclick: () => (dialog.close(), act()) }, name);
    const dialog = sheet("More", [
      h(
        "div",
        { class: "menu" },
        item("Redo", () => this.act("redo", true), this.state.can_redo),
        item("Swap seats", () => this.act("swap", true)),
        item("Type a move", () => this.typeMove(), this.isOpen()),
        item("Analyse", () => go(`/analyse?game=${this.state.id}`)),
        item("Copy link", () => copyLink(null)),
        h("a", { class: "btn quiet", href: `/api/games/${this.state.id}/record`, download: "" }, "Save record"),
      ),
    ], { narrow: true });
  }

  /** @param {import("./types.js").ThinkingNews} news */
  thinks(news) {
    this.progress = news;
    if (this.showsThought) this.rail.drawThought();
  }

  /** @param {number | null} seconds */
  away(seconds) {
    if (this.offline === seconds) return;
    this.offline = seconds;
    this.rail.drawStatus();
  }
}

/** @param {HTMLElement | null} button */
export async function copyLink(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    if (button) button.textContent = "Copied";
  } catch {
    prompt("The link of this game", location.href);
  }
}

/** @param {string} name */
function readFlag(name) {
  try {
    return localStorage.getItem(name) === "yes";
  } catch {
    return false;
  }
}

/** @param {string} name @param {boolean} value */
function writeFlag(name, value) {
  try {
    localStorage.setItem(name, value ? "yes" : "no");
  } catch {
    // It lasts as long as the page then.
  }
}
