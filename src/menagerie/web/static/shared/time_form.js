/** The time controls in the form for a new table, in the server's terms. */

import { h } from "./dom.js";

const DAYS = {
  "12h": "12 hours",
  "1d": "1 day",
  "2d": "2 days",
  "3d": "3 days",
  "5d": "5 days",
  "7d": "7 days",
  "14d": "14 days",
};

/** @param {string} label @param {Record<string, string>} choices @param {() => void} change */
function select(label, choices, change = () => {}) {
  return h(
    "select",
    { "aria-label": label, change },
    ...Object.entries(choices).map(([value, words]) => h("option", { value }, words)),
  );
}

/** @param {string} label @param {number} value @param {number} least @param {number} most */
const number = (label, value, least, most) =>
  h("input", {
    type: "number",
    class: "few",
    "aria-label": label,
    value,
    min: least,
    max: most,
    step: 1,
    required: true,
  });

/** @param {number} players @param {boolean} team whether all win or lose together */
export function timeForm(players, team) {
  const kind = select("Time", { none: "Live, no clock", minutes: "Live, with a clock", days: "Days per move" }, () =>
      show(),
    ),
    minutes = number("Minutes per player", 30, 1, 180),
    more = number("Extra seconds per turn", 10, 0, 300),
    days = select("Time per move", DAYS),
    rule = select("When time runs out", {
      bot: "a bot takes over",
      lost: "that player loses",
      others: "the other players decide",
    });
  days.value = "3d";
  const clock = h("span", { class: "row" }, minutes, "minutes per player, plus", more, "seconds per turn");
  const move = h("span", { class: "row" }, days, "per move");
  const out = h("label", { class: "row" }, "When time runs out,", rule);
  /** Hide the choice of the others where there are no others: a team has one clock, and a solo player no one else. */
  const fit = (/** @type {number} */ count) => {
    const alone = team || count === 1;
    const others = /** @type {HTMLOptionElement} */ (rule.options[2]);
    others.hidden = others.disabled = alone;
    if (alone && rule.value === "others") rule.value = "bot";
  };
  const show = () => {
    clock.hidden = kind.value !== "minutes";
    move.hidden = kind.value !== "days";
    out.hidden = kind.value === "none";
  };
  fit(players);
  show();
  return {
    element: h(
      "fieldset",
      { class: "pacing" },
      h("legend", {}, "Time"),
      h("div", { class: "row" }, kind, clock, move),
      out,
    ),
    fit,
    read() {
      if (kind.value === "none") return {};
      return {
        pace: kind.value === "days" ? days.value : `${Number(minutes.value)}+${Number(more.value)}`,
        overtime: rule.value,
      };
    },
  };
}
