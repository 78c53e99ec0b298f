/** Ratings and places in words, and a chart of ratings over time. */

import { h, s } from "./dom.js";
import { forCount } from "./words.js";

/**
 * @typedef {{rating: number, margin: number, change: number, at: number, place: number, table: string | null}} Point
 */
/** @typedef {{kind: string, name: string, rating: number}} BotRating */

/** @param {number} seconds */
export const day = (seconds) =>
  new Date(1000 * seconds).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

const ENDINGS = ["th", "st", "nd", "rd"];

/** 1st, 2nd, 11th. @param {number} place */
export const ordinal = (place) => `${place}${(Math.floor(place / 10) % 10 === 1 ? "" : ENDINGS[place % 10]) || "th"}`;

/** A rating change. @param {number} change */
export const changed = (change) =>
  h("span", { class: change < 0 ? "down" : change > 0 ? "up" : "soft" }, change < 0 ? `−${-change}` : `+${change}`);

/** @param {number} games */
export const gamesOf = (games) => forCount(games, "1 game", "{n} games");

const WIDE = 290;
const HIGH = 120;

/**
 * The rating game by game, with its margin shaded, and the bots rated nearby.
 * @param {Point[]} played
 * @param {BotRating[]} bots
 */
export function curve(played, bots) {
  const begin = played.slice(0, 1).map((one) => ({ ...one, rating: one.rating - one.change })),
    points = [...begin, ...played];
  // Show the final margin whole, and as much of the wide early margin as that leaves room for.
  const room = 20 + Math.min(...points.map((one) => one.margin)),
    low = Math.min(...points.map((one) => one.rating)) - room,
    high = Math.max(...points.map((one) => one.rating)) + room,
    last = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ n) => (WIDE * n) / last;
  const y = (/** @type {number} */ rating) => HIGH * (1 - (Math.min(high, Math.max(low, rating)) - low) / (high - low));
  const at = (/** @type {number} */ n, /** @type {number} */ rating) => `${x(n).toFixed(1)},${y(rating).toFixed(1)}`;
  const upper = points.map((one, n) => at(n, one.rating + one.margin)),
    lower = points.map((one, n) => at(n, one.rating - one.margin)).reverse();
  const near = bots.filter(({ rating }) => rating > low && rating < high);
  const first = points[0],
    now = points.at(-1);
  const apart = Math.max(0, 14 - (y(low + room) - y(high - room))) / 2; // so that the labels don't overlap
  const label = (/** @type {number} */ rating, /** @type {number} */ lower) =>
    s("text", { x: -6, y: y(rating) + 4 + lower, "text-anchor": "end" }, String(Math.round(rating)));
  return s(
    "svg",
    {
      class: "rating-curve",
      viewBox: `-40 -10 ${WIDE + 48} ${HIGH + 20}`,
      role: "img",
      "aria-label": `Rating after each of ${gamesOf(played.length)}, from ${first?.rating ?? 0} to ${now?.rating ?? 0}. The table below lists them all.`,
    },
    s("polygon", { class: "sure", points: [...upper, ...lower].join(" ") }),
    s("path", { class: "axis", d: `M0 0V${HIGH}H${WIDE}` }),
    ...near.flatMap(({ name, rating }) => [
      s("path", { class: "anchor", d: `M0 ${y(rating).toFixed(1)}H${WIDE}` }),
      s("text", { class: "kind", x: WIDE, y: y(rating) - 4, "text-anchor": "end" }, name),
    ]),
    label(low + room, apart),
    label(high - room, -apart),
    s("polyline", { class: "line", points: points.map((one, n) => at(n, one.rating)).join(" ") }),
    ...(points.length < 40
      ? points.map((one, n) => s("circle", { cx: x(n), cy: y(one.rating), r: 3, fill: "var(--link)" }))
      : []),
  );
}
