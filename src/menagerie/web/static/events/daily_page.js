/** The daily deals: my attempts, all results, the weekly ladder, and the published commitments. */

import { get, me, named, post } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { picturesFollowTheme } from "../shared/pictures.js";
import { forCount } from "../shared/words.js";
import { calendar, left } from "./day_words.js";

/**
 * @typedef {{place: number | null, name: string, told: string, tie?: string, mine: boolean, table: string | null}} Result
 * @typedef {{title: string, name: string, line: string, players: number, commitment: string, seed: string | null, salt: string | null,
 *   try: {table: string, over: boolean, told: string | null, place: number | null} | null, free: string | null, may_play_freely: boolean,
 *   count: number, results: Result[], free_results: Result[]}} Deal
 * @typedef {{day: string, today: string, now: number, standing: "coming" | "open" | "ending" | "closed", begins: number, ends: number, closes: number,
 *   before: string | null, after: string | null, deals: Deal[]}} Day
 * @typedef {{monday: string, sunday: string, final: boolean, formula: string,
 *   ladder: {place: number, name: string, points: number, tries: number, mine: boolean}[]}} Week
 */

const FIRST = 5;
/** How often the page refreshes, in milliseconds. */
const AGAIN = 60_000;
const asked = location.pathname.split("/")[2] ?? "";
/** How far the server's clock is ahead of this browser's, in seconds. */
let ahead = 0;
/** @type {Day | null} */
let shown = null;

/** Start my attempt at a deal, or continue it. @param {Day} day @param {Deal} deal @param {boolean} free */
async function play(day, deal, free) {
  await named()
    .then(() => post(`/api/daily/${day.day}/${deal.title}`, { free }))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(error.message),
    );
}

/** The status of my attempt, in a sentence. @param {Day} day @param {Deal} deal */
function state(day, deal) {
  const own = deal.try;
  if (own?.over && own.told === null) return "You finished too late for your try to count.";
  if (own?.over && own.place === null) return `Your result: ${own.told}. Create an account to be ranked.`;
  if (own?.over) return `Your result: ${own.told}, place ${own.place} of ${deal.count}.`;
  if (own) return day.standing === "closed" ? "You didn't finish in time." : "Your try is in progress.";
  if (day.standing === "coming") return "Starts at midnight UTC.";
  if (day.standing === "open") return "You haven't tried it yet.";
  return day.standing === "ending"
    ? "You didn't try it. Once it closes, you can play it for practice."
    : "You didn't try it.";
}

/** The buttons for a deal. @param {Day} day @param {Deal} deal */
function buttons(day, deal) {
  const own = deal.try,
    /** @type {HTMLElement[]} */
    all = [];
  const name = (/** @type {string} */ words) => ({ "aria-label": `${words}: ${deal.name}` });
  if (own && !own.over && day.standing !== "closed")
    all.push(h("button", { class: "primary", ...name("Continue"), click: () => play(day, deal, false) }, "Continue"));
  if (!own && day.standing === "open")
    all.push(h("button", { class: "primary", ...name("Play"), click: () => play(day, deal, false) }, "Play"));
  if (own?.over)
    all.push(h("a", { class: "button", ...name("View my try"), href: `/table/${own.table}` }, "View my try"));
  if (deal.may_play_freely) {
    const words = deal.free ? "Continue practice" : "Practise";
    all.push(h("button", { ...name(words), click: () => play(day, deal, true) }, words));
  }
  return all;
}

/** @param {Result} one */
const line = (one) =>
  h(
    "li",
    { class: one.mine ? "mine" : "" },
    h(
      "span",
      { class: "place", title: one.place === null ? "Guests aren't ranked" : "" },
      one.place === null ? "–" : `${one.place}.`,
    ),
    h(
      "span",
      { class: "name" },
      one.table ? h("a", { href: `/table/${one.table}`, title: `View ${one.name}'s try` }, one.name) : one.name,
    ),
    h("span", {}, one.tie ? `${one.told}, ${one.tie}` : one.told),
  );

/** The start of a list, with the rest folded away. @param {Result[]} results @param {string} words */
function list(results, words) {
  const rest = results.slice(FIRST);
  return [
    h("ol", { class: "places" }, ...results.slice(0, FIRST).map(line)),
    rest.length ? h("details", {}, h("summary", {}, words), h("ol", { class: "places" }, ...rest.map(line))) : null,
  ];
}

