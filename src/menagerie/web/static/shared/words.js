/** Names, lists, counts and times in words. */

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
 * The time left on a clock: `12:05`, or `2 d 4 h` where moves take days.
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

/** Names or parts of a sentence as a list: "Ann, Ben and Cleo". @param {string[]} names */
export const listed = (names) => new Intl.ListFormat("en-GB").format(names);

/** The words for one or for many, `{n}` being the number. @param {number} n @param {string} one @param {string} many */
export const forCount = (n, one, many) => (n === 1 ? one : many).replace("{n}", String(n));

/** The notice at games that may be used for research. */
export const STUDIED = "Once it's over, this game may be used for research: its moves only, no names.";

/** The notice at rated tables. */
export const RATED =
  "Rated game: it counts towards every player's rating. No hints, and no undo past revealed information. If you leave, a bot finishes the game and its result counts for you.";

/** @param {Pick<Table, "seats">} table @param {number} seat */
export const nameOf = (table, seat) =>
  table.seats[seat]?.name || (table.seats[seat]?.kind === "open" ? "Free seat" : `Seat ${"ABCDE"[seat]}`);

/** As many of the last sentences as fit together. @param {string[]} sentences */
export function latest(sentences) {
  let words = sentences.at(-1) ?? "";
  for (const sentence of sentences.slice(0, -1).reverse()) {
    if (words.length + sentence.length > 130) break;
    words = `${sentence} ${words}`;
  }
  return words;
}

/** The name for a deal that others play too. @param {NonNullable<Table["deal"]>} deal */
export const dealt = (deal) => ({ day: "Daily deal", free: "Daily deal, practice", group: "Duplicate" })[deal.kind];

/** The link to a deal's results. @param {NonNullable<Table["deal"]>} deal */
export const compares = (deal) => (deal.kind === "group" ? "Compare groups" : "See results");
