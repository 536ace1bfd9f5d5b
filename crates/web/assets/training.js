// Training: runs, their curves, what they have learned, and how to use it at once.

import { Refused, ask, listen } from "./api.js";
import { Board } from "./board.js";
import { Chart, steps } from "./chart.js";
import { h, icon, sheet } from "./dom.js";
import { heat, weights } from "./explain.js";
import { commandLine, jobList, progressBar, stopOrGo } from "./jobs.js";
import { setKeys } from "./keys.js";
import { JOBS_CHANGED, go } from "./main.js";
import { begin, showError } from "./new-game.js";
import { counted, time } from "./words.js";

/** @typedef {import("./types.js").JobState} JobState */
/** @typedef {import("./types.js").Recipe} Recipe */

/** @param {HTMLElement} host @param {string[]} rest */
export async function show(host, rest) {
  setKeys({ n: () => newTraining(null) });
  /** @type {JobState[]} */
  const jobs = (await ask("/api/jobs")).filter((/** @type {JobState} */ job) => job.plan.kind === "training");
  const current = rest[0] ?? jobs[0]?.id;
  const main = h("div", { class: "stack" });
  const list = h("ul", { class: "joblist" }, ...jobList(jobs, ["training"], "/training", nameOf, current ?? null));
  host.append(h("div", { class: "page with-side" }, h("nav", { class: "side", "aria-label": "Runs" }, h("div", { class: "sec-head" }, h("h2", null, "Runs"), h("button", { class: "btn quiet icon", type: "button", "aria-label": "New training", title: "New training (N)", onclick: () => newTraining(null) }, icon("plus"))), list), main));
  if (!current) {
    main.append(h("h1", null, "Training"), h("p", { class: "muted" }, "Nothing was trained here yet."), h("div", { class: "row" }, h("button", { class: "btn primary", type: "button", onclick: () => newTraining(null) }, icon("plus"), "New training")));
    return { title: "Training" };
  }
  try {
    const page = new TrainingPage(main, await ask(`/api/jobs/${encodeURIComponent(current)}`), (job) => {
      const other = jobs.map((one) => (one.id === job.id ? job : one));
      list.replaceChildren(...jobList(other, ["training"], "/training", nameOf, current));
    });
    return { title: "Training", end: () => page.end() };
  } catch (error) {
    main.append(h("h1", null, /** @type {Error} */ (error).message));
    return { title: "Training" };
  }
}

/** @param {JobState} job */
function nameOf(job) {
  return `${job.plan.recipe.replace(/^.*\//, "")}${job.plan.seed === null ? "" : `, seed ${job.plan.seed}`}`;
}

/** Asks for a training and begins it. @param {JobState["plan"] | null} like */
async function newTraining(like) {
  /** @type {Recipe[]} */
  const recipes = await ask("/api/recipes");
  const choice = h("select", { id: "train-recipe" }, ...recipes.map((recipe) => h("option", { value: recipe.name, selected: recipe.name === like?.recipe }, recipe.name)));
  const about = h("p", { class: "muted" });
  const seed = h("input", { id: "train-seed", type: "number", min: 0, value: like?.seed ?? "" });
  const settings = h("div", { class: "two" });
  const problem = h("pre", { class: "err", role: "alert", hidden: true });
  const draw = () => {
    const recipe = /** @type {Recipe} */ (recipes.find((one) => one.name === choice.value));
    about.textContent = recipe.summary;
    seed.placeholder = String(recipe.seed);
    settings.replaceChildren(
      ...recipe.settings.map((setting) => {
        const id = `train-${setting.name}`;
        return h("div", { class: "field" }, h("label", { for: id, title: setting.takes }, `${setting.name}: ${setting.about}`), h("input", { id, class: "spec", "data-setting": setting.name, placeholder: setting.usual ?? "", value: like?.settings?.[setting.name] ?? "" }));
      }),
    );
  };
  choice.addEventListener("change", draw);
  draw();
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = [...settings.querySelectorAll("input")].filter((input) => input.value.trim() !== "");
    const plan = { kind: "training", recipe: choice.value, seed: seed.value === "" ? null : Number(seed.value), settings: Object.fromEntries(given.map((input) => [input.dataset.setting, input.value.trim()])) };
    try {
      const job = await ask("/api/jobs", plan);
      dialog.close();
      go(`/training/${job.id}`);
    } catch (error) {
      showError(/** @type {any} */ (choice), problem, /** @type {Refused} */ (error));
    }
  };
  const dialog = sheet("New training", [h("form", { class: "new-game", onsubmit: start }, h("div", { class: "field" }, h("label", { for: "train-recipe" }, "Recipe"), choice), about, h("div", { class: "field" }, h("label", { for: "train-seed" }, "Seed"), seed), settings, problem, h("div", { class: "row end" }, h("button", { class: "btn primary", type: "submit" }, "Start")))]);
}

