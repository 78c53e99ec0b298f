/** Links from names to profiles, and the ratings at a rated table. */

import { get } from "./api.js";
import { h } from "./dom.js";
import { changed } from "./rating_figures.js";
import { nameOf } from "./words.js";

/** @typedef {import("./protocol.js").SeatProfile} Known */

/** @typedef {import("./protocol.js").TablePeople} About */

/**
 * What is known of those at a table, by seat, and the tournament that it belongs to.
 * @param {string} table
 * @returns {Promise<About>}
 */
export const knownAt = (table) => get(`/api/tables/${table}/people`).catch(() => ({ seats: [], tournament: null }));

/** The way to the tournament that a table belongs to. @param {About["tournament"]} tournament */
export const tournamentLink = (tournament) =>
  tournament
    ? h(
        "a",
        { class: "button", href: `/tournaments/${tournament.id}` },
        `${tournament.name}, round ${tournament.round}`,
      )
    : null;

/**
 * A name, with a link if its bearer may be looked up.
 * @param {import("./types.js").Table} table
 * @param {number} seat
 * @param {Known[]} known
 */
export function named(table, seat, known, name = nameOf(table, seat)) {
  const profile = known[seat]?.profile;
  return profile ? h("a", { class: "name", href: profile }, name) : h("span", { class: "name" }, name);
}

/** A rating, and what the game has changed. @param {Known | undefined} known */
export function ratingOf(known) {
  if (known?.rating === undefined) return null;
  const change = known.change ?? null;
  return h("span", { class: "rating" }, `${known.rating} `, change === null ? null : changed(change));
}
