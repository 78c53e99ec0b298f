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

/** A time in its two largest units: `2 d 4 h`. @param {number} seconds */
export function remaining(seconds) {
  const [d, h, m] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (d) return h ? `${d} d ${h} h` : `${d} d`;
  if (h) return m ? `${h} h ${m} m` : `${h} h`;
  return m ? `${m} m` : `${Math.floor(seconds)} s`;
}

/**
 * What is left on a clock: `12:05`, or where moves have days `2 d 4 h`.
 * @param {number} seconds
 * @param {boolean} days
 */
export function left(seconds, days) {
  if (days) return seconds > 0 ? remaining(seconds) : "no time";
  const whole = Math.ceil(seconds),
    two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return whole < 3600
    ? `${Math.floor(whole / 60)}:${two(whole % 60)}`
    : `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** What everybody is told where a game is offered to research. */
export const STUDIED = "Once it is over, this game may be used for research: its decisions, without names.";

/** What everybody is told at the door of a rated table. */
export const RATED =
  "A rated game: it counts for everybody's rating. There are no hints, nothing is taken back that was seen, and whoever leaves is counted as the bot that goes on ends.";

/** @param {Pick<Table, "seats">} table @param {number} seat */
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
export const dealt = (deal) =>
  ({ day: "the deal of the day", free: "a deal of the day, played freely", group: "a duplicate" })[deal.kind];

/** Where its results are compared. @param {NonNullable<Table["deal"]>} deal */
export const compares = (deal) => (deal.kind === "group" ? "Compare the groups" : "Results of the day");
