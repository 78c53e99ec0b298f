/** A title's rules page: contents, a link to every number, and search. */

import { get } from "../shared/api.js";
import { copyLink, h, icons, part } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { picturesFollowTheme } from "../shared/pictures.js";
import { pageHeader } from "../shared/page_header.js";
import { forCount } from "../shared/words.js";

const id = location.pathname.split("/")[2] ?? "";
const page = part("rules");
const words = /** @type {HTMLInputElement} */ (part("words"));

/** How many words the contents show of a rule that has no name. */
const BEGINNING = 6;

/** The matches of the search, in page order. @type {Element[]} */
let places = [];
let at = -1;

/** @param {string} rule @param {string} address */
const anchor = (rule, address) =>
  h(
    "a",
    {
      class: "anchor",
      href: address,
      "aria-label": `Link to ${rule}`,
      title: "Copy a link to this rule",
      click: () => copyLink(address, `Link to ${rule} copied.`),
    },
    "#",
  );

/** A rule's entry in the contents: its name or, if it has none, its first words. @param {Element} place */
function nameOf(place) {
  const name = place.textContent?.trim() ?? "";
  if (/[^\d.]/.test(name)) return name.replace(/[.:]$/, "");
  const words = (place.parentElement?.textContent ?? "").trim().split(/\s+/);
  return words.length > BEGINNING ? `${words.slice(0, BEGINNING).join(" ")} …` : words.join(" ");
}

/** Build the contents, and put a link beside every number. */
function number() {
  /** @type {HTMLElement} */
  let inside = h("ol");
  const chapters = part("chapters");
  chapters.replaceChildren();
  for (const place of page.querySelectorAll("h2, [id^='rule-']:not(h2)")) {
    place.id ||= `chapter-${chapters.children.length + 1}`;
    const entry = h("li", {}, h("a", { href: `#${place.id}` }, nameOf(place)));
    if (place.matches("h2")) {
      chapters.append(entry);
      entry.append((inside = h("ol")));
    } else inside.append(entry);
  }
  for (const list of chapters.querySelectorAll("ol:empty")) list.remove();
  for (const place of page.querySelectorAll("[id^='rule-']"))
    place.append(" ", anchor(place.id.slice("rule-".length), `#${place.id}`));
}

/** Mark the chapter in sight in the contents. */
function follow() {
  const heads = [...page.querySelectorAll("h2")];
  const here = heads.filter((head) => head.getBoundingClientRect().top < innerHeight / 3).at(-1) ?? heads[0];
  for (const link of part("chapters").querySelectorAll(":scope > li > a"))
    if (link.getAttribute("href") !== `#${here?.id}`) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "true");
      if (!isNarrow()) link.scrollIntoView({ block: "nearest" });
    }
}

/** Whether the contents cover the rules rather than stand beside them. */
const isNarrow = () => matchMedia("(max-width: 900px)").matches;

/** Scroll to the place in the address. */
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

/** Mark every occurrence of a word. @param {string} wanted */
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

/** Search for what was typed: a rule's number first, then words. */
function search() {
  unmark();
  const wanted = words.value.trim().toLowerCase();
  const rule = document.getElementById(`rule-${wanted.replace(/\.$/, "")}`);
  if (wanted.length > 1 && !rule) mark(wanted);
  places = rule ? [rule] : [...page.querySelectorAll("mark")];
  at = -1;
  part("found").textContent = !wanted
    ? ""
    : wanted.length > 1 || places.length
      ? forCount(places.length, "1 match", "{n} matches")
      : "";
  for (const name of ["before", "after"]) part(name).toggleAttribute("disabled", !places.length);
  if (places.length) step(1);
}

/** Go to the next match, or the previous one. @param {number} by */
function step(by) {
  if (!places.length) return;
  places[at]?.classList.remove("here");
  at = (at + by + places.length) % places.length;
  const place = places[at];
  place?.classList.add("here");
  place?.scrollIntoView({ block: "center" });
  if (places.length > 1) part("found").textContent = `${at + 1} of ${places.length} matches`;
}

icons();
pageHeader();
dropping();
addEventListener("hashchange", arrive);
words.addEventListener("input", search);
part("before").addEventListener("click", () => step(-1));
part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  step(1);
});
words.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.shiftKey) {
    event.preventDefault();
    step(-1);
  }
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== words) {
    event.preventDefault();
    words.focus();
  }
});
addEventListener("scroll", follow, { passive: true });
// On a small screen the contents cover the rules, so they close after a choice or a click elsewhere.
if (isNarrow()) part("contents").removeAttribute("open");
addEventListener("click", ({ target }) => {
  const contents = part("contents"),
    chosen = target instanceof Element && (target.closest("[data-part=chapters] a") || !contents.contains(target));
  if (isNarrow() && chosen) contents.removeAttribute("open");
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !isNarrow() || !part("contents").hasAttribute("open")) return;
  part("contents").removeAttribute("open");
  part("contents").querySelector("summary")?.focus();
});
part("ways").replaceChildren(
  h("a", { href: `/learn/${id}`, "data-part": "learn" }, "How to play, in pictures"),
  h("a", { href: "/" }, "Go to the lobby"),
);
await get(`/api/titles/${id}/rules`).then(
  (answer) => {
    document.title = `Rules of ${answer.name} · Menagerie`;
    page.innerHTML = answer.html;
    number();
    picturesFollowTheme();
    arrive();
    follow();
  },
  (error) => {
    page.textContent = error.message;
    for (const name of ["search", "contents", "learn"]) part(name).remove();
  },
);
