/** The bar below the table: the prompt, the choices that aren't on the board, and the tools. */

import { h, part } from "../../shared/dom.js";
import { numberInput } from "./number_input.js";

/** @typedef {import("../types.js").Tool} Tool */

/** Labels longer than these take a third of a phone's width, half of it, or where room is scarce all of it. */
const MIDDLING = 24,
  LONG = 66,
  LONGEST = 130;
/** With fewer letters than this everything fits on every screen, so nothing is measured. */
const FEW = 90;
/** How many tools fit side by side on a small screen; the rest go behind one button. */
const ROW = 5;

/** The class for a button's width. @param {number} letters */
const width = (letters) =>
  letters > LONGEST ? " long longest" : letters > LONG ? " long" : letters > MIDDLING ? " middling" : "";

/** @param {Tool} tool */
export const button = ({
  label,
  name = "",
  then = "",
  act,
  hold = () => {},
  kind = "",
  key = "",
  hinted = false,
  hover = () => {},
}) =>
  h(
    "button",
    {
      class: `${kind}${hinted ? " hinted" : ""}${width(label.length + then.length)}`,
      click: act,
      pointerdown: hold,
      "aria-pressed": kind === "pressed" || null,
      pointerenter: () => hover(true),
      focus: () => hover(true),
      pointerleave: () => hover(false),
      blur: () => hover(false),
      "aria-keyshortcuts": key || null,
      "aria-label": name || null,
      title: name || null,
    },
    then ? h("span", {}, `${label}: `, h("span", { class: "then" }, then)) : label,
    key ? h("kbd", {}, key) : null,
  );

/** A chip, which has a place of its own. @param {Tool} tool */
const isChip = ({ kind = "" }) => kind.startsWith("chip");

/** Show or hide the tools behind the last button. @param {boolean} open */
function unfold(open) {
  part("tools").classList.toggle("unfolded", open);
  part("tools").querySelector(".more")?.setAttribute("aria-expanded", String(open));
}

/** @param {Tool[]} tools */
function toolbox(tools) {
  const buttons = tools.map(button);
  if (buttons.length <= ROW) {
    unfold(false);
    return buttons;
  }
  const open = part("tools").classList.contains("unfolded"),
    more = h(
      "button",
      {
        class: "more",
        "aria-expanded": String(open),
        click: () => unfold(!part("tools").classList.contains("unfolded")),
      },
      "More",
    ),
    rest = h("div", { class: "rest", click: () => unfold(false) }, ...buttons.slice(ROW - 1));
  return [...buttons.slice(0, ROW - 1), more, rest];
}

/** Set the bar tighter if its content doesn't fit, so that it keeps its height. */
function fit() {
  const box = /** @type {HTMLElement} */ (part("prompt").closest(".bar")),
    table = /** @type {HTMLElement} */ (box.parentElement);
  box.classList.remove("tight");
  if (
    [part("prompt"), part("note"), part("choices")].reduce((sum, one) => sum + (one.textContent ?? "").length, 0) <= FEW
  )
    return;
  const place = parseFloat(getComputedStyle(table).gridTemplateRows.split(" ").at(-1) ?? "");
  box.classList.toggle("tight", box.getBoundingClientRect().height > place);
}

addEventListener("resize", fit);
addEventListener("pointerdown", ({ target }) => part("tools").contains(/** @type {Node} */ (target)) || unfold(false), {
  capture: true,
});
addEventListener("keydown", ({ key }) => key === "Escape" && unfold(false), { capture: true });

/** @param {string} prompt @param {Tool[]} choices @param {Tool[]} tools */
export function bar(prompt, choices, tools) {
  const box = part("choices"),
    held = document.activeElement,
    inside = box.contains(held),
    label = held?.getAttribute("aria-label") ?? held?.textContent;
  if (part("prompt").textContent !== prompt) part("prompt").textContent = prompt;
  box.replaceChildren(...choices.map((one) => (one.levels ? numberInput(prompt, one.levels) : button(one))));
  part("chips").replaceChildren(...tools.filter(isChip).map(button));
  part("tools").replaceChildren(...toolbox(tools.filter((one) => !isChip(one))));
  fit();
  if (!inside) return;
  const same = [...box.querySelectorAll("button, input")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === label,
  );
  /** @type {HTMLElement} */ (same ?? part("prompt")).focus();
}

/**
 * Show a note beside the prompt, such as why something was refused. A hint (`hint`) or a refusal (`bad`) comes before
 * the prompt where there is little room.
 * @param {string} words
 * @param {"" | "bad" | "hint"} kind
 * @param {Tool[]} more links after it
 */
export function note(words, kind = "", more = []) {
  const place = part("note");
  place.className = `note ${kind}`;
  place.replaceChildren(...(words ? [h("span", {}, words)] : []));
  for (const { label, name = "", kind: way = "", act } of more)
    place.append(" ", h("button", { class: `link ${way}`, "aria-label": name || null, click: act }, label));
  fit();
}
