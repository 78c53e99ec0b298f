/**
 * What the server says, as types for the checker; docs/protocol.md explains them.
 *
 * @typedef {[x: number, y: number, width: number, height: number]} Box
 * @typedef {[layer: number, x: number, y: number, turn: number, body: string, label: string, part: string]} Piece
 * @typedef {[width: number, height: number, purpose: "mine" | "common" | "other" | "reference", least: number,
 *   seat: number | null, group: string, tight?: number]} Part
 * @typedef {Record<string, Part>} Parts
 * @typedef {Record<string, [x: number, y: number, scale: number]>} Places
 * @typedef {{seat?: number | null, style?: string, defs?: Record<string, string>,
 *   parts?: Parts, set: Record<string, Piece>, del: string[]}} SceneMessage
 * @typedef {{text: string, lines: number, seat: number | null, sound: string, about: string[] | null,
 *   scene?: SceneMessage}} Caption
 * @typedef {{name: string, words: string[], pieces: Record<string, [x: number, y: number, body: string, part: string, about: string]>}} Overlay
 * @typedef {{columns: number, x: number, y: number, cell: number}} Grid
 * @typedef {{notation: string, path: string[], words: string, then?: string, amount?: number, usual?: boolean, carries?: string, part?: string, ghost?: string, moves?: boolean, by_steps?: boolean, grid?: Grid, ghosts?: Record<string, string>,
 *   turned?: Record<string, string>, mirrored?: Record<string, string>, fits?: Record<string, string>}} Choice
 * @typedef {{seat: number, prompt: string, choices: Choice[]}} Ask
 * @typedef {{seat: number, words: string, rule: string, decisions: {begins: string, words: string, rule: string}[], texts: [name: string, text: string][]}} Guide
 * @typedef {{sentence: string, winners: number[], together: boolean, ranking: number[][], scores: number[], told_scores: string[],
 *   points: {name: string, points: number[]}[], tie_break: string, aborted: boolean, lost_by_time: number[], lost: Record<string, string>,
 *   ties: {first: number, told: string, sentence: string}[]}} Result
 * @typedef {{scores: number[][], chapters: {n: number, name: string}[], chances: number[],
 *   turned: {n: number, chapter: string, before: number, after: number} | null}} Course
 * @typedef {{order: string, words: string, short?: string}} Order
 * @typedef {{seat: number, offered: Order[], given: Order[], played: number[], ended: {words: string, short: string, why: string}[]}} Orders
 * @typedef {{days: boolean, team: boolean, left: number[], due: (number | null)[], holidays: Record<string, number>, lost: number[], overdue: Overdue[]}} Time
 * @typedef {{ask: number, seat: number, voters: number[], waiting: number[], votes: Record<"wait" | "bot" | "lost", number>, until: number,
 *   sentence: string, choices: Record<"wait" | "bot" | "lost", string>, told_until: string}} Overdue
 * @typedef {{over: boolean, to_act: number[], since: number, clock: number[], scores: number[], told_scores: string[], asks: Ask[], trials: number[], coach: Coach | null, hands: number[] | null, orders?: Orders[],
 *   undo: {free: number | null, first: number}, time: Time | null, result: Result | null}} Turn
 * @typedef {{step: number, steps: number, words: string, lit: string[], wanted: string[], waits: boolean, last: boolean}} Coach
 * @typedef {{number: number, of: number, heading: string, next: string | null, more: {words: string, rule: string}[]}} Taught
 * @typedef {{n: number, seat: number | null, decision: string | null, text: string[], at: number, heads: Record<string, string>}} Entry
 * @typedef {{seat: number, letter: string, kind: "person" | "hotseat" | "bot" | "open", name: string, mine: boolean,
 *   bot: string | null, for: string | null}} Seat
 * @typedef {{commitment: string, seed: string | null, salt: string | null}} Fair
 * @typedef {{id: string, title: string, name: string, status: "open" | "playing" | "over" | "replay", players: number,
 *   options: Record<string, any>, hints: boolean, stand_in: string, trials: boolean, overlays: string[], public: boolean, research: boolean, rated: boolean, created: number, changed?: number, result?: string | null, seats: Seat[],
 *   mine: number[], claims: number[], out?: string | null, owner: boolean, link: string | null, seq: number, decisions: number, to_act: number[],
 *   fair: Fair | null, source: {source: string, started: string} | null, from: {table: string | null, moment: number, anew: boolean} | null,
 *   lesson?: Taught | null, next: string | null, again: {sentence: string, table: string} | null, stood_in: number[], profiles?: (string | null)[], deal?: {kind: "day" | "free" | "group", address: string, day?: string, closed?: boolean, closes?: number} | null,
 *   pace: string | null, overtime: string | null, told_pace: string, told_time: string, takeover?: boolean, left?: number | null,
 *   tournament?: {id: string, name: string, round: number} | null}} Table
 * @typedef {{ask: number, what: string, by: string, sentence: string, waiting: number[]}} Asked
 * @typedef {{id: number, name: string, seat: number | null, text: string, at: number}} Said
 * @typedef {{seats: number[], onlookers: number, away: Record<string, number>, away_after: number}} Here
 * @typedef {{type: string, id?: number, table?: Table, seq: number, n: number, now: number, scene: SceneMessage,
 *   turn: Turn, film?: Caption[], log: {keep: number, add: Entry[]}, ask: Asked | null, chat?: Said[], message?: Said, here?: Here
 *   }} Message
 * @typedef {{decision: string, words: string, name: string}} Step
 * @typedef {{steps: Step[], reason: string, chance: number | null}} Idea
 * @typedef {{ok: boolean, seq?: number, asked?: number, code?: string, error?: string, rule?: string, coach?: string,
 *   reason?: string, heading?: string, decision?: string, path?: string[], bot?: string, choices?: Choice[], steps?: Step[],
 *   certainty?: string, alternatives?: Idea[], words?: string, ghost?: string, part?: string}} Answer
 * @typedef {{ply: number, to: number, seat: number, decisions: string[], told: string[], before: number[], spread: number[], chosen: number[],
 *   after: number[], loss: number, better: Idea | null, mistake: boolean, turning: boolean}} Judged
 * @typedef {{names: string[], chance: boolean, choices: Judged[], end: number[], seats: {choices: number, mistakes: number, accuracy: number | null,
 *   begin: number, skill: number, gifts: number, luck: number}[]}} Review
 * @typedef {string | number | {words: string, spaces: [number, number][]}} Cell
 * @typedef {{title: string, columns: string[], rows: Cell[][], note: string, total: boolean}} Chart
 * @typedef {{n: number, scene: SceneMessage, to_act: number[], scores: number[], told_scores: string[], entry: Entry | null, about: string[] | null, line?: number, decisions: number
 *   }} Moment
 * @typedef {{name: string, heading: string, type: "flag" | "choice" | "names", default: any, choices: string[], words: string[], help: string}} Option
 * @typedef {{id: string, name: string, players: number[], line: string, minutes: number[], difficulty: string,
 *   designer: string, publisher: string, year: number, options: Option[], first_game: Record<string, Record<string, any>>,
 *   bots: BotKind[], usual_bot: string, team: boolean, style: string, picture: string, learn: string | null, puzzles: string | null, rated: boolean}} Title
 * @typedef {{kind: string, line: string}} BotKind
 * @typedef {{id: string, name: string, account: boolean}} Guest
 * @typedef {{title: string, number: number, theme: string, stars: number, players: number, address: string}} PuzzleCard
 * @typedef {PuzzleCard & {name: string, letter: string, asked: number, asks: string, next: string}} Puzzle
 * @typedef {{right: boolean, sentences: string[]}} Verdict
 */
export {};
