/** Free seats: invitations for the players, and seats to take for spectators. */

import { playOn, sitDown } from "./join_midway.js";
import { invite } from "../panels/invite.js";
import { heard, linkOf } from "../state/store.js";

/** @typedef {import("../../shared/types.js").Table} Table */
/** @typedef {import("../types.js").Tool} Tool */

/** The free seats. @param {Table} table */
const free = (table) =>
  table.status === "open" || table.status === "playing" ? table.seats.filter((one) => one.kind === "open") : [];

/** Whether I can invite players. @param {Table} table */
export const canInvite = (table) =>
  !!table.link && (table.mine.length > 0 || table.owner) && (free(table).length > 0 || table.stood_in.length > 0);

/** Show the invitation. */
export function showInvitation() {
  const { table } = heard.now;
  const rule =
    table.status === "open"
      ? "Anyone with this link can take a free seat."
      : free(table).length
        ? "Anyone with this link can take the free seat at once."
        : "Anyone with this link can ask to replace the bot. The players here decide.";
  return invite(table, table.link ?? "", rule);
}

/** The seats that a spectator can take. @returns {Tool[]} */
export function seatsToTake() {
  const { table } = heard.now;
  if (table.mine.length || table.claims.length || !linkOf()) return [];
  const sit = free(table).map((one) => ({
    label: `Take seat ${one.letter}`,
    kind: "primary",
    act: () => sitDown(one.seat),
  }));
  const ask = table.stood_in.map((seat) => ({ label: `Ask to take seat ${"ABCDE"[seat]}`, act: () => playOn(seat) }));
  return [...sit, ...ask];
}
