/** Lessons: start or continue one, and what to do after it. */

import { named, post, titleOf } from "./api.js";
import { withBot } from "./quick_start.js";
import { h, say } from "./dom.js";

/** @typedef {{number: number, heading: string, learn: string, done: boolean, table: string | null}} Lesson */

/**
 * Open a lesson: where it was left, or from its beginning.
 * @param {string} title
 * @param {number} number
 * @param {boolean} again
 */
export const goOn = (title, number, again = false) =>
  named()
    .then(() => post(`/api/titles/${title}/lessons/${number}`, { again }))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(error.message),
    );

/** The buttons after a lesson: the next one, or a game. @param {import("./types.js").Table} table */
export function lessonEnds({ title, lesson }) {
  const play = async () => withBot(await titleOf(title));
  const next = lesson?.next
    ? [h("button", { class: "primary", click: () => goOn(title, lesson.number + 1) }, `Next: ${lesson.next}`)]
    : [];
  return [...next, h("button", { class: next.length ? "" : "primary", click: play }, "Play a bot now")];
}

/** What the lessons of a title leave out, with links to its rules. @param {import("./types.js").Table} table */
export function notTaught({ title, lesson }) {
  if (!lesson?.more.length) return [];
  const links = lesson.more.map(({ words, rule }) =>
    h("li", {}, h("a", { href: `/rules/${title}#rule-${rule}`, target: "_blank" }, words)),
  );
  return [h("p", {}, "Not covered in these lessons:"), h("ul", {}, ...links)];
}

/** A title's lessons as a list with ticks. @param {string} title @param {Lesson[]} lessons */
export const lessonList = (title, lessons) =>
  h(
    "ol",
    { class: "lessons" },
    ...lessons.map((lesson) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: `lesson${lesson.done ? " done" : ""}`,
            click: () => goOn(title, lesson.number, lesson.done && !lesson.table),
          },
          h("span", { class: "tick", "aria-hidden": "true" }, lesson.done ? "✓" : String(lesson.number)),
          h("span", { class: "lesson-name" }, h("b", {}, lesson.heading), h("span", { class: "soft" }, lesson.learn)),
          h("span", { class: "lesson-state" }, lesson.table ? "Continue" : lesson.done ? "Done" : ""),
        ),
      ),
    ),
  );

/**
 * A button for a title's next lesson, with a tick for each lesson done; nothing for a title without any.
 * @param {import("./types.js").Title} title
 * @param {Lesson[]} lessons
 */
export function learnButton(title, lessons) {
  const next = nextOf(lessons);
  if (!lessons.length) return null;
  const ticks = h(
    "span",
    { class: "ticks", "aria-hidden": "true" },
    lessons.map((one) => (one.done ? "✓" : "○")).join(" "),
  );
  if (!next)
    return h(
      "a",
      {
        class: "button learnt",
        href: `/learn/${title.id}#lessons`,
        "aria-label": `${title.name} lessons, all done`,
      },
      "Lessons",
      ticks,
    );
  const words = next.table ? "Continue learning" : "Learn",
    name = `${words} ${title.name}: lesson ${next.number} of ${lessons.length}, ${next.heading}`;
  return h(
    "button",
    { class: "to-learn", "aria-label": name, title: next.heading, click: () => goOn(title.id, next.number) },
    words,
    ticks,
  );
}

/** The next lesson: one that was left, or the first that isn't done. @param {Lesson[]} lessons */
export const nextOf = (lessons) => lessons.find((one) => one.table) ?? lessons.find((one) => !one.done) ?? null;