class TrainingPage {
  /** @param {HTMLElement} host @param {JobState} job @param {(job: JobState) => void} changed told when it stands otherwise */
  constructor(host, job, changed) {
    this.job = job;
    this.changed = changed;
    /** How the job stood when the head was drawn. */
    this.headOf = "";
    this.head = h("div", { class: "page-head" });
    this.bar = h("div");
    this.facts = h("dl", { class: "facts large" });
    this.curve = h("div");
    this.best = h("div");
    /** What the picture of the best shows. */
    this.bestOf = "";
    this.settings = h("div", { class: "sec stack" });
    host.append(this.head, this.bar, this.facts, this.curve, h("div", { class: "halves" }, this.best, this.settings));
    this.draw();
    this.stop = listen(`/api/jobs/${job.id}/events`, { state: (news) => ((this.job = news), this.draw()) });
  }

  end() {
    this.stop();
  }

  draw() {
    const { job } = this;
    const done = job.standing === "done";
    // Buttons stay as long as they mean the same, so that nobody misses one.
    const head = `${job.standing} ${Boolean(job.result?.best?.agent)}`;
    if (this.headOf !== head) this.head.replaceChildren(
      h("div", null, h("p", { class: "crumb" }, h("a", { href: "/training" }, "Training"), ` / ${job.plan.recipe}`), h("h1", null, nameOf(job))),
      h("div", { class: "row" }, stopOrGo(job), done ? h("a", { class: "btn", href: `/api/jobs/${job.id}/download`, download: "" }, icon("save"), "Save") : null, job.result?.best?.agent ? h("button", { class: "btn primary", type: "button", onclick: () => this.play() }, icon("go"), done ? "Play against it" : "Play against the best so far") : null),
    );
    if (this.headOf !== head) {
      this.changed(job);
      dispatchEvent(new Event(JOBS_CHANGED));
    }
    this.headOf = head;
    this.bar.replaceChildren(progressBar(job));
    this.drawFacts();
    this.drawCurve();
    this.drawBest();
    const rows = Object.entries(job.plan.settings ?? {});
    const row = (/** @type {string} */ name, /** @type {string} */ value, changed = false) => h("div", null, h("dt", null, name), h("dd", null, value, changed ? h("small", { class: "accent" }, " changed") : null));
    this.settings.replaceChildren(
      h("div", { class: "sec-head" }, h("h2", null, "Settings"), h("button", { class: "textbtn", type: "button", onclick: () => newTraining(job.plan) }, "Run again with changes")),
      h("dl", { class: "pairs" }, row("Recipe", job.plan.recipe), ...rows.map(([name, value]) => row(name, String(value), true)), ...(job.plan.seed === null ? [] : [row("Seed", String(job.plan.seed), true)])),
      commandLine(job.command),
    );
  }

  async play() {
    const { game, agent } = this.job.result?.best ?? {};
    try {
      /** @type {import("./types.js").GameKind} */
      const kind = await ask(`/api/catalog/game?spec=${encodeURIComponent(game)}`);
      go(`/play/${(await begin(game, kind.players.map((_, seat) => (seat === 0 ? "You" : agent)))).id}`);
    } catch (error) {
      this.bar.append(h("p", { class: "bad", role: "alert" }, /** @type {Refused} */ (error).message));
    }
  }

  drawFacts() {
    const { result, seconds, part, standing } = this.job;
    const columns = result?.columns ?? [];
    const last = result?.points?.[result.points.length - 1]?.[1] ?? [];
    /** @type {[string, unknown][]} */
    const shown = (result?.drawn ?? []).slice(0, 1).map((/** @type {string} */ name) => [name, last[columns.indexOf(name)]]);
    const fact = (/** @type {string} */ name, /** @type {import("./dom.js").Child} */ value, accent = false) => h("div", null, h("dt", null, name), h("dd", { class: accent ? "accent key" : "" }, value));
    const steps = result?.of ? [fact("Steps", `${counted(result.done)} of ${counted(result.of)}`)] : result?.points ? [fact("Steps", counted(result.points[result.points.length - 1]?.[0] ?? 0))] : [];
    const left = standing === "running" && part > 0 && seconds > 2 ? [fact("Left", time(Math.round((seconds * 1000 * (1 - part)) / part)))] : [];
    this.facts.replaceChildren(...shown.filter(([, value]) => typeof value === "number").map(([name, value]) => fact(`${name} ${result.shows}`, Number(value).toFixed(2), true)), ...steps, fact("Running for", time(Math.round(seconds * 1000))), ...left);
  }

