/** A lesson's coach: a bubble beside what it's about, which never covers what can be chosen. */

import { scene } from "./ui.js";
import { connection } from "../state/live.js";
import { h, part, s } from "../../shared/dom.js";
import { lessonEnds, notTaught } from "../../shared/lesson_start.js";
import { heard, me, redraw, shown } from "../state/store.js";
import { film } from "./playback.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */

/** Pixels between the bubble and what it's about, and between the places tried for it. */
const GAP = 14,
  STEP = 16;
/** How far the bubble may move away, in pixels, to uncover one pixel of another piece. */
const CLEAR = 0.004;

const words = h("p", { class: "coach-words", "aria-live": "polite" }),
  count = h("span", { class: "coach-count" }),
  more = h("div", { class: "coach-more" }),
  buttons = h("div", { class: "row" }),
  fold = h("button", { class: "coach-fold", click: () => folded(!bubble.classList.contains("folded")) }),
  bubble = part("coach"),
  string = h("div", { class: "coach-string", "aria-hidden": "true", hidden: true });
const face = s("svg", { class: "scene", viewBox: "0 0 64 64", "aria-hidden": "true" }, s("use", { href: "#owl" }));
bubble.append(h("div", { class: "coach-head" }, face, h("h2", {}, "Coach"), count, fold), words, more, buttons);
bubble.after(string);

/** The coach's answer to what I tried, until the next question. */
let answered = { of: "", words: "" };
/** What the bubble shows, to notice changes. */
let drawn = "";
/** The highlighted pieces. @type {Set<SVGGElement>} */
let lamps = new Set();

/** The coach's words now, or nothing while something else is shown. */
const said = () => (heard.now && !shown.moment && !film.playing ? (heard.now.turn.coach ?? null) : null);

/** The pieces that the coach's words are about. */
export const lit = () => said()?.lit.filter((id) => scene.nodes.has(id)) ?? [];

/** Whether to read on before choosing. In a normal game you may always choose. */
export const reads = () => {
  const coach = said();
  return coach !== null && coach.steps > 0 && !coach.waits;
};

/** Whether there is more to read after this. */
export const readsOn = () => reads() && !said()?.last;

/** The pieces and buttons that the coach wants me to choose. */
export const wanted = () => said()?.wanted ?? [];

/** Show the coach's answer to what I tried. @param {string} answer */
export function answers(answer) {
  answered = { of: asked(), words: answer };
  redraw();
}

const asked = () => `${heard.now.n} ${heard.now.turn.coach?.step}`;

/** @param {boolean} yes */
function folded(yes) {
  bubble.classList.toggle("folded", yes);
  fold.setAttribute("aria-expanded", String(!yes));
  fold.setAttribute("aria-label", yes ? "Open the coach's bubble" : "Close the coach's bubble");
  fold.textContent = yes ? "+" : "−";
  place();
}

/** Show the coach's words, and highlight what they're about. */
export function drawCoach() {
  const coach = said();
  light();
  bubble.hidden = !coach || document.querySelector(".result:not([hidden])") !== null; // not over the result
  string.hidden = true;
  if (!coach) {
    drawn = "";
    return;
  }
  const text = answered.of === asked() ? answered.words : coach.words,
    key = `${asked()} ${text}`;
  if (key !== drawn) speak(coach, text);
  drawn = key;
  place();
}

/** @param {import("../../shared/types.js").Coach} coach @param {string} text */
function speak(coach, text) {
  const inside = bubble.contains(document.activeElement);
  words.textContent = text;
  count.textContent = coach.steps ? `${coach.step + 1} of ${coach.steps}` : "";
  const next = h(
    "button",
    { class: "primary", click: () => connection.send({ do: "read", step: coach.step }) },
    "Next",
  );
  const ends = coach.last ? lessonEnds(heard.now.table) : coach.waits ? [] : [next];
  more.replaceChildren(...(coach.last ? notTaught(heard.now.table) : []));
  buttons.replaceChildren(...ends);
  folded(false);
  // With the keyboard, Next has the focus so that reading on is one key; where a decision is wanted, the question has it.
  if ((me.byKeys || inside) && ends[0]) ends[0].focus();
  else if (inside) part("prompt").focus();
}

function light() {
  const now = new Set(lit().flatMap((id) => scene.nodes.get(id)?.group ?? []));
  for (const group of lamps) if (!now.has(group)) group.classList.remove("lit");
  for (const group of now) group.classList.add("lit");
  lamps = now;
}

