/** The rules of a title on a page of their own: contents, a link to every number, and search. */

import { get } from "./api.js";
import { h, icons, part } from "./dom.js";
import { dropping } from "./files.js";

const id = location.pathname.split("/")[2] ?? "";
const page = part("rules");
const words = /** @type {HTMLInputElement} */ (part("words"));

/** What the search has found, in the order of the page. @type {Element[]} */
let places = [];
let at = -1;

/** A link beside every number, and the chapters as a list. */
function number() {
  for (const place of page.querySelectorAll("[id^='rule-']")) {
    const rule = place.id.slice("rule-".length);
    place.append(" ", h("a", { class: "anchor", href: `#${place.id}`, "aria-label": `Link to ${rule}` }, "#"));
  }
  part("chapters").replaceChildren(
    ...[...page.querySelectorAll("h2")].map((heading, number) => {
      heading.id ||= `chapter-${number + 1}`;
      const name = (heading.textContent ?? "").replace(/ #$/, "");
      return h("li", {}, h("a", { href: `#${heading.id}` }, name));
    }),
  );
}

/** Go where the address says. */
function arrive() {
  for (const shown of page.querySelectorAll(".asked")) shown.classList.remove("asked");
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  (place.closest("p, li, h1, h2, h3") ?? place).classList.add("asked");
  place.scrollIntoView({ block: "start" });
}

function unmark() {
  for (const mark of page.querySelectorAll("mark")) {
    const around = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    around?.normalize();
  }
}

/** Mark a word wherever it stands. @param {string} wanted */
function mark(wanted) {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  while (texts.nextNode()) found.push(/** @type {Text} */ (texts.currentNode));
  for (let text of found)
    for (let where; (where = text.data.toLowerCase().indexOf(wanted)) >= 0; ) {
      const hit = text.splitText(where);
      text = hit.splitText(wanted.length);
      const made = h("mark");
      hit.replaceWith(made);
      made.append(hit);
    }
}

/** Find what was typed: the rule of that number first, then the words. */
function search() {
  unmark();
  const wanted = words.value.trim().toLowerCase();
  const rule = document.getElementById(`rule-${wanted.replace(/\.$/, "")}`);
  if (wanted.length > 1 && !rule) mark(wanted);
  places = rule ? [rule] : [...page.querySelectorAll("mark")];
  at = -1;
  part("found").textContent = !wanted
    ? ""
    : places.length === 1
      ? "1 place"
      : wanted.length > 1 || places.length
        ? `${places.length} places`
        : "";
  for (const name of ["before", "after"]) part(name).toggleAttribute("disabled", !places.length);
  if (places.length) step(1);
}

/** To the next place, or the one before. @param {number} by */
function step(by) {
  if (!places.length) return;
  places[at]?.classList.remove("here");
  at = (at + by + places.length) % places.length;
  const place = places[at];
  place?.classList.add("here");
  place?.scrollIntoView({ block: "center" });
  if (places.length > 1) part("found").textContent = `${at + 1} of ${places.length} places`;
}

icons();
dropping();
addEventListener("hashchange", arrive);
words.addEventListener("input", search);
part("before").addEventListener("click", () => step(-1));
part("search").addEventListener("submit", (event) => (event.preventDefault(), step(1)));
words.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.shiftKey) event.preventDefault(), step(-1);
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== words) event.preventDefault(), words.focus();
});
// On a small screen the contents would stand before the rules.
if (innerWidth < 900) part("contents").removeAttribute("open");
part("ways").replaceChildren(
  h("a", { href: `/learn/${id}`, "data-part": "learn" }, "How to play, in pictures"),
  h("a", { href: "/" }, "To the lobby"),
);
await get(`/api/titles/${id}/rules`).then(
  (answer) => {
    document.title = `Rules of ${answer.name} · Menagerie`;
    page.innerHTML = answer.html;
    number();
    arrive();
  },
  (error) => {
    page.textContent = error.message;
    for (const name of ["search", "contents", "learn"]) part(name).remove();
  },
);
