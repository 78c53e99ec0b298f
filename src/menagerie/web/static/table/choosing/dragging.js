/** Drag and drop: pull a piece to a place by mouse or finger. */

import { label } from "./paths.js";
import { s } from "../../shared/dom.js";

/** @typedef {import("./picker.js").Picker} Picker */

const FAR = 10;

/** @param {Picker} picker @param {() => boolean} open whether something can be chosen now */
export function dragging(picker, open) {
  const { scene } = picker,
    root = scene.root;
  /** @type {{id: string, x: number, y: number, copy: SVGGElement | null} | null} */
  let held = null;
  let dropped = false; // ignore the click that follows

  root.addEventListener(
    "pointerdown",
    (event) => {
      dropped = false;
      const id = event.button === 0 && open() && !picker.piece ? pulled(picker, event.clientX, event.clientY) : "";
      held = id ? { id, x: event.clientX, y: event.clientY, copy: null } : null;
    },
    { capture: true },
  );
  root.addEventListener(
    "pointermove",
    (event) => {
      if (!held) return;
      if (!held.copy && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      event.stopPropagation();
      event.preventDefault();
      held.copy ??= lift(picker, held.id);
      const from = scene.point(held.x, held.y),
        to = scene.point(event.clientX, event.clientY);
      held.copy.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
    },
    { capture: true },
  );
  for (const end of ["pointerup", "pointercancel"])
    root.addEventListener(
      end,
      (event) => {
        const { id, copy } = held ?? { id: "", copy: null };
        held = null;
        if (!copy) return;
        copy.remove();
        dropped = true;
        const { clientX, clientY } = /** @type {PointerEvent} */ (event);
        if (end === "pointerup") picker.drop(id, under(picker, clientX, clientY));
      },
      { capture: true },
    );
  root.addEventListener(
    "click",
    (event) => {
      if (dropped) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      dropped = false;
    },
    { capture: true },
  );
}

/** The pieces under a point, uppermost first. @param {Picker} picker @param {number} x @param {number} y */
function under({ scene }, x, y) {
  const found = document.elementsFromPoint(x, y).map((element) => element.closest("[data-target], [data-piece]"));
  return found
    .filter((element) => element && scene.root.contains(element))
    .map((element) => element?.getAttribute("data-target") ?? element?.getAttribute("data-piece") ?? "");
}

/** The piece there that can be dragged. @param {Picker} picker @param {number} x @param {number} y */
const pulled = (picker, x, y) => under(picker, x, y).find((id) => !label(id) && picker.carried(id).length) ?? "";

/** A copy of the piece that follows the pointer. @param {Picker} picker @param {string} id */
function lift({ scene }, id) {
  const copy = /** @type {SVGGElement} */ (scene.nodes.get(id)?.group.cloneNode(true));
  for (const name of ["data-piece", "role", "aria-label"]) copy.removeAttribute(name);
  const group = s("g", { class: "lifted", "aria-hidden": "true" }, copy);
  scene.overlay.append(group);
  return group;
}
