/** Making elements: HTML, SVG, our drawings. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Properties */

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {(Node | string | null)[]} children
 */
function furnish(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * Create an HTML element. A property that is a function is a listener for the event of that name.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} properties
 * @param {(Node | string | null)[]} children
 */
export const h = (tag, properties = {}, ...children) => furnish(document.createElement(tag), properties, children);

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} properties
 * @param {(Node | string | null)[]} children
 */
export const s = (tag, properties = {}, ...children) =>
  furnish(document.createElementNS(SVG, tag), properties, children);

/** The page's element marked with `data-part`. @param {string} part @returns {HTMLElement} */
export function part(part) {
  const found = document.querySelector(`[data-part="${part}"]`);
  if (!found) throw new Error(`the page has no part ${part}`);
  return /** @type {HTMLElement} */ (found);
}

/** The pages' drawings, fetched once. */
const symbols = s("svg", { class: "symbols", "aria-hidden": "true" });
document.addEventListener("DOMContentLoaded", async () => {
  document.body.append(symbols);
  symbols.innerHTML = await (await fetch("/symbols.svg")).text();
});

/** One of our drawings, in the colour of the text around it. @param {string} name */
export const icon = (name) =>
  s("svg", { class: "scene icon", viewBox: "0 0 64 64", "aria-hidden": "true" }, s("use", { href: `#${name}` }));

/** Put drawings where the skeleton asks for them with `data-icon`. @param {ParentNode} root */
export function icons(root = document) {
  for (const place of root.querySelectorAll("[data-icon]"))
    place.replaceChildren(icon(place.getAttribute("data-icon") ?? ""));
}

/** SVG text from the server as nodes. @param {string} text */
export function fragment(text) {
  const group = s("g");
  group.innerHTML = text;
  return [...group.childNodes];
}

/** A seat's badge: colour, pattern and letter. @param {number} seat @param {string} letter */
export const badge = (seat, letter = "ABCDE"[seat] ?? "?") =>
  h("span", { class: `badge seat${seat}`, "aria-hidden": "true" }, letter);

/**
 * Show a brief message at the foot of the page and announce it to screen readers.
 * @param {string} words
 * @param {HTMLElement | null} more
 */
export function say(words, more = null) {
  const place =
    document.querySelector(".says") ?? document.body.appendChild(h("div", { class: "says", role: "status" }));
  const note = h("p", { click: () => note.remove() }, words, more);
  place.replaceChildren(note);
  setTimeout(() => note.remove(), 6000 + 40 * words.length);
}

/**
 * Copy an address to the clipboard, or else show it.
 * @param {string} address
 * @param {string} copied the message when it's copied
 */
export async function copyLink(address, copied) {
  const link = new URL(address, location.href).href;
  const done = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  if (done) say(copied);
  else say("Copy this link: ", h("b", {}, link));
}
