/** A number input: minus, plus, a slider, the mouse wheel, and a button with the chosen amount. */

import { h } from "../../shared/dom.js";

/** @typedef {import("../types.js").Level} Level */

/** The chosen value of each question, because the bar is redrawn now and then. @type {Map<string, number>} */
const kept = new Map();

/** @param {string} question @param {Level[]} levels from least to most */
export function numberInput(question, levels) {
  const usual = levels.findIndex((level) => level.usual),
    last = levels.length - 1;
  const at = () => Math.min(kept.get(question) ?? (usual < 0 ? 0 : usual), last);
  const level = () => /** @type {Level} */ (levels[at()]);
  const slider = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Amount" });
  const choose = h("button", { class: "primary", click: () => level().act() });
  /** @param {number} value */
  const go = (value) => {
    kept.set(question, Math.max(0, Math.min(last, value)));
    show();
    level().hover(true);
  };
  const less = h("button", { class: "step", "aria-label": "Less", click: () => go(at() - 1) }, "−");
  const more = h("button", { class: "step", "aria-label": "More", click: () => go(at() + 1) }, "+");
  const show = () => {
    const { label, then } = level();
    slider.value = String(at());
    slider.setAttribute("aria-valuetext", label);
    choose.replaceChildren(then ? h("span", {}, `${label}: `, h("span", { class: "then" }, then)) : label);
    less.disabled = at() === 0;
    more.disabled = at() === last;
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      level().act();
    }
  });
  const box = h("div", { class: "stepper", role: "group", "aria-label": "Amount" }, less, slider, more, choose);
  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      go(at() + (event.deltaY < 0 || event.deltaX > 0 ? 1 : -1));
    },
    { passive: false },
  );
  if (kept.size > 40) kept.delete(kept.keys().next().value ?? "");
  show();
  return box;
}
