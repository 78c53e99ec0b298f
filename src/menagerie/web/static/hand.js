/** What I choose by pointing: rings to press, the piece in hand, and a shadow of what would happen. */

import { Choosing, label } from "./choosing.js";
import { fragment, s } from "./dom.js";
import { Ghost } from "./ghost.js";
import { light } from "./targets.js";
import { Turner } from "./turner.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./bar.js").Tool} Tool */
/** @typedef {{decide: (notation: string) => void, refuse: (notation: string) => void, picked: () => void, tell: (words: string) => void}} Doings */

export class Hand {
  choosing = new Choosing([]);
  /** @type {Ghost | Turner | null} */ piece = null;
  shadow = s("g", { class: "shadow", "aria-hidden": "true" });
  /** What is lit up, so that nothing is drawn anew under a finger. */
  lit = "";

  /** @param {import("./scene.js").Scene} scene @param {Doings} doings what follows: a decision, a place where the piece does not fit, a step, a word */
  constructor(scene, doings) {
    this.scene = scene;
    this.doings = doings;
  }

  /** @param {Choice[]} choices */
  ask(choices) {
    this.choosing = new Choosing(choices);
  }

  /** @param {string} target */
  pick(target) {
    if (!this.choosing.pick(target)) return;
    const { decided } = this.choosing;
    if (decided) this.doings.decide(decided.notation);
    else this.doings.picked();
  }

  /** Walk back one step. */
  back() {
    if (!this.choosing.back()) return false;
    if (this.choosing.decided) this.choosing.back(); // what was left then is no choice
    return true;
  }

  /** Lay the piece in hand where it is. */
  lay() {
    if (this.piece?.fits) this.doings.decide(this.piece.notation);
    else if (this.piece) this.doings.refuse(this.piece.notation);
  }

  /**
   * @param {boolean} open whether something can be chosen: not while a decision is on its way or waits to be confirmed
   * @param {boolean} seen whether what was picked is shown @param {string[]} hinted @param {string} stamp what the picture shows
   */
  show(open, seen, hinted, stamp) {
    const { choosing, scene } = this;
    const placing = open ? choosing.placing : [],
      ways = placing.length || !open ? placing : choosing.turning;
    const held = this.piece?.group.contains(document.activeElement);
    if (
      this.piece &&
      (ways.length !== this.piece.choices.length || ways.some((way, i) => way !== this.piece?.choices[i]))
    )
      (this.piece.gone(), (this.piece = null));
    const next = open ? choosing.next.filter((target) => !label(target)) : [];
    const picked = seen ? choosing.picked : [];
    const key = JSON.stringify([next, picked, hinted, stamp]);
    if (key !== this.lit) light(scene, next, picked, hinted, this);
    this.lit = key;
    this.cast(seen ? choosing.decided : null);
    scene.overlay.append(this.shadow);
    if (!this.piece && ways.length)
      this.piece = new (placing.length ? Ghost : Turner)(scene, ways, () => this.lay(), this.doings.tell);
    if (this.piece && !this.piece.group.isConnected) scene.overlay.append(this.piece.group);
    if (held) this.piece?.group.focus();
  }

  /** Somebody points at a target without picking it. @param {string} target empty: no more */
  hover(target) {
    const left = target ? this.choosing.after(target) : [];
    this.cast(left.length === 1 ? left[0] : this.choosing.decided);
  }

  /** Show what would happen. @param {Choice | null | undefined} choice */
  cast(choice) {
    this.shadow.replaceChildren(...(choice?.ghost ? fragment(choice.ghost) : choice?.moves ? this.moved(choice) : []));
  }

  /** The piece that was pointed at first, where it would go. @param {Choice} choice */
  moved({ path }) {
    const from = this.scene.nodes.get(path[0] ?? ""),
      to = path.at(-1) ?? "";
    if (!from || !this.scene.nodes.has(to)) return [];
    const [x, y, width, height] = this.scene.box(to),
      [left, top, wide, high] = this.scene.box(path[0] ?? "");
    const copy = /** @type {SVGGElement} */ (from.group.cloneNode(true));
    for (const name of ["data-piece", "role", "aria-label"]) copy.removeAttribute(name);
    const right = x + width / 2 - left - wide / 2,
      down = y + height / 2 - top - high / 2;
    return [s("g", { transform: `translate(${right} ${down})` }, copy)];
  }

  /** What can be chosen, but does not lie on the table. @param {string[]} hinted @returns {Tool[]} */
  tools(hinted) {
    const { choosing, piece } = this;
    /** @type {Tool[]} */
    const tools = choosing.buttons.map((target, i) => ({
      label: label(target),
      act: () => this.pick(target),
      hover: (on) => this.hover(on ? target : ""),
      key: i < 9 ? String(i + 1) : "",
      hinted: hinted.includes(target),
    }));
    for (const { notation } of choosing.complete)
      tools.push({ label: notation, act: () => this.doings.decide(notation) });
    if (!piece) return tools;
    tools.push({ label: "Turn", kind: "piece", key: "R", act: () => piece.change("turned") });
    if (piece.mirrors) tools.push({ label: "Mirror", kind: "piece", key: "F", act: () => piece.change("mirrored") });
    return [...tools, { label: "Lay it here", kind: "primary touch", act: () => this.lay() }];
  }

  /** Where what can be chosen lies. @param {number | null} seat @returns {import("./types.js").Box[]} */
  boxes(seat) {
    const boxes = this.choosing.next.filter((id) => this.scene.nodes.has(id)).map((id) => this.scene.box(id));
    const board = this.piece instanceof Ghost && this.scene.picture?.areas[`seat-${seat}`];
    if (this.piece) boxes.push(board || this.piece.box);
    return boxes;
  }
}
