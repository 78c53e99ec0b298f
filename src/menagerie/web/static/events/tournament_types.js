/** Types for the server's messages about tournaments, and their times in words. */

/**
 * @typedef {{id: string, name: string, title: string, game: string, players: number, system: "swiss" | "robin", told_system: string,
 *   rounds: number | null, round: number, status: "open" | "running" | "over" | "cancelled", reason: string | null, public: boolean, rated: boolean,
 *   starts: number | null, late: number, hours: number | null, automatic: boolean, people: number, entered: boolean,
 *   pace: string | null, told_pace: string, told_time: string}} Tournament
 * @typedef {{place: number, person: string | null, name: string, me: boolean, first: number, left: boolean, reason: string | null,
 *   [column: string]: any}} Line
 * @typedef {{people: {name: string, me: boolean, points: string | null}[], table: string | null, bye: boolean, done: boolean, how: string | null}} Game
 * @typedef {Tournament & {owner: string, maker: boolean, mine: string | null, next: string, columns: {key: string, name: string, help: string}[],
 *   standings: Line[], played: {round: number, tables: Game[]}[],
 *   may: Record<"enter" | "leave" | "start" | "next" | "remove" | "cancel", boolean>}} Page
 */

/** A date and time in the browser's time zone. @param {number} at seconds since 1970 */
export const moment = (at) =>
  new Date(at * 1000).toLocaleString("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
