/** A decision made by pointing: paths of targets, narrowed step by step. Knows nothing of the screen. */

/** @typedef {import("./types.js").Choice} Choice */

const BUTTON = "button:";

/** The label of a target that is a button, else nothing. @param {string} target */
export const label = (target) => (target.startsWith(BUTTON) ? target.slice(BUTTON.length) : "");

export class Choosing {
  /** @type {string[]} */ picked = [];

  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices;
  }

  /** The choices that what was picked so far still allows. */
  get open() {
    return this.choices.filter((choice) => this.picked.every((target, step) => choice.path[step] === target));
  }

  /** The targets that can be pointed at next, in order. */
  get next() {
    const step = this.picked.length;
    return [...new Set(this.open.flatMap((choice) => choice.path.slice(step, step + 1)))];
  }

  /** The choices that are left if this target is picked next. @param {string} target */
  after(target) {
    return this.open.filter((choice) => choice.path[this.picked.length] === target);
  }

  /** Ways to lay a piece whose place is known: what is left differs in its last target only, and can be shown. */
  get turning() {
    const last = this.picked.length + 1,
      open = this.open;
    return last > 1 && open.length > 1 && open.every((way) => way.ghost && way.path.length === last) ? open : [];
  }

  /** The targets that are buttons; ways to turn a piece need none. */
  get buttons() {
    return this.turning.length ? [] : this.next.filter(label);
  }

  /** The pieces to be laid on a grid now. */
  get placing() {
    const open = this.open;
    const ready = open.filter((choice) => choice.grid && choice.path.length <= this.picked.length);
    return ready.length || open.length > 1 || !this.picked.length ? ready : open.filter((choice) => choice.grid);
  }

  /** The one decision that is left, when there is only one. */
  get decided() {
    const open = this.open;
    return this.picked.length && open.length === 1 && !open[0]?.grid ? (open[0] ?? null) : null;
  }

  /** Decisions that are complete as they stand, while others go on or are pointed at alike. */
  get complete() {
    return this.decided ? [] : this.open.filter((choice) => !choice.grid && choice.path.length === this.picked.length);
  }

  /** @param {string} target */
  pick(target) {
    if (!this.next.includes(target)) return false;
    this.picked.push(target);
    return true;
  }

  /** Walk back one step. */
  back() {
    return this.picked.pop() !== undefined;
  }
}
