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

/** @param {Table} table @param {number} seat */
export const nameOf = (table, seat) =>
  table.seats[seat]?.name || (table.seats[seat]?.kind === "open" ? "free seat" : `Seat ${"ABCDE"[seat]}`);

/** A result's sentence with the players' names for the letters of their seats. @param {Table} table @param {string} sentence */
export const spoken = (table, sentence) =>
  sentence.replace(/^[A-E](, [A-E])*( and [A-E])?(?= (wins|win|share|lose|loses)\b)/, (letters) =>
    letters.replace(/[A-E]/g, (letter) => nameOf(table, "ABCDE".indexOf(letter))),
  );
