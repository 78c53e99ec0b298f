/** The bar below the table: one sentence that asks, the choices that are not on the board, and the tools. */

import { h, part } from "./dom.js";
import { stepper } from "./stepper.js";

/** @typedef {{label: string, name?: string, levels?: import("./stepper.js").Level[], then?: string | undefined, act: (event?: PointerEvent) => void, hold?: (event: PointerEvent) => void, kind?: string, key?: string, hinted?: boolean, hover?: (on: boolean) => void}} Tool */

/** So many letters need a wide button on a phone: three lines have room there. */
const LONG = 66;

/** @param {Tool} tool */
export const button = ({ label, name = "", then = "", act, hold = () => {}, kind = "", key = "", hinted = false, hover = () => {} }) =>
  h(
    "button",
    {
      class: `${kind}${hinted ? " hinted" : ""}${label.length + then.length > LONG ? " long" : ""}`,
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

/** What stands, and can be put away by a click; it has a place of its own. @param {Tool} tool */
const isChip = ({ kind }) => kind === "chip";

/** @param {string} prompt @param {Tool[]} choices @param {Tool[]} tools */
export function bar(prompt, choices, tools) {
  const box = part("choices"),
    held = document.activeElement,
    inside = box.contains(held),
    label = held?.getAttribute("aria-label") ?? held?.textContent;
  if (part("prompt").textContent !== prompt) part("prompt").textContent = prompt;
  box.replaceChildren(...choices.map((one) => (one.levels ? stepper(prompt, one.levels) : button(one))));
  part("chips").replaceChildren(...tools.filter(isChip).map(button));
  part("tools").replaceChildren(...tools.filter((one) => !isChip(one)).map(button));
  if (!inside) return;
  const same = [...box.querySelectorAll("button, input")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === label,
  );
  /** @type {HTMLElement} */ (same ?? part("prompt")).focus();
}

/** A short word beside the prompt: where the piece is, why something is refused. What was asked for (`hint`) and what is wrong (`bad`) goes before the prompt where there is little room. @param {string} words @param {"" | "bad" | "hint"} kind @param {Tool | null} more where more of it stands */
export function note(words, kind = "", more = null) {
  const place = part("note");
  place.className = `note ${kind}`;
  place.replaceChildren(...(words ? [h("span", {}, words)] : []));
  if (more) place.append(" ", h("button", { class: `link ${more.kind ?? ""}`, click: more.act }, more.label));
}
