// What values mean: how a game stands, how bad a move was, in words.

import { amount, withMinus } from "./words.js";

/** @typedef {import("./types.js").NodeValue} NodeValue */
/** @typedef {import("./types.js").AnalysisNode} AnalysisNode */
/** @typedef {import("./types.js").AnalysisState} AnalysisState */
/** @typedef {import("./types.js").Judged} Judged */
/** @typedef {import("./types.js").Thought} Thought */

/** A lead that counts as won, for graphs. */
const CLEAR_LEAD = 36;
/** How much a move loses before it gets a sign, by unit. */
const LOSSES = { points: [2, 4, 8], chance: [0.08, 0.16, 0.3], rating: [Infinity, Infinity, Infinity], distance: [1, 1, 2], result: [Infinity, Infinity, Infinity] };
const SIGNS = ["?!", "?", "??"];

/** The share of the first player, from 0 to 1. @param {NodeValue | null} value */
export function standing(value) {
  if (!value) return null;
  const { number, unit } = value;
  if (unit === "chance") return number;
  if (unit === "distance" || unit === "result") return number > 0 ? (unit === "result" ? 0.5 + Math.min(number, CLEAR_LEAD) / CLEAR_LEAD / 2 : 0.97) : number < 0 ? (unit === "result" ? 0.5 + Math.max(number, -CLEAR_LEAD) / CLEAR_LEAD / 2 : 0.03) : 0.5;
  if (unit === "points") return 0.5 + Math.max(-1, Math.min(1, number / CLEAR_LEAD)) / 2;
  return 0.5 + Math.tanh(number / 5) / 2;
}

/**
 * The sign of a move of the game that lost something, and why: by the one search that looked at it and at the best.
 * @param {AnalysisNode[]} nodes
 * @param {number} index
 */
export function judge(nodes, index) {
  const { parent } = nodes[index];
  const before = parent === null ? null : nodes[parent].value;
  const isPlayed = nodes.findIndex((node) => node.parent === parent) === index;
  if (!before || before.lost === null || before.lost === undefined || !isPlayed) return null;
  const { lost, unit } = before;
  const limits = LOSSES[/** @type {keyof typeof LOSSES} */ (unit)] ?? LOSSES.rating;
  const grade = limits.filter((limit) => lost >= limit).length;
  if (grade === 0) return null;
  if (unit === "distance") return { sign: SIGNS[grade - 1], why: lost > 1 ? "it loses a won game" : "it gives half a point away" };
  const much = unit === "chance" ? `${Math.round(lost * 100)} % of the chance to win` : `${lost.toFixed(1).replace(/\.0$/, "")} points`;
  return { sign: SIGNS[grade - 1], why: `it loses about ${much}` };
}

/** A value as it stands on a cell. @param {Judged & { at_most?: boolean }} value */
export function shortValue(value) {
  const bound = value.at_most ? "≤" : "";
  if (value.unit === "chance") return `${bound}${Math.round(value.number * 100)}%`;
  if (value.unit === "distance") return value.number === 0 ? "=" : value.number > 0 ? `+${plies(value)}` : `−${plies(value)}`;
  const rounded = Math.abs(value.number) >= 10 ? Math.round(value.number) : Math.round(value.number * 10) / 10;
  return `${bound}${withMinus(rounded > 0 ? `+${rounded}` : String(rounded))}`;
}

/** In how many plies a decided game ends. @param {Judged} value */
function plies(value) {
  return value.words.match(/\d+/)?.[0] ?? "";
}

/**
 * How a position stands, in a sentence.
 * @param {AnalysisState} state
 * @param {NodeValue | null} value
 * @param {Thought | null} thought
 */
export function verdict(state, value, thought) {
  const best = thought ? ` with ${thought.move}` : "";
  const proved = value?.exact ? ", proved" : "";
  if (!value) return thought ? `Best: ${thought.move}` : "Not judged yet.";
  const { number, unit } = value;
  if (state.seats.length !== 2) {
    const who = state.seats[value.player ?? 0];
    if (unit === "chance") return `${who} wins ${Math.round(number * 100)} of 100 games${best}`;
    return `Best for ${who}: ${thought?.move ?? value.best ?? ""}`;
  }
  if (unit === "chance") {
    const leader = number >= 0.5 ? 0 : 1;
    const chance = Math.round((leader === 0 ? number : 1 - number) * 100);
    return Math.abs(number - 0.5) < 0.02 ? `Level${best}` : `${state.seats[leader]} wins ${chance} of 100 games${best}`;
  }
  if (number === 0) return `Level${best}${proved}`;
  const leader = state.seats[number > 0 ? 0 : 1];
  if (unit === "distance") {
    const ends = thought?.value ? ` in ${plies(thought.value)} plies` : "";
    return `${leader} wins${ends}${best}${proved}`;
  }
  if (unit === "points" || unit === "result") {
    const lead = Math.abs(number) < 10 && !value.exact ? Math.round(Math.abs(number) * 10) / 10 : Math.round(Math.abs(number));
    if (lead === 0) return `Level${best}${proved}`;
    return `${leader} is ahead by ${value.exact ? "" : "about "}${amount(lead, "point", "points")}${best}${proved}`;
  }
  // What is shown as nothing is no lead.
  if (Math.abs(number) < 0.05) return `Level${best}`;
  return `${leader} stands better${best}`;
}
