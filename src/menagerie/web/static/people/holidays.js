/** Holidays: a control that any page can show. While I am away no time of mine runs at tables where moves have days. */

import { get, post } from "../shared/api.js";
import { h, say } from "../shared/dom.js";

/** @typedef {{until: number | null, left: number, yearly: number}} Holidays */

const date = (/** @type {number} */ at) =>
  new Date(at * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
const days = (/** @type {number} */ count) => `${count} ${count === 1 ? "day" : "days"}`;

/** Show how my holidays stand, and let me take or end one. @param {HTMLElement} place */
export async function holidays(place) {
  const found = await get("/api/holiday").catch(() => null);
  if (found) draw(place, found);
}

/** @param {HTMLElement} place @param {Holidays} now */
function draw(place, now) {
  const change = (/** @type {string} */ address, /** @type {object} */ body) =>
    post(address, body).then(
      (/** @type {Holidays} */ found) => draw(place, found),
      (error) => say(error.message),
    );
  const count = h("input", {
    type: "number",
    class: "few",
    "aria-label": "Days of holiday",
    min: 1,
    max: Math.max(1, now.left),
    value: Math.max(1, Math.min(7, now.left)),
  });
  place.replaceChildren(
    h(
      "p",
      {},
      now.until
        ? `You are on holiday until ${date(now.until)}.`
        : "At tables by days no time of yours runs while you are on holiday; the others are told.",
    ),
    h(
      "p",
      { class: "row" },
      now.left ? count : null,
      now.left
        ? h(
            "button",
            { click: () => change("/api/holiday", { days: Number(count.value) }) },
            now.until ? "Days more" : "Days of holiday from now",
          )
        : null,
      now.until ? h("button", { click: () => change("/api/holiday/end", {}) }, "I am back") : null,
      h("span", { class: "soft" }, `${days(now.left)} of ${now.yearly} left this year.`),
    ),
  );
}
