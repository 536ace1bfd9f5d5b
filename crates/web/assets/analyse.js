// Analyse: a game position by position, what it is worth, and what else could have been played.

import { Refused, ask, listen } from "./api.js";
import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { h, icon, sheet } from "./dom.js";
import { exportSheet } from "./export.js";
import { setKeys } from "./keys.js";
import { go } from "./main.js";
import { judge, shortValue, standing, verdict } from "./judgement.js";
import { start } from "./analyse-start.js";
import { amount, counted, gameName, time } from "./words.js";

/** @typedef {import("./types.js").AnalysisState} AnalysisState */
/** @typedef {import("./types.js").AnalysisNode} AnalysisNode */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Thought} Thought */

/** What the board can show. */
const OVERLAYS = ["Values", "Replies", "Nothing"];

/** @param {HTMLElement} host @param {string[]} rest */
export async function show(host, rest) {
  if (rest.length === 0) {
    const game = new URLSearchParams(location.search).get("game");
    if (game) {
      const made = await ask("/api/analyses", { from: game });
      history.replaceState(null, "", `/analyse/${made.id}`);
      rest = [made.id];
    } else {
      await start(host, (id) => go(`/analyse/${id}`));
      return { title: "Analyse" };
    }
  }
  try {
    /** @type {AnalysisState} */
    const state = await ask(`/api/analyses/${encodeURIComponent(rest[0])}`);
    const page = new AnalysePage(host, state);
    await page.goTo(state.main_line[Math.min(Number(location.hash.slice(1)) || 0, state.main_line.length - 1)]);
    return { title: `Analyse ${gameName(state.game)}`, end: () => page.end() };
  } catch (error) {
    host.append(h("div", { class: "empty" }, h("p", null, /** @type {Error} */ (error).message), h("a", { class: "btn", href: "/analyse" }, "Analyse another game")));
    return { title: "Analyse" };
  }
}

class AnalysePage {
  /** @param {HTMLElement} host @param {AnalysisState} state */
  constructor(host, state) {
    this.state = state;
    this.node = 0;
    /** @type {Position | null} */
    this.position = null;
    /** @type {(Thought & { agent: string }) | null} */
    this.thought = null;
    this.running = true;
    this.overlay = 0;
    /** @type {{ move: string, turns: number, replies: number, next: number | null }[]} */
    this.compared = [];
    this.error = "";
    this.agent = "";
    /** @type {(() => void) | null} */
    this.stopEngine = null;
    /** @type {(() => void) | null} */
    this.stopGraph = null;
    this.board = new Board((move) => this.play(move.move));
    this.players = h("p", { class: "players" });
    this.bar = h("div", { class: "evalbar", role: "img" });
    this.graph = h("div", { class: "graph" });
    this.head = h("div", { class: "verdict" });
    this.facts = h("dl", { class: "facts" });
    this.overlays = h("div", { class: "seg", role: "group", "aria-label": "On the board" }, ...OVERLAYS.map((name, index) => h("button", { type: "button", onclick: () => this.showOver(index) }, name)));
    this.lines = h("ol", { class: "lines" });
    this.comparison = h("div", { class: "sec comparison" });
    this.moves = h("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    this.engineButton = h("button", { class: "btn", type: "button", onclick: () => this.toggle() });
    const step = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) => h("button", { class: "btn", type: "button", "aria-label": name, title: name, onclick: act }, text);
    host.append(
      h(
        "div",
        { class: "desk" },
        h("section", { class: "desk-board", "aria-label": "Board" }, this.players, h("div", { class: "with-bar" }, this.bar, h("div", { class: "board-place" }, this.board.svg)), this.graph),
        h("section", { class: "desk-engine", "aria-label": "Engine" }, this.head, this.facts, this.overlays, this.lines, this.comparison),
        h(
          "section",
          { class: "desk-moves", "aria-label": "Moves" },
          h("div", { class: "sec-head" }, h("h2", null, "Moves"), h("button", { class: "btn quiet icon", type: "button", "aria-label": "Edit the position", title: "Edit the position (P)", onclick: () => this.edit() }, icon("edit"))),
          this.moves,
          h("div", { class: "steps" }, step("First position", "⇤", () => this.home()), step("Back", "‹", () => this.back()), step("Forward", "›", () => this.forward()), step("Last position", "⇥", () => this.toEnd())),
          h("div", { class: "steps two-steps" }, h("button", { class: "btn", type: "button", onclick: () => exportSheet(this.state, this.node, this.position, this.board.svg) }, icon("save"), "Export"), h("button", { class: "btn", type: "button", onclick: (/** @type {Event} */ event) => this.share(/** @type {HTMLElement} */ (event.currentTarget)) }, icon("share"), "Share")),
        ),
      ),
    );
    this.drawGraph();
    this.fillGraph();
    setKeys({
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forward(),
      Home: () => this.home(),
      End: () => this.toEnd(),
      ArrowUp: () => this.sibling(-1),
      ArrowDown: () => this.sibling(1),
      " ": () => this.toggle(),
      v: () => this.showOver((this.overlay + 1) % OVERLAYS.length),
      g: () => this.graph.querySelector("input")?.focus(),
      p: () => this.edit(),
    });
  }

