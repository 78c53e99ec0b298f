/** The clocks at a table: time left, holidays, and the vote when a player runs out of time. */

import { send } from "./deciding.js";
import { h } from "../../shared/dom.js";
import { heard } from "../state/store.js";
import { left, remaining } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Time} Time */

/** The server's time. */
export const clockNow = () => heard.now.now + (performance.now() - heard.toldAt) / 1000;

/** The seconds that a seat has left, or null without a clock. @param {number} seat */
export function leftAt(seat) {
  const time = heard.now?.turn.time;
  if (!time) return null;
  const [have, due] = [time.left[seat] ?? 0, time.due[seat] ?? null];
  return due === null ? have : Math.max(0, Math.min(have, due - clockNow()));
}

/** A clock beside a name, updated every second. @param {number} seat */
export function clockOf(seat) {
  if (leftAt(seat) === null) return null;
  const clock = h("span", { class: "time", "data-clock": seat });
  write(clock);
  return clock;
}

/** @param {Element} clock */
function write(clock) {
  const seat = Number(clock.getAttribute("data-clock")),
    time = heard.now.turn.time,
    seconds = leftAt(seat);
  if (!time || seconds === null) return;
  const words = left(seconds, time.days);
  if (clock.textContent !== words) clock.textContent = words;
  clock.classList.toggle("runs", time.due[seat] !== null);
  clock.classList.toggle("low", time.due[seat] !== null && seconds < (time.days ? 6 * 3600 : 60));
  clock.setAttribute("aria-label", time.lost.includes(seat) ? "out of time" : `${remaining(seconds)} left`);
}

/** Update every clock. */
export const tick = () => document.querySelectorAll("[data-clock]").forEach(write);

/** The time left to the player to move (to me, if I am one), or "" without a clock. */
export function leftNow() {
  const { table, turn } = heard.now;
  const seat = turn.to_act.find((one) => table.mine.includes(one)) ?? turn.to_act[0];
  const seconds = seat === undefined || !turn.time ? null : leftAt(seat);
  return seconds === null || !turn.time || turn.time.due[seat ?? 0] === null
    ? ""
    : `${left(seconds, turn.time.days)} left`;
}

/** Until when a player is on holiday, in words, or "". @param {number} seat */
export function onHoliday(seat) {
  const until = heard.now?.turn.time?.holidays[seat];
  if (!until || until < clockNow()) return "";
  return `on holiday until ${new Date(until * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}`;
}

/**
 * The notice to a player who may still move after running out of time, or "".
 * @param {number} seat
 */
export const late = (seat) =>
  heard.now.turn.time?.overdue.some((asked) => asked.seat === seat)
    ? "Your time ran out and the others are deciding what to do. You can still move. "
    : "";

/** The question about a player whose time ran out. @returns {import("../types.js").BarContent | null} */
export function overdue() {
  const { table, turn } = heard.now;
  const asked = turn.time?.overdue.find(({ voters }) =>
    voters.some((seat) => table.mine.includes(seat) || table.claims.includes(seat)),
  );
  if (!asked) return null;
  const choose = (/** @type {string} */ choice) => send({ do: "vote", ask: asked.ask, choice });
  const votes = (/** @type {"wait" | "bot" | "lost"} */ choice) =>
    asked.votes[choice] ? ` (${asked.votes[choice]})` : "";
  return {
    prompt: `${asked.sentence} ${asked.told_until}`.trim(),
    choices: [
      { label: asked.choices.wait + votes("wait"), kind: "primary", act: () => choose("wait") },
      { label: asked.choices.bot + votes("bot"), act: () => choose("bot") },
      { label: asked.choices.lost + votes("lost"), act: () => choose("lost") },
    ],
  };
}
