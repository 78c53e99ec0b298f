/** The objects that all scripts of the page share: the scene, the view of it, the sheet. */

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
 * Show the status of the connection.
 * @param {string} word "" if all is well
 * @param {boolean} isOver whether the connection has ended
 */
export function tellConnection(word, isOver) {
  part("word").textContent = word;
  part("word").hidden = !word;
  const [prompt, label, address] = puzzleAddress
    ? ["Reload the page, or choose another puzzle.", "See all puzzles", "/puzzles"]
    : ["Reload the page, or go to the lobby.", "Go to the lobby", "/"];
  if (isOver) bar(prompt ?? "", [{ label: label ?? "", act: () => location.assign(address ?? "/") }], []);
}

/** Focus the first thing that can be chosen. */
export function focusFirst() {
  const first =
    scene.overlay.querySelector("[tabindex]") ??
    document.querySelector(".palette:not([hidden]) button") ??
    part("choices").querySelector("input, button");
  /** @type {HTMLElement | null} */ (first)?.focus();
}