  end() {
    this.stopEngine?.();
    this.stopGraph?.();
  }

  /** @param {number} node @returns {number[]} */
  children(node) {
    return this.state.nodes.flatMap((one, index) => (one.parent === node ? [index] : []));
  }

  /** The positions from the root to this one. */
  path() {
    const path = [];
    for (let at = /** @type {number | null} */ (this.node); at !== null; at = this.state.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** @param {number} node */
  async goTo(node) {
    const mine = (this.asked = (this.asked ?? 0) + 1);
    const before = this.node;
    this.node = node;
    this.thought = null;
    this.compared = [];
    this.stopEngine?.();
    this.stopEngine = null;
    const position = await ask(`/api/analyses/${this.state.id}/nodes/${node}`);
    if (mine !== this.asked) return;
    this.position = position;
    const onward = this.state.nodes[node].parent === before;
    if (!onward && this.board.scene) this.board.scene = { ...this.board.scene, ply: Infinity };
    const place = this.state.main_line.indexOf(node);
    history.replaceState(null, "", place > 0 ? `#${place}` : location.pathname);
    this.draw();
    if (this.running) this.think();
    this.loadComparison();
  }

  async loadComparison() {
    const node = this.node;
    if (!this.position || this.position.to_move === null || this.position.legal.length > 80) return;
    const compared = await ask(`/api/analyses/${this.state.id}/nodes/${node}/compare`);
    if (node !== this.node) return;
    this.compared = compared;
    this.drawComparison();
    if (this.overlay === 1) this.drawBoard();
  }

  back() {
    const { parent } = this.state.nodes[this.node];
    if (parent !== null) this.goTo(parent);
  }

  forward() {
    const [next] = this.children(this.node);
    if (next !== undefined) this.goTo(next);
  }

  home() {
    this.goTo(0);
  }

  toEnd() {
    let at = this.node;
    for (let [next] = this.children(at); next !== undefined; [next] = this.children(at)) at = next;
    this.goTo(at);
  }

  /** Another move in the same position. @param {number} step */
  sibling(step) {
    const { parent } = this.state.nodes[this.node];
    if (parent === null) return;
    const all = this.children(parent);
    this.goTo(all[(all.indexOf(this.node) + step + all.length) % all.length]);
  }

  /** @param {string} move */
  async play(move) {
    try {
      const added = await ask(`/api/analyses/${this.state.id}/nodes`, { parent: this.node, move });
      this.state.nodes = added.nodes;
      await this.goTo(added.node);
    } catch (error) {
      this.error = /** @type {Refused} */ (error).message;
      this.drawHead();
    }
  }

  toggle() {
    this.running = !this.running;
    if (this.running) this.think();
    else {
      this.stopEngine?.();
      this.stopEngine = null;
    }
    this.drawHead();
  }

  think() {
    this.stopEngine?.();
    this.stopEngine = null;
    if (!this.position || this.position.to_move === null) return;
    const node = this.node;
    const agent = this.agent ? `?agent=${encodeURIComponent(this.agent)}` : "";
    let ended = false;
    const stop = listen(
      `/api/analyses/${this.state.id}/nodes/${node}/engine${agent}`,
      {
        thought: (thought) => {
          if (node !== this.node) return;
          this.thought = thought;
          this.error = "";
          this.learn(node, thought);
          this.draw();
        },
        done: () => {
          ended = true;
          stop();
          this.drawHead();
        },
        failed: (said) => {
          ended = true;
          stop();
          this.error = said.error;
          this.drawHead();
        },
      },
      () => {
        if (ended) stop();
      },
    );
    this.stopEngine = stop;
    this.drawHead();
  }

  /** What was found belongs to the graph too. @param {number} node @param {Thought} thought */
  learn(node, thought) {
    if (!thought.value || this.state.seats.length !== 2) return;
    const first = this.position?.to_move === 0;
    const { number, unit } = thought.value;
    const turned = first ? number : unit === "chance" ? 1 - number : -number;
    const before = this.state.nodes[node].value;
    const played = thought.moves.find((rated) => rated.move === this.played());
    const lost = played && played.unit === unit ? (unit === "distance" ? Math.sign(number) - Math.sign(played.number) : number - played.number) : (before?.lost ?? null);
    this.state.nodes[node].value = { number: turned, unit, exact: thought.exact, best: thought.move, lost };
    this.drawGraph();
  }

  /** Judges every position of the game, one after another. */
  fillGraph() {
    if (this.state.seats.length !== 2 || this.state.main_line.length < 2) return;
    const stop = listen(
      `/api/analyses/${this.state.id}/graph`,
      {
        value: ({ node, value }) => {
          this.state.nodes[node].value ??= value;
          this.drawGraph();
          this.drawMoves();
        },
        done: () => stop(),
        failed: () => stop(),
      },
      () => {},
    );
    this.stopGraph = stop;
  }

  /** @param {number} index */
  showOver(index) {
    this.overlay = index;
    this.draw();
  }

  draw() {
    const { players, seats, title } = this.state;
    const named = players.map((name, seat) => (name === "???" ? seats[seat] : name));
    const counts = this.position?.board.holdings.map((holding) => holding.count);
    const score = counts?.length === 2 && this.position?.board.counts === "discs" ? `${counts[0]} : ${counts[1]}` : ":";
    this.players.replaceChildren(...(named.length === 2 ? [h("i", { class: "disc dark" }), h("b", null, named[0]), h("span", { class: "muted" }, score), h("i", { class: "disc light" }), h("b", null, named[1])] : [h("b", null, named.join(", "))]), h("span", { class: "muted" }, title));
    this.drawBoard();
    this.drawHead();
    this.drawLines();
    this.drawComparison();
    this.drawMoves();
    this.drawGraph();
    [...this.overlays.children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === this.overlay)));
  }

