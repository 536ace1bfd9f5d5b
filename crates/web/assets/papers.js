// Papers: every table and figure that was made again, the published figures beside ours.

import { Refused, ask, listen } from "./api.js";
import { h, icon, s } from "./dom.js";
import { commandLine, progressBar, stopOrGo } from "./jobs.js";
import { JOBS_CHANGED, go } from "./main.js";
import { time, withMinus } from "./words.js";

/** @typedef {import("./types.js").JobState} JobState */
/** @typedef {import("./types.js").TablePage} TablePage */
/** @typedef {import("./types.js").Figure} Figure */

/** @param {HTMLElement} host @param {string[]} rest */
export async function show(host, rest) {
  /** @type {import("./types.js").ListedPaper[]} */
  const papers = await ask("/api/papers");
  const key = rest[0] ?? papers[0].key;
  const name = rest[1] ?? papers.find((paper) => paper.key === key)?.tables[0].name ?? "";
  const main = h("article", { class: "reading" });
  const notes = h("aside", { class: "notes", "aria-label": "Notes" });
  const contents = papers.map((paper) =>
    h("section", null, h("h2", null, `${titleParts(paper.title).who} ${titleParts(paper.title).year}`.trim() || paper.key), h("p", { class: "muted small" }, titleParts(paper.title).what), h("ul", null, ...paper.tables.map((table) => h("li", null, h("a", { href: `/papers/${paper.key}/${table.name}`, "aria-current": paper.key === key && table.name === name ? "page" : null }, h("i", { class: table.made ? "made" : table.kept ? "kept" : "not-made", title: table.made ? `made here, ${table.made}` : "not made here" }), h("b", null, table.name), h("span", null, table.summary)))))),
  );
  host.append(h("div", { class: "page with-side papers" }, h("nav", { class: "side", id: "contents", tabindex: "-1", "aria-label": "Contents" }, ...contents, h("p", { class: "muted small key" }, h("i", { class: "made" }), " made here ", h("i", { class: "kept" }), " comes with Agon ", h("i", { class: "not-made" }), " not made yet")), main, notes));
  try {
    /** @type {TablePage} */
    const page = await ask(`/api/papers/${encodeURIComponent(key)}/${encodeURIComponent(name)}`);
    const shown = new TableView(main, notes, page);
    return { title: `${page.table} · ${page.paper}`, end: () => shown.end() };
  } catch (error) {
    main.append(h("h1", null, /** @type {Error} */ (error).message));
    return { title: "Papers" };
  }
}

/** The parts of a title: who, what, when. @param {string} title */
function titleParts(title) {
  const [, who, what, year] = title.match(/^([^:]+): (.*), (\d{4})$/) ?? [];
  return who ? { who, what, year } : { who: "", what: title, year: "" };
}

class TableView {
  /** @param {HTMLElement} main @param {HTMLElement} notes @param {TablePage} page */
  constructor(main, notes, page) {
    this.main = main;
    this.page = page;
    this.job = h("div");
    /** @type {(() => void) | null} */
    this.stop = null;
    this.draw();
    this.drawNotes(notes);
    this.watch();
  }

  end() {
    this.stop?.();
  }

  /** A run of this table that goes on already. */
  async watch() {
    /** @type {JobState[]} */
    const jobs = await ask("/api/jobs");
    const { paper, table } = this.page;
    const own = jobs.find((job) => job.plan.kind === "table" && job.plan.paper === paper && job.plan.table === table && job.standing !== "done");
    if (own) this.follow(own);
  }

  /** @param {JobState} job */
  follow(job) {
    this.stop?.();
    let standing = "";
    const bar = h("div", { class: "run-bar" });
    const button = h("div");
    this.job.replaceChildren(h("div", { class: "run" }, bar, button));
    const show = (/** @type {JobState} */ news) => {
      bar.replaceChildren(progressBar(news));
      if (standing !== news.standing) {
        button.replaceChildren(...[stopOrGo(news)].filter((one) => one !== null));
        dispatchEvent(new Event(JOBS_CHANGED));
      }
      standing = news.standing;
      if (news.standing === "done") {
        this.stop?.();
        go(location.pathname, { replace: true });
      }
    };
    show(job);
    this.stop = listen(`/api/jobs/${job.id}/events`, { state: show });
  }

  /** @param {boolean} quick */
  async run(quick) {
    const { paper, table } = this.page;
    try {
      this.follow(await ask("/api/jobs", { kind: "table", paper, table, quick }));
    } catch (error) {
      this.job.replaceChildren(h("p", { class: "bad", role: "alert" }, /** @type {Refused} */ (error).message));
    }
  }

