/** The things on the page that all its parts work with: the picture and the view of it, the sheet, the connection. */

import { Camera } from "./camera.js";
import { part } from "./dom.js";
import { Gaze } from "./gaze.js";
import { Live } from "./live.js";
import { Marks } from "./marks.js";
import { Scene } from "./scene.js";
import { Sheet } from "./sheet.js";
import { id } from "./standing.js";

export const scene = new Scene(/** @type {any} */ (part("scene")));
export const marks = new Marks(scene);
export const camera = new Camera(scene);
export const gaze = new Gaze(camera);
export const charts = new Sheet(id);
export const live = new Live(id, (word) => ((part("word").textContent = word), (part("word").hidden = !word)));

/** Go to the first thing that can be chosen. */
export function focusFirst() {
  const first =
    scene.overlay.querySelector("[tabindex]") ??
    document.querySelector(".palette:not([hidden]) button") ??
    part("choices").querySelector("input, button");
  /** @type {HTMLElement | null} */ (first)?.focus();
}
