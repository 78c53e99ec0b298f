/** The targets on the table: rings that mouse, finger and keys can press. */

import { s } from "../../shared/dom.js";

/** @typedef {import("../board/scene.js").Scene} Scene */
/**
 * @typedef {{pick: (target: string) => void, hover: (target: string) => void, says: (target: string) => string}} Pointing
 */

const FINGER = 36;

/** A piece's name for people. @param {Scene} scene @param {string} id */
export const called = (scene, id) => scene.nodes.get(id)?.piece[5] ?? "";

/**
 * Highlight pieces: those that can be picked, those picked, and those a bot would pick.
 * @param {Scene} scene
 * @param {string[]} next
 * @param {string[]} picked
 * @param {string[]} hinted
 * @param {Pointing} picker
 */
export function light(scene, next, picked, hinted, picker) {
  const focused = scene.overlay.querySelector(":focus")?.getAttribute("data-target");
  const rings = next.filter((id) => scene.nodes.has(id)).map((id) => ring(scene, id, hinted.includes(id), picker));
  rings.sort((a, b) => b.area - a.area); // small rings above large ones
  const chosen = picked.filter((id) => scene.nodes.has(id)).map((id) => scene.outline(id, "chosen"));
  scene.overlay.replaceChildren(...chosen, ...rings.map((one) => one.group));
  if (focused)
    /** @type {SVGElement | null} */ (scene.overlay.querySelector(`[data-target="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {Scene} scene @param {string} id @param {boolean} hinted @param {Pointing} picker */
function ring(scene, id, hinted, picker) {
  const group = scene.outline(id, hinted ? "can hinted" : "can");
  const [, , width, height] = scene.box(id);
  const scale = scene.root.getScreenCTM()?.a ?? 1;
  const shape = /** @type {SVGGraphicsElement | null} */ (group.firstElementChild);
  if (shape && Math.min(width, height) * scale < FINGER && matchMedia("(pointer: coarse)").matches) {
    const own = /** @type {SVGGraphicsElement} */ (scene.nodes.get(id)?.body).getBBox();
    const more = (FINGER / scale - Math.min(width, height)) / 2 / (scene.nodes.get(id)?.spot.scale ?? 1);
    group.append(
      s("rect", {
        class: "reach",
        x: own.x - more,
        y: own.y - more,
        width: own.width + 2 * more,
        height: own.height + 2 * more,
      }),
    );
  }
  for (const [name, value] of Object.entries({
    "data-target": id,
    tabindex: "0",
    role: "button",
    "aria-label": [called(scene, id), picker.says(id)].filter(Boolean).join(": ") || "Choose this",
  }))
    group.setAttribute(name, value);
  group.addEventListener("click", (event) => {
    event.stopPropagation();
    picker.pick(id);
  });
  for (const [name, target] of /** @type {const} */ ([
    ["pointerenter", id],
    ["focus", id],
    ["pointerleave", ""],
    ["blur", ""],
  ]))
    group.addEventListener(name, () => picker.hover(target));
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      picker.pick(id);
    } else if (event.key.startsWith("Arrow") && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      toward(scene, id, event.key);
    }
  });
  return { group, area: width * height };
}

/**
 * Move the focus to the nearest target in a direction.
 * @param {Scene} scene
 * @param {string} from
 * @param {string} key
 */
function toward(scene, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const [x, y] = middle(scene, from);
  let best = null,
    least = Infinity;
  for (const other of scene.overlay.querySelectorAll("[data-target]")) {
    const [ox, oy] = middle(scene, other.getAttribute("data-target") ?? "");
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 1 && along + 2 * across < least) {
      least = along + 2 * across;
      best = other;
    }
  }
  /** @type {SVGElement | null} */ (best)?.focus();
}

/** @param {Scene} scene @param {string} id */
function middle(scene, id) {
  const [x, y, width, height] = scene.box(id);
  return [x + width / 2, y + height / 2];
}
