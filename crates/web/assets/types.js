// The shapes of what the server says; for those who read and for the type checker.

/**
 * @typedef {{ name: string, drawing: string[], left: boolean }} HeldPiece
 * @typedef {{ owner: number, count: number | null, out: boolean, pieces: HeldPiece[] }} Holding
 * @typedef {{
 *   width: number, tiles: number[], columns: string[], rows: string[], colors: string[], look: string,
 *   to_move: number | null, counts: string | null, holdings: Holding[], notes: string[]
 * }} Picture
 * @typedef {{ move: string, cells: number[], turns?: number }} LegalMove
 * @typedef {{ move: string, mover: number, cells: number[], turned: number[] }} LastMove
 * @typedef {{ name: string, who: "you" | "person" | "open" | "agent", agent: string | null, means: string | null }} Seat
 * @typedef {{ number: number, unit: string, words: string }} Judged
 * @typedef {Judged & { move: string, at_most: boolean, visits: number | null }} RatedMove
 * @typedef {{
 *   move: string, value: Judged | null, exact: boolean, depth: number, nodes: number, millis: number, line: string[],
 *   moves: RatedMove[]
 * }} Thought
 * @typedef {{ points: number[], winners: number[], resigned: number | null }} Over
 * @typedef {{
 *   id: string, game: string, version: number, ply: number, seats: Seat[], board: Picture, moves: string[],
 *   movers: number[], last: LastMove | null, to_move: number | null, legal: LegalMove[], over: Over | null,
 *   thinking: number | null, thinking_for: number | null, thought: (Thought & { seat: number }) | null, failed: string | null,
 *   can_take_back: boolean, can_redo: boolean, can_join: boolean
 * }} GameState
 * @typedef {{
 *   ply: number, board: Picture, text: string, last: number[], turned: number[], to_move: number | null,
 *   legal: LegalMove[]
 * }} Position
 * @typedef {{ depth: number, nodes: number, millis: number, number: number }} ThinkingNews
 * @typedef {Thought & { seat: number, ply: number }} Hint
 * @typedef {{ name: string, summary: string, examples: [string, string][] }} Family
 * @typedef {{ name: string, about: string, takes: string }} AgentOption
 * @typedef {{ name: string, summary: string, example: string, means: string | null, options: AgentOption[] }} AgentKind
 * @typedef {{ spec: string, players: string[], agents: AgentKind[] }} GameKind
 * @typedef {{ id: string, game: string, seats: string[], moves: number, over: boolean }} ListedGame
 * @typedef {{
 *   number: number, unit: string, exact: boolean, best: string | null, lost: number | null, player?: number
 * }} NodeValue
 * @typedef {{ name: string, meaning: string, tiles: [number, number][] }} TileMap
 * @typedef {{ name: string, columns: string[], rows: [string, number[]][] }} WeightTable
 * @typedef {{
 *   sentences: string[], maps: TileMap[], contributions: { name: string, amount: number, worth: number }[], unit: string,
 *   weights: WeightTable[]
 * }} Explained
 * @typedef {{ agents: (string | null)[], board: Picture }} LiveGame
 * @typedef {{ parent: number | null, move: string, mover: number, ply: number, value: NodeValue | null }} AnalysisNode
 * @typedef {{
 *   id: string, game: string, title: string, players: string[], seats: string[], nodes: AnalysisNode[], main_line: number[]
 * }} AnalysisState
 * @typedef {{
 *   id: string, plan: any, standing: "queued" | "running" | "stopped" | "done" | "failed", part: number, note: string,
 *   seconds: number, error: string | null, result: any, command: string
 * }} JobState
 * @typedef {{ number: number, game: string, agents: string[], moves: string[], pictures: Picture[], cells: number[][] }} Film
 * @typedef {{ name: string, about: string, takes: string, usual: string | null, is_file: boolean }} Setting
 * @typedef {{ name: string, summary: string, seed: number, settings: Setting[] }} Recipe
 * @typedef {{ name: string, summary: string, needs_data: boolean, made: string | null, kept: boolean }} ListedTable
 * @typedef {{ key: string, title: string, tables: ListedTable[] }} ListedPaper
 * @typedef {{
 *   paper: string, title: string, table: string, summary: string, needs_data: boolean, missing_data: string | null,
 *   made: any, here: boolean, seconds: number | null, command: string, verdict: string | null, rule: string
 * }} TablePage
 * @typedef {{ ours: number | null, interval: [number, number] | null, published: number | null, digits: number }} Figure
 */

export {};
