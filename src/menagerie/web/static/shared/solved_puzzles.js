/** Which puzzles were solved in this browser: nobody needs a name for that, and no server keeps it. */

import { pref, remember } from "./preferences.js";

const NAME = "solved";

/** @returns {Record<string, number[]>} */
function all() {
  try {
    return JSON.parse(pref(NAME, "{}")) ?? {};
  } catch {
    return {};
  }
}

/** @param {string} title @param {number} number */
export const isSolved = (title, number) => (all()[title] ?? []).includes(number);

/** @param {string} title @param {number} number */
export function solve(title, number) {
  if (!isSolved(title, number))
    remember(NAME, JSON.stringify({ ...all(), [title]: [...(all()[title] ?? []), number] }));
}

/** How hard a puzzle is, as stars. @param {number} stars */
export const starred = (stars) => "★".repeat(stars) + "☆".repeat(3 - stars);
