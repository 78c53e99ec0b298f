/** Which puzzles were solved in this browser. Only the browser keeps this, so it needs no name. */

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

/** A puzzle's difficulty as stars. @param {number} stars */
export const starred = (stars) => "★".repeat(stars) + "☆".repeat(3 - stars);
