// Beside the board: who sits where, how it stands, what was played, what can be done.

import { h, icon, redraw, s } from "./dom.js";
import { piecePicture } from "./drawing.js";
import { newGame } from "./new-game.js";
import { copyLink, open } from "./play.js";
import { cellsOf } from "./shapes.js";
import { amount, counted, ending, gameName, inTurns, inWords, isShared, lastMove, seatName, time, whoSits, withMinus } from "./words.js";

/** @typedef {import("./types.js").Hint} Hint */

export class Rail {
  /**
   * The parts of the page; what changes is filled in later.
   * @param {import("./play.js").PlayPage} page
   * @param {HTMLElement} host
   */
  constructor(page, host) {
    this.page = page;
    this.said = "";
    const act = (/** @type {string} */ name) => () => this.page.act(name, true);
    const button = (/** @type {string} */ cls, /** @type {() => void} */ onclick, /** @type {import("./dom.js").Child[]} */ ...children) => h("button", { class: `btn ${cls}`, type: "button", onclick }, ...children);
    this.subtitle = h("span", { class: "muted" });
    this.seats = h(this.page.hand ? "ol" : "div", { class: this.page.hand ? "seats colours" : "seats" });
    this.share = h("div", { class: "share", role: "img" });
    this.status = h("p", { class: "status", role: "status" });
    this.aside = h("div", { class: "aside" });
    this.think = h("div", { class: "sec think" });
    this.moves = h("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    this.takeBack = button("", act("take-back"), icon("back"), h("span", { class: "label" }, "Take back"));
    this.takeBack.title = "Take back (U)";
    this.redo = button("wide", act("redo"), icon("redo"), h("span", { class: "label" }, "Redo"));
    this.redo.title = "Redo (Shift U)";
    this.hintButton = button("", () => this.page.askHint(), icon("hint"), "Hint ", h("kbd", null, "H"));
    this.resignButton = button("", () => this.page.resign(), h("span", { class: "phone" }, icon("flag")), "Resign");
    this.actions = h(
      "div",
      { class: "actions", role: "toolbar", "aria-label": "Game actions" },
      h("span", { class: this.page.hand ? "pair named" : "pair" }, this.takeBack, this.redo),
      this.hintButton,
      this.resignButton,
      button("primary", () => newGame(open), h("span", { class: "phone" }, icon("plus")), h("span", null, "New", h("span", { class: "wide" }, " game"))),
      button("phone-only", () => this.page.more(), icon("more"), "More"),
    );
    const links = h("span", { class: "row" }, ...this.links());
    const title = h("div", { class: "title" }, h("h1", null, gameName(this.page.state.game)), this.subtitle, h("button", { class: "textbtn", type: "button", onclick: () => newGame(open) }, "Change game"));
    const middle = this.page.hand
      ? [
          h("div", { class: "sec hand" }, this.page.hand.stage, h("div", { class: "hand-side" }, h("div", null, this.status, this.page.hand.note), this.page.hand.controls)),
          h("div", { class: "sec tray-part" }, h("div", { class: "sec-head" }, this.page.hand.trayTitle, this.page.hand.trayNote), this.page.hand.tray),
        ]
      : [this.share, this.status, this.aside, this.think, h("div", { class: "sec grow" }, h("div", { class: "sec-head" }, h("h2", null, "Moves"), links), this.moves)];
    const head = this.page.hand ? [h("div", { class: "headrow", "aria-hidden": "true" }, h("span", null, "Colour"), h("span", null, "Cells left"))] : [];
    if (this.page.hand) middle.unshift(this.aside);
    host.append(
      h(
        "div",
        { class: this.page.hand ? "table with-pieces" : "table" },
        h("div", { class: "board-place" }, this.page.board.svg),
        h("section", { class: "rail", "aria-label": "Game" }, title, ...head, this.seats, ...middle, this.actions),
      ),
    );
    const { width, tiles } = this.page.state.board;
    const table = /** @type {HTMLElement} */ (host.querySelector(".table"));
    table.style.setProperty("--ratio", String(width / (tiles.length / width)));
  }

  links() {
    return [
      h("a", { class: "textbtn", href: `/analyse?game=${this.page.state.id}` }, "Analyse"),
      h("button", { class: "textbtn", type: "button", onclick: () => this.page.act("swap", true) }, "Swap seats"),
      h("button", { class: "textbtn", type: "button", onclick: (/** @type {Event} */ event) => copyLink(/** @type {HTMLElement} */ (event.target)) }, "Copy link"),
      h("a", { class: "textbtn", href: `/api/games/${this.page.state.id}/record`, download: "" }, "Save record"),
    ];
  }

  drawSeats() {
    this.seats.replaceChildren(...(this.page.hand ? this.colours() : this.inOrder().map((seat) => this.seat(seat))));
    const { board } = this.page.state;
    const counts = board.holdings.map((holding) => holding.count);
    if (!this.page.hand && board.counts && counts.length === 2) {
      const [first, second] = counts.map((count) => count ?? 0);
      const empty = board.tiles.filter((tile) => tile === 0).length;
      const parts = [first, empty, second].map((part) => {
        const bar = h("i");
        bar.style.flexGrow = String(part);
        return bar;
      });
      this.share.replaceChildren(...parts);
      this.share.setAttribute("aria-label", `Black ${first}, empty ${empty}, White ${second}`);
      this.share.hidden = false;
    } else {
      this.share.hidden = true;
    }
  }

  /** Seats as people sit: the opponent beyond the board, oneself below. */
  inOrder() {
    const { seats } = this.page.state;
    const order = seats.map((_, seat) => seat);
    return seats[0].who === "you" ? order.reverse() : order;
  }

  /** @param {number} seat */
  seat(seat) {
    const { state } = this.page;
    const { who, means } = state.seats[seat];
    const name = seatName(state, seat);
    const holding = state.board.holdings[seat];
    const won = state.over?.winners.includes(seat) && state.over.winners.length < state.seats.length;
    const doing = state.over ? (won ? "won" : "") : this.doing(seat);
    const about = who === "agent" && means ? means.replace(/\(.*/, "") : "";
    const small = [whoSits(state, seat) === name ? "" : name, doing || about].filter((part) => part).join(" · ");
    const stone = s("svg", { class: "stone-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, s("circle", { class: seat === 0 ? "dd" : "dl", r: 0.44 }));
    const you = who === "you" && (!isShared(state) || seat === 0);
    return h(
      "div",
      { class: `seat ${you ? "own" : "other"} ${state.to_move === seat ? "to-move" : ""}` },
      stone,
      h("div", null, h("b", null, whoSits(state, seat), state.thinking === seat && h("i", { class: "live" })), h("small", { "data-doing": seat }, small)),
      holding?.count !== null && holding?.count !== undefined && h("span", { class: "score", "aria-label": `${holding.count} ${state.board.counts}` }, String(holding.count)),
    );
  }

  /** What the player of a seat does. @param {number} seat */
  doing(seat) {
    const { state } = this.page;
    if (state.to_move !== seat) return "";
    if (state.thinking === seat) return `thinking ${time(Math.round((performance.now() - this.page.thinkingSince) / 100) * 100)}`;
    const { who } = state.seats[seat];
    if (who === "you") return isShared(state) ? "to move" : "your move";
    return who === "agent" ? "to move" : who === "open" ? "waits for somebody" : "to move";
  }

  /** The seats of a game of pieces, one for each colour. */
  colours() {
    const { state } = this.page;
    return state.board.holdings.map((holding, color) => {
      const left = holding.pieces.filter((piece) => piece.left);
      const name = state.board.colors[color];
      const small = state.thinking === holding.owner && state.board.to_move === color ? "thinking" : holding.out && !state.over ? "cannot move any more" : whoSits(state, holding.owner);
      return h(
        "li",
        { class: `colour ${state.board.to_move === color && !state.over ? "to-move" : ""}` },
        s("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" }, ...piecePicture([[0, 0]], color, 22).children),
        h("span", { class: "who" }, h("b", null, name.charAt(0).toUpperCase() + name.slice(1)), h("small", null, small === name ? "You" : small)),
        h("span", { class: "minis", role: "img", "aria-label": amount(left.length, "piece left", "pieces left") }, ...left.map((piece) => piecePicture(cellsOf(piece.drawing), color, 4.4))),
        h("span", { class: "left" }, h("b", null, String(holding.count ?? ""))),
      );
    });
  }

  drawStatus() {
    const { state } = this.page;
    const [main, more] = this.statusWords();
    const words = this.page.error ? [h("span", { class: "bad" }, this.page.error)] : [main, more ? h("span", null, ` ${more}`) : null];
    const hint = this.page.hint && !this.page.error ? this.hintWords() : [];
    const said = h("p", null, ...words, ...hint);
    if (said.textContent !== this.said) {
      this.said = said.textContent;
      this.status.replaceChildren(...said.childNodes);
    }
    this.status.classList.toggle("quiet", state.over === null && !this.page.isOpen());
  }

  statusWords() {
    const { state } = this.page;
    if (this.page.offline) return ["The server does not answer.", `Your game is kept; trying again in ${this.page.offline} s.`];
    if (this.page.past) return [`After ${amount(this.page.past.ply, "move", "moves")}.`, "The game itself waits."];
    if (state.failed) return [`${state.seats.find((seat) => seat.who === "agent")?.agent} cannot move.`, state.failed];
    if (state.over) return [`${ending(state, this.page.row.length)}${state.over.resigned === null ? "." : ""}`, ""];
    const seat = /** @type {number} */ (state.to_move);
    const { who, agent } = state.seats[seat];
    const stones = this.stoneOfTurn();
    if (who === "you" && this.page.hand) {
      const color = state.board.colors[state.board.to_move ?? 0];
      return [`Your turn, ${color.charAt(0).toUpperCase()}${color.slice(1)}.`, ""];
    }
    if (who === "you") return [stones > 1 ? `${["", "", "Second", "Third"][stones] ?? `${stones}th`} stone.` : isShared(state) ? `${seatName(state, seat)} to move.` : "Your move.", stones > 1 ? "" : lastMove(state)];
    if (who === "agent") return [`${agent} is thinking.`, lastMove(state)];
    if (who === "open") return [`Waiting for somebody to play ${seatName(state, seat)}.`, "Send them the link."];
    return [`${seatName(state, seat)} to move.`, lastMove(state)];
  }

  /** Which stone of its turn the player to move places, where turns have several. */
  stoneOfTurn() {
    const { movers, to_move: seat, board } = this.page.state;
    if (board.look !== "crossings" && board.look !== "panel") return 1;
    let before = 0;
    while (before < movers.length && movers[movers.length - 1 - before] === seat) before += 1;
    return before + 1;
  }

  hintWords() {
    const hint = /** @type {Hint} */ (this.page.hint);
    const value = hint.value ? `${hint.exact ? "" : "about "}${withMinus(hint.value.words)} for ${seatName(this.page.state, hint.seat)}` : "";
    const move = this.page.hand ? amount(this.page.state.legal.find((one) => one.move === hint.move)?.cells.length ?? 0, "cell", "cells") : hint.move;
    return [h("br"), h("b", { class: "hint-line" }, `Hint: ${move}`), h("span", null, ` ${value}`)];
  }

  /** A field for a move, an open seat, the way back: what is seldom needed. */
  drawAside() {
    const { state } = this.page;
    const parts = [];
    if (state.can_join) parts.push(h("div", { class: "notice" }, h("p", null, "There is a free seat at this board."), h("button", { class: "btn primary", type: "button", onclick: () => this.page.act("join", true) }, "Sit down")));
    if (this.page.past) parts.push(h("button", { class: "btn", type: "button", onclick: () => this.page.lookAt(state.ply) }, "Back to the game"));
    if (this.page.typing) parts.push(this.page.typing);
    this.aside.replaceChildren(...parts);
    this.aside.hidden = parts.length === 0;
  }

  drawThought() {
    const { thought, seats } = this.page.state;
    if (this.page.hand) return;
    const agents = seats.some((seat) => seat.who === "agent");
    this.think.hidden = !agents;
    if (!agents) return;
    const who = thought ? seats[thought.seat].agent : seats.find((seat) => seat.who === "agent")?.agent;
    const toggle = h("button", { class: "textbtn", type: "button", "aria-expanded": this.page.showsThought ? "true" : "false", onclick: () => this.page.toggleThought() }, this.page.showsThought ? "Hide" : "Show");
    const head = h("div", { class: "sec-head" }, h("h2", null, `What ${who} ${thought ? "thought" : "thinks"}`), toggle);
    const shown = this.page.showsThought ? [this.facts()] : [];
    this.think.replaceChildren(head, ...shown);
  }

  facts() {
    const { thought, thinking } = this.page.state;
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => h("div", null, h("dt", null, name), h("dd", null, value));
    if (thinking !== null && this.page.progress) {
      const { depth, nodes, millis } = this.page.progress;
      return h("dl", { class: "facts" }, fact("Depth", String(depth)), fact("Nodes", counted(nodes)), fact("Time", time(millis)));
    }
    if (!thought) return h("p", { class: "muted small" }, "Nothing yet.");
    const facts = [];
    if (thought.value) facts.push(fact(`For ${seatName(this.page.state, thought.seat)}`, withMinus(thought.value.words) + (thought.exact ? ", exact" : "")));
    if (thought.depth) facts.push(fact("Depth", String(thought.depth)));
    facts.push(fact("Nodes", counted(thought.nodes)), fact("Time", time(thought.millis)));
    if (thought.line.length > 1) facts.push(fact("Expects", thought.line.slice(1, 5).join(" ")));
    return h("dl", { class: "facts" }, ...facts);
  }

  drawMoves() {
    const { moves, movers, seats, ply } = this.page.state;
    if (this.page.hand) return;
    const current = this.page.past ? this.page.past.ply : ply;
    const link = (/** @type {number} */ index) =>
      h("button", { type: "button", class: "move", "aria-current": index + 1 === current ? "step" : null, onclick: () => this.page.lookAt(index + 1) }, moves[index]);
    const turns = inTurns(movers);
    const rows = [];
    for (let at = 0; at < turns.length; at += seats.length) {
      const own = turns.slice(at, at + seats.length).map((turn) => h("span", { class: "one-turn" }, ...turn.map(link)));
      rows.push(h("li", null, h("span", { class: "n" }, String(turns[at][0] + 1)), ...own));
    }
    redraw(this.moves, rows);
    const here = /** @type {HTMLElement | null} */ (this.moves.querySelector("[aria-current]"));
    if (here) {
      this.moves.scrollTop = here.offsetTop - this.moves.offsetTop - this.moves.clientHeight * 0.7;
      this.moves.scrollLeft = here.offsetLeft - this.moves.clientWidth * 0.7;
    }
  }

  drawActions() {
    const { state } = this.page;
    this.takeBack.disabled = !state.can_take_back;
    this.redo.disabled = !state.can_redo;
    this.hintButton.disabled = !this.page.isOpen() || this.page.hinting;
    this.hintButton.setAttribute("aria-pressed", this.page.hint ? "true" : "false");
    this.hintButton.classList.toggle("busy", this.page.hinting);
    this.resignButton.disabled = state.over !== null || !state.seats.some((seat) => seat.who === "you");
  }

  draw() {
    const { state, past } = this.page;
    const { board } = state;
    const ply = past ? past.ply : state.ply;
    const players = state.seats.length === 2 ? "" : `, ${inWords(state.seats.length)} players`;
    this.subtitle.textContent = `${board.width}×${board.tiles.length / board.width}${players}, move ${ply + (state.over ? 0 : 1)}`;
    this.drawSeats();
    this.drawStatus();
    this.drawAside();
    this.drawThought();
    this.drawMoves();
    this.drawActions();
  }

  /** The time of who thinks goes on. */
  tick() {
    const seat = this.page.state.thinking;
    if (seat === null || this.page.hand) return;
    const place = this.seats.querySelector(`[data-doing="${seat}"]`);
    if (place) place.textContent = `${seatName(this.page.state, seat)} · ${this.doing(seat)}`;
  }
}
