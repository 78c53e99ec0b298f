/** Where the table's parts lie on this screen: fetched from the server, which arranges them, and cached. */

import { get } from "../../shared/api.js";

/** @typedef {import("../../shared/types.js").Parts} Parts */
/** @typedef {import("../../shared/types.js").Arrangement} Arrangement */

const PAUSE = 120;

export class Arranger {
  /** @type {Map<string, Arrangement | null>} */
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
   * @param {string} title the title that composes the table; empty: none does
   * @returns {Arrangement | null}
   */
  arrangement(parts, asked, title) {
    const [width, height] = this.size,
      code = (/** @type {unknown} */ thing) => encodeURIComponent(JSON.stringify(thing)),
      known = asked.filter((name) => name in parts);
    const base = `width=${width}&height=${height}&parts=${code(parts)}&title=${title}`,
      key = `${base}&asked=${code(known)}`;
    // Where a title composes its table, what I am asked about changes nothing.
    const found = this.known.get(base) ?? this.known.get(key);
    if (found === undefined) this.ask(base, key);
    return found ?? null;
  }

  /** @param {string} base without what I am asked about @param {string} key */
  async ask(base, key) {
    this.known.set(key, null);
    const answer = await get(`/api/arrangement?${key}`).catch(() => null);
    if (answer) this.known.set(answer.composed ? base : key, answer);
    else this.known.delete(key);
    if (answer) this.arranged();
    else setTimeout(this.arranged, 1000);
  }
}
