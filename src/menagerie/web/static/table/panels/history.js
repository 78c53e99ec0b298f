/** The slider: any moment of the game by slider, keys and autoplay. */

import { get } from "../../shared/api.js";
import { h, part, say } from "../../shared/dom.js";
import { pref, remember } from "../../shared/preferences.js";
import { changed } from "../board/scene.js";
import { source } from "../state/store.js";

/** @typedef {import("../../shared/types.js").Moment} Moment */
/** @typedef {import("../types.js").Picture} Picture */

const BEAT = 1100;
const SPEEDS = ["0.5", "1", "2", "4"];

export class History {
  /** The moment shown, or null for the present. @type {number | null} */
  n = null;
  /** @type {Picture | null} */
  picture = null;
  /** @type {number | null} */
  wanted = null;
  busy = false;
  timer = 0;
  last = 0;
  always = false;
  /** @type {{n: number, name: string}[]} */
  chapters = [];
  /** The number of decisions that the rounds were fetched for. */
  learnt = -1;

  /**
   * @param {(moment: Moment | null, picture: Picture | null) => void} show called with null for the present
   * @param {() => HTMLElement[]} more further buttons
   */
  constructor(show, more) {
    this.show = show;
    this.more = more;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      "aria-label": "Decision",
      input: () => this.go(Number(this.slider.value)),
    });
    this.words = h("output", { class: "moment" });
    this.player = h("button", { click: () => this.play() }, "Play");
    this.extra = h("span", { class: "row" });
    this.speed = h(
      "select",
      {
        "aria-label": "Speed",
        title: "Speed",
        change: () => {
          remember("speed", this.speed.value);
          if (this.timer) this.beat();
        },
      },
      ...SPEEDS.map((speed) => h("option", { value: speed, selected: speed === pref("speed", "1") }, `${speed}×`)),
    );
    this.rounds = h("select", {
      class: "rounds",
      "aria-label": "Round",
      title: "Go to a round ([ and ])",
      change: () => this.go(Number(this.rounds.value)),
    });
    this.rounds.hidden = true;
    const step = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => number} */ to) =>
      h(
        "button",
        { class: sign.length > 1 ? "wide" : "", "aria-label": name, title: name, click: () => this.go(to()) },
        sign,
      );
    part("history").append(
      step("Go to the start", "|<", () => 0),
      step("Step back (,)", "<", () => this.goal - 1),
      this.slider,
      step("Step forward (.)", ">", () => this.goal + 1),
      step("Go to the end", ">|", () => this.last),
      this.player,
      this.speed,
      this.rounds,
      this.words,
      this.extra,
    );
  }

  get now() {
    return this.n ?? this.last;
  }

  /** The moment being fetched. Keys pressed meanwhile count from there, so that none is lost. */
  get goal() {
    return this.busy && this.wanted !== null ? this.wanted : this.now;
  }

  /**
   * Set the number of decisions.
   * @param {number} last
   * @param {boolean} always whether the slider is also shown in the present
   */
  grow(last, always) {
    this.last = last;
    this.always = always;
    this.draw();
  }

  draw() {
    part("history").hidden = !this.always && this.n === null;
    this.slider.max = String(this.last);
    this.slider.value = String(this.now);
    this.words.textContent = `${this.now} of ${this.last}`;
    this.player.textContent = this.timer ? "Pause" : "Play";
    this.drawTools();
    const at = this.chapters.filter((chapter) => chapter.n <= this.now).at(-1);
    if (at) this.rounds.value = String(at.n);
    if (!part("history").hidden) this.learn();
  }

  drawTools() {
    this.extra.replaceChildren(...this.more());
  }

  /** Fetch where rounds begin, when the player looks back. */
  async learn() {
    if (this.last === 0 || (this.learnt >= 0 && (!this.always || this.learnt === this.last))) return;
    this.learnt = this.last;
    const course = await get(source("course")).catch(() => null);
    if (!course) return;
    this.chapters = course.chapters;
    this.rounds.replaceChildren(...this.chapters.map((chapter) => h("option", { value: chapter.n }, chapter.name)));
    this.rounds.hidden = this.chapters.length < 2;
    this.draw();
  }

  /** Go to the start of a round: 1 for the next, -1 for this one or the one before. @param {1 | -1} by */
  round(by) {
    const starts = this.chapters.map((chapter) => chapter.n);
    const next = by > 0 ? starts.find((n) => n > this.goal) : starts.filter((n) => n < this.goal).at(-1);
    this.go(next ?? (by > 0 ? this.last : 0));
  }

  /** @param {number} n */
  async go(n) {
    this.wanted = Math.max(0, Math.min(this.last, n));
    if (this.busy) return;
    this.busy = true;
    while (this.wanted !== null && this.wanted !== this.n) {
      const goal = this.wanted;
      const since = this.n;
      /** @type {Moment | null} */
      const moment = await get(source(`moment/${goal}`, { since })).catch((error) => {
        say(error.message);
        return null;
      });
      if (!moment || this.wanted === null) break;
      this.picture = changed(since === null ? null : this.picture, moment.scene);
      this.n = goal;
      this.show(moment, this.picture);
      this.draw();
    }
    this.busy = false;
    this.draw();
  }

  /** Return to the present. */
  leave() {
    this.wanted = this.n = this.picture = null;
    if (!this.always) this.learnt = -1;
    this.stop();
    this.show(null, null);
    this.draw();
  }

  play() {
    if (this.timer) return this.stop();
    this.beat();
    this.go(this.now >= this.last ? 0 : this.now + 1);
  }

  /** Step forward automatically, at the chosen speed. */
  beat() {
    clearInterval(this.timer);
    const on = () => (this.now < this.last ? this.go(this.now + 1) : this.stop());
    this.timer = setInterval(on, BEAT / Number(this.speed.value));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.draw();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was for looking back */
  key(event) {
    if (event.key === ",") this.go(this.goal - 1);
    else if (event.key === ".") this.go(this.goal + 1);
    else if (part("history").hidden) return false;
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.last);
    else if (event.key === "p") this.play();
    else if (event.key === "[") this.round(-1);
    else if (event.key === "]") this.round(1);
    else if (event.key === "Escape" && this.n !== null) this.leave();
    else return false;
    return true;
  }
}
