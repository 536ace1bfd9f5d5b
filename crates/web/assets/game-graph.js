// The value of every position of a game, drawn: one line for two sides, one for each of more.

import { Chart } from "./chart.js";
import { h } from "./dom.js";
import { judge, standing } from "./judgement.js";
import { amount } from "./words.js";

/** @typedef {import("./types.js").AnalysisState} AnalysisState */
/** @typedef {import("./types.js").NodeValue} NodeValue */

/**
 * @param {AnalysisState} state
 * @param {number} node the position at hand
 * @param {(node: number) => void} pick
 */
export function gameGraph(state, node, pick) {
  const { main_line: line, nodes } = state;
  const known = line.flatMap((index, ply) => (nodes[index].value ? [{ ply, value: /** @type {NodeValue} */ (nodes[index].value) }] : []));
  const words = known.length > 0 ? `The value of ${amount(known.length, "position", "positions")} of the game` : "No position is judged yet";
  const x = /** @type {[number, number]} */ ([0, Math.max(line.length - 1, 1)]);
  const onpick = (/** @type {number} */ ply) => pick(line[Math.round(ply)]);
  const chart = state.seats.length === 2 ? ofTwo(state, known, { label: words, height: 110, x, y: [-1.06, 1.06], onpick }) : ofMore(state, known, { label: words, height: 130, x, y: [0, 1], onpick });
  const place = line.indexOf(node);
  if (place >= 0) chart.cursor(place);
  return state.seats.length === 2 ? chart.element : h("div", null, key(state.seats), chart.element);
}

/** Which line is whose. @param {string[]} seats */
function key(seats) {
  return h("div", { class: "key" }, ...seats.map((name, seat) => h("span", null, h("i", { class: `side s${seat + 1}` }), name)), h("span", null, "chance to win"));
}

/** @param {AnalysisState} state @param {{ ply: number, value: NodeValue }[]} known @param {any} options */
function ofTwo({ main_line: line, nodes, seats }, known, options) {
  const chart = new Chart(options);
  const heights = known.map(({ ply, value }) => /** @type {[number, number]} */ ([ply, (standing(value) ?? 0.5) * 2 - 1]));
  const exact = known.findIndex((_, at) => known.slice(at).every((one) => one.value.exact));
  if (exact >= 0 && known.length - exact > 1) chart.band(known[exact].ply, line.length - 1).word(`exact from move ${known[exact].ply + 1}`, 100, 2, "right");
  chart.rules([{ at: 0, label: "", look: "zero" }]).area(heights, 0).lines([{ name: "value", points: heights, look: "main" }]);
  const mistakes = line.flatMap((index, ply) => {
    const sign = judge(nodes, index);
    const value = standing(nodes[index].value);
    // Marks stay inside, whatever the value is.
    const inside = Math.max(-0.86, Math.min(0.86, (value ?? 0.5) * 2 - 1));
    return sign && value !== null ? [{ x: ply, y: inside, up: nodes[index].mover === 1, title: `${nodes[index].move} ${sign.sign}: ${sign.why}` }] : [];
  });
  return chart.marks(mistakes).word(seats[0], 1, 2, "rule").word(seats[1], 1, 86, "rule");
}

/** Each has its own chance to win, judged where it moves. @param {AnalysisState} state @param {{ ply: number, value: NodeValue }[]} known @param {any} options */
function ofMore({ seats }, known, options) {
  const chart = new Chart(options);
  const share = (/** @type {NodeValue} */ value) => (value.unit === "chance" ? value.number : 0.5 + Math.tanh(value.number / 20) / 2);
  chart.rules([0, 0.5, 1].map((at) => ({ at, label: at === 0.5 ? "50%" : "", look: /** @type {"grid"} */ ("grid") })));
  const lines = seats.map((name, seat) => ({ name, look: /** @type {any} */ (`side s${seat + 1}`), points: known.filter(({ value }) => value.player === seat).map(({ ply, value }) => /** @type {[number, number]} */ ([ply, share(value)])) }));
  chart.lines(lines.filter((one) => one.points.length > 0));
  return chart;
}
