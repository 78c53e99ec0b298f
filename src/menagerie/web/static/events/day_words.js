/** Dates and durations in words. */

/** A day like 2026-11-18 in words. @param {string} day */
export const calendar = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });

/** A rough duration. @param {number} seconds */
export function left(seconds) {
  const minutes = Math.max(1, Math.ceil(seconds / 60)),
    hours = Math.floor(minutes / 60);
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