  /** The move of the game from here. */
  played() {
    const [next] = this.children(this.node);
    return next === undefined ? null : this.state.nodes[next].move;
  }

  drawBoard() {
    const position = this.position;
    if (!position) return;
    const played = this.played();
    const cells = new Map(position.legal.map((move) => [move.move, move.cells]));
    const best = this.thought?.moves[0]?.number;
    const values =
      this.overlay === 0
        ? (this.thought?.moves ?? []).map((rated) => ({ cells: cells.get(rated.move) ?? [], text: shortValue(rated), best: rated.number === best && !rated.at_most, played: rated.move === played }))
        : this.overlay === 1
          ? this.compared.map((one) => ({ cells: cells.get(one.move) ?? [], text: String(one.replies), best: false, played: one.move === played }))
          : [];
    this.board.show({
      board: position.board,
      ply: position.ply,
      legal: position.legal,
      last: position.last,
      turned: position.turned,
      open: position.to_move !== null && position.board.look !== "pieces",
      values: position.board.look === "pieces" ? [] : values,
      label: `${gameName(this.state.game)} board after ${amount(position.ply, "move", "moves")}.`,
    });
    const share = standing(this.state.nodes[this.node].value);
    this.bar.style.setProperty("--share", `${(share ?? 0.5) * 100}%`);
    this.bar.setAttribute("aria-label", share === null ? "Not judged yet" : verdict(this.state, this.state.nodes[this.node].value, null));
    this.bar.hidden = this.state.seats.length !== 2;
  }

