/** Choosing by pointing: rings to press, the piece in hand, and a preview of what would happen. */

import { Paths, label } from "./paths.js";
import { fragment, s } from "../../shared/dom.js";
import { Ghost } from "./ghost.js";
import { drawn, find } from "./hint_shadow.js";
import { palette, shown } from "./palette.js";
import { Steps } from "./steps.js";
import { light } from "./targets.js";
import { Rotator } from "./rotator.js";

/** @typedef {import("../../shared/types.js").Choice} Choice */
/** @typedef {import("../types.js").Tool} Tool */
/**
 * @typedef {{decide: (notation: string, words: string) => void, refuse: (notation: string) => void, picked: () => void, tell: (words: string) => void, sketch: (path: string[]) => Promise<import("../../shared/types.js").Answer>}} Doings
 */

export class Picker {
  paths = new Paths([]);
  /** @type {Ghost | Rotator | null} */
  piece = null;
  /** The decision being made step by step, if there is one. @type {Steps | null} */
  steps = null;
  /** @type {import("./hint_shadow.js").Found | null} */
  advice = null;
  hint = s("g", { class: "hint", "aria-hidden": "true" });
  shadow = s("g", { class: "shadow", "aria-hidden": "true" });
  /** What is highlighted, so that it isn't redrawn under a finger. */
  lit = "";

