/**
 * The pages' types. Those of the server's messages are in protocol.js, which is generated; here are shorter names for
 * them, and the types that only the pages use.
 *
 * @typedef {[x: number, y: number, width: number, height: number]} Box
 *
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").Part} Part
 * @typedef {Record<string, Part>} Parts
 * @typedef {Record<string, import("./protocol.js").Place>} Places
 * @typedef {import("./protocol.js").Arrangement} Arrangement
 * @typedef {Partial<import("./protocol.js").Scene> & Pick<import("./protocol.js").Scene, "set" | "del">} SceneMessage
 * @typedef {import("./protocol.js").Caption} Caption
 * @typedef {import("./protocol.js").Overlay} Overlay
 * @typedef {import("./protocol.js").Grid} Grid
 * @typedef {import("./protocol.js").Choice} Choice
 * @typedef {import("./protocol.js").Question} Ask
 * @typedef {import("./protocol.js").Guide} Guide
 * @typedef {import("./protocol.js").Result} Result
 * @typedef {import("./protocol.js").Course} Course
 * @typedef {import("./protocol.js").OfferedOrder & {short?: string}} Order
 * @typedef {import("./protocol.js").Orders} Orders
 * @typedef {import("./protocol.js").Time} Time
 * @typedef {import("./protocol.js").Overdue} Overdue
 * @typedef {import("./protocol.js").Turn} Turn
 * @typedef {import("./protocol.js").Coach} Coach
 * @typedef {import("./protocol.js").Entry} Entry
 * @typedef {import("./protocol.js").Seat} Seat
 * @typedef {import("./protocol.js").Fair} Fair
 * @typedef {import("./protocol.js").Proposal} Asked
 * @typedef {import("./protocol.js").Remark} Said
 * @typedef {import("./protocol.js").Presence} Here
 * @typedef {import("./protocol.js").Step} Step
 * @typedef {import("./protocol.js").Idea} Idea
 * @typedef {import("./protocol.js").Judgement} Judged
 * @typedef {import("./protocol.js").Review} Review
 * @typedef {import("./protocol.js").Chart} Chart
 * @typedef {Chart["rows"][number][number]} Cell
 * @typedef {import("./protocol.js").TitleOption} Option
 * @typedef {import("./protocol.js").TitleCard} Title
 * @typedef {import("./protocol.js").BotKind} BotKind
 * @typedef {import("./protocol.js").Guest} Guest
 * @typedef {import("./protocol.js").PuzzleCard} PuzzleCard
 * @typedef {import("./protocol.js").Puzzle} Puzzle
 * @typedef {import("./protocol.js").Verdict} Verdict
 *
 * @typedef {import("./protocol.js").ListedTable} ListedTable
 * @typedef {import("./protocol.js").Table} Table
 *
 * A message that shows the table, whole or as differences.
 * @typedef {import("./protocol.js").WholeTable | import("./protocol.js").Update} ShownTable
 *
 * Any message of the live connection: those fields that only some have may be missing.
 * @typedef {Omit<import("./protocol.js").Update, "type" | "scene" | "film"> & {type: string, id?: number,
 *   scene: SceneMessage, film?: Caption[], chat?: Said[], message?: Said, here?: Here}} Message
 *
 * The answer to any command.
 * @typedef {import("./protocol.js").Answer & Partial<import("./protocol.js").Problem>
 *   & Partial<Omit<import("./protocol.js").Done, "seq">> & Partial<import("./protocol.js").HintAnswer>
 *   & Partial<import("./protocol.js").Drawn> & {heading?: string}} Answer
 *
 * @typedef {Omit<import("./protocol.js").Moment, "scene"> & {scene: SceneMessage, line?: number}} Moment
 */
export {};
