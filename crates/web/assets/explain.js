// Why: what an agent says of a position, drawn without knowing who speaks or which game it is.

import { h, s } from "./dom.js";
import { withMinus } from "./words.js";

/** @typedef {import("./types.js").Explained} Explained */
/** @typedef {import("./types.js").WeightTable} WeightTable */
/** @typedef {import("./types.js").TileMap} TileMap */

/** Parts of a value that are shown before somebody asks for all. */
const FIRST_PARTS = 6;

/** A number in as few digits as it needs. @param {number} number */
export function short(number) {
  const size = Math.abs(number);
  const rounded = size >= 100 ? Math.round(number) : size >= 10 ? Math.round(number * 10) / 10 : Math.round(number * 100) / 100;
  return withMinus(String(rounded));
}

/** @param {number} number */
function signed(number) {
  return number > 0 ? `+${short(number)}` : short(number);
}

/**
 * A map as heat on a board.
 * @param {TileMap} map
 * @returns {{ tile: number, share: number, text: string }[]}
 */
export function heat(map) {
  const most = Math.max(...map.tiles.map(([, value]) => Math.abs(value))) || 1;
  return map.tiles.map(([tile, value]) => ({ tile, share: value / most, text: short(value) }));
}

/** Sentences, and what a value is made of. @param {Explained} explained @returns {HTMLElement[]} */
export function explanation(explained) {
  const { sentences, contributions, unit } = explained;
  const said = sentences.length > 0 ? [h("ul", { class: "why" }, ...sentences.map((sentence) => h("li", null, sentence)))] : [];
  return contributions.length === 0 ? said : [...said, partTable(contributions, unit)];
}

/** @param {Explained["contributions"]} parts @param {string} unit */
function partTable(parts, unit) {
  const most = Math.max(...parts.map((part) => Math.abs(part.worth))) || 1;
  const row = (/** @type {Explained["contributions"][number]} */ part) => {
    const fill = h("i", { class: part.worth < 0 ? "negative" : null });
    const share = (Math.abs(part.worth) / most) * 50;
    fill.style.width = `${share}%`;
    fill.style.left = part.worth < 0 ? `${50 - share}%` : "50%";
    return h("tr", null, h("th", { scope: "row" }, part.name), h("td", { class: "num" }, short(part.amount)), h("td", { class: "num" }, h("b", null, signed(part.worth))), h("td", { class: "part-bar", "aria-hidden": "true" }, h("span", null, fill)));
  };
  const body = h("tbody", null, ...parts.slice(0, FIRST_PARTS).map(row));
  const more = h("button", { class: "textbtn", type: "button", onclick: () => (body.replaceChildren(...parts.map(row)), more.remove()) }, `All ${parts.length}`);
  const counts = { points: "points", chance: "chance to win", rating: "rating", distance: "distance" }[unit] ?? unit;
  return h(
    "div",
    { class: "stack tight" },
    h("table", { class: "parts" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Made of"), h("th", { class: "num", scope: "col" }, "Amount"), h("th", { class: "num", scope: "col" }, `Worth, ${counts}`), h("td"))), body),
    parts.length > FIRST_PARTS ? h("p", null, more) : h("span"),
  );
}

/** Weights as squares: filled if positive, open if negative, sized by amount. @param {WeightTable} table */
export function weights(table) {
  const most = Math.max(...table.rows.flatMap(([, row]) => row.map(Math.abs))) || 1;
  const width = Math.max(table.columns.length, ...table.rows.map(([, row]) => row.length));
  const left = 3.2;
  const below = 2.4;
  const marks = table.rows.flatMap(([, row], y) =>
    row.map((value, x) => {
      const half = Math.sqrt(Math.abs(value) / most) * 0.42;
      return s("rect", { class: value < 0 ? "weight negative" : "weight", x: left + x + 0.5 - half, y: y + 0.5 - half, width: 2 * half, height: 2 * half }, s("title", null, `${table.rows[y][0]}, ${table.columns[x] ?? `${x + 1}`}: ${short(value)}`));
    }),
  );
  const names = table.rows.map(([name], y) => s("text", { class: "weight-name", x: left - 0.2, y: y + 0.5 }, name.replace(/,.*/, "")));
  const heads = table.columns.map((name, x) => s("text", { class: "weight-head", transform: `translate(${left + x + 0.5} ${table.rows.length + 0.2}) rotate(40)` }, name.replace("opponent's", "opp.")));
  const cells = table.rows.flatMap(([, row], y) => row.map((_, x) => s("rect", { class: "weight-cell", x: left + x, y, width: 1, height: 1 })));
  return s(
    "svg",
    { class: "weights", viewBox: `0 0 ${left + width + 1.6} ${table.rows.length + below}`, role: "img", "aria-label": `${table.name}: ${table.rows.length} rows of up to ${width} weights, the largest ${short(most)}` },
    ...cells,
    ...marks,
    ...names,
    ...heads,
  );
}
