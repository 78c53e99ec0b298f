/** First games of a title: a lesson is offered, every step is explained, and decisions are confirmed. */

import { get } from "../../shared/api.js";
import { picker } from "./deciding.js";
import { h, part } from "../../shared/dom.js";
import { goOn, nextOf } from "../../shared/lesson_start.js";
import { showRule } from "../panels/side.js";
import {
  cares,
  decided,
  draft,
  heard,
  id,
  me,
  puzzleAddress,
  question,
  redraw,
  shown,
  writeExperience,
} from "../state/store.js";
import { film } from "./playback.js";

/** @typedef {import("../../shared/types.js").Guide} Guide */

/** Words with which no sentence ends. */
const LOOSE = ["a", "at", "for", "from", "into", "of", "on", "the", "to", "with"];

/**
 * What was told last, and of which question; null: the answer is on its way.
 * @type {{key: string, guides: Guide[] | null}}
 */
let told = { key: "", guides: null };
/** Whether the offer to learn the game first was put away. */
let declined = false;
/** The lesson that is offered, if the title has one. @type {import("../../shared/lesson_start.js").Lesson | null} */
let lesson = null;

/** Ask once how many games I have finished, and at every question what is to be told about it. */
async function inquire() {
  const { table, seq } = heard.now;
  if (me.newcomer === null && table.mine.length && !puzzleAddress) {
    writeExperience({ finished: 0, newcomer: false });
    await get(`/api/titles/${table.title}/experience`).then(writeExperience, () => null);
    if (me.finished === 0) lesson = nextOf((await get("/api/lessons").catch(() => ({})))[table.title] ?? []);
    redraw();
  }
  const key = `${seq} ${draft.seat}`;
  if (!cares() || draft.seat === null || key === told.key) return;
  told = { key, guides: null };
  const answer = await get(`/api/tables/${id}/guide`).catch(() => ({ guides: [] }));
  if (told.key === key) {
    told = { key, guides: answer.guides };
    redraw();
  }
}

/** What the choices that are left have in common, in words: "Launch the Penguins". @param {string[]} words */
function common(words) {
  const [first = "", ...others] = words.map((one) => one.split(" "));
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length += 1;
  const shared = /** @type {string[]} */ (first).slice(0, length);
  while (others.length && LOOSE.includes(shared.at(-1) ?? "")) shared.pop();
  return shared.join(" ");
}

/** The decisions that are left of what was picked; or the one that waits to be confirmed. */
const meant = () =>
  draft.ready
    ? [{ notation: draft.ready, words: draft.readyWords }]
    : picker.paths.picked.length
      ? picker.paths.open
      : [];

/** What is said now: about what is meant, else about the question. @param {Guide} guide */
function saying(guide) {
  const open = meant();
  const fitting = guide.decisions.filter(
    ({ begins }) => open.length && open.every(({ notation }) => `${notation} `.startsWith(`${begins} `)),
  );
  const best = fitting.sort((a, b) => b.begins.length - a.begins.length)[0];
  if (!best) return { words: guide.words, rule: guide.rule };
  const what = common(open.map(({ words }) => words));
  return {
    words: what ? `${what}: ${best.words.charAt(0).toLowerCase()}${best.words.slice(1)}` : best.words,
    rule: best.rule,
  };
}

/** The way to the pictures, before the first decision of the first game. */
function offer() {
  const { name, title } = heard.now.table,
    next = lesson;
  return [
    h(
      "p",
      { class: "said" },
      h("b", {}, `Your first game of ${name}? `),
      next
        ? "A lesson at a real table takes a few minutes; this game waits."
        : "See how to play: a few pictures, two minutes.",
    ),
    h(
      "p",
      { class: "row" },
      next ? h("button", { class: "primary", click: () => goOn(title, next.number) }, "Learn it first") : null,
      h("a", { class: `button${next ? "" : " primary"}`, href: `/learn/${title}` }, "How to play"),
      h(
        "button",
        {
          click: () => {
            declined = true;
            redraw();
          },
        },
        "Just play",
      ),
    ),
  ];
}

/** The texts of what is meant, if it has some; else all. @param {Guide} guide */
function inSight({ texts }) {
  const named = meant().map(({ words }) => words.toLowerCase()),
    about = texts.filter(([name]) => named.some((words) => words.includes(name.toLowerCase())));
  return about.length ? about : texts;
}

/** @param {Guide} guide */
function explanation(guide) {
  const { words, rule } = saying(guide),
    texts = inSight(guide);
  return [
    h(
      "p",
      { class: "said" },
      `${words} `,
      h(
        "button",
        { class: "link", "aria-label": `See rule ${rule}`, click: () => showRule(heard.now.table.title, rule) },
        `Rule ${rule}`,
      ),
    ),
    texts.length ? h("dl", {}, ...texts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])) : null,
  ];
}

/** What stands in the box now; nothing: what stands there. */
function inside() {
  if (me.finished === 0 && !declined && !decided(heard.now.table.mine).length) return offer();
  const guide = told.guides?.find(({ seat }) => seat === draft.seat);
  if (shown.moment || draft.trying || film.playing || draft.seat === null)
    return [h("p", { class: "said soft" }, "When it is your turn, here stands what it is about.")];
  if (guide) return explanation(guide);
  return told.guides && [h("p", { class: "said" }, question()?.prompt ?? "")]; // a title that explains nothing
}

/** Draw the box of the first games. */
export function drawNewcomerHelp() {
  inquire();
  const box = part("care"),
    on = cares() && heard.now.table.status === "playing";
  document.body.classList.toggle("cared", on);
  box.hidden = !on;
  if (!on) return;
  const content = inside();
  if (!content) return;
  const fresh = h("div", {}, ...content);
  if (box.firstElementChild?.innerHTML === fresh.innerHTML) return; // nothing is drawn anew under a finger or a reader
  const held = box.contains(document.activeElement);
  box.replaceChildren(fresh);
  box.scrollTop = 0;
  if (held) /** @type {HTMLElement | null} */ (box.querySelector("a, button"))?.focus();
}
