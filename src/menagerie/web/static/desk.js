/** The things on the page that all its parts work with: the picture and the view of it, the sheet, the connection. */

import { bar } from "./bar.js";
import { Camera } from "./camera.js";
import { part } from "./dom.js";
import { Gaze } from "./gaze.js";
import { Live } from "./live.js";
import { Marks } from "./marks.js";
import { Riddle } from "./riddle.js";
import { Scene } from "./scene.js";
import { Sheet } from "./sheet.js";
import { id, riddle } from "./standing.js";

export const scene = new Scene(/** @type {any} */ (part("scene")));
export const marks = new Marks(scene);
export const camera = new Camera(scene);
export const gaze = new Gaze(camera);
export const charts = new Sheet();
const tell = (/** @type {string} */ word, /** @type {boolean} */ isOver = false) => {
  part("word").textContent = word;
  part("word").hidden = !word;
  const [prompt, label, address] = riddle
    ? ["Load the page again, or go to another puzzle.", "All puzzles", "/puzzles"]
    : ["Load the page again, or go to another table.", "All tables", "/"];
  if (isOver) bar(prompt ?? "", [{ label: label ?? "", act: () => location.assign(address ?? "/") }], []);
};
export const live = riddle ? new Riddle(tell) : new Live(id, tell);

/** Go to the first thing that can be chosen. */
export function focusFirst() {
  const first =
    scene.overlay.querySelector("[tabindex]") ??
    document.querySelector(".palette:not([hidden]) button") ??
    part("choices").querySelector("input, button");
  /** @type {HTMLElement | null} */ (first)?.focus();
}
