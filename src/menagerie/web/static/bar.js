/** The bar below the table: one sentence that asks, the choices that are not on the board, and the tools. */

import { h, part } from "./dom.js";

/** @typedef {{label: string, act: () => void, kind?: string, key?: string, hinted?: boolean, hover?: (on: boolean) => void}} Tool */

/** @param {Tool} tool */
const button = ({ label, act, kind = "", key = "", hinted = false, hover = () => {} }) =>
  h(
    "button",
    {
      class: `${kind}${hinted ? " hinted" : ""}`,
      click: act,
      pointerenter: () => hover(true),
      focus: () => hover(true),
      pointerleave: () => hover(false),
      blur: () => hover(false),
      "aria-keyshortcuts": key || null,
    },
    label,
    key ? h("kbd", {}, key) : null,
  );

/** @param {string} prompt @param {Tool[]} choices @param {Tool[]} tools */
export function bar(prompt, choices, tools) {
  const box = part("choices"),
    held = document.activeElement,
    at = held ? [...box.children].indexOf(held) : -1;
  if (part("prompt").textContent !== prompt) part("prompt").textContent = prompt;
  box.replaceChildren(...choices.map(button));
  part("tools").replaceChildren(...tools.map(button));
  if (at >= 0) /** @type {HTMLElement | undefined} */ (box.children[Math.min(at, box.children.length - 1)])?.focus();
}

/** A short word beside the prompt: where the piece is, why something is refused. @param {string} words @param {boolean} bad @param {(() => void) | null} rule */
export function note(words, bad = false, rule = null) {
  const place = part("note");
  place.classList.toggle("bad", bad);
  place.replaceChildren(words, ...(rule ? [" ", h("button", { class: "link", click: rule }, "See the rule")] : []));
}
