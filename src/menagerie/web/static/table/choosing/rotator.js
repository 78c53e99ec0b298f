/** A piece that is already in its place and can be rotated there. */

import { label } from "./paths.js";
import { fragment, s } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Choice} Choice */

export class Rotator {
  group = s("g", { class: "ghost", tabindex: "0", role: "button" });
  way = 0;
  fits = true;
  mirrors = false;

  /**
   * @param {import("../board/scene.js").Scene} scene
   * @param {Choice[]} choices
   * @param {() => void} lay
   * @param {(words: string) => void} tell
   */
  constructor(scene, choices, lay, tell) {
    this.scene = scene;
    this.choices = choices;
    this.tell = tell;
    this.group.addEventListener("click", (event) => {
      event.stopPropagation();
      lay();
    });
    scene.overlay.append(this.group);
    this.draw();
  }

  get choice() {
    return /** @type {Choice} */ (this.choices[this.way]);
  }

  get words() {
    return this.choice.words;
  }

  get notation() {
    return this.choice.notation;
  }

  /** The box it lies in. @returns {import("../../shared/types.js").Box} */
  get box() {
    const { x, y, width, height } = this.group.getBBox();
    return this.scene.outward(this.choice.part, [x, y, width, height]);
  }

  draw() {
    this.group.replaceChildren(...fragment(this.choice.ghost ?? ""));
    this.group.setAttribute("transform", this.scene.frame(this.choice.part));
    const words = `${label(this.choice.path.at(-1) ?? "")}, orientation ${this.way + 1} of ${this.choices.length}`;
    this.group.setAttribute("aria-label", `${words}. Press R to rotate the piece, Enter to place it.`);
    this.tell(words);
  }

  /** @param {string} _how unused, because it can only be rotated @param {number} steps */
  change(_how, steps = 1) {
    this.way = (this.way + steps + this.choices.length) % this.choices.length;
    this.draw();
  }

  /** @param {string} key @returns {boolean} whether the key was for the piece */
  key(key) {
    if (/^([rRnN]|Arrow(Right|Down))$/.test(key)) this.change("turned");
    else if (/^Arrow(Left|Up)$/.test(key)) this.change("turned", -1);
    else return false;
    return true;
  }

  gone() {
    this.group.remove();
  }
}
