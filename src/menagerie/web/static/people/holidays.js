/** The holiday control. On holiday my clock stops at tables where moves take days. */

import { get, post } from "../shared/api.js";
import { h, say } from "../shared/dom.js";
import { forCount } from "../shared/words.js";

/** @typedef {{until: number | null, left: number, yearly: number}} Holidays */

const date = (/** @type {number} */ at) =>
  new Date(at * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
const days = (/** @type {number} */ count) => forCount(count, "1 day", "{n} days");

/** Show my holidays, and let me start or end one. @param {HTMLElement} place */
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
        : "While you're on holiday, your clock stops at tables with days per move. The other players can see it.",
    ),
    h(
      "p",
      { class: "row" },
      now.left ? h("label", { class: "row" }, count, "days") : null,
      now.left
        ? h(
            "button",
            { click: () => change("/api/holiday", { days: Number(count.value) }) },
            now.until ? "Extend holiday" : "Start holiday",
          )
        : null,
      now.until ? h("button", { click: () => change("/api/holiday/end", {}) }, "End my holiday") : null,
      h("span", { class: "soft" }, `${days(now.left)} of ${now.yearly} left this year.`),
    ),
  );
}
