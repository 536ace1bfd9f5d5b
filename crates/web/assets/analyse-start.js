// The beginning of an analysis: a game that was played here, a text, or a file.

import { Refused, ask } from "./api.js";
import { h } from "./dom.js";
import { showError } from "./new-game.js";
import { amount, gameName } from "./words.js";

/** What files of games are called. */
const ENDINGS = [".jsonl", ".txt", ".wtb", ".ggf", ".sgf", ".blksgf", ".psq", ".db"];

/** @param {HTMLElement} host @param {(id: string) => void} begun */
export async function start(host, begun) {
  /** @type {[import("./types.js").Family[], import("./types.js").ListedGame[]]} */
  const [families, games] = await Promise.all([ask("/api/catalog"), ask("/api/games")]);
  const specs = families.flatMap((family) => (family.examples.length > 0 ? family.examples.map(([spec]) => spec) : [family.name]));
  const game = h("select", { id: "start-game" }, ...specs.map((spec) => h("option", { value: spec }, `${gameName(spec)} (${spec})`)));
  const text = h("textarea", { id: "start-text", class: "spec", rows: 5, spellcheck: "false", placeholder: "f5 d6 c3 d3 c4 f4 …" });
  const problem = h("pre", { class: "err", role: "alert", hidden: true });
  const found = h("ol", { class: "found" });
  const begin = async (/** @type {unknown} */ wish) => {
    try {
      begun((await ask("/api/analyses", wish)).id);
    } catch (error) {
      showError(/** @type {any} */ (text), problem, /** @type {Refused} */ (error));
    }
  };
  const file = h("input", { type: "file", class: "sr", id: "start-file", accept: ENDINGS.join() });
  file.addEventListener("change", () => take(file.files?.[0]));
  const take = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    try {
      const sent = await fetch(`/api/analyses/upload?name=${encodeURIComponent(chosen.name)}&game=${encodeURIComponent(game.value)}`, { method: "POST", body: chosen });
      const records = await sent.json();
      if (!sent.ok) throw new Refused(sent.status, records);
      if (records.length === 1) return begin({ text: JSON.stringify(records[0]) });
      showError(/** @type {any} */ (text), problem, null);
      found.replaceChildren(
        ...records.map((/** @type {any} */ record) =>
          h("li", null, h("button", { class: "textbtn", type: "button", onclick: () => begin({ text: JSON.stringify(record) }) }, `${record.agents.join(", ")}`), h("span", { class: "muted small" }, ` ${[record.event, record.date, amount(record.moves.length, "move", "moves")].filter(Boolean).join(", ")}`)),
        ),
      );
    } catch (error) {
      showError(/** @type {any} */ (text), problem, /** @type {Refused} */ (error));
    }
  };
  const drop = h("label", { class: "drop", for: "start-file" }, h("b", null, "Choose a file"), " or drop it here", h("small", { class: "muted" }, `Any format that Agon reads: ${ENDINGS.join(", ")}`));
  drop.addEventListener("dragover", (event) => (event.preventDefault(), drop.classList.add("over")));
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer?.files[0]);
  });
  const played = games.filter((one) => one.moves > 0);
  host.append(
    h(
      "div",
      { class: "page" },
      h("h1", null, "Analyse a game"),
      h(
        "div",
        { class: "halves" },
        h(
          "form",
          {
            class: "stack",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              begin({ game: game.value, text: text.value });
            },
          },
          h("h2", null, "Paste one"),
          h("div", { class: "field" }, h("label", { for: "start-text" }, "Moves, a record (JSON, SGF, GGF, PSQ) or a position"), text, problem),
          h("div", { class: "field" }, h("label", { for: "start-game" }, "Game, where the text does not say"), game),
          h("div", { class: "row" }, h("button", { class: "btn primary", type: "submit" }, "Analyse")),
          h("h2", null, "Or open a file"),
          file,
          drop,
          found,
        ),
        h(
          "section",
          { class: "stack", "aria-label": "Games played here" },
          h("h2", null, "Games played here"),
          played.length === 0
            ? h("p", { class: "muted" }, "No games yet. Start one, or paste a record.")
            : h("ul", { class: "found" }, ...played.map((one) => h("li", null, h("button", { class: "textbtn", type: "button", onclick: () => begin({ from: one.id }) }, `${gameName(one.game)}: ${one.seats.map((seat) => (seat === "human" ? "you" : seat)).join(", ")}`), h("span", { class: "muted small" }, ` ${amount(one.moves, "move", "moves")}${one.over ? "" : ", not over"}`)))),
        ),
      ),
    ),
  );
}
