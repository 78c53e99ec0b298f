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

/** What a deal is that others play as well. @param {NonNullable<Table["deal"]>} deal */
export const dealt = (deal) => ({ day: "the deal of the day", free: "a deal of the day, played freely", group: "a duplicate" })[deal.kind];

/** Where its results are compared. @param {NonNullable<Table["deal"]>} deal */
export const compares = (deal) => (deal.kind === "group" ? "Compare the groups" : "Results of the day");
