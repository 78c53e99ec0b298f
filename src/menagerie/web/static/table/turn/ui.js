/** The things on the page that all its parts work with: the picture and the view of it, the sheet, the connection. */

import { bar } from "../panels/bar.js";
import { Camera } from "../board/camera.js";
import { part } from "../../shared/dom.js";
import { Gaze } from "../board/viewport.js";
import { Live } from "../state/connection.js";
import { Marks } from "../board/last_move.js";
import { Riddle } from "../state/puzzle_client.js";
import { Scene } from "../board/scene.js";
import { Sheet } from "../panels/sheet.js";
import { id, riddle } from "../state/store.js";

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
