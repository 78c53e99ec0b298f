/** How things are called. */

/** @typedef {import("./types.js").Table} Table */

/** @param {number} seconds */
export const time = (seconds) =>
  seconds < 60
    ? `${Math.floor(seconds)} s`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)} m`
      : seconds < 172800
        ? `${Math.floor(seconds / 3600)} h`
        : `${Math.floor(seconds / 86400)} days`;

/** What everybody is told where a game is offered to research. */
export const STUDIED = "Once it is over, this game may be used for research: its decisions, without names.";

/** What everybody is told at the door of a rated table. */
export const RATED =
  "A rated game: it counts for everybody's rating. There are no hints, nothing is taken back that was seen, and whoever leaves is counted as the bot that goes on ends.";

/** @param {Table} table @param {number} seat */
export const nameOf = (table, seat) =>
  table.seats[seat]?.name || (table.seats[seat]?.kind === "open" ? "free seat" : `Seat ${"ABCDE"[seat]}`);

/** The last of these sentences that can be read together. @param {string[]} sentences */
export function latest(sentences) {
  let words = sentences.at(-1) ?? "";
  for (const sentence of sentences.slice(0, -1).reverse()) {
    if (words.length + sentence.length > 130) break;
    words = `${sentence} ${words}`;
  }
  return words;
}
