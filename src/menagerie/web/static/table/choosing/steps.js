/** A decision made step by step: after each step the server says how it can continue. */

/** @typedef {import("../../shared/types.js").Answer} Answer */
/** @typedef {import("../../shared/types.js").Choice} Choice */
/** @typedef {{words: string, choices: Choice[], ghost: string, part: string}} Sketch */

export class Steps {
  /** What was picked, from the beginning. @type {string[]} */
  path = [];
  /** @type {Sketch} */
  sketch = { words: "", choices: [], ghost: "", part: "" };
  /** Counts the questions, so that only the last one's answer is used. */
  asked = 0;

  /**
   * @param {Choice} begun
   * @param {(path: string[]) => Promise<Answer>} ask
   * @param {(goes: boolean) => void} changed called when there is something new, or with false if it can't continue
   */
  constructor(begun, ask, changed) {
    this.begun = begun;
    this.ask = ask;
    this.changed = changed;
    this.go(begun.path);
  }

  /** Ask how it can continue after these targets. @param {string[]} path */
  async go(path) {
    const number = ++this.asked;
    const { ok, reason, words = "", choices = [], ghost = "", part = "" } = await this.ask(path);
    if (number !== this.asked) return;
    if (ok && !reason) {
      this.path = path;
      this.sketch = { words, choices, ghost, part };
    }
    this.changed(this.path.length > 0);
  }

  /** Go back one step. @returns {boolean} whether there was one */
  back() {
    if (this.path.length <= this.begun.path.length) return false;
    this.go(this.path.slice(0, -1));
    return true;
  }

  /** Ignore answers still to come. */
  leave() {
    this.asked += 1;
  }
}