  draw() {
    const { page } = this;
    const { made } = page;
    const run = page.missing_data
      ? [h("p", { class: "muted" }, "This table learns from recorded games of people, which do not come with Agon. Put them, such as the WTHOR files of the French federation, into ", h("code", null, page.missing_data), " and open this page again; or use the command, where --data names their folder.")]
      : [h("button", { class: "btn", type: "button", onclick: () => this.run(true) }, icon("go"), "Quick"), h("button", { class: "btn primary", type: "button", onclick: () => this.run(false) }, icon("go"), "Run in full")];
    const report = made?.report;
    this.main.append(
      h("a", { class: "btn to-contents", href: "#contents" }, "All tables"),
      h("header", null, h("h1", { class: "paper-title" }, titleParts(page.title).what), h("p", { class: "muted" }, [titleParts(page.title).who, titleParts(page.title).year].filter(Boolean).join(", "), " · ", h("code", null, page.paper))),
      h("h2", { class: "table-title" }, page.table, h("span", { class: "table-about" }, page.summary)),
      ...(made ? this.summary() : [h("p", { class: "muted" }, "Not made yet. Quick gives a first impression, the full form takes as long as it takes; both go on after a stop.")]),
      ...(report?.tables ?? []).filter((/** @type {any} */ table) => !table.file).map((/** @type {any} */ table) => tableOf(table)),
      ...(report?.figures ?? []).map((/** @type {any} */ figure) => h("img", { class: "figure-image", alt: figure.name, src: `data:image/svg+xml,${encodeURIComponent(figure.svg)}` })),
      h("div", { class: "run-row" }, commandLine(page.command), ...run),
      this.job,
      ...(report?.remarks ?? []).map((/** @type {string} */ remark) => h("p", { class: "remark" }, remark)),
    );
  }

  summary() {
    const { made, here, seconds, verdict } = this.page;
    const claims = made.report.claims ?? [];
    const words = verdict ? verdict.charAt(0).toUpperCase() + verdict.slice(1) : "";
    return [
      h("p", null, h("b", null, `${words}. `), h("span", { class: "muted" }, here ? `Ours come from the ${made.quick ? "quick" : "full"} form, seed ${made.seed}${seconds ? `, ${time(Math.round(seconds * 1000))}` : ""}.` : `Ours come from the full run that is kept with Agon${made.commit ? ` (commit ${made.commit})` : ""}; nothing was run here yet.`)),
      h("ul", { class: "claims" }, ...claims.map((/** @type {any} */ claim) => claimOf(claim))),
    ];
  }

  /** @param {HTMLElement} notes */
  drawNotes(notes) {
    notes.append(
      h("section", null, h("h2", null, "How to read it"), h("p", null, h("i", { class: "diamond" }), " published"), h("p", null, h("i", { class: "dot-sign" }), " ours, 95% interval")),
      h("section", null, h("h2", null, "Verdict"), h("p", null, this.page.rule)),
    );
  }
}

/** @param {any} claim */
function claimOf(claim) {
  const sign = claim.finding === "holds" ? h("b", { class: "good" }, "= holds") : claim.finding === "fails" ? h("b", { class: "bad" }, "≠ fails") : h("b", null, "open");
  return h("li", null, sign, ` ${claim.text ?? ""} `, h("span", { class: "muted small" }, withMinus(claim.evidence ?? "")));
}

/** @param {{ title: string, columns: string[], rows: { name: string, cells: Figure[] }[] }} table */
function tableOf(table) {
  const all = table.rows.flatMap((row) => row.cells.flatMap((cell) => [cell.ours, cell.published, ...(cell.interval ?? [])])).filter((number) => typeof number === "number");
  const [low, high] = [Math.min(.../** @type {number[]} */ (all)), Math.max(.../** @type {number[]} */ (all))];
  const single = table.columns.length === 2;
  const row = (/** @type {{ name: string, cells: Figure[] }} */ { name, cells }) =>
    h("tr", null, h("th", { scope: "row" }, name), ...cells.flatMap((cell) => (single ? [h("td", { class: "num" }, shown(cell.published, cell)), h("td", { class: "num" }, ...ours(cell)), h("td", { class: "axis-cell" }, axis(cell, low, high))] : [h("td", { class: "num" }, ...ours(cell), cell.published === null ? null : h("span", { class: "muted small" }, ` (${shown(cell.published, cell)})`))])));
  const heads = single ? [table.columns[0], "Published", "Ours", `${short(low)} to ${short(high)}`] : table.columns;
  return h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": table.title }, h("table", { class: "figures" }, h("caption", null, h("b", null, table.title), single ? null : h("span", { class: "muted small" }, "ours (published)")), h("thead", null, h("tr", null, ...heads.map((head, index) => h("th", { scope: "col", class: index === 0 ? "" : "num" }, head)))), h("tbody", null, ...table.rows.map(row))));
}

/** @param {number} number */
function short(number) {
  return withMinus(String(Math.round(number * 100) / 100));
}

/** @param {number | null} number @param {Figure} cell */
function shown(number, cell) {
  return number === null ? "" : withMinus(number.toFixed(cell.digits));
}

/** @param {Figure} cell */
function ours(cell) {
  const half = cell.interval ? h("span", { class: "muted small" }, ` ±${((cell.interval[1] - cell.interval[0]) / 2).toFixed(cell.digits)}`) : null;
  return [h("b", null, shown(cell.ours, cell)), half];
}

/** Both figures on one axis. @param {Figure} cell @param {number} low @param {number} high */
function axis(cell, low, high) {
  const at = (/** @type {number} */ number) => 4 + ((number - low) / (high - low || 1)) * 192;
  const parts = [];
  if (cell.interval) parts.push(s("line", { class: "span-line", x1: at(cell.interval[0]), x2: at(cell.interval[1]), y1: 10, y2: 10 }));
  if (cell.ours !== null) parts.push(s("circle", { class: "dot-line", cx: at(cell.ours), cy: 10, r: 4.5 }));
  if (cell.published !== null) parts.push(s("path", { class: "diamond-line", d: `M${at(cell.published)} 4l6 6-6 6-6-6z` }));
  return s("svg", { class: "axis-picture", viewBox: "0 0 200 20", "aria-hidden": "true" }, ...parts);
}
