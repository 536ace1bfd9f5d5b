// Charts: lines in a stretched SVG, words and marks in HTML above it, so that letters are never stretched.

import { h, s } from "./dom.js";

/**
 * @typedef {{ name: string, points: [number, number][], look: string }} Line
 * @typedef {{ at: number, label: string, look: "zero" | "grid" | "bound" }} Rule
 * @typedef {{ x: number, y: number, up: boolean, title: string }} Mark
 */

/**
 * Numbers that are good to read, from the least to the most.
 * @param {number} low @param {number} high @param {number} count
 */
export function steps(low, high, count) {
  const rough = (high - low) / Math.max(count, 1) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(Number(at.toFixed(10)));
  return found;
}

export class Chart {
  /**
   * @param {{ label: string, height: number, x: [number, number], y: [number, number], onpick?: (x: number) => void }} options
   */
  constructor({ label, height, x, y, onpick }) {
    this.x = x;
    this.y = y;
    this.svg = s("svg", { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.over = h("div", { class: "chart-words", "aria-hidden": "true" });
    this.element = h("div", { class: "chart", role: "img", "aria-label": label }, this.svg, this.over);
    this.element.style.height = `${height}px`;
    if (onpick) {
      const pick = (/** @type {PointerEvent} */ event) => {
        const box = this.element.getBoundingClientRect();
        const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
        onpick(this.x[0] + share * (this.x[1] - this.x[0]));
      };
      this.element.addEventListener("pointerdown", (event) => {
        this.element.setPointerCapture(event.pointerId);
        pick(event);
      });
      this.element.addEventListener("pointermove", (event) => {
        if (event.buttons === 1) pick(event);
      });
    }
  }

  /** @param {number} x */
  left(x) {
    return ((x - this.x[0]) / (this.x[1] - this.x[0] || 1)) * 1000;
  }

  /** @param {number} y */
  top(y) {
    const share = (y - this.y[0]) / (this.y[1] - this.y[0] || 1);
    return 1000 - Math.min(Math.max(share, -0.02), 1.02) * 1000;
  }

  /** @param {Rule[]} rules */
  rules(rules) {
    for (const { at, label, look } of rules) {
      this.svg.append(s("line", { class: look, x1: 0, x2: 1000, y1: this.top(at), y2: this.top(at) }));
      if (label) this.word(label, 0, this.top(at) / 10, "rule");
    }
    return this;
  }

  /** @param {[number, number][]} points @param {number} base */
  area(points, base) {
    if (points.length > 1) {
      const path = points.map(([x, y]) => `L${this.left(x)} ${this.top(y)}`).join("");
      const [first, last] = [points[0][0], points[points.length - 1][0]];
      this.svg.append(s("path", { class: "area", d: `M${this.left(first)} ${this.top(base)}${path}L${this.left(last)} ${this.top(base)}Z` }));
    }
    return this;
  }

  /** @param {number} from @param {number} to */
  band(from, to) {
    this.svg.append(s("rect", { class: "band", x: this.left(from), y: 0, width: Math.max(this.left(to) - this.left(from), 0), height: 1000 }));
    return this;
  }

  /** @param {Line[]} lines */
  lines(lines) {
    for (const { points, look } of lines) {
      const path = points.map(([x, y], index) => `${index ? "L" : "M"}${this.left(x).toFixed(1)} ${this.top(y).toFixed(1)}`).join("");
      this.svg.append(s("path", { class: look, d: path }));
    }
    return this;
  }

  /** @param {number} x */
  cursor(x) {
    this.svg.append(s("line", { class: "cursor", x1: this.left(x), x2: this.left(x), y1: 0, y2: 1000 }));
    return this;
  }

  /** @param {Mark[]} marks */
  marks(marks) {
    for (const { x, y, up, title } of marks) {
      const mark = h("i", { class: up ? "mark up" : "mark", title });
      mark.style.left = `${this.left(x) / 10}%`;
      mark.style.top = `${this.top(y) / 10}%`;
      this.over.append(mark);
    }
    return this;
  }

  /** @param {number} x @param {number} y */
  point(x, y) {
    const point = h("i", { class: "point" });
    point.style.left = `${this.left(x) / 10}%`;
    point.style.top = `${this.top(y) / 10}%`;
    this.over.append(point);
    return this;
  }

  /** Words at a place, in hundredths. @param {string} text @param {number} left @param {number} top @param {string} look */
  word(text, left, top, look) {
    const word = h("span", { class: look }, text);
    word.style.left = `${left}%`;
    word.style.top = `${top}%`;
    this.over.append(word);
    return this;
  }
}
