/** Deciding by pointing: paths of targets, narrowed step by step. Knows nothing about the screen. */

/** @typedef {import("../../shared/types.js").Choice} Choice */

const BUTTON = "button:";
/** With more amounts than this, show a slider instead of buttons. */
const MANY = 3;

/** The label of a target that is a button, or "". @param {string} target */
export const label = (target) => (target.startsWith(BUTTON) ? target.slice(BUTTON.length) : "");

export class Paths {
  /** @type {string[]} */
  picked = [];
  /** How many targets were picked at each of the player's picks; single targets are picked automatically. */
  /** @type {number[]} */
  steps = [];

  /** @param {Choice[]} choices @param {boolean} free whether to start without automatic picks */
  constructor(choices, free = false) {
    this.choices = choices;
    if (!free && !this.next.some(label)) this.follow();
  }

  /** The choices still possible after what was picked. */
  get open() {
    return this.choices.filter((choice) => this.picked.every((target, step) => choice.path[step] === target));
  }

  /** The targets that can be pointed at next, in order. */
  get next() {
    const step = this.picked.length;
    return [...new Set(this.open.flatMap((choice) => choice.path.slice(step, step + 1)))];
  }

  /** The choices that remain if this target is picked next. @param {string} target */
  after(target) {
    return this.open.filter((choice) => choice.path[this.picked.length] === target);
  }

  /** Ways to place a piece whose place is known: the remaining choices differ only in their last target. */
  get turning() {
    const last = this.picked.length + 1,
      open = this.open;
    return last > 1 && open.length > 1 && open.every((way) => way.ghost && way.path.length === last) ? open : [];
  }

  /** The targets that are buttons, without ways to rotate a piece. */
  get buttons() {
    return this.turning.length ? [] : this.next.filter(label);
  }

  /** Buttons that are amounts, from least to most, if there are enough for a slider. */
  get amounts() {
    const amount = (/** @type {string} */ target) => this.meaning(target)?.amount ?? -1;
    const found = this.buttons.filter((target) => amount(target) >= 0);
    return found.length > MANY ? found.sort((a, b) => amount(a) - amount(b)) : [];
  }

  /** Buttons for something to place where the player has just pointed, with its picture. */
  get pictures() {
    const found = this.buttons.filter((target) => this.after(target)[0]?.ghost);
    return this.picked.length && found.length === this.buttons.length ? found : [];
  }

  /** The pieces to place on a grid now. */
  get placing() {
    const open = this.open;
    const ready = open.filter((choice) => choice.grid && choice.path.length <= this.picked.length);
    return ready.length || open.length > 1 || !this.picked.length ? ready : open.filter((choice) => choice.grid);
  }

  /** The only remaining decision, if there is just one. */
  get decided() {
    const open = this.open;
    return this.picked.length && open.length === 1 && !open[0]?.grid ? (open[0] ?? null) : null;
  }

  /** Decisions that are complete now, while others continue or share the same targets. */
  get complete() {
    return this.decided ? [] : this.open.filter((choice) => !choice.grid && choice.path.length === this.picked.length);
  }

  /** @param {string} target */
  pick(target) {
    if (!this.next.includes(target)) return false;
    this.steps.push(this.picked.length);
    this.picked.push(target);
    this.follow();
    return true;
  }

  /** Pick a single possible next target automatically, unless that would decide. */
  follow() {
    for (let [only, ...others] = this.next; only && !others.length; [only, ...others] = this.next) {
      const open = this.open,
        ends = open.length < 2 || open.some((choice) => choice.grid || choice.path.length <= this.picked.length);
      if (ends || this.turning.length) return;
      this.picked.push(only);
    }
  }

  /** Go back to before the player's last pick. */
  back() {
    const step = this.steps.pop();
    if (step === undefined) return false;
    this.picked.length = step;
    return true;
  }

  /** The decision that pointing at a target means, if there is just one. @param {string} target */
  meaning(target) {
    const [only, ...others] = this.after(target);
    return only && !others.length ? only : null;
  }
}
