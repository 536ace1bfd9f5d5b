// A game or a position to take away: as text, as a record, as a picture.

import { h, sheet } from "./dom.js";

/** @typedef {import("./types.js").AnalysisState} AnalysisState */
/** @typedef {import("./types.js").Position} Position */

/** What other programs read, by game. */
const FORMATS = {
  reversi: [["for Othello programs", "ggf"]],
  gomoku: [["as SGF", "sgf"], ["for Piskvork", "psq"]],
  blokus: [["for Pentobi", "blksgf"]],
};

/** What decides how a mark looks; pictures carry it with them, as no style sheet goes along. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "visibility"];

/**
 * @param {AnalysisState} state
 * @param {number} node
 * @param {Position | null} position
 * @param {SVGSVGElement} board
 */
export function exportSheet(state, node, position, board) {
  /** @type {string[]} */
  const moves = [];
  for (let at = node; state.nodes[at].parent !== null; at = /** @type {number} */ (state.nodes[at].parent)) moves.unshift(state.nodes[at].move);
  const formats = FORMATS[/** @type {keyof typeof FORMATS} */ (state.game.split(":")[0])] ?? [];
  const file = (/** @type {string} */ name, /** @type {string} */ format) => h("a", { class: "btn quiet", href: `/api/analyses/${state.id}/record?format=${format}`, download: "", onclick: () => setTimeout(() => dialog.close()) }, name);
  const item = (/** @type {string} */ name, /** @type {() => void} */ act) => h("button", { class: "btn quiet", type: "button", onclick: () => (dialog.close(), act()) }, name);
  const dialog = sheet(
    "Export",
    [
      h(
        "div",
        { class: "menu" },
        item("Moves to here, as text", () => save("moves.txt", "text/plain", `${moves.join(" ")}\n`)),
        file("The game, as a record (.jsonl)", "jsonl"),
        ...formats.map(([name, format]) => file(`The game, ${name} (.${format})`, format)),
        item("The position, as text", () => save("position.txt", "text/plain", `${position?.text ?? ""}\n`)),
        item("The board, as SVG", () => save("board.svg", "image/svg+xml", drawn(board))),
        item("The board, as PNG", () => savePng(board)),
      ),
    ],
    { narrow: true },
  );
}

/** @param {string} name @param {string} kind @param {BlobPart} content */
function save(name, kind, content) {
  const link = h("a", { download: `agon-${name}`, href: URL.createObjectURL(new Blob([content], { type: kind })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The board as the text of a file, with its colours in it. @param {SVGSVGElement} board */
export function drawn(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const [from, to] = [[...board.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[index].setAttribute(name, style.getPropertyValue(name));
    to[index].removeAttribute("class");
    to[index].removeAttribute("style");
    to[index].removeAttribute("tabindex");
  });
  for (const cell of copy.querySelectorAll("[data-index]")) cell.remove();
  const [, , width, height] = (board.getAttribute("viewBox") ?? "0 0 8 8").split(" ").map(Number);
  copy.setAttribute("width", String(width * 80));
  copy.setAttribute("height", String(height * 80));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} board */
async function savePng(board) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([drawn(board)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = h("canvas", { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  canvas.toBlob((blob) => blob && save("board.png", "image/png", blob));
}
