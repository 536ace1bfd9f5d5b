// Arena: matches and tournaments, who stands where, and the games themselves.

import { Refused, ask, listen } from "./api.js";
import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { h, icon, sheet } from "./dom.js";
import { commandLine, jobList, progressBar, stopOrGo } from "./jobs.js";
import { setKeys } from "./keys.js";
import { JOBS_CHANGED, go } from "./main.js";
import { showError } from "./new-game.js";
import { amount, counted, gameName, withMinus } from "./words.js";

/** @typedef {import("./types.js").JobState} JobState */
/** @typedef {import("./types.js").Film} Film */

const KINDS = ["match", "tournament"];
/** How long a position of a film is shown. */
const FRAME = 180;
/** How long films stay before newer ones are asked for. */
const REFRESH = 6000;
/** How often games that are being played are looked at. */
const LOOK = 400;
/** Whoever wishes for less motion sees how games ended. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** Boards that are shown. */
const MOST_SHOWN = 6;

/** @param {HTMLElement} host @param {string[]} rest */
export async function show(host, rest) {
  setKeys({ n: () => newMatch() });
  if (rest.length === 0) {
    await showList(host);
    return { title: "Arena" };
  }
  try {
    const page = new ArenaPage(host, await ask(`/api/jobs/${encodeURIComponent(rest[0])}`));
    return { title: "Arena", end: () => page.end() };
  } catch (error) {
    host.append(h("div", { class: "empty" }, h("h1", null, /** @type {Error} */ (error).message), h("a", { class: "btn", href: "/arena" }, "To the arena")));
    return { title: "Arena" };
  }
}

/** @param {JobState} job */
function nameOf(job) {
  const { game, agents } = job.plan;
  return `${gameName(game)}: ${agents.length > 3 ? amount(agents.length, "agent", "agents") : agents.join(", ")}`;
}

/** @param {HTMLElement} host */
async function showList(host) {
  /** @type {JobState[]} */
  const jobs = await ask("/api/jobs");
  const items = jobList(jobs, KINDS, "/arena", nameOf, null);
  host.append(
    h(
      "div",
      { class: "page" },
      h("div", { class: "page-head" }, h("h1", null, "Arena"), h("button", { class: "btn primary", type: "button", onclick: newMatch }, icon("plus"), "New match")),
      items.length > 0 ? h("ul", { class: "joblist" }, ...items) : h("p", { class: "muted" }, "Nothing was played yet. Two agents make a match, more a tournament."),
    ),
  );
}

/** Asks for a match and begins it. */
async function newMatch() {
  /** @type {import("./types.js").Family[]} */
  const families = await ask("/api/catalog");
  const specs = families.flatMap((family) => (family.examples.length > 0 ? family.examples.map(([spec]) => spec) : [family.name]));
  const game = h("select", { id: "match-game" }, ...specs.map((spec) => h("option", { value: spec }, `${gameName(spec)} (${spec})`)));
  const agents = h("textarea", { id: "match-agents", class: "spec", rows: 4, spellcheck: "false" });
  agents.value = "greedy\nrandom";
  const games = h("input", { id: "match-games", type: "number", min: 1, max: 100000, value: 100 });
  const plies = h("input", { id: "match-plies", type: "number", min: 0, max: 60, value: 4 });
  const test = h("input", { id: "match-test", type: "checkbox" });
  const low = h("input", { type: "number", value: 0, "aria-label": "Elo of the first hypothesis" });
  const high = h("input", { type: "number", value: 10, "aria-label": "Elo of the second hypothesis" });
  const problem = h("pre", { class: "err", role: "alert", hidden: true });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const named = agents.value.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    const same = { game: game.value, agents: named, random_plies: Number(plies.value) };
    const plan = named.length === 2 ? { kind: "match", ...same, games: Number(games.value), sprt: test.checked ? [Number(low.value), Number(high.value)] : null } : { kind: "tournament", ...same, rounds: Math.max(1, Math.round(Number(games.value) / 2)) };
    try {
      const job = await ask("/api/jobs", plan);
      dialog.close();
      go(`/arena/${job.id}`);
    } catch (error) {
      showError(/** @type {any} */ (agents), problem, /** @type {Refused} */ (error));
    }
  };
  const dialog = sheet("New match", [
    h(
      "form",
      { class: "new-game", onsubmit: begin },
      h("div", { class: "field" }, h("label", { for: "match-game" }, "Game"), game),
      h("div", { class: "field" }, h("label", { for: "match-agents" }, "Agents, one to a line: two make a match, more a tournament"), agents, problem),
      h("div", { class: "two" }, h("div", { class: "field" }, h("label", { for: "match-games" }, "Games of each pair"), games), h("div", { class: "field" }, h("label", { for: "match-plies" }, "Random plies at the beginning of each round"), plies)),
      h("div", { class: "row" }, test, h("label", { for: "match-test" }, "End a match of two as soon as it is clear who is better: Elo"), low, high),
      h("div", { class: "row end" }, h("button", { class: "btn primary", type: "submit" }, "Start")),
    ),
  ]);
}

