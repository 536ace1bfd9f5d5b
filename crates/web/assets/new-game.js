// The sheet for a new game: which, on which board, and who sits where.

import { Refused, ask } from "./api.js";
import { h, icon, sheet } from "./dom.js";
import { gameName } from "./words.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").GameKind} GameKind */
/** @typedef {"You" | "Someone with the link" | string} Sitter */

const YOU = "You";
const LINK = "Someone with the link";
const OTHER = "Other …";
/** The strongest level with the most time that is pleasant to wait for. */
const LEVELS = [
  ["easy", "easy"],
  ["medium", "medium"],
  ["hard", "hard"],
  ["strongest", "hard(time=5s)"],
];
/** How long somebody may pause before what they wrote is looked at. */
const PAUSE = 250;

/** Asks for a game and begins it. @param {(id: string) => void} begun */
export async function newGame(begun) {
  /** @type {Family[]} */
  const families = await ask("/api/catalog");
  const form = new Form(families, begun);
  form.dialog = sheet("New game", [form.element]);
  await form.choose(remembered().family ?? "reversi", remembered());
}

/** What was chosen last. @returns {{ family?: string, board?: string, seats?: string[] }} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem("new-game") ?? "{}");
  } catch {
    return {};
  }
}

class Form {
  /** @param {Family[]} families @param {(id: string) => void} begun */
  constructor(families, begun) {
    this.families = families;
    this.begun = begun;
    /** @type {GameKind | null} */
    this.kind = null;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.games = h("fieldset", { class: "games" }, h("legend", { class: "sr" }, "Game"), ...families.map((family) => this.radio(family)));
    this.board = h("select", { id: "new-board", onchange: () => this.boardChosen() });
    this.boardSpec = h("input", { class: "spec", spellcheck: "false", autocomplete: "off", "aria-label": "Spec of the game", hidden: true, oninput: () => this.later(() => this.load()) });
    this.boardError = h("pre", { class: "err", hidden: true });
    this.seats = h("div", { class: "two" });
    this.problem = h("p", { class: "bad", role: "alert" });
    this.start = h("button", { class: "btn primary", type: "submit" }, "Start");
    this.element = h(
      "form",
      { class: "new-game", onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      this.games,
      h("div", { class: "field" }, h("label", { for: "new-board" }, "Board"), this.board, this.boardSpec, this.boardError),
      this.seats,
      this.problem,
      h("div", { class: "row end" }, h("button", { class: "btn", type: "button", onclick: () => this.swap() }, icon("swap"), "Swap seats"), this.start),
    );
  }

  /** @param {Family} family */
  radio(family) {
    return h(
      "label",
      null,
      h("input", { type: "radio", name: "family", value: family.name, onchange: () => this.choose(family.name, {}) }),
      h("span", null, gameName(family.name)),
    );
  }

  /** @param {string} name @param {{ board?: string, seats?: string[] }} wish */
  async choose(name, wish) {
    const family = this.families.find((one) => one.name === name) ?? this.families[0];
    for (const input of this.games.querySelectorAll("input")) input.checked = input.value === family.name;
    const examples = family.examples.length > 0 ? family.examples : [[family.name, family.summary]];
    const known = examples.some(([spec]) => spec === wish.board);
    this.board.replaceChildren(
      ...examples.map(([spec, about]) => h("option", { value: spec, selected: spec === wish.board }, `${spec}: ${about}`)),
      h("option", { value: OTHER, selected: wish.board !== undefined && !known }, "Other spec …"),
    );
    if (wish.board !== undefined && !known) this.boardSpec.value = wish.board;
    await this.boardChosen(wish.seats);
  }

  spec() {
    return this.board.value === OTHER ? this.boardSpec.value.trim() : this.board.value;
  }

  /** @param {string[]} [seats] */
  async boardChosen(seats) {
    this.boardSpec.hidden = this.board.value !== OTHER;
    if (!this.boardSpec.hidden && !this.boardSpec.value) this.boardSpec.value = this.board.options[0].value;
    await this.load(seats);
  }

  /** @param {() => void} act */
  later(act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, PAUSE);
  }

  /** Learns who plays the game that is named. @param {string[]} [seats] */
  async load(seats) {
    try {
      this.kind = await ask(`/api/catalog/game?spec=${encodeURIComponent(this.spec())}`);
      showError(this.boardSpec, this.boardError, null);
      this.drawSeats(seats ?? this.sitters());
    } catch (error) {
      this.kind = null;
      showError(this.boardSpec, this.boardError, /** @type {Refused} */ (error));
    }
    this.start.disabled = this.kind === null;
  }

  /** @param {Sitter[]} sitters */
  drawSeats(sitters) {
    const kind = /** @type {GameKind} */ (this.kind);
    const names = kind.players[0] === "Red" || kind.players[0] === "X" ? ["Black", "White"] : kind.players;
    const list = h("datalist", { id: "agents" }, ...kind.agents.map((agent) => h("option", { value: agent.example }, agent.summary)));
    const usual = names.map((_, seat) => (seat === 0 ? YOU : "medium"));
    const wanted = sitters.length === names.length ? sitters : usual;
    this.seats.replaceChildren(...names.map((name, seat) => this.seat(name, seat, wanted[seat])), list);
  }

  /** @param {string} name @param {number} seat @param {Sitter} sitter */
  seat(name, seat, sitter) {
    const options = [[YOU, YOU], [LINK, LINK], ...LEVELS];
    const known = options.some(([, value]) => value === sitter);
    const select = h(
      "select",
      { id: `seat-${seat}`, "data-seat": seat },
      ...options.map(([label, value]) => h("option", { value, selected: value === sitter }, label)),
      h("option", { value: OTHER, selected: !known }, "Agent spec …"),
    );
    const input = h("input", { class: "spec", list: "agents", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": `Agent spec of ${name}`, "data-seat": seat, "aria-describedby": `seat-${seat}-said`, value: known ? "" : sitter });
    const said = h("pre", { class: "err", id: `seat-${seat}-said`, hidden: true });
    const note = h("span", { class: "note" });
    const check = async () => {
      note.textContent = "";
      if (!input.value.trim()) return showError(input, said, null);
      try {
        const good = await ask("/api/check", { game: this.kind?.spec, agent: input.value });
        showError(input, said, null);
        note.textContent = good.means ? `Stands for ${good.means}` : good.summary;
      } catch (error) {
        showError(input, said, /** @type {Refused} */ (error));
      }
    };
    input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(check, PAUSE);
    });
    const changed = () => {
      input.hidden = select.value !== OTHER;
      if (input.hidden) showError(input, said, null);
      note.textContent = "";
      if (!input.hidden) check();
    };
    select.addEventListener("change", () => {
      changed();
      if (!input.hidden) input.focus();
    });
    changed();
    return h("div", { class: "field" }, h("label", { for: `seat-${seat}` }, name), select, input, said, note);
  }

  /** Who is chosen for each seat. @returns {Sitter[]} */
  sitters() {
    return [...this.seats.querySelectorAll("select")].map((select) => {
      const input = /** @type {HTMLInputElement} */ (this.seats.querySelector(`input[data-seat="${select.dataset.seat}"]`));
      return select.value === OTHER ? input.value.trim() : select.value;
    });
  }

  swap() {
    const sitters = this.sitters();
    if (sitters.length > 0) this.drawSeats([...sitters.slice(1), sitters[0]]);
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const sitters = this.sitters();
    const family = this.games.querySelector("input:checked");
    try {
      const state = await begin(this.spec(), sitters);
      try {
        localStorage.setItem("new-game", JSON.stringify({ family: /** @type {HTMLInputElement} */ (family)?.value, board: this.spec(), seats: sitters }));
      } catch {
        // Then it is asked anew next time.
      }
      this.dialog?.close();
      this.begun(state.id);
    } catch (error) {
      this.problem.textContent = /** @type {Refused} */ (error).message;
    }
  }
}