/** @param {Day} day @param {Deal} deal */
const card = (day, deal) =>
  h(
    "li",
    { class: "deal", id: deal.title },
    h("img", { "data-picture": `/api/titles/${deal.title}/picture.svg`, alt: "" }),
    h("h3", {}, deal.name),
    h("p", {}, deal.line),
    h("p", { class: "state" }, state(day, deal)),
    h("div", { class: "row" }, ...buttons(day, deal)),
    h(
      "div",
      { class: "found" },
      ...(deal.results.length
        ? list(deal.results, `More results (${deal.results.length} in all)`)
        : [
            day.standing === "coming"
              ? null
              : h(
                  "p",
                  { class: "soft" },
                  day.standing === "closed" ? "No one finished it." : "No one has finished it yet.",
                ),
          ]),
      deal.free_results.length
        ? h(
            "details",
            {},
            h("summary", {}, `Practice games: ${deal.free_results.length}`),
            h("ol", { class: "places" }, ...deal.free_results.map(line)),
          )
        : null,
    ),
  );

/** @param {Day} day */
function drawDays(day) {
  const link = (/** @type {string | null} */ to, /** @type {string} */ words, /** @type {string} */ name) =>
    to ? h("a", { class: "button", href: `/daily/${to}`, "aria-label": name }, words) : null;
  part("days").replaceChildren(
    ...[
      link(day.before, "← Previous", "Previous day"),
      h("b", {}, calendar(day.day)),
      link(day.after, "Next →", "Next day"),
      day.day === day.today ? null : link(day.today, "Today", "Today"),
    ].filter((one) => one !== null),
  );
}

/** Show how much time is left. */
function drawLeft() {
  if (!shown) return;
  const now = Date.now() / 1000 + ahead,
    { begins, ends, closes } = shown;
  part("left").textContent =
    now < begins
      ? `Starts in ${left(begins - now)}, at midnight UTC.`
      : now < ends
        ? `${left(ends - now)} left to start. The day ends at midnight UTC.`
        : now < closes
          ? `This day is over. Games in progress can still be finished for ${left(closes - now)}, so places may change.`
          : "This day has closed. The results are final and you can view every game.";
}

/** @param {Deal} deal */
const promise = (deal) => [
  h("dt", {}, deal.name),
  h("dd", { class: "mono" }, deal.commitment),
  ...(deal.seed === null ? [] : [h("dd", { class: "mono" }, `seed ${deal.seed}, salt ${deal.salt}`)]),
];

/** @param {Day} day */
function draw(day) {
  const isNews = !shown || JSON.stringify({ ...shown, now: 0 }) !== JSON.stringify({ ...day, now: 0 });
  shown = day;
  ahead = day.now - Date.now() / 1000;
  if (!isNews) return; // don't disturb someone who is reading or using the page
  drawDays(day);
  drawLeft();
  const open = [...document.querySelectorAll(".deal")].map((one) =>
    [...one.querySelectorAll("details")].map((box) => box.open),
  );
  part("deals").replaceChildren(...day.deals.map((deal) => card(day, deal)));
  document
    .querySelectorAll(".deal")
    .forEach((one, at) => one.querySelectorAll("details").forEach((box, of) => (box.open = open[at]?.[of] ?? false)));
  part("promises").replaceChildren(...day.deals.flatMap(promise));
}

/** @param {Week} week */
function drawWeek(week) {
  part("week").hidden = !week.ladder.length;
  part("span").textContent = `${calendar(week.monday)} to ${calendar(week.sunday)}${week.final ? "" : ", so far"}`;
  part("formula").textContent = week.formula;
  part("ladder").replaceChildren(
    ...week.ladder.map((one) =>
      h(
        "li",
        { class: one.mine ? "mine" : "" },
        h("span", { class: "place" }, `${one.place}.`),
        h("span", { class: "name" }, one.name),
        h("span", { class: "soft" }, forCount(one.tries, "1 try", "{n} tries")),
        h("b", {}, forCount(one.points, "1 point", "{n} points")),
      ),
    ),
  );
}

/** @param {string} day */
const load = (day) =>
  get(`/api/daily${day && `/${day}`}`).then(async (/** @type {Day} */ told) => {
    draw(told);
    drawWeek(await get(`/api/daily/${told.day}/ladder`));
  });

icons();
dropping();
await me().catch(() => null);
await load(asked).catch((error) => (part("left").textContent = error.message));
picturesFollowTheme();
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
setInterval(drawLeft, 15_000);
setInterval(() => document.hidden || load(asked).then(picturesFollowTheme, () => null), AGAIN);