/** A small board to look at. */
function bareBoard() {
  const board = new Board(() => {});
  board.bare = true;
  return board;
}

/** Who plays, with what they have. @param {string[]} agents @param {import("./types.js").Picture} board */
function sitters(agents, board) {
  const count = (/** @type {number} */ seat) => {
    const own = board.holdings.filter((holding) => holding.owner === seat && holding.count !== null);
    return own.length > 0 ? String(own.reduce((sum, holding) => sum + (holding.count ?? 0), 0)) : "";
  };
  const mark = (/** @type {number} */ seat) => (board.look === "pieces" ? h("i", { class: `side-mark s${seat + 1}` }) : h("i", { class: `disc ${seat === 0 ? "dark" : "light"}` }));
  return agents.map((agent, seat) => h("span", null, mark(seat), h("span", null, agent), h("b", null, count(seat))));
}

class ArenaPage {
  /** @param {HTMLElement} host @param {JobState} job */
  constructor(host, job) {
    this.job = job;
    /** How the job stood when the head was drawn. */
    this.headOf = "";
    this.head = h("div", { class: "page-head" });
    this.bar = h("div");
    this.table = h("div");
    this.test = h("div");
    this.films = h("div", { class: "films" });
    this.live = h("div", { class: "films" });
    this.livePart = h("section", { class: "stack", "aria-label": "Being played", hidden: true }, h("div", { class: "sec-head" }, h("h2", null, "Being played")), this.live);
    this.filmPart = h("section", { class: "stack", "aria-label": "Last games" }, h("div", { class: "sec-head" }, h("h2", null, "Last games")), this.films);
    /** @type {Board[]} */
    this.liveBoards = [];
    /** @type {{ board: Board, film: Film, at: number }[]} */
    this.showing = [];
    host.append(
      h(
        "div",
        { class: "page arena" },
        this.head,
        this.bar,
        h("div", { class: "arena-parts" }, h("div", { class: "stack" }, this.table, this.test, commandLine(job.command)), h("div", { class: "stack" }, this.livePart, this.filmPart)),
      ),
    );
    this.draw();
    this.stop = listen(`/api/jobs/${job.id}/events`, { state: (news) => this.update(news) });
    this.ticker = setInterval(() => this.frame(), FRAME);
    this.refresher = setInterval(() => this.job.standing === "running" && this.loadFilms(), REFRESH);
    this.looker = setInterval(() => this.look(), LOOK);
    this.loadFilms();
  }

  /** The games that are being played now. */
  async look() {
    const running = this.job.standing === "running";
    if (!running && this.livePart.hidden) return;
    /** @type {import("./types.js").LiveGame[]} */
    const games = running ? await ask(`/api/jobs/${this.job.id}/live`).catch(() => []) : [];
    const shown = games.slice(0, MOST_SHOWN);
    const changed = (this.livePart.hidden === shown.length > 0) || this.liveBoards.length !== shown.length;
    this.livePart.hidden = shown.length === 0;
    if (changed) {
      this.liveBoards = shown.map(() => bareBoard());
      this.live.replaceChildren(...this.liveBoards.map((board) => h("figure", { class: "film" }, board.svg, h("figcaption"))));
    }
    shown.forEach((game, index) => {
      const board = this.liveBoards[index];
      // The position before is not one move away: nothing is shown to move.
      board.show({ board: game.board, ply: 0, legal: [], last: [], turned: [], open: false, label: "A game that is being played" });
      board.svg.nextElementSibling?.replaceChildren(...sitters(game.agents.map((agent) => agent ?? "…"), game.board));
    });
  }

  end() {
    this.stop();
    clearInterval(this.ticker);
    clearInterval(this.refresher);
    clearInterval(this.looker);
  }

