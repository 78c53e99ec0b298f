/** The things on the page that all its parts work with: the picture and the view of it, the sheet. */

import { bar } from "../panels/bar.js";
import { Camera } from "../board/camera.js";
import { part } from "../../shared/dom.js";
import { Viewport } from "../board/viewport.js";
import { LastMove } from "../board/last_move.js";
import { Scene } from "../board/scene.js";
import { Sheet } from "../panels/sheet.js";
import { puzzleAddress } from "../state/store.js";

export const scene = new Scene(/** @type {any} */ (part("scene")));
export const lastMove = new LastMove(scene);
export const camera = new Camera(scene);
export const viewport = new Viewport(camera);
export const charts = new Sheet();

/**
 * Say how the connection is.
 * @param {string} word empty: well
 * @param {boolean} isOver whether nothing more will come
 */
export function tellConnection(word, isOver) {
  part("word").textContent = word;
  part("word").hidden = !word;
  const [prompt, label, address] = puzzleAddress
    ? ["Load the page again, or go to another puzzle.", "All puzzles", "/puzzles"]
    : ["Load the page again, or go to another table.", "All tables", "/"];
  if (isOver) bar(prompt ?? "", [{ label: label ?? "", act: () => location.assign(address ?? "/") }], []);
}

/** Go to the first thing that can be chosen. */
export function focusFirst() {
  const first =
    scene.overlay.querySelector("[tabindex]") ??
    document.querySelector(".palette:not([hidden]) button") ??
    part("choices").querySelector("input, button");
  /** @type {HTMLElement | null} */ (first)?.focus();
}