// ---- position ---------------------------------------------------------------------------------------------------

/**
 * Put the bubble as near as possible to what it's about, where it covers nothing highlighted or selectable. If there's
 * no such place, dock it at the head of the page.
 */
function place() {
  if (bubble.hidden) return;
  bubble.classList.remove("docked");
  const stage = part("stage").getBoundingClientRect(),
    inner = (/** @type {DOMRect} */ box) => ({
      left: box.left - stage.left,
      top: box.top - stage.top,
      right: box.right - stage.left,
      bottom: box.bottom - stage.top,
    });
  const lights = [...lamps].map((group) => inner(group.getBoundingClientRect())),
    offered = [
      ...scene.overlay.querySelectorAll(".can, .ghost"),
      ...document.querySelectorAll(".palette:not([hidden])"),
    ],
    rings = offered.map((one) => inner(one.getBoundingClientRect()));
  const pieces = [...scene.nodes.values()].map(({ group }) => inner(group.getBoundingClientRect()));
  const [wide, high] = [bubble.offsetWidth, bubble.offsetHeight],
    anchor = lights[0] ?? rings[0] ?? { left: stage.width / 2, right: stage.width / 2, top: 0, bottom: 0 };
  let best = { left: 8, top: 8 },
    least = Infinity;
  for (let top = 6; top <= Math.max(6, stage.height - high - 6); top += STEP)
    for (let left = 6; left <= Math.max(6, stage.width - wide - 6); left += STEP) {
      const box = { left, top, right: left + wide, bottom: top + high };
      let cost = away(box, anchor);
      if (cost < least) cost += covers(box, rings, 4) * 50 + covers(box, lights, GAP) * 10;
      if (cost < least) cost += covers(box, pieces, 0) * CLEAR; // last, because there are many
      if (cost < least) {
        least = cost;
        best = { left, top };
      }
    }
  bubble.style.left = `${best.left}px`;
  bubble.style.top = `${best.top}px`;
  const box = { ...best, right: best.left + wide, bottom: best.top + high },
    docked = covers(box, rings, 0) > 0;
  bubble.classList.toggle("docked", docked);
  tie(box, docked ? null : (lights[0] ?? null));
}

/**
 * How much of these boxes, with a margin around them, another one covers.
 * @param {Rect} box
 * @param {Rect[]} others
 * @param {number} margin
 */
function covers(box, others, margin) {
  let sum = 0;
  for (const other of others) {
    const wide = Math.min(box.right, other.right + margin) - Math.max(box.left, other.left - margin),
      high = Math.min(box.bottom, other.bottom + margin) - Math.max(box.top, other.top - margin);
    if (wide > 0 && high > 0) sum += wide * high;
  }
  return sum;
}

/** The distance of two boxes, and to a small part that of their centres. @param {Rect} one @param {Rect} other */
function away(one, other) {
  const across = Math.max(0, other.left - one.right, one.left - other.right),
    along = Math.max(0, other.top - one.bottom, one.top - other.bottom),
    aside =
      Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2;
  return Math.hypot(across, along) + aside / 8;
}

/** A line from the bubble to what it's about. @param {Rect} box @param {Rect | null} to */
function tie(box, to) {
  const hidden = !to || bubble.classList.contains("folded");
  string.hidden = hidden;
  if (hidden || !to) return;
  const near = (/** @type {number} */ from, /** @type {number} */ till, /** @type {number} */ wanted) =>
    Math.max(from, Math.min(till, wanted));
  const [x, y] = [(to.left + to.right) / 2, (to.top + to.bottom) / 2],
    begin = [near(box.left + 16, box.right - 16, x), near(box.top + 16, box.bottom - 16, y)],
    end = [near(to.left + 4, to.right - 4, begin[0] ?? 0), near(to.top + 4, to.bottom - 4, begin[1] ?? 0)];
  const [right, down] = [(end[0] ?? 0) - (begin[0] ?? 0), (end[1] ?? 0) - (begin[1] ?? 0)];
  string.style.left = `${begin[0]}px`;
  string.style.top = `${begin[1]}px`;
  string.style.width = `${Math.hypot(right, down)}px`;
  string.style.transform = `rotate(${Math.atan2(down, right)}rad)`;
}

/** Move the bubble when the view or the page's size has changed. */
let waiting = 0;
const again = () => {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(place);
};
new MutationObserver(again).observe(scene.root, { attributes: true, attributeFilter: ["viewBox"] });
new ResizeObserver(again).observe(part("stage"));
folded(false);
