/**
 * Animations of what others did and what a decision set off: steps of a picture and a sentence, each long enough to read.
 */

import { get } from "../../shared/api.js";
import { pref } from "../../shared/preferences.js";
import { changed } from "./scene.js";
import { source } from "../state/store.js";
import { sound } from "../../shared/sounds.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../../shared/types.js").Caption} Caption */
/**
 * @typedef {{picture: Picture, text: string, n: number, lines: number, seat: number | null, sound: string, about: string[] | null, hold: number}} Frame
 */

/** The least time of a step, and the time for every letter of its sentence, in milliseconds. */
const PACES = { relaxed: [500, 13], brisk: [250, 4], instant: [0, 0] };
/** The time of my own decision, which needs no reading, only time to move. */
const OWN = 240;
/** How many pieces are marked at once. */
const FEW = 6;
/** With more waiting steps than this, play faster. */
const MANY = 30;

/** @returns {[number, number]} */
function pace() {
  const chosen = /** @type {keyof typeof PACES} */ (pref("pace", "relaxed"));
  return /** @type {[number, number]} */ (PACES[chosen] ?? PACES.relaxed);
}

/** Whether animations are on. */
export const wanted = () =>
  pace()[0] > 0 && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Return the frames of an animation.
 * @param {number} n the decision
 * @param {Picture} before
 * @param {Caption[]} steps
 * @param {Picture} last the picture of the last step
 * @param {boolean} mine whether it starts with my own decision
 * @returns {Frame[]}
 */
export function framesOf(n, before, steps, last, mine) {
  let picture = before;
  return steps.map((step, i) => {
    picture = step.scene ? changed(picture, step.scene) : i === steps.length - 1 ? last : picture;
    const own = mine && i === 0 ? (steps.length > 1 ? OWN : 0) : null;
    const [least, letter] = pace();
    return { ...step, n, picture, hold: own ?? Math.min(3 * least, Math.max(least, letter * step.text.length)) };
  });
}

/** Fetch the frames of decision n. @param {number} n @returns {Promise<{before: Picture, frames: Frame[]}>} */
export async function filmOf(n) {
  const film = await get(source(`film/${n}`));
  const before = changed(null, film.scene);
  return { before, frames: framesOf(n, before, film.steps, before, false) };
}

export class Film {
  /** The frames still to be shown. @type {Frame[]} */
  queue = [];
  /** The frame shown. @type {Frame | null} */
  frame = null;
  /** The sentence before. */
  earlier = "";
  timer = 0;

  /** @param {(frame: Frame) => void} show @param {() => void} over called at the end */
  constructor(show, over) {
    this.show = show;
    this.over = over;
  }

  get playing() {
    return this.frame !== null;
  }

  /** Show these frames after the current ones. @param {Frame[]} frames */
  add(frames) {
    this.queue.push(...frames);
    if (!this.playing) this.next();
  }

  next() {
    const frame = this.queue.shift();
    if (!frame) return this.end();
    this.earlier = this.frame?.text ?? "";
    this.frame = frame;
    sound(frame.sound);
    this.show(frame);
    const hold = this.queue.length > MANY ? frame.hold / 3 : frame.hold;
    if (hold) this.timer = setTimeout(() => this.next(), hold);
    else this.next();
  }

  /** Jump to the end. @returns {boolean} whether there was anything to skip */
  skip() {
    if (!this.playing) return false;
    this.frame = this.queue.at(-1) ?? this.frame;
    this.end();
    return true;
  }

  end() {
    clearTimeout(this.timer);
    this.queue = [];
    this.earlier = this.frame?.text ?? "";
    this.frame = null;
    this.over();
  }
}

/**
 * What an animation's steps are about, for someone who sees only its end: of many, the last that is about anything.
 * @param {Caption[]} steps
 * @returns {string[] | null}
 */
export function aboutAll(steps) {
  const named = steps.map((step) => step.about).filter((about) => about !== null);
  if (!named.length) return null;
  const every = [...new Set(named.flat())];
  return every.length <= FEW ? every : (named.filter((about) => about.length).at(-1) ?? []);
}