  drawCurve() {
    const { result } = this.job;
    const points = result?.points ?? [];
    if (points.length < 2 || (result.drawn ?? []).length === 0) return this.curve.replaceChildren();
    const along = result.columns.indexOf(result.along);
    const x = (/** @type {any} */ point) => (along >= 0 ? point[1][along] : point[0]);
    /** @type {("main" | "second" | "third")[]} */
    const looks = ["main", "second", "third"];
    const lines = result.drawn.map((/** @type {string} */ name, /** @type {number} */ index) => {
      const at = result.columns.indexOf(name);
      return { name, look: looks[Math.min(index, 2)], points: points.filter((/** @type {any} */ point) => Number.isFinite(point[1][at])).map((/** @type {any} */ point) => [x(point), point[1][at]]) };
    });
    const all = lines.flatMap((/** @type {any} */ line) => line.points);
    const [xs, ys] = [all.map((/** @type {number[]} */ [one]) => one), all.map((/** @type {number[]} */ [, one]) => one)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const chart = new Chart({ label: `${result.shows} by ${result.along}: from ${ys[0]} to ${ys[ys.length - 1]}`, height: 250, x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(low, low > 0 ? 0 : low), high * 1.05 || 1] });
    chart.rules(steps(chart.y[0], chart.y[1], 4).map((at) => ({ at, label: at === 0 ? "" : String(at), look: /** @type {"grid"} */ ("grid") })));
    chart.lines([...lines].reverse());
    const key = lines.map((/** @type {any} */ line) => h("span", null, h("i", { class: line.look }), line.name));
    this.curve.replaceChildren(h("div", { class: "key" }, ...key), chart.element, h("p", { class: "axis muted small" }, h("span", null, counted(chart.x[0])), h("span", null, result.along), h("span", null, counted(chart.x[1]))));
  }

  /** The best so far as a picture: maps of the board, weights as squares, patterns. */
  drawBest() {
    const { reached, best } = this.job.result ?? {};
    /** @type {import("./types.js").Explained | null} */
    const explained = best?.explained ?? null;
    const same = JSON.stringify([explained, best?.drawn?.length, reached, this.job.standing === "done"]);
    if (same === this.bestOf) return;
    this.bestOf = same;
    const maps = (explained?.maps ?? []).map((map) => h("figure", { class: "learned-map" }, this.boardOf(best.board, map), h("figcaption", { class: "small muted" }, `${map.name}: ${map.meaning}`)));
    const tables = (explained?.weights ?? []).map((table) => weights(table));
    const drawn = best?.drawn ? [h("img", { class: "figure-image", alt: "The patterns of the trees", src: `data:image/svg+xml,${encodeURIComponent(best.drawn)}` })] : [];
    const models = reached?.models ? [h("table", null, h("thead", null, h("tr", null, ...["Stones", "Off by (sigma)", "Winners right"].map((name) => h("th", { class: "num", scope: "col" }, name)))), h("tbody", null, ...reached.models.map((/** @type {any} */ model) => h("tr", null, h("td", { class: "num" }, String(model.stones)), h("td", { class: "num" }, model.sigma.toFixed(2)), h("td", { class: "num" }, `${(model.right * 100).toFixed(1)} %`)))))] : [];
    const parts = [...tables, ...maps, ...drawn, ...models];
    const title = this.job.standing === "done" ? "The best" : "The best so far";
    const key = tables.length > 0 ? h("span", { class: "small muted" }, "filled: positive, open: negative") : h("span");
    this.best.replaceChildren(...(parts.length > 0 ? [h("section", { class: "sec stack", "aria-label": "What was learned" }, h("div", { class: "sec-head" }, h("h2", null, title), key), ...parts)] : []));
  }

  /** An empty board with the numbers of a map on it. @param {import("./types.js").Picture} picture @param {import("./types.js").TileMap} map */
  boardOf(picture, map) {
    const board = new Board(() => {});
    const tiles = picture.tiles.map((tile) => (tile === -1 ? -1 : 0));
    board.show({ board: { ...picture, tiles }, ply: 0, legal: [], last: [], turned: [], open: false, heat: heat(map), label: `${map.name}: ${map.meaning}` });
    return board.svg;
  }
}
