// Keys: one letter, one act. They do nothing while somebody writes or a sheet is open.

import { h, sheet } from "./dom.js";

/** @type {Map<string, (event: KeyboardEvent) => void>} */
let acts = new Map();

/** What the page at hand does by keys, by the key with its modifiers. @param {Record<string, (event: KeyboardEvent) => void>} own */
export function setKeys(own) {
  acts = new Map(Object.entries(own));
}

const ALWAYS = { "?": showKeys };

document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (at.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const named = event.shiftKey && event.key.length === 1 && event.key !== "?" ? `Shift ${event.key.toLowerCase()}` : event.key;
  const key = named.length === 1 ? named.toLowerCase() : named;
  const act = acts.get(key) ?? /** @type {Record<string, () => void>} */ (ALWAYS)[key];
  if (!act) return;
  // A button that has the focus keeps its own keys.
  if ((key === " " || key === "Enter") && at.closest("button, a, summary")) return;
  event.preventDefault();
  act(event);
});

const LIST = [
  ["Arrows, Enter", "on the board: move the cursor among cells, play"],
  ["/", "type a move (f6, 4, k14,l14,m14)"],
  ["U, Shift U", "take back, redo"],
  ["H", "hint"],
  ["N", "new game"],
  ["R", "resign"],
  ["[ ]", "Blokus: other piece"],
  ["Q, E", "Blokus: turn"],
  ["F", "Blokus: flip"],
  ["Arrows, Space", "Blokus: move the piece, next place"],
  ["Enter, Esc", "Blokus: place, put back"],
  ["Left, Right, Home, End", "Analyse: step through the game"],
  ["Up, Down", "Analyse: choose a variation"],
  ["Space", "Analyse: start or stop the engine"],
  ["V, G, P", "Analyse: what the board shows, graph, edit the position"],
  ["T", "light or dark"],
  ["?", "this list"],
];

/** The list of keys. */
export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  const rows = LIST.map(([keys, what]) => h("div", null, h("dt", null, h("kbd", null, keys)), h("dd", null, what)));
  sheet("Keyboard", [h("dl", { class: "keys" }, ...rows)], { narrow: true });
}
