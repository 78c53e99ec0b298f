/** How to play a title: a few picture cards, one at a time. Swipe, click or use the arrow keys. */

import { get, titleOf } from "../shared/api.js";
import { h, icons, part } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { withBot } from "../shared/quick_start.js";
import { lessonList, nextOf } from "../shared/lesson_start.js";
import { picturesFollowTheme } from "../shared/pictures.js";
import { pageHeader } from "../shared/page_header.js";

/** @typedef {{heading: string, words: string, shows: string, picture: string}} Card */

const id = location.pathname.split("/")[2] ?? "";
const list = part("cards");
const next = /** @type {HTMLButtonElement} */ (part("next"));
const back = /** @type {HTMLButtonElement} */ (part("back"));

/** @param {Card} card @param {number} at @param {number} of */
const draw = (card, at, of) =>
  h(
    "li",
    { class: "card", id: `card-${at + 1}` },
    h("figure", {}, h("img", { "data-picture": card.picture, alt: card.shows ? `Lit: ${card.shows}.` : "" })),
    h(
      "div",
      { class: "said" },
      h("p", { class: "soft" }, `${at + 1} of ${of}`),
      h("h2", {}, card.heading),
      h("p", { class: "words" }, card.words),
    ),
  );

/** The card in sight. */
const shown = () => Math.round(list.scrollLeft / Math.max(1, list.clientWidth));

/** @param {number} at */
function go(at) {
  const wanted = Math.max(0, Math.min(list.children.length - 1, at));
  list.scrollTo({
    left: wanted * list.clientWidth,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
  });
}

/** Mark the card in sight, and put it in the address. */
function mark() {
  const at = shown();
  [...part("dots").querySelectorAll("button")].forEach((dot, number) =>
    number === at ? dot.setAttribute("aria-current", "step") : dot.removeAttribute("aria-current"),
  );
  back.disabled = at === 0;
  next.disabled = at === list.children.length - 1;
  part("after").classList.toggle("now", next.disabled);
  if (list.children.length) history.replaceState(null, "", at ? `#card-${at + 1}` : location.pathname);
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowRight: shown() + 1, ArrowLeft: shown() - 1, Home: 0, End: list.children.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
}

/** @param {{name: string, cards: Card[]}} told */
function show({ name, cards }) {
  document.title = `How to play ${name} · Menagerie`;
  part("name").textContent = `How to play ${name}`;
  list.replaceChildren(...cards.map((card, at) => draw(card, at, cards.length)));
  part("dots").replaceChildren(
    ...cards.map((card, at) =>
      h("li", {}, h("button", { "aria-label": `${at + 1}: ${card.heading}`, click: () => go(at) }, String(at + 1))),
    ),
  );
  const first = list.querySelector(location.hash.match(/^#card-\d+$/)?.[0] ?? ".card");
  list.scrollLeft = [...list.children].findIndex((card) => card === first) * list.clientWidth;
  mark();
}

/** Say that there are no cards, and remove the buttons. @param {Error} error */
function nothing(error) {
  list.replaceWith(h("p", { role: "alert" }, error.message));
  part("steps").remove();
}

icons();
pageHeader();
dropping();
back.addEventListener("click", () => go(shown() - 1));
next.addEventListener("click", () => go(shown() + 1));
list.addEventListener("scroll", mark);
addEventListener("keydown", key);
addEventListener("resize", () => (list.scrollLeft = shown() * list.clientWidth));
await get(`/api/titles/${id}/learn`).then(show, nothing);
picturesFollowTheme();
const title = await titleOf(id);
/** @type {import("../shared/lesson_start.js").Lesson[]} */
const lessons = (await get("/api/lessons").catch(() => ({})))[id] ?? [];
if (lessons.length) {
  part("lessons").replaceChildren(lessonList(id, lessons));
  part("section-lessons").hidden = false;
  part("section-lessons")
    .querySelector(`li:nth-child(${nextOf(lessons)?.number ?? 0}) button`)
    ?.classList.add("primary");
  if (location.hash === "#lessons") part("section-lessons").scrollIntoView();
}
part("after").replaceChildren(
  ...(title ? [h("button", { class: "play", click: () => withBot(title) }, "Play a bot now")] : []),
  ...(title ? [h("a", { class: "button", href: `/rules/${id}` }, "Read the rules")] : []),
  h("a", { class: "button", href: "/" }, "Go to the lobby"),
);