/**
 * Begins a game.
 * @param {string} game
 * @param {Sitter[]} sitters
 */
export function begin(game, sitters) {
  const seats = sitters.map((sitter) => (sitter === YOU ? "you" : sitter === LINK ? "open" : { agent: sitter }));
  return ask("/api/games", { game, seats });
}

/**
 * Points at what is wrong in a field, as the command line does.
 * @param {HTMLInputElement} input
 * @param {HTMLPreElement} place
 * @param {Refused | null} error
 */
export function showError(input, place, error) {
  place.hidden = error === null;
  if (error === null) {
    input.removeAttribute("aria-invalid");
    return;
  }
  input.setAttribute("aria-invalid", "true");
  const pointed = error.text !== undefined && error.at ? underlined(error.text, error.at) : [];
  place.textContent = [...pointed, error.message].join("\n");
}

/** How much of a long line is shown around what is wrong in it. */
const AROUND = 24;

/** The line with what is wrong, and carets below it. @param {string} text @param {[number, number]} at */
function underlined(text, [from, to]) {
  const letters = [...text];
  const begin = Math.max(letters.slice(0, from).lastIndexOf("\n") + 1, from - AROUND);
  const broken = letters.indexOf("\n", from);
  const end = Math.min(broken < 0 ? letters.length : broken, Math.max(to, from + 1) + AROUND);
  const [before, after] = [begin > 0 && letters[begin - 1] !== "\n" ? "…" : "", end < letters.length && letters[end] !== "\n" ? "…" : ""];
  const carets = Math.max(1, Math.min(to, end) - from);
  return [before + letters.slice(begin, end).join("") + after, " ".repeat(from - begin + before.length) + "^".repeat(carets)];
}