  /**
   * @param {import("../board/scene.js").Scene} scene
   * @param {Doings} doings the callbacks: a decision, a place where the piece doesn't fit, a step, a message
   */
  constructor(scene, doings) {
    this.scene = scene;
    this.doings = doings;
    scene.root.addEventListener("contextmenu", () => this.piece?.change("turned"));
    scene.root.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false });
  }

  /** Rotate the piece in hand with the wheel; with Ctrl, zoom as usual. @param {WheelEvent} event */
  wheel(event) {
    if (!this.piece || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.piece.change("turned", event.deltaY < 0 ? -1 : 1);
  }

  /** @param {Choice[]} choices @param {boolean} trying */
  ask(choices, trying = false) {
    this.steps?.leave();
    this.steps = null;
    this.paths = new Paths(choices, trying);
    this.advice = null;
  }

  /** @param {string} target */
  pick(target) {
    if (!this.paths.pick(target)) return;
    const { decided, picked } = this.paths;
    if (decided?.by_steps) this.begin(decided);
    else if (decided?.notation) this.doings.decide(decided.notation, decided.words);
    else if (decided) this.steps?.go([...this.steps.path, ...picked]);
    else this.doings.picked();
  }

  /** Start a decision that is made step by step. @param {Choice} choice */
  begin(choice) {
    const before = this.paths;
    this.steps = new Steps(choice, this.doings.sketch, (goes) => {
      if (goes && this.steps) this.paths = new Paths(this.steps.sketch.choices, true);
      else if (this.steps) {
        this.steps = null;
        this.paths = before;
        before.back();
      }
      this.doings.picked();
    });
  }

  /** Whether something is picked that can be undone. */
  get begun() {
    return this.paths.picked.length > 0 || this.steps !== null;
  }

  /** Go back one step. */
  back() {
    const { steps } = this;
    if (steps && !this.paths.picked.length) {
      if (!steps.back()) {
        steps.leave();
        steps.changed(false);
      }
      return true;
    }
    if (!this.paths.back()) return false;
    if (this.paths.decided) this.paths.back(); // only one decision was left then, so it wasn't a choice
    return true;
  }

  /** Place the piece in hand where it is. */
  lay() {
    if (this.piece?.fits) this.doings.decide(this.piece.notation, this.piece.words);
    else if (this.piece) this.doings.refuse(this.piece.notation);
  }

  /**
   * @param {boolean} open whether something can be chosen, which is false while a decision is being sent or confirmed
   * @param {boolean} seen whether what was picked is shown
   * @param {string[]} hinted
   * @param {string} stamp identifies the picture shown
   */
  show(open, seen, hinted, stamp) {
    const { paths, scene } = this;
    const placing = open ? paths.placing : [],
      ways = placing.length || !open ? placing : paths.turning;
    const held = this.piece?.group.contains(document.activeElement);
    if (
      this.piece &&
      (ways.length !== this.piece.choices.length || ways.some((way, i) => way !== this.piece?.choices[i]))
    ) {
      this.piece.gone();
      this.piece = null;
    }
    const next = open ? paths.next.filter((target) => !label(target)) : [];
    const picked = seen ? [...(this.steps?.path.slice(-1) ?? []), ...paths.picked] : [];
    const key = JSON.stringify([next, picked, hinted, stamp, scene.places]);
    if (key !== this.lit) {
      light(scene, next, picked, hinted, this);
      this.piece?.draw();
    }
    this.lit = key;
    if (seen) this.cast(paths.decided);
    else this.shadow.replaceChildren();
    this.hint.replaceChildren(...(open && this.advice ? drawn(scene, this.advice) : []));
    scene.overlay.append(this.shadow, this.hint);
    if (!this.piece && ways.length)
      this.piece = new (placing.length ? Ghost : Rotator)(scene, ways, () => this.lay(), this.doings.tell);
    if (this.piece && !this.piece.group.isConnected) scene.overlay.append(this.piece.group);
    if (held) this.piece?.group.focus();
    this.paint(open);
  }

  /** The player points at a target without picking it. @param {string} target "" for none */
  hover(target) {
    this.cast((target && this.paths.meaning(target)) || this.paths.decided);
  }

  /** What would follow from picking a target, if that is one decision. @param {string} target */
  says(target) {
    const found = this.paths.next.includes(target) ? this.paths.meaning(target) : null;
    return found ? found.words + (found.then ? `: ${found.then}` : "") : "";
  }

  /** The decisions that dragging a piece could mean. @param {string} id @returns {Choice[]} */
  carried(id) {
    const { paths } = this,
      step = paths.picked.length;
    const own = paths.picked.at(-1) === id ? paths.open : paths.after(id);
    const moved = own.filter((choice) => choice.moves);
    return moved.length ? moved : paths.open.filter((choice) => choice.carries === id && choice.path.length > step);
  }

  /** Drop a piece onto others, the uppermost first. @param {string} id @param {string[]} places */
  drop(id, places) {
    const choice = places.map((place) => this.carried(id).find(({ path }) => path.at(-1) === place)).find(Boolean);
    if (choice) this.doings.decide(choice.notation, choice.words);
  }

  /** Show a hint on the table, or none for "". @param {string} decision */
  advise(decision) {
    this.advice = decision ? find(this.paths.choices, decision) : null;
    return this.advice?.choice.path ?? [];
  }

  /** Preview a choice, or the part of it made so far. @param {Choice | null | undefined} choice */
  cast(choice) {
    const shown = choice?.ghost ? choice : this.steps?.sketch;
    this.shadow.classList.toggle("made", this.steps !== null);
    const drawn = shown?.ghost
      ? [s("g", { transform: this.scene.frame(shown.part) }, ...fragment(shown.ghost))]
      : choice?.moves
        ? this.moved(choice)
        : [];
    this.shadow.replaceChildren(...drawn);
  }

  /** A copy of the piece picked first, at the place it would go to. @param {Choice} choice */
  moved({ path }) {
    const from = this.scene.nodes.get(path[0] ?? ""),
      to = path.at(-1) ?? "";
    if (!from || !this.scene.nodes.has(to)) return [];
    const [x, y, width, height] = this.scene.box(to),
      [left, top, wide, high] = this.scene.box(path[0] ?? "");
    const copy = /** @type {SVGGElement} */ (from.group.cloneNode(true));
    for (const name of ["data-piece", "data-on", "role", "aria-label"]) copy.removeAttribute(name);
    const right = x + width / 2 - left - wide / 2,
      down = y + height / 2 - top - high / 2;
    return [s("g", { transform: `translate(${right} ${down})` }, copy)];
  }

  /** The choices that aren't on the table. @param {string[]} hinted @returns {Tool[]} */
  tools(hinted) {
    const { paths, piece } = this;
    const amounts = paths.amounts,
      pictures = shown() ? paths.pictures : [];
    const plain = paths.buttons.filter((target) => !amounts.includes(target) && !pictures.includes(target));
    /** @type {Tool[]} */
    const tools = plain.map((target, i) => ({
      label: label(target),
      then: paths.meaning(target)?.then,
      act: () => this.pick(target),
      hover: (on) => this.hover(on ? target : ""),
      key: i < 9 ? String(i + 1) : "",
      kind: this.steps && paths.meaning(target)?.notation ? "primary" : "",
      hinted: hinted.includes(target),
    }));
    for (const { notation, words, then } of paths.complete)
      tools.push({ label: words, then, act: () => this.doings.decide(notation, words) });
    if (amounts.length)
      tools.unshift({ label: "", act: () => {}, levels: amounts.map((target) => this.level(target)) });
    if (!piece) return tools;
    tools.push({ label: "Rotate", kind: "piece", key: "R", act: () => piece.change("turned") });
    if (piece.mirrors) tools.push({ label: "Flip", kind: "piece", key: "F", act: () => piece.change("mirrored") });
    return [...tools, { label: "Place it here", kind: "primary touch", act: () => this.lay() }];
  }

  /** @param {string} target @returns {import("../types.js").Level} */
  level(target) {
    const { then = "", usual = false } = this.paths.meaning(target) ?? {};
    return {
      label: label(target),
      then,
      usual,
      act: () => this.pick(target),
      hover: (on) => this.hover(on ? target : ""),
    };
  }

  /** Show pictures of what can be placed, beside the place. @param {boolean} open */
  paint(open) {
    const found = open ? this.paths.pictures : [];
    const place = this.scene.nodes.get(this.paths.picked.filter((id) => this.scene.nodes.has(id)).at(-1) ?? "");
    palette(
      found.map((target) => ({
        label: label(target),
        ghost: this.paths.after(target)[0]?.ghost ?? "",
        act: () => this.pick(target),
        hover: (on) => this.shade(on ? this.paths.after(target)[0] : null),
      })),
      place && found.length ? place.group.getBoundingClientRect() : null,
    );
  }

  /** @param {Choice | null | undefined} choice */
  shade(choice) {
    this.cast(choice ?? this.paths.decided);
  }

  /** The boxes of what can be chosen. @returns {import("../../shared/types.js").Box[]} */
  boxes() {
    const shades = this.shades();
    if (shades.length) return shades.map((name) => this.scene.whole(name));
    const boxes = this.paths.next.filter((id) => this.scene.nodes.has(id)).map((id) => this.scene.box(id));
    if (this.piece instanceof Ghost && this.piece.choice.part) boxes.push(this.scene.whole(this.piece.choice.part));
    else if (this.piece) boxes.push(this.piece.box);
    return boxes;
  }

  /** The parts where buttons preview what would happen, so the view should show them. @returns {string[]} */
  shades() {
    const [first = ""] = Object.keys(this.scene.picture?.parts ?? {});
    const { paths } = this,
      pictures = paths.pictures,
      shown = (/** @type {string} */ target) =>
        paths.meaning(target) ?? (pictures.includes(target) ? paths.after(target)[0] : null),
      found = paths.buttons.map(shown).filter((one) => one?.ghost);
    return [...new Set(found.map((one) => one?.part || first))];
  }

  /** Whether the next pick is on the table and not a piece to place. */
  get points() {
    const { next, placing, turning } = this.paths;
    return !placing.length && !turning.length && next.some((id) => this.scene.nodes.has(id));
  }

  /** The parts with something to pick. @returns {string[]} */
  parts() {
    const shades = this.shades();
    if (shades.length) return shades;
    const found = this.paths.next.flatMap((id) => this.scene.nodes.get(id)?.piece[6] ?? []),
      [first = ""] = Object.keys(this.scene.picture?.parts ?? {});
    if (this.piece) found.push(this.piece.choice.part || first);
    return [...new Set(found)];
  }
}
