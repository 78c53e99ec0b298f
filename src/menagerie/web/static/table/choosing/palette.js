/** Pictures of what can be placed, beside its place on the table. */

import { fragment, h, s } from "../../shared/dom.js";

/** @typedef {{label: string, ghost: string, act: () => void, hover: (on: boolean) => void}} Swatch */

const box = h("div", { class: "palette", role: "group", "aria-label": "Pieces for this place", hidden: true });

/** @param {Swatch[]} swatches @param {DOMRect | null} beside the place on the screen */
export function palette(swatches, beside) {
  const stage = document.querySelector(".stage");
  if (!box.isConnected) stage?.append(box);
  const key = JSON.stringify(swatches.map(({ label, ghost }) => [label, ghost]));
  if (box.dataset.key !== key) box.replaceChildren(...swatches.map(swatch));
  box.dataset.key = key;
  box.hidden = !swatches.length || !beside;
  if (!stage || !beside || box.hidden) return;
  for (const picture of box.querySelectorAll("svg")) frame(picture);
  const around = stage.getBoundingClientRect();
  const left = beside.left + beside.width / 2 - around.left - box.offsetWidth / 2;
  const below = beside.bottom - around.top + 8,
    above = beside.top - around.top - box.offsetHeight - 8;
  const top = below + box.offsetHeight <= around.height ? below : Math.max(4, above);
  box.style.left = `${Math.max(4, Math.min(left, around.width - box.offsetWidth - 4))}px`;
  box.style.top = `${Math.max(4, Math.min(top, around.height - box.offsetHeight - 4))}px`;
}

/** Whether the pictures are shown, so that the bar needn't list them. */
export const shown = () => !box.hidden;

/** @param {Swatch} one */
const swatch = ({ label, ghost, act, hover }) =>
  h(
    "button",
    {
      title: label,
      "aria-label": label,
      click: act,
      pointerenter: () => hover(true),
      focus: () => hover(true),
      pointerleave: () => hover(false),
      blur: () => hover(false),
    },
    s("svg", { class: "scene", "aria-hidden": "true" }, s("g", {}, ...fragment(ghost))),
    h("span", {}, /** @type {string} */ (label.split(", ").at(-1))),
  );

/**
 * Show the whole drawing, wherever on the table it would lie. A rotated drawing has a larger box than it needs.
 * @param {SVGSVGElement} picture
 */
function frame(picture) {
  const drawn = /** @type {SVGGElement | null} */ (picture.firstElementChild)?.getBBox(),
    turned = /** @type {SVGGraphicsElement | null} */ (picture.querySelector("[transform*=rotate]"))?.getBBox();
  if (!drawn?.width) return;
  const { width, height } = turned ?? drawn;
  const corner = [drawn.x + (drawn.width - width) / 2, drawn.y + (drawn.height - height) / 2];
  picture.setAttribute("viewBox", [...corner, width, height].join(" "));
}
