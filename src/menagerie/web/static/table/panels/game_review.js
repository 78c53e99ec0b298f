/** The review of a finished game: a chart of win chances, with turning points and mistakes to jump to. */

import { get, named, post } from "../../shared/api.js";
import { decisions } from "./hint_panel.js";
import { badge, h, part, s, say } from "../../shared/dom.js";
import { forCount } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Review} Review */
/** @typedef {import("../../shared/types.js").Judged} Judged */

const BEAT = 1000;
const WIDE = 300;
const HIGH = 150;

/**
 * Request a review, show its progress, and show the result.
 * @param {string} table
 * @param {(n: number) => void} jump
 */
export async function review(table, jump) {
  try {
    await named();
    let standing = await post(`/api/tables/${table}/review`, {});
    while (standing.status === "working") {
      progress(standing.done, standing.of);
      await new Promise((done) => setTimeout(done, BEAT));
      standing = await get(`/api/tables/${table}/review`);
    }
    if (standing.review) show(standing.review, jump);
    else part("advice").replaceChildren(h("p", {}, "The review failed. Try again in a moment."));
  } catch (error) {
    if (error instanceof Error && error.message) say(error.message);
  }
}

/** @param {number} done @param {number} of 0: others come first */
function progress(done, of) {
  part("advice").replaceChildren(
    h("h2", {}, "Review"),
    h("p", {}, of ? `Judging choice ${done} of ${of}.` : "Other games are ahead in the queue."),
    h("progress", { max: of || null, value: of ? done : null, "aria-label": "Review" }),
  );
}

/** @param {Review} review @param {(n: number) => void} jump */
function show(review, jump) {
  const marked = review.choices.filter((one) => one.mistake || one.turning);
  part("advice").replaceChildren(
    h("h2", {}, "Review"),
    curve(review, jump),
    h("ul", { class: "judged" }, ...review.names.map((_, seat) => player(review, seat))),
    h("h3", {}, "Turning points and mistakes"),
    marked.length
      ? h("ol", { class: "judged" }, ...marked.map((one) => h("li", {}, moment(review, one, jump))))
      : h("p", {}, "None. No choice cost more than the search's margin of error."),
  );
}

const percent = (/** @type {number} */ share) => `${Math.round(share * 100)}%`;
const change = (/** @type {number} */ share) => (share < 0 ? "−" : "+") + percent(Math.abs(share));

/** The word for what neither the player nor the others caused. @param {Review} review */
const fate = (review) => (review.chance ? "chance" : "unforeseen");

/** How well a player did, and where their result came from. @param {Review} review @param {number} seat */
function player(review, seat) {
  const { accuracy, mistakes, begin, skill, gifts, luck } = review.seats[seat] ?? review.seats[0];
  const sources = [
    `own decisions ${change(skill)}`,
    review.seats.length > 1 ? `others' decisions ${change(gifts)}` : "",
    `${fate(review)} ${change(luck)}`,
  ].filter(Boolean);
  const errors = forCount(mistakes, "1 mistake", "{n} mistakes");
  const how = accuracy === null ? `No choices, ${errors}.` : `Accuracy ${Math.round(accuracy)}, ${errors}.`;
  return h(
    "li",
    {},
    badge(seat),
    h("b", {}, ` ${review.names[seat]}: `),
    `${how} Win chance ${percent(begin)} at the start (${sources.join(", ")}).`,
  );
}

/** @param {Review} review @param {Judged} one @param {(n: number) => void} jump */
function moment(review, one, jump) {
  const seat = one.seat,
    what = one.told.join(" ");
  const luck = one.after[seat] - one.chosen[seat];
  return h(
    "button",
    { click: () => jump(one.ply), title: "Go to this moment" },
    badge(seat),
    h(
      "span",
      {},
      h("b", {}, `${one.ply + 1}. ${what} `),
      `${percent(one.before[seat])} → ${percent(one.after[seat])} (decision ${change(-one.loss)}, ${fate(review)} ${change(luck)}). `,
      one.better ? `Better: ${decisions(one.better.steps)}. ${one.better.reason}` : "",
    ),
  );
}

/** @param {Review} review @param {(n: number) => void} jump */
function curve(review, jump) {
  const last = review.choices.at(-1)?.to || 1;
  const x = (/** @type {number} */ ply) => (WIDE * ply) / last;
  const y = (/** @type {number} */ chance) => HIGH * (1 - Math.max(0, Math.min(1, chance)));
  const at = (/** @type {number} */ ply, /** @type {number} */ chance) =>
    `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`;
  const seats = review.names.flatMap((name, seat) => {
    const points = review.choices.map((one) => [one.ply, one.before[seat] ?? 0, one.spread[seat] ?? 0]);
    points.push([last, review.end[seat] ?? 0, 0]);
    const upper = points.map(([ply = 0, chance = 0, spread = 0]) => at(ply, chance + spread));
    const lower = points.map(([ply = 0, chance = 0, spread = 0]) => at(ply, chance - spread)).reverse();
    const line = points.map(([ply = 0, chance = 0]) => at(ply, chance)).join(" ");
    return [
      s("polygon", { class: `band of-${seat}`, points: [...upper, ...lower].join(" ") }),
      s("polyline", { class: `line of-${seat}`, points: line }, s("title", {}, name)),
    ];
  });
  const marks = review.choices
    .filter((one) => one.mistake || one.turning)
    .map((one) =>
      s(
        "circle",
        {
          class: one.mistake ? "mark mistake" : "mark",
          cx: x(one.ply),
          cy: y(one.before[one.seat] ?? 0),
          r: 4,
          click: () => jump(one.ply),
        },
        s("title", {}, `${one.ply + 1}. ${one.told.join(" ")}`),
      ),
    );
  const half = s("path", { class: "half", d: `M0 ${HIGH / 2}H${WIDE}` });
  const label = `Win chances: ${review.names.map((name, seat) => `${name} ${percent(review.end[seat] ?? 0)} at the end`).join(", ")}`;
  return s(
    "svg",
    { class: "curve", viewBox: `-6 -6 ${WIDE + 12} ${HIGH + 12}`, role: "img", "aria-label": label },
    half,
    ...seats,
    ...marks,
  );
}