  /** @param {JobState} job */
  update(job) {
    const ended = this.job.standing === "running" && job.standing !== "running";
    const first = this.showing.length === 0 && job.part > 0;
    this.job = job;
    this.draw();
    if (ended || first) this.loadFilms();
  }

  async loadFilms() {
    /** @type {Film[]} */
    const films = await ask(`/api/jobs/${this.job.id}/films`).catch(() => []);
    this.showing = films.map((film) => ({ board: bareBoard(), film, at: 0 }));
    this.films.replaceChildren(...this.showing.map(({ board, film }) => h("figure", { class: "film" }, board.svg, h("figcaption", null, ...sitters(film.agents, film.pictures[film.pictures.length - 1])))));
    this.filmPart.hidden = films.length === 0;
    this.frame();
  }

  /** The next position of every film. */
  frame() {
    for (const shown of this.showing) {
      const { board, film } = shown;
      const last = film.pictures.length - 1;
      const at = STILL.matches ? last : Math.min(shown.at, last);
      board.show({ board: film.pictures[at], ply: at, legal: [], last: at > 0 ? film.cells[at - 1] : [], turned: [], open: false, label: `Game ${film.number + 1} after ${amount(at, "move", "moves")}` });
      // The end is shown for a while, then it begins again.
      shown.at = shown.at > last + 12 ? 0 : shown.at + 1;
    }
  }

  draw() {
    const { job } = this;
    // Buttons stay as long as they mean the same, so that nobody misses one.
    if (this.headOf !== job.standing) this.head.replaceChildren(
      h("div", null, h("p", { class: "crumb" }, h("a", { href: "/arena" }, "Arena"), ` / ${job.plan.kind}`), h("h1", null, nameOf(job))),
      h("div", { class: "row" }, stopOrGo(job), h("a", { class: "btn", href: `/api/jobs/${job.id}/download`, download: "" }, icon("save"), "Download"), h("button", { class: "btn primary", type: "button", onclick: newMatch }, icon("plus"), "New match")),
    );
    if (this.headOf !== job.standing) dispatchEvent(new Event(JOBS_CHANGED));
    this.headOf = job.standing;
    this.bar.replaceChildren(progressBar(job));
    const agents = job.result?.agents ?? [];
    this.table.replaceChildren(...(agents.length > 0 ? [job.plan.kind === "tournament" ? this.crosstable(agents) : this.scores(agents)] : [h("p", { class: "muted" }, "No game has ended yet.")]));
    this.test.replaceChildren(...(job.result?.sprt ? [this.sprt()] : []));
  }

  /** Elo with its interval, drawn. @param {any} agent @param {number} low @param {number} high */
  interval(agent, low, high) {
    const at = (/** @type {number} */ elo) => `${((Math.min(Math.max(elo, low), high) - low) / (high - low || 1)) * 100}%`;
    const [line, dot] = [h("i", { class: "span" }), h("i", { class: "dot-mark" })];
    line.style.left = at(agent.elo_interval[0]);
    line.style.right = `calc(100% - ${at(agent.elo_interval[1])})`;
    dot.style.left = at(agent.elo);
    return h("span", { class: "interval", "aria-hidden": "true" }, line, dot);
  }

  /** @param {any[]} agents */
  bounds(agents) {
    const ends = agents.flatMap((agent) => agent.elo_interval).filter(Number.isFinite);
    return [Math.min(...ends, 0), Math.max(...ends, 0)];
  }

  /** @param {any[]} agents */
  crosstable(agents) {
    const [low, high] = this.bounds(agents);
    const row = (/** @type {any} */ agent) =>
      h(
        "tr",
        null,
        h("td", { class: "num muted" }, String(agent.rank)),
        h("th", { scope: "row", class: "agent" }, h("code", null, agent.name)),
        h("td", { class: "num" }, h("b", null, withMinus(String(Math.round(agent.elo)))), h("span", { class: "muted small" }, ` ±${Math.round((agent.elo_interval[1] - agent.elo_interval[0]) / 2)}`)),
        h("td", { class: "wide-cell" }, this.interval(agent, low, high)),
        h("td", { class: "num" }, String(Math.round(agent.score * 10) / 10)),
        ...agent.against.map((/** @type {any} */ pair) => {
          const cell = h("td", { class: pair.games === 0 ? "cross own" : "cross" }, pair.games === 0 ? "" : String(pair.score));
          cell.style.setProperty("--share", pair.games === 0 ? "0" : String(pair.score / pair.games));
          return cell;
        }),
      );
    return h(
      "div",
      { class: "scroll-x", tabindex: "0", role: "region", "aria-label": "Standings" },
      h(
        "table",
        { class: "standings" },
        h("caption", null, h("b", null, "Standings"), h("span", { class: "muted small" }, "Elo with 95% interval; cells: points against each")),
        h("thead", null, h("tr", null, h("th", { class: "num", scope: "col" }, "#"), h("th", { scope: "col" }, "Agent"), h("th", { class: "num", scope: "col" }, "Elo"), h("th", { scope: "col", class: "wide-cell" }, `${withMinus(String(Math.round(low)))} to ${Math.round(high)}`), h("th", { class: "num", scope: "col" }, "Points"), ...agents.map((agent) => h("th", { class: "cross", scope: "col" }, String(agent.rank))))),
        h("tbody", null, ...agents.map(row)),
      ),
    );
  }

