// Elements, made by name. Text is text: nothing that the server or a person says becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes | null} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(node));
  return element;
}

/** @param {Child} child */
function node(child) {
  return child instanceof Node ? child : String(child);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = null, ...children) {
  return /** @type {HTMLElementTagNameMap[T]} */ (fill(document.createElement(tag), attributes, children));
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = null, ...children) {
  return /** @type {SVGElementTagNameMap[T]} */ (fill(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * Shows other children in a place. A button that had the focus has it again: who works with keys stays where they are.
 * @param {Element} host
 * @param {Node[]} children
 */
export function redraw(host, children) {
  const buttons = () => [...host.querySelectorAll("button")];
  const at = buttons().findIndex((button) => button === document.activeElement);
  const words = at < 0 ? "" : buttons()[at].textContent;
  host.replaceChildren(...children);
  if (at < 0) return;
  const now = buttons();
  (now[at]?.textContent === words ? now[at] : (now.find((button) => button.textContent === words) ?? now[at]))?.focus({ preventScroll: true });
}

const ICONS = {
  back: "M7 5 3 9l4 4M3.5 9H12a5 5 0 0 1 0 10H9",
  redo: "m13 5 4 4-4 4M16.5 9H8a5 5 0 0 0 0 10h3",
  hint: "M10 2.5a5.2 5.2 0 0 0-3 9.4c.6.5 1 1.2 1 2v.6h4v-.6c0-.8.4-1.5 1-2a5.2 5.2 0 0 0-3-9.4ZM8.3 17.5h3.4",
  flag: "M5 18V3m0 .8c4-2 6 2 10.5 0v7.4c-4.5 2-6.5-2-10.5 0",
  plus: "M10 4v12M4 10h12",
  more: "M3 6h14M3 10h14M3 14h14",
  help: "M7.5 7.5a2.6 2.6 0 1 1 3.6 2.4c-.8.3-1.1.9-1.1 1.7M10 14.5v.1",
  theme:
    "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.8v1.7M10 16.5v1.7M1.8 10h1.7M16.5 10h1.7M4.2 4.2l1.2 1.2M14.6 14.6l1.2 1.2M4.2 15.8l1.2-1.2M14.6 5.4l1.2-1.2",
  down: "m5 8 5 5 5-5",
  swap: "M4 7h11m-3-3 3 3-3 3M16 13H5m3-3-3 3 3 3",
  left: "M4.5 6.5A6.5 6.5 0 1 1 3.5 11M4 3v4h4",
  right: "M15.5 6.5A6.5 6.5 0 1 0 16.5 11M16 3v4h-4",
  flip: "M10 3v14M7 6 3 14h4zM13 6l4 8h-4z",
  next: "m7 4.5 7 5.5-7 5.5",
  check: "m4 10.5 4 4 8-9",
  edit: "M4 13.5V16h2.5L15 7.5 12.5 5 4 13.5Z",
  stop: "M5.5 5.5h9v9h-9z",
  go: "M6.5 4.5v11l9-5.5z",
  save: "M10 3v10m0 0-4-4m4 4 4-4M4 17h12",
  share: "M10 13V3m0 0L6.5 6.5M10 3l3.5 3.5M5 10v7h10v-7",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
};

/**
 * A picture on a button.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s("svg", { class: "i", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * A sheet over the page, with the focus kept inside; Esc closes it.
 * @param {string} title
 * @param {Child[]} children
 * @param {{ narrow?: boolean, onclose?: () => void }} [options]
 */
export function sheet(title, children, options = {}) {
  const dialog = h(
    "dialog",
    { class: options.narrow ? "sheet narrow" : "sheet", "aria-labelledby": "sheet-title" },
    h(
      "div",
      { class: "sheet-head" },
      h("h1", { id: "sheet-title" }, title),
      h("button", { class: "btn quiet", type: "button", onclick: () => dialog.close() }, "Close"),
    ),
    ...children,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.onclose?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
