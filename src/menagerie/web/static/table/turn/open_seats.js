/** Whom a table still takes: what is offered to those who sit there, and to those who watch. */

import { playOn, sitDown } from "./join_midway.js";
import { invite } from "../panels/invite.js";
import { heard, linkOf } from "../state/store.js";

/** @typedef {import("../../shared/types.js").Table} Table */
/** @typedef {import("../types.js").Tool} Tool */

/** The seats where somebody can sit down. @param {Table} table */
const free = (table) =>
  table.status === "open" || table.status === "playing" ? table.seats.filter((one) => one.kind === "open") : [];

/** Whether I have an invitation to give. @param {Table} table */
export const canInvite = (table) =>
  !!table.link && (table.mine.length > 0 || table.owner) && (free(table).length > 0 || table.stood_in.length > 0);

/** Show the invitation. */
export function showInvitation() {
  const { table } = heard.now;
  const rule =
    table.status === "open"
      ? "Whoever has this link may sit down at a free seat."
      : free(table).length
        ? "Whoever has this link may sit down at once at the seat that was left."
        : "Whoever has this link may ask to play on for the bot; those who sit here decide.";
  return invite(table, table.link ?? "", rule);
}

/** For who watches: every seat that can be had. @returns {Tool[]} */
export function seatsToTake() {
  const { table } = heard.now;
  if (table.mine.length || table.claims.length || !linkOf()) return [];
  const sit = free(table).map((one) => ({
    label: `Sit down at ${one.letter}`,
    kind: "primary",
    act: () => sitDown(one.seat),
  }));
  const ask = table.stood_in.map((seat) => ({ label: `Ask to play on at ${"ABCDE"[seat]}`, act: () => playOn(seat) }));
  return [...sit, ...ask];
}