  /** @param {any[]} agents */
  scores(agents) {
    const [low, high] = this.bounds(agents);
    const row = (/** @type {any} */ agent) =>
      h("tr", null, h("th", { scope: "row", class: "agent" }, h("code", null, agent.spec)), h("td", { class: "num" }, h("b", null, agent.score.toFixed(3)), h("span", { class: "muted small" }, ` (${agent.score_interval.map((/** @type {number} */ end) => end.toFixed(3)).join(" to ")})`)), h("td", { class: "num" }, withMinus(`${agent.elo > 0 ? "+" : ""}${Math.round(agent.elo)}`)), h("td", { class: "wide-cell" }, this.interval(agent, low, high)), h("td", { class: "num" }, `${agent.wins}, ${agent.draws}, ${agent.losses}`), h("td", { class: "num" }, `${agent.ms_per_move.toFixed(1)} ms`));
    return h(
      "div",
      { class: "scroll-x", tabindex: "0", role: "region", "aria-label": "Scores" },
      h("table", { class: "standings" }, h("caption", null, h("b", null, "Score"), h("span", { class: "muted small" }, `95% intervals over ${counted(this.job.result.games)} games`)), h("thead", null, h("tr", null, ...["Agent", "Score", "Elo", "", "Won, drawn, lost", "A move"].map((name, index) => h("th", { scope: "col", class: index === 0 ? "" : index === 3 ? "wide-cell" : "num" }, name)))), h("tbody", null, ...agents.map(row))),
    );
  }

  sprt() {
    const { sprt, trace, games } = this.job.result;
    const [one, other] = this.job.plan.agents;
    const [first] = this.job.result.agents;
    const verdict = { open: "still open", elo0: `not ${sprt.elo1} Elo better`, elo1: `at least ${sprt.elo1} Elo better` }[/** @type {"open"} */ (sprt.verdict)];
    const most = Math.max(games, 10);
    const chart = new Chart({ label: `The log likelihood ratio is ${sprt.llr.toFixed(2)} after ${games} games: ${verdict}`, height: 100, x: [0, most], y: [sprt.lower - 0.4, sprt.upper + 0.4] });
    chart.rules([
      { at: sprt.upper, label: `+${sprt.upper.toFixed(2)}: at least ${sprt.elo1} Elo better`, look: "bound" },
      { at: 0, label: "", look: "zero" },
      { at: sprt.lower, label: withMinus(`${sprt.lower.toFixed(2)}: not better`), look: "bound" },
    ]);
    chart.lines([{ name: "LLR", points: [[0, 0], ...trace], look: "main" }]);
    if (trace.length > 0) chart.point(trace[trace.length - 1][0], trace[trace.length - 1][1]);
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => h("div", null, h("dt", null, name), h("dd", null, value));
    return h(
      "section",
      { class: "sec stack", "aria-label": "Sequential test" },
      h("div", { class: "sec-head" }, h("h2", null, "Is ", h("code", null, one), " better than ", h("code", null, other), "?"), h("b", { class: "accent" }, `SPRT: ${verdict}`)),
      chart.element,
      h("dl", { class: "facts" }, fact("LLR", withMinus(`${sprt.llr > 0 ? "+" : ""}${sprt.llr.toFixed(2)}`)), fact("Games", counted(games)), fact("Won, drawn, lost", `${first.wins}, ${first.draws}, ${first.losses}`), fact("Elo", withMinus(`${first.elo > 0 ? "+" : ""}${Math.round(first.elo)} (${Math.round(first.elo_interval[0])} to ${Math.round(first.elo_interval[1])})`))),
    );
  }
}
