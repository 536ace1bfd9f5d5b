// Words and figures, as people read them: a real minus, commas, a unit.

/** @typedef {import("./types.js").GameState} GameState */

/** @param {number} count */
export function counted(count) {
  return count.toLocaleString("en-GB");
}

/** The numbers of a sentence with commas. @param {string} text */
export function withCommas(text) {
  return text.replace(/(?<![\w.])\d{4,}(?![\w.]*\w)/g, (digits) => counted(Number(digits)));
}

/** A count in few letters: 1.2k. @param {number} count */
export function brief(count) {
  if (count < 1000) return String(count);
  return count < 999500 ? `${(count / 1000).toFixed(count < 9950 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;
}

/** @param {string} text */
export function withMinus(text) {
  return text.replace(/(^|[\s([])-(?=\d)/g, "$1−");
}

/** @param {number} millis */
export function time(millis) {
  if (millis < 1000) return `${millis} ms`;
  if (millis < 60000) return `${(millis / 1000).toFixed(1)} s`;
  const seconds = Math.round(millis / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** @param {number} number @param {string} one @param {string} many */
export function amount(number, one, many) {
  return `${counted(number)} ${number === 1 ? one : many}`;
}

const GAMES = {
  reversi: "Reversi",
  blokus: "Blokus",
  connect4: "Connect Four",
  gomoku: "Gomoku",
  connect6: "Connect6",
  tictactoe: "Tic-tac-toe",
  line: "In a row",
};

/** The name of a game as players say it. @param {string} spec */
export function gameName(spec) {
  const family = spec.split(":")[0];
  return GAMES[/** @type {keyof typeof GAMES} */ (family)] ?? family.charAt(0).toUpperCase() + family.slice(1);
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A small number as a word. @param {number} number */
export function inWords(number) {
  return NUMBERS[number] ?? String(number);
}

/**
 * What the player of a seat is called. In games of stones the first has the dark ones, whatever the box says.
 * @param {GameState} state
 * @param {number} seat
 */
export function seatName(state, seat) {
  const stones = state.board.look === "panel" || state.board.look === "marks";
  return stones ? ["Black", "White"][seat] : state.seats[seat].name;
}

/** Whether one client sits on every seat of a person. @param {GameState} state */
export function isShared(state) {
  return state.seats.filter((seat) => seat.who === "you").length > 1;
}

/** Who sits on a seat, in a word. @param {GameState} state @param {number} seat */
export function whoSits(state, seat) {
  const { who, agent } = state.seats[seat];
  if (who === "agent") return agent ?? "agent";
  if (who === "you") return isShared(state) ? seatName(state, seat) : "You";
  return who === "open" ? "Nobody yet" : "Opponent";
}

/** What the last move was, in a sentence. @param {GameState} state */
export function lastMove(state) {
  const { last, moves, movers } = state;
  if (!last) return "";
  // Passes are told together with the move before them.
  let passes = 0;
  while (passes < moves.length && moves[moves.length - 1 - passes] === "pass") passes += 1;
  const said = [];
  const index = moves.length - 1 - passes;
  const name = (/** @type {number} */ seat) => (state.seats[seat].who === "you" && !isShared(state) ? "You" : seatName(state, seat));
  if (index >= 0) {
    const turning = passes === 0 && last.turned.length > 0 ? `, turning ${last.turned.length}` : "";
    const what = state.board.look === "pieces" ? `placed ${amount(last.cells.length, "cell", "cells")}` : `played ${moves[index]}`;
    said.push(`${name(movers[index])} ${what}${turning}.`);
  }
  if (passes > 0) {
    const who = name(movers[moves.length - 1]);
    said.push(`${who} ${who === "You" ? "have no move and pass" : "has no move and passes"}.`);
  }
  return said.join(" ");
}

/** The moves of each turn, by number: where a turn has several, they stand together. @param {number[]} movers @returns {number[][]} */
export function inTurns(movers) {
  /** @type {number[][]} */
  const turns = [];
  movers.forEach((mover, index) => {
    if (index > 0 && movers[index - 1] === mover) turns[turns.length - 1].push(index);
    else turns.push([index]);
  });
  return turns;
}

/** How a game ended, in a sentence. @param {GameState} state @param {number} row the longest row of the winner */
export function ending(state, row) {
  const { over, board } = state;
  if (!over) return "";
  const name = (/** @type {number} */ seat) => seatName(state, seat);
  if (over.resigned !== null) {
    const you = state.seats[over.resigned].who === "you" && !isShared(state);
    const who = you ? "You" : name(over.resigned);
    const won = over.winners.length === 1 ? ` ${name(over.winners[0])} wins.` : "";
    return `${who} resigned.${won}`;
  }
  const all = over.winners.length === state.seats.length;
  if (board.look === "discs") {
    const counts = board.holdings.map((holding) => holding.count ?? 0);
    const [first, second] = over.winners[0] === 1 ? [counts[1], counts[0]] : counts;
    return all ? `Draw, ${first} to ${second}` : `${name(over.winners[0])} wins, ${first} to ${second}`;
  }
  if (board.look === "pieces") {
    const left = (/** @type {number} */ seat) =>
      board.holdings.filter((holding) => holding.owner === seat).reduce((sum, holding) => sum + (holding.count ?? 0), 0);
    const names = over.winners.map(name).join(" and ");
    return `${names} ${over.winners.length > 1 ? "win" : "wins"}: ${amount(left(over.winners[0]), "cell", "cells")} left`;
  }
  if (all) return "Draw";
  return row > 2 ? `${name(over.winners[0])} wins with ${inWords(row)} in a row` : `${name(over.winners[0])} wins`;
}
