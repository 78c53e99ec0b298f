/** Help in the first games of a title: offer a lesson, explain every step. */

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

/** Words that can't end a phrase. */
const LOOSE = ["a", "at", "for", "from", "into", "of", "on", "the", "to", "with"];

/**
 * The last explanation, and its question; null while the answer is on its way.
 * @type {{key: string, guides: Guide[] | null}}
 */
let told = { key: "", guides: null };
/** Whether the player declined the offer of a lesson. */
let declined = false;
/** The title's lessons. @type {import("../../shared/lesson_start.js").Lesson[]} */
let lessons = [];

/** Ask once how many games I've finished, and at every question for its explanation. */
async function inquire() {
  const { table, seq } = heard.now;
  if (me.newcomer === null && table.mine.length && !puzzleAddress) {
    writeExperience({ finished: 0, newcomer: false });
    await get(`/api/titles/${table.title}/experience`).then(writeExperience, () => null);
    if (me.finished === 0) lessons = (await get("/api/lessons").catch(() => ({})))[table.title] ?? [];
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

/** What the remaining choices have in common: "Launch the Penguins". @param {string[]} words */
function common(words) {
  const [first = "", ...others] = words.map((one) => one.split(" "));
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length += 1;
  const shared = /** @type {string[]} */ (first).slice(0, length);
  while (others.length && LOOSE.includes(shared.at(-1) ?? "")) shared.pop();
  return shared.join(" ");
}

/** The decisions that remain after what was picked, or the one to be confirmed. */
const meant = () =>
  draft.ready
    ? [{ notation: draft.ready, words: draft.readyWords }]
    : picker.paths.picked.length
      ? picker.paths.open
      : [];

/** The explanation of what was picked, or else of the question. @param {Guide} guide */
function saying(guide) {
  const open = meant();
  const fitting = guide.decisions.filter(
    ({ begins }) => open.length && open.every(({ notation }) => `${notation} `.startsWith(`${begins} `)),
  );
  const best = fitting.sort((a, b) => b.begins.length - a.begins.length)[0];
  if (!best) return { words: guide.words, rule: guide.rule };
  const what = common(open.map(({ words }) => words));
  return {
    words: what ? `${what}. ${best.words}` : best.words,
    rule: best.rule,
  };
}

/** The words that offer a lesson, or else the picture cards. @param {string} name @param {import("../../shared/lesson_start.js").Lesson | null} next */
function offerWords(name, next) {
  if (!next) return h("p", { class: "said" }, h("b", {}, `New to ${name}?`), " See how to play in a few pictures.");
  if (lessons.some((one) => one.done))
    return h(
      "p",
      { class: "said" },
      h("b", {}, `Lesson ${next.number} is next.`),
      ` ${next.learn} This game will wait.`,
    );
  return h(
    "p",
    { class: "said" },
    h("b", {}, `New to ${name}?`),
    " Lesson 1 takes a few minutes. This game will wait.",
  );
}

/** The offer to learn the game, before the first decision of the first game. */
function offer() {
  const { name, title } = heard.now.table,
    next = nextOf(lessons);
  return [
    offerWords(name, next),
    h(
      "p",
      { class: "row" },
      next
        ? h("button", { class: "primary", click: () => goOn(title, next.number) }, `Play lesson ${next.number}`)
        : null,
      h("a", { class: `button${next ? "" : " primary"}`, href: `/learn/${title}` }, "How to play"),
      h(
        "button",
        {
          click: () => {
            declined = true;
            redraw();
          },
        },
        "Skip and play",
      ),
    ),
  ];
}

/** The texts about what was picked, if there are some; otherwise all. @param {Guide} guide */
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

/** Return the box's content, or null to leave it as it is. */
function inside() {
  const learnt = lessons.length > 0 && !nextOf(lessons);
  if (me.finished === 0 && !declined && !learnt && !decided(heard.now.table.mine).length) return offer();
  const guide = told.guides?.find(({ seat }) => seat === draft.seat);
  if (shown.moment || draft.trying || film.playing || draft.seat === null)
    return [h("p", { class: "said soft" }, "Help appears here on your turn.")];
  if (guide) return explanation(guide);
  return told.guides && [h("p", { class: "said" }, question()?.prompt ?? "")]; // for a title without explanations
}

/** Draw the help box. */
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
  if (box.firstElementChild?.innerHTML === fresh.innerHTML) return; // don't redraw under a finger or a reader
  const held = box.contains(document.activeElement);
  box.replaceChildren(fresh);
  box.scrollTop = 0;
  if (held) /** @type {HTMLElement | null} */ (box.querySelector("a, button"))?.focus();
}
