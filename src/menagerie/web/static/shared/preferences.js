/** Preferences that this browser remembers. */

/** @param {string} name @param {string} otherwise */
export const pref = (name, otherwise = "") => localStorage.getItem(`menagerie.${name}`) ?? otherwise;

/** @param {string} name @param {string} value */
export const remember = (name, value) => localStorage.setItem(`menagerie.${name}`, value);
