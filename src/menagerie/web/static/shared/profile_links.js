/** Links from names to profiles, and the ratings at a rated table. */

import { get } from "./api.js";
import { h } from "./dom.js";
import { changed } from "./rating_figures.js";
import { nameOf } from "./words.js";

/** @typedef {import("./protocol.js").SeatProfile} Known */

/** @typedef {import("./protocol.js").TablePeople} About */

/**
 * The players' profiles and ratings by seat, and the table's tournament.
 * @param {string} table
 * @returns {Promise<About>}
 */
export const knownAt = (table) => get(`/api/tables/${table}/people`).catch(() => ({ seats: [], tournament: null }));

/** A link to the table's tournament. @param {About["tournament"]} tournament */
export const tournamentLink = (tournament) =>
  tournament
    ? h(
        "a",
        { class: "button", href: `/tournaments/${tournament.id}` },
        `${tournament.name}, round ${tournament.round}`,
      )
    : null;

/**
 * A name, with a link if there is a profile to show.
 * @param {import("./types.js").Table} table
 * @param {number} seat
 * @param {Known[]} known
 */
export function named(table, seat, known, name = nameOf(table, seat)) {
  const profile = known[seat]?.profile;
  return profile ? h("a", { class: "name", href: profile }, name) : h("span", { class: "name" }, name);
}

/** A rating, and how the game changed it. @param {Known | undefined} known */
export function ratingOf(known) {
  if (known?.rating === undefined) return null;
  const change = known.change ?? null;
  return h("span", { class: "rating" }, `${known.rating} `, change === null ? null : changed(change));
}