  drawHead() {
    const { position, thought } = this;
    const over = position?.to_move === null;
    const value = this.state.nodes[this.node].value;
    const words = over ? "The game is over." : verdict(this.state, value, thought);
    const working = this.running && this.stopEngine !== null;
    this.engineButton.replaceChildren(...(this.running ? [icon("stop"), "Stop ", h("kbd", null, "Space")] : [icon("go"), "Go ", h("kbd", null, "Space")]));
    this.engineButton.disabled = over ?? false;
    const figure = thought?.value && !over ? h("b", { class: "figure" }, shortValue(thought.value)) : null;
    this.head.replaceChildren(figure ?? h("span"), h("p", null, this.error ? h("span", { class: "bad" }, this.error) : words), this.engineButton);
    const fact = (/** @type {string} */ name, /** @type {string} */ text) => h("div", null, h("dt", null, name), h("dd", null, text));
    const facts = thought
      ? [fact("Agent", thought.agent.replace(/\(.*/, "")), ...(thought.depth ? [fact("Depth", String(thought.depth))] : []), fact("Nodes", counted(thought.nodes)), fact("Per second", counted(Math.round((thought.nodes / Math.max(thought.millis, 1)) * 1000))), fact("Time", time(thought.millis))]
      : [fact("Engine", over ? "at rest" : working ? "looks at the position" : "stopped")];
    this.facts.replaceChildren(...facts);
  }

  drawLines() {
    const { thought } = this;
    const played = this.played();
    const lines = (thought?.moves ?? []).slice(0, 8).map((rated, index) => {
      const line = index === 0 ? (thought?.line ?? []).slice(1) : [];
      const tags = [rated.move === thought?.move ? h("em", { class: "tag" }, "best") : null, rated.move === played && rated.move !== thought?.move ? h("em", { class: "tag bad" }, "played") : null];
      return h("li", null, h("span", { class: index === 0 ? "chip-value best" : "chip-value" }, shortValue(rated)), h("button", { type: "button", class: "line-move", onclick: () => this.play(rated.move) }, rated.move), ...tags, h("span", { class: "line-rest" }, line.join(" ")));
    });
    const only = thought && lines.length === 0 ? [h("li", null, h("span"), h("button", { type: "button", class: "line-move", onclick: () => this.play(thought.move) }, thought.move), h("span", { class: "line-rest" }, thought.line.slice(1).join(" ")))] : [];
    this.lines.replaceChildren(...lines, ...only);
  }

  drawComparison() {
    const best = this.thought?.move;
    const played = this.played();
    const find = (/** @type {string | null | undefined} */ move) => this.compared.find((one) => one.move === move);
    const [one, other] = [find(best), find(played)];
    this.comparison.hidden = !one || !other || best === played;
    if (!one || !other || best === played) return;
    const row = (/** @type {string} */ name, /** @type {number} */ left, /** @type {number} */ right) => h("tr", null, h("th", { scope: "row" }, name), h("td", { class: "num" }, String(left)), h("td", { class: "num" }, String(right)));
    const rows = [...(one.turns || other.turns ? [row("Discs turned", one.turns, other.turns)] : []), row(`Moves left to ${one.next === null ? "nobody" : this.state.seats[one.next]}`, one.replies, other.replies)];
    this.comparison.replaceChildren(
      h("div", { class: "sec-head" }, h("h2", null, `${one.move} and ${other.move} compared`), h("span", { class: "small muted" }, "after the move")),
      h("table", null, h("thead", null, h("tr", null, h("td"), h("th", { class: "num", scope: "col" }, one.move), h("th", { class: "num", scope: "col" }, `${other.move}, played`))), h("tbody", null, ...rows)),
    );
  }

  /** @param {number} index */
  moveButton(index) {
    const { nodes } = this.state;
    const sign = judge(nodes, index);
    return h("button", { type: "button", class: "move", "aria-current": index === this.node ? "step" : null, onclick: () => this.goTo(index) }, nodes[index].move, sign && h("span", { class: "sign", title: sign.why }, ` ${sign.sign}`));
  }

  drawMoves() {
    const { main_line: line, nodes, seats } = this.state;
    const rows = [];
    const width = Math.min(seats.length, 2);
    for (let at = 1; at < line.length; at += width) {
      const own = line.slice(at, at + width);
      rows.push(h("li", null, h("span", { class: "n" }, String(at)), ...own.map((index) => this.moveButton(index))));
      for (const index of own) {
        const others = this.children(/** @type {number} */ (nodes[index].parent)).filter((other) => other !== index);
        for (const other of others) rows.push(h("li", { class: "variation" }, ...this.variation(other)));
      }
    }
    const last = line[line.length - 1];
    for (const other of this.children(last)) rows.push(h("li", { class: "variation" }, ...this.variation(other)));
    if (rows.length === 0) rows.push(h("li", { class: "muted small" }, "No moves yet: play one on the board."));
    this.moves.replaceChildren(...rows);
    const here = /** @type {HTMLElement | null} */ (this.moves.querySelector("[aria-current]"));
    if (here) this.moves.scrollTop = here.offsetTop - this.moves.offsetTop - this.moves.clientHeight * 0.6;
  }

  /** A line that was not played, and those that branch off it. @param {number} from @returns {Node[]} */
  variation(from) {
    const shown = [h("span", { class: "n" }, `${this.state.nodes[from].ply} `)];
    /** @type {Node[]} */
    const all = [...shown];
    for (let at = from; ; ) {
      all.push(this.moveButton(at));
      const [next, ...others] = this.children(at);
      for (const other of others) all.push(h("span", { class: "branch" }, ...this.variation(other)));
      if (next === undefined) return all;
      at = next;
    }
  }

  drawGraph() {
    const { main_line: line, nodes, seats } = this.state;
    const known = line.flatMap((index, ply) => (nodes[index].value ? [{ ply, value: /** @type {NonNullable<AnalysisNode["value"]>} */ (nodes[index].value) }] : []));
    this.graph.hidden = seats.length !== 2 || line.length < 2;
    if (this.graph.hidden) return;
    const heights = known.map(({ ply, value }) => /** @type {[number, number]} */ ([ply, (standing(value) ?? 0.5) * 2 - 1]));
    const place = line.indexOf(this.node);
    const words = known.length > 0 ? `The value of ${amount(known.length, "position", "positions")} of the game` : "No position is judged yet";
    const chart = new Chart({ label: words, height: 110, x: [0, Math.max(line.length - 1, 1)], y: [-1, 1], onpick: (ply) => this.goTo(line[Math.round(ply)]) });
    const exact = known.findIndex(({ value }, at) => known.slice(at).every((one) => one.value.exact));
    if (exact >= 0 && known.length - exact > 1) chart.band(known[exact].ply, line.length - 1).word(`exact from move ${known[exact].ply + 1}`, 100, 2, "right");
    chart.rules([{ at: 0, label: "", look: "zero" }]).area(heights, 0).lines([{ name: "value", points: heights, look: "main" }]);
    const mistakes = line.flatMap((index, ply) => {
      const sign = judge(nodes, index);
      const value = standing(nodes[index].value);
      return sign && value !== null ? [{ x: ply, y: value * 2 - 1, up: nodes[index].mover === 1, title: `${nodes[index].move} ${sign.sign}: ${sign.why}` }] : [];
    });
    chart.marks(mistakes).word(seats[0], 1, 2, "rule").word(seats[1], 1, 86, "rule");
    if (place >= 0) chart.cursor(place);
    const slider = h("input", { class: "sr", type: "range", min: 0, max: line.length - 1, value: Math.max(place, 0), "aria-label": "Position in the game" });
    slider.addEventListener("input", () => this.goTo(line[Number(slider.value)]));
    const focused = this.graph.contains(document.activeElement);
    this.graph.replaceChildren(chart.element, slider);
    if (focused) slider.focus();
  }

  /** A position by hand: as text, checked by the rules. */
  edit() {
    const text = h("textarea", { class: "spec", rows: 4, "aria-label": "Position", spellcheck: "false" });
    text.value = this.position?.text ?? "";
    const problem = h("p", { class: "bad", role: "alert" });
    const begin = async () => {
      try {
        const made = await ask("/api/analyses", { game: this.state.game, text: text.value });
        dialog.close();
        go(`/analyse/${made.id}`);
      } catch (error) {
        problem.textContent = /** @type {Refused} */ (error).message;
      }
    };
    const dialog = sheet("Edit the position", [h("p", { class: "muted" }, "Cell by cell from the top left, then who moves. Moves can stand here too."), text, problem, h("div", { class: "row end" }, h("button", { class: "btn primary", type: "button", onclick: begin }, "Analyse this"))]);
  }

  /** @param {HTMLElement} button */
  async share(button) {
    try {
      await navigator.clipboard.writeText(location.href);
      button.lastChild?.replaceWith("Copied");
    } catch {
      prompt("The link of this analysis", location.href);
    }
  }
}

