/** Where the table's parts lie on this screen: fetched from the server, which arranges them, and cached. */

import { get } from "../../shared/api.js";

/** @typedef {import("../../shared/types.js").Parts} Parts */
/** @typedef {import("../../shared/types.js").Places} Places */

const PAUSE = 120;

export class Arranger {
  /** @type {Map<string, Places | null>} */
  known = new Map();
  timer = 0;
  /** Measured once, as in the camera. @type {{clientWidth: number, clientHeight: number} | null} */
  measured = null;

  /**
   * @param {Element} root the element that shows the table
   * @param {() => void} arranged called when there is a new arrangement
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

  /** The available width and height. @returns {[number, number]} */
  get size() {
    const { clientWidth, clientHeight } = this.measured ?? this.root;
    if (clientWidth) this.measured ??= { clientWidth, clientHeight };
    return [Math.max(100, clientWidth), Math.max(100, clientHeight)];
  }

  /**
   * Return where these parts lie, or null if that was only now asked for.
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
