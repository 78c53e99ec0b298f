/** Where the parts of the table lie on this screen: asked of the server, who knows how, and remembered. */

import { get } from "../../shared/api.js";

/** @typedef {import("../../shared/types.js").Parts} Parts */
/** @typedef {import("../../shared/types.js").Places} Places */

const PAUSE = 120;

export class Arranger {
  /** @type {Map<string, Places | null>} */
  known = new Map();
  timer = 0;
  /** As in the camera: measured once. @type {{clientWidth: number, clientHeight: number} | null} */
  measured = null;

  /**
   * @param {Element} root what the table is shown in
   * @param {() => void} arranged called when there is something new to be shown
   */
  constructor(root, arranged) {
    this.root = root;
    this.arranged = arranged;
    new ResizeObserver(() => {
      this.measured = null;
      clearTimeout(this.timer);
      this.timer = setTimeout(arranged, PAUSE);
    }).observe(root);
  }

  /** How much room there is. @returns {[number, number]} */
  get size() {
    const { clientWidth, clientHeight } = this.measured ?? this.root;
    if (clientWidth) this.measured ??= { clientWidth, clientHeight };
    return [Math.max(100, clientWidth), Math.max(100, clientHeight)];
  }

  /**
   * Where these parts lie now; null: not known yet, and asked for.
   * @param {Parts} parts
   * @param {string[]} asked those that I am asked about
   * @returns {Places | null}
   */
  places(parts, asked) {
    const [width, height] = this.size,
      code = (/** @type {unknown} */ thing) => encodeURIComponent(JSON.stringify(thing)),
      known = asked.filter((name) => name in parts);
    const key = `width=${width}&height=${height}&parts=${code(parts)}&asked=${code(known)}`;
    const found = this.known.get(key);
    if (found === undefined) this.ask(key);
    return found ?? null;
  }

  /** @param {string} key */
  async ask(key) {
    this.known.set(key, null);
    const answer = await get(`/api/arrangement?${key}`).catch(() => null);
    if (answer) this.known.set(key, answer.places);
    else this.known.delete(key);
    if (answer) this.arranged();
    else setTimeout(this.arranged, 1000);
  }
}
