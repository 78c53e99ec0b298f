/** The puzzles: today's, and each title's by theme and difficulty. */

import { get } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { picturesFollowTheme } from "../shared/pictures.js";
import { isSolved, starred } from "../shared/solved_puzzles.js";
import { pageHeader } from "../shared/page_header.js";

/** @typedef {import("../shared/types.js").PuzzleCard} Card */
/** @typedef {{id: string, name: string, puzzles: Card[]}} Book */

/** @type {Book[]} */
let books = [];
const theme = /** @type {HTMLSelectElement} */ (part("theme")),
  stars = /** @type {HTMLSelectElement} */ (part("stars")),
  unsolved = /** @type {HTMLInputElement} */ (part("unsolved"));

/** The title in the address, or the first. @returns {Book | undefined} */
const book = () => books.find(({ id }) => id === location.hash.slice(1)) ?? books[0];

/** @param {Card} card */
const hard = ({ stars: count }) =>
  h("span", { class: "stars", role: "img", "aria-label": `${count} of 3 stars` }, starred(count));

/** @param {Card} card */
const done = ({ title, number }) => (isSolved(title, number) ? h("span", { class: "done" }, "solved") : null);

/** @param {Card} card */
const line = (card) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "puzzle-line", href: card.address },
      h("b", {}, String(card.number)),
      h("span", { class: "theme" }, card.theme),
      h("span", { class: "soft" }, card.players === 1 ? "solo" : `${card.players} players`),
      done(card),
      hard(card),
    ),
  );

/** @param {Card} card @param {string} name */
const ofToday = (card, name) =>
  h(
    "a",
    { class: "today", href: card.address },
    h("img", { "data-picture": `/api${card.address}/picture.svg`, alt: "" }),
    h(
      "span",
      { class: "said" },
      h("b", {}, `${name}: ${card.theme}`),
      h("span", { class: "row" }, hard(card), done(card), h("span", { class: "soft" }, `Puzzle ${card.number}`)),
      h("span", {}, "A new puzzle every day, the same for everyone."),
    ),
  );

/** List the chosen title's puzzles that match the filters. */
function draw() {
  const shown = book();
  if (!shown) return;
  for (const link of part("books").querySelectorAll("a")) {
    if (link.getAttribute("href") === `#${shown.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const wanted = shown.puzzles.filter(
    (card) =>
      (!theme.value || card.theme === theme.value) &&
      (!stars.value || card.stars === Number(stars.value)) &&
      (!unsolved.checked || !isSolved(card.title, card.number)),
  );
  const solved = shown.puzzles.filter(({ title, number }) => isSolved(title, number)).length;
  part("count").textContent = `${solved} of ${shown.puzzles.length} solved`;
  part("list").replaceChildren(...wanted.map(line));
  part("none").hidden = wanted.length > 0;
}

/** Show another title, with its own themes. */
function turn() {
  const themes = [...new Set((book()?.puzzles ?? []).map((card) => card.theme))].sort();
  theme.replaceChildren(
    h("option", { value: "" }, "All themes"),
    ...themes.map((words) => h("option", { value: words }, words)),
  );
  draw();
}

icons();
pageHeader();
dropping();
for (const choice of [theme, stars, unsolved]) choice.addEventListener("change", draw);
addEventListener("hashchange", turn);
await get("/api/puzzles").then(
  (told) => {
    books = told.titles;
    const name = books.find(({ id }) => id === told.today?.title)?.name ?? "";
    if (told.today) part("today").replaceChildren(ofToday(told.today, name));
    part("books").replaceChildren(
      ...books.map(({ id, name }) => h("li", {}, h("a", { class: "button", href: `#${id}` }, name))),
    );
    part("some").hidden = !books.length;
    turn();
  },
  (error) => say(error.message),
);
picturesFollowTheme();
