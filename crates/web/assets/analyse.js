// Analyse: a game position by position, what it is worth, and what else could have been played.

import { Refused, ask, listen } from "./api.js";
import { Board } from "./board.js";
import { h, icon, redraw, sheet } from "./dom.js";
import { explanation, heat, weights } from "./explain.js";
import { exportSheet } from "./export.js";
import { gameGraph } from "./game-graph.js";
import { setKeys } from "./keys.js";
import { go } from "./main.js";
import { judge, shortValue, standing, verdict } from "./judgement.js";
import { Setup, setUpAsText } from "./setup.js";
import { start } from "./analyse-start.js";
import { showError } from "./new-game.js";
import { amount, brief, counted, gameName, inTurns, time } from "./words.js";

/** @typedef {import("./types.js").AnalysisState} AnalysisState */
/** @typedef {import("./types.js").AnalysisNode} AnalysisNode */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Thought} Thought */


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
    await page.goTo(page.named(location.hash));
    return { title: `Analyse ${gameName(state.game)}`, end: () => page.end() };
  } catch (error) {
    host.append(h("div", { class: "empty" }, h("h1", null, /** @type {Error} */ (error).message), h("a", { class: "btn", href: "/analyse" }, "Analyse another game")));
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
    /** How far the look at the position is that goes on. @type {import("./types.js").ThinkingNews | null} */
    this.progress = null;
    this.running = true;
    this.overlay = "Values";
    /** @type {import("./types.js").Explained | null} */
    this.explained = null;
    /** @type {Setup | null} */
    this.setup = null;
    /** A move that is pointed at in the list. */
    this.pointed = "";
    /** @type {{ move: string, turns: number, replies: number, next: number | null }[]} */
    this.compared = [];
    this.error = "";
    this.agent = "";
    /** @type {(() => void) | null} */
    this.stopEngine = null;
    /** @type {(() => void) | null} */
    this.stopGraph = null;
    this.board = new Board((move) => this.play(move.move));
    // Here it starts and stops the engine.
    this.board.spacePlays = false;
    this.players = h("p", { class: "players" });
    this.bar = h("div", { class: "evalbar", role: "img" });
    this.graph = h("div", { class: "graph" });
    this.head = h("div", { class: "verdict" });
    this.facts = h("dl", { class: "facts" });
    this.overlays = h("div", { class: "seg", role: "group", "aria-label": "On the board" });
    this.who = h("select", { class: "looker", "aria-label": "Who looks", title: "Who looks" }, h("option", { value: "" }, "strongest"));
    this.who.addEventListener("change", () => this.choose(this.who.value));
    this.why = h("div", { class: "sec stack why-part" });
    this.typed = h("input", { class: "typed-move", "aria-label": "Type a move", placeholder: "Type a move", autocomplete: "off", spellcheck: "false" });
    this.typed.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.typed.value.trim() !== "") this.play(this.typed.value.trim()).then(() => (this.typed.value = ""));
      if (event.key === "Escape") this.typed.blur();
    });
    this.lines = h("ol", { class: "lines" });
    this.comparison = h("div", { class: "sec comparison" });
    this.moves = h("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    this.engineButton = h("button", { class: "btn", type: "button", onclick: () => this.toggle() });
    const step = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) => h("button", { class: "btn", type: "button", "aria-label": name, title: name, onclick: act }, text);
    host.append(
      h(
        "div",
        { class: "desk" },
        h("h1", { class: "sr" }, `Analyse ${gameName(state.game)}`),
        h("section", { class: "desk-board", "aria-label": "Board" }, this.players, h("div", { class: "with-bar" }, this.bar, h("div", { class: "board-place" }, this.board.svg)), this.graph),
        h("section", { class: "desk-engine", "aria-label": "Engine" }, this.head, this.facts, this.overlays, this.lines, this.why, this.comparison),
        h(
          "section",
          { class: "desk-moves", "aria-label": "Moves" },
          h("div", { class: "sec-head" }, h("h2", null, "Moves"), h("button", { class: "btn quiet icon", type: "button", "aria-label": "Edit the position", title: "Edit the position (P)", onclick: () => this.edit() }, icon("edit"))),
          this.moves,
          this.typed,
          h("div", { class: "steps" }, step("First position", "⇤", () => this.home()), step("Back", "‹", () => this.back()), step("Forward", "›", () => this.forward()), step("Last position", "⇥", () => this.toEnd())),
          h("div", { class: "steps two-steps" }, h("button", { class: "btn", type: "button", onclick: () => exportSheet(this.state, this.node, this.position, this.board.svg) }, icon("save"), "Export"), h("button", { class: "btn", type: "button", onclick: (/** @type {Event} */ event) => this.share(/** @type {HTMLElement} */ (event.currentTarget)) }, icon("share"), "Share")),
        ),
      ),
    );
    this.drawGraph();
    this.fillGraph();
    this.findExplainers();
    setKeys({
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forward(),
      Home: () => this.home(),
      End: () => this.toEnd(),
      ArrowUp: () => this.sibling(-1),
      ArrowDown: () => this.sibling(1),
      " ": () => this.toggle(),
      v: () => this.nextOverlay(),
      "/": () => this.typed.focus(),
      g: () => this.graph.querySelector("input")?.focus(),
      p: () => this.edit(),
    });
  }

  end() {
    this.stopEngine?.();
    this.stopGraph?.();
  }

  /** The position that an address names: `#12` of the game, `#v40` of a variation. @param {string} hash */
  named(hash) {
    const { main_line: line, nodes } = this.state;
    const variation = Number(hash.match(/^#v(\d+)$/)?.[1] ?? Infinity);
    return variation < nodes.length ? variation : line[Math.min(Number(hash.slice(1)) || 0, line.length - 1)];
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
    this.progress = null;
    this.explained = null;
    this.pointed = "";
    this.compared = [];
    if (this.setup) this.endSetup(null);
    this.stopEngine?.();
    this.stopEngine = null;
    const position = await ask(`/api/analyses/${this.state.id}/nodes/${node}`);
    if (mine !== this.asked) return;
    this.position = position;
    const onward = this.state.nodes[node].parent === before;
    if (!onward && this.board.scene) this.board.scene = { ...this.board.scene, ply: Infinity };
    const place = this.state.main_line.indexOf(node);
    history.replaceState(null, "", place === 0 ? location.pathname : place > 0 ? `#${place}` : `#v${node}`);
    this.draw();
    if (this.running) this.think();
    this.loadComparison();
    this.loadExplanation();
  }

  /** Who has something to say about positions of this game. */
  async findExplainers() {
    /** @type {string[]} */
    const specs = await ask(`/api/analyses/${this.state.id}/explainers`).catch(() => []);
    this.who.append(...specs.map((spec) => h("option", { value: spec }, spec)), h("option", { value: "?" }, "another…"));
  }

  /** @param {string} agent */
  choose(agent) {
    if (agent === "?") {
      this.who.value = this.agent;
      return this.chooseAnother();
    }
    this.agent = agent;
    this.thought = null;
    this.explained = null;
    this.error = "";
    if (this.running) this.think();
    this.loadExplanation();
    this.draw();
  }

  /** Any agent at all, by its spec. */
  chooseAnother() {
    const input = h("input", { class: "spec", id: "another-agent", value: this.agent, spellcheck: "false", placeholder: "mcts(simulations=20000)" });
    const problem = h("pre", { class: "err", role: "alert", hidden: true });
    const take = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await ask(`/api/analyses/${this.state.id}/nodes/${this.node}/explain?agent=${encodeURIComponent(input.value)}`);
        if (![...this.who.options].some((option) => option.value === input.value)) this.who.prepend(h("option", { value: input.value }, input.value));
        this.who.value = input.value;
        dialog.close();
        this.choose(input.value);
      } catch (error) {
        showError(input, problem, /** @type {Refused} */ (error));
      }
    };
    const dialog = sheet("Who looks", [h("form", { class: "new-game", onsubmit: take }, h("div", { class: "field" }, h("label", { for: "another-agent" }, "An agent"), input, problem), h("div", { class: "row end" }, h("button", { class: "btn primary", type: "submit" }, "Let it look")))], { narrow: true });
  }

  async loadExplanation() {
    const [node, agent] = [this.node, this.agent];
    if (!this.position || this.position.to_move === null) return;
    const asked = agent ? `?agent=${encodeURIComponent(agent)}` : "";
    const explained = await ask(`/api/analyses/${this.state.id}/nodes/${node}/explain${asked}`).catch(() => null);
    if (node !== this.node || agent !== this.agent) return;
    this.explained = explained;
    this.drawWhy();
    this.drawOverlays();
    if (!this.overlayNames().includes("Values") || this.map()) this.drawBoard();
  }

  /** What the board can show at this moment. */
  overlayNames() {
    const visits = this.thought?.moves.some((rated) => rated.visits !== null) ? ["Visits"] : [];
    const maps = (this.explained?.maps ?? []).map((map) => map.name);
    const replies = this.compared.length > 0 ? ["Replies"] : [];
    return ["Values", ...visits, ...maps.map((name) => name.replace(/^./, (letter) => letter.toUpperCase())), ...replies, "Nothing"];
  }

  /** The map that is shown. */
  map() {
    return this.explained?.maps.find((map) => map.name.toLowerCase() === this.overlay.toLowerCase()) ?? null;
  }

  drawOverlays() {
    const names = this.overlayNames();
    const now = [...this.overlays.children].map((button) => button.textContent).join();
    if (now !== names.join()) this.overlays.replaceChildren(...names.map((name) => h("button", { type: "button", onclick: () => this.showOver(name) }, name)));
    [...this.overlays.children].forEach((button) => button.setAttribute("aria-pressed", String(button.textContent === this.overlay)));
  }

  nextOverlay() {
    const names = this.overlayNames();
    this.showOver(names[(names.indexOf(this.overlay) + 1) % names.length]);
  }

  drawWhy() {
    const { explained } = this;
    const map = this.map();
    const parts = explained ? [...explanation(explained), ...explained.weights.map((table) => h("details", null, h("summary", null, `Weights: ${table.name}`), weights(table)))] : [];
    this.why.hidden = parts.length === 0 && !map;
    this.why.replaceChildren(h("div", { class: "sec-head" }, h("h2", null, "Why"), map ? h("span", { class: "small muted" }, `${map.name}: ${map.meaning}`) : h("span")), ...parts);
  }

  async loadComparison() {
    const node = this.node;
    if (!this.position || this.position.to_move === null || this.position.legal.length > 80) return;
    const compared = await ask(`/api/analyses/${this.state.id}/nodes/${node}/compare`);
    if (node !== this.node) return;
    this.compared = compared;
    this.drawComparison();
    this.drawOverlays();
    if (this.overlay === "Replies") this.drawBoard();
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
      this.progress = null;
    }
    this.drawHead();
  }

  think() {
    this.stopEngine?.();
    this.stopEngine = null;
    if (!this.position || this.position.to_move === null) return;
    const node = this.node;
    const agent = this.agent ? `?agent=${encodeURIComponent(this.agent)}` : "";
    const end = () => {
      stop();
      if (this.stopEngine === stop) this.stopEngine = null;
      this.progress = null;
      this.drawHead();
    };
    const stop = listen(`/api/analyses/${this.state.id}/nodes/${node}/engine${agent}`, {
      thought: (thought) => {
        if (node !== this.node) return;
        this.thought = thought;
        this.error = "";
        this.learn(node, thought);
        this.draw();
      },
      thinking: (news) => {
        if (node !== this.node) return;
        this.progress = news;
        this.drawFacts();
      },
      done: end,
      failed: (said) => {
        this.error = said.error;
        end();
      },
    });
    this.stopEngine = stop;
    this.progress = null;
    this.drawHead();
  }

  /** What was found belongs to the graph too. @param {number} node @param {Thought} thought */
  learn(node, thought) {
    if (!thought.value) return;
    const more = this.state.seats.length !== 2;
    const first = more || this.position?.to_move === 0;
    const { number, unit } = thought.value;
    const turned = first ? number : unit === "chance" ? 1 - number : -number;
    const before = this.state.nodes[node].value;
    const played = thought.moves.find((rated) => rated.move === this.played());
    const lost = played && played.unit === unit ? (unit === "distance" ? Math.sign(number) - Math.sign(played.number) : number - played.number) : (before?.lost ?? null);
    this.state.nodes[node].value = { number: turned, unit, exact: thought.exact, best: thought.move, lost, ...(more ? { player: this.position?.to_move ?? 0 } : {}) };
    this.drawGraph();
  }

  /** Judges every position of the game, one after another. */
  fillGraph() {
    if (this.state.main_line.length < 2) return;
    const stop = listen(`/api/analyses/${this.state.id}/graph`, {
      value: ({ node, value }) => {
        this.state.nodes[node].value ??= value;
        this.drawGraph();
        this.drawMoves();
      },
      done: () => stop(),
      failed: () => stop(),
    });
    this.stopGraph = stop;
  }

  /** @param {string} name */
  showOver(name) {
    this.overlay = name;
    this.draw();
  }

  draw() {
    if (this.setup) return;
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
    this.drawWhy();
    this.drawOverlays();
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
    const rated = this.thought?.moves ?? [];
    const mostVisits = Math.max(...rated.map((move) => move.visits ?? 0));
    const on = (/** @type {string} */ move) => ({ cells: cells.get(move) ?? [], played: move === played });
    /** @type {Record<string, () => import("./board.js").Scene["values"]>} */
    const shown = {
      Values: () => rated.map((move) => ({ ...on(move.move), text: shortValue(move), best: move.number === best && !move.at_most })),
      Visits: () => rated.map((move) => ({ ...on(move.move), text: brief(move.visits ?? 0), best: move.visits === mostVisits })),
      Replies: () => this.compared.map((one) => ({ ...on(one.move), text: String(one.replies), best: false })),
    };
    const map = this.map();
    const pieces = position.board.look === "pieces";
    const named = this.pointed || (pieces && this.overlay === "Values" ? this.thought?.move : "");
    const hint = position.legal.find((move) => move.move === named);
    this.board.show({
      board: position.board,
      ply: position.ply,
      legal: position.legal,
      last: position.last,
      turned: position.turned,
      open: position.to_move !== null && !pieces,
      values: pieces ? [] : (shown[this.overlay]?.() ?? []),
      heat: map ? heat(map) : [],
      hint: pieces ? hint : null,
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
    this.engineButton.replaceChildren(...(this.running ? [icon("stop"), "Stop ", h("kbd", null, "Space")] : [icon("go"), "Go ", h("kbd", null, "Space")]));
    this.engineButton.disabled = over ?? false;
    const figure = thought?.value && !over ? h("b", { class: "figure" }, shortValue(thought.value)) : null;
    this.head.replaceChildren(figure ?? h("span"), h("p", null, this.error ? h("span", { class: "bad" }, this.error) : words), this.engineButton);
    this.drawFacts();
  }

  /** How far the engine is: the look that goes on, or else the last one that came to its end. */
  drawFacts() {
    const over = this.position?.to_move === null;
    const working = this.running && this.stopEngine !== null;
    const shown = working ? (this.progress ?? this.thought) : this.thought;
    const fact = (/** @type {string} */ name, /** @type {string} */ text) => h("div", null, h("dt", null, name), h("dd", null, text));
    const facts = shown
      ? [...(shown.depth ? [fact("Depth", String(shown.depth))] : []), fact("Nodes", brief(shown.nodes)), fact("Per second", brief(Math.round((shown.nodes / Math.max(shown.millis, 1)) * 1000))), fact(working ? "Time" : "Time, at rest", time(shown.millis))]
      : [fact("Engine", over ? "at rest" : working ? "looks at the position" : "stopped")];
    // The choice of who looks stays where it is, open or not.
    if (!this.facts.contains(this.who)) this.facts.replaceChildren(h("div", null, h("dt", null, "Agent"), h("dd", null, this.who)));
    while (this.facts.children.length > 1) this.facts.lastElementChild?.remove();
    this.facts.append(...facts);
  }

  drawLines() {
    const { thought } = this;
    const played = this.played();
    const lines = (thought?.moves ?? []).slice(0, 8).map((rated, index) => {
      const line = index === 0 ? (thought?.line ?? []).slice(1) : [];
      const tags = [rated.move === thought?.move ? h("em", { class: "tag" }, "best") : null, rated.move === played && rated.move !== thought?.move ? h("em", { class: rated.number < (thought?.moves[0].number ?? 0) ? "tag bad" : "tag" }, "played") : null];
      const point = (/** @type {string} */ move) => () => this.point(move);
      return h("li", { onpointerenter: point(rated.move), onpointerleave: point(""), onfocusin: point(rated.move), onfocusout: point("") }, h("span", { class: index === 0 ? "chip-value best" : "chip-value" }, shortValue(rated)), h("button", { type: "button", class: "line-move", onclick: () => this.play(rated.move) }, rated.move), ...tags, h("span", { class: "line-rest" }, line.length > 0 ? line.join(" ") : rated.visits ? `tried ${counted(rated.visits)} times` : ""));
    });
    const only = thought && lines.length === 0 ? [h("li", null, h("span"), h("button", { type: "button", class: "line-move", onclick: () => this.play(thought.move) }, thought.move), h("span", { class: "line-rest" }, thought.line.slice(1).join(" ")))] : [];
    redraw(this.lines, [...lines, ...only]);
  }

  /** Shows where a move of the list would go, where moves cover several cells. @param {string} move */
  point(move) {
    if (this.pointed === move || this.position?.board.look !== "pieces") return;
    this.pointed = move;
    this.drawBoard();
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
    const turns = inTurns(line.slice(1).map((index) => nodes[index].mover)).map((turn) => turn.map((at) => line[at + 1]));
    for (let at = 0; at < turns.length; at += width) {
      const pair = turns.slice(at, at + width);
      const own = pair.flat();
      rows.push(h("li", null, h("span", { class: "n" }, String(nodes[own[0]].ply)), ...pair.map((turn) => h("span", { class: "one-turn" }, ...turn.map((index) => this.moveButton(index))))));
      for (const index of own) {
        const others = this.children(/** @type {number} */ (nodes[index].parent)).filter((other) => other !== index);
        for (const other of others) rows.push(h("li", { class: "variation" }, ...this.variation(other)));
      }
    }
    const last = line[line.length - 1];
    for (const other of this.children(last)) rows.push(h("li", { class: "variation" }, ...this.variation(other)));
    if (rows.length === 0) rows.push(h("li", { class: "muted small" }, "No moves yet: play one on the board."));
    redraw(this.moves, rows);
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
    const { main_line: line } = this.state;
    this.graph.hidden = line.length < 2;
    if (this.graph.hidden) return;
    const place = line.indexOf(this.node);
    const slider = h("input", { class: "sr", type: "range", min: 0, max: line.length - 1, value: Math.max(place, 0), "aria-label": "Position in the game" });
    slider.addEventListener("input", () => this.goTo(line[Number(slider.value)]));
    const focused = this.graph.contains(document.activeElement);
    this.graph.replaceChildren(gameGraph(this.state, this.node, (node) => this.goTo(node)), slider);
    if (focused) slider.focus();
  }

  /** A position by hand: by clicks where cells hold stones, else as text. */
  edit() {
    const { position } = this;
    if (!position) return;
    if (this.setup) return this.endSetup(null);
    if (position.board.look === "pieces") return setUpAsText(this.state.game, position.text, (id) => go(`/analyse/${id}`));
    this.stopEngine?.();
    this.stopEngine = null;
    this.setup = new Setup(this.state.game, position.board, (board) => this.drawSetup(board), (id) => this.endSetup(id));
    this.board.onedit = (tile) => this.setup?.put(tile);
    this.drawSetup(this.setup.board);
    this.graph.hidden = true;
    this.graph.before(this.setup.element);
  }

  /** @param {import("./types.js").Picture} board */
  drawSetup(board) {
    this.board.show({ board, ply: Infinity, legal: [], last: [], turned: [], open: false, edit: true, label: "Board to set up a position on" });
  }

  /** @param {string | null} id */
  endSetup(id) {
    this.setup?.element.remove();
    this.setup = null;
    if (id) return go(`/analyse/${id}`);
    this.draw();
    if (this.running) this.think();
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

