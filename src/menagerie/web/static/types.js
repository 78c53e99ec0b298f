/**
 * What the server says, as types for the checker; docs/protocol.md explains them.
 *
 * @typedef {[x: number, y: number, width: number, height: number]} Box
 * @typedef {[layer: number, x: number, y: number, turn: number, body: string, label: string]} Piece
 * @typedef {{width?: number, height?: number, seat?: number | null, style?: string, defs?: Record<string, string>,
 *   areas?: Record<string, Box>, set: Record<string, Piece>, del: string[], touched?: string[]}} SceneMessage
 * @typedef {{columns: number, x: number, y: number, cell: number}} Grid
 * @typedef {{notation: string, path: string[], ghost?: string, moves?: boolean, grid?: Grid, ghosts?: Record<string, string>,
 *   turned?: Record<string, string>, mirrored?: Record<string, string>, fits?: Record<string, string>}} Choice
 * @typedef {{seat: number, prompt: string, choices: Choice[]}} Ask
 * @typedef {{sentence: string, winners: number[], ranking: number[][], scores: number[]}} Result
 * @typedef {{over: boolean, to_act: number[], since: number, clock: number[], scores: number[], asks: Ask[],
 *   undo: {free: number | null, first: number}, result: Result | null}} Turn
 * @typedef {{n: number, seat: number | null, decision: string | null, text: string[], at: number}} Entry
 * @typedef {{seat: number, letter: string, kind: "person" | "hotseat" | "bot" | "open", name: string, mine: boolean,
 *   bot: string | null, for: string | null}} Seat
 * @typedef {{id: string, title: string, name: string, status: "open" | "playing" | "over" | "replay", players: number,
 *   options: Record<string, any>, hints: boolean, trials: boolean, public: boolean, created: number, changed?: number, seats: Seat[],
 *   mine: number[], claims: number[], owner: boolean, link: string | null, seq: number, decisions: number, to_act: number[],
 *   fair: {commitment: string, seed: string | null, salt: string | null}, from: {table: string | null, moment: number, anew: boolean} | null
 *   }} Table
 * @typedef {{ask: number, what: string, by: string, sentence: string, waiting: number[]}} Asked
 * @typedef {{id: number, name: string, seat: number | null, text: string, at: number}} Said
 * @typedef {{seats: number[], onlookers: number, away: Record<string, number>, away_after: number}} Here
 * @typedef {{type: string, id?: number, table?: Table, seq: number, n: number, now: number, scene: SceneMessage,
 *   turn: Turn, log: {keep: number, add: Entry[]}, ask: Asked | null, chat?: Said[], message?: Said, here?: Here
 *   }} Message
 * @typedef {{ok: boolean, seq?: number, asked?: number, code?: string, error?: string, rule?: string,
 *   reason?: string, decision?: string, path?: string[], bot?: string, choices?: Choice[]}} Answer
 * @typedef {{n: number, scene: SceneMessage, to_act: number[], scores: number[], entry: Entry | null, decisions: number
 *   }} Moment
 * @typedef {{name: string, type: "flag" | "choice" | "names", default: any, choices: string[], help: string}} Option
 * @typedef {{id: string, name: string, players: number[], line: string, minutes: number[], difficulty: string,
 *   designer: string, publisher: string, year: number, options: Option[], style: string, picture: string}} Title
 * @typedef {{kind: string, line: string}} BotKind
 * @typedef {{id: string, name: string}} Guest
 */
export {};
