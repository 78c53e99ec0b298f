/** Overlays shown on request, while their key or button is held or until it's pressed again. */

import { get } from "../../shared/api.js";
import { fragment, h, part, s } from "../../shared/dom.js";
import { source } from "../state/store.js";

/** @typedef {import("../../shared/types.js").Overlay} Overlay */
/** @typedef {import("../types.js").Tool} Tool */

/** A longer press than this, in milliseconds, hides the overlay when released; a short one leaves it on. */
const HELD = 350;
/** The least space in pixels for the words to stand beside the drawings. */
const ROOM = { width: 200, height: 110 };

export class Overlays {
  /** The overlay shown, or "". */
  name = "";
  /** The moment shown, to notice changes. */
  shown = "";
  /** @type {Overlay[]} */
  overlays = [];
  /** The piece pointed at. */
  pointed = "";
  /** Since when the key or button is held, or 0. */
  since = 0;
  /** Whether to show all words, even over the table. */
  whole = false;
  /** The height of the words in pixels if they lie over the table, or 0 if they stand beside it. */
  over = 0;
  group = s("g", { class: "over", "aria-hidden": "true" });
  legend = h("div", { class: "legend", role: "status", hidden: true });

  /** @param {import("./scene.js").Scene} scene @param {() => void} changed called when it's shown or hidden */
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
    scene.root.insertBefore(this.group, scene.marks);
    part("stage").append(this.legend);
    for (const name of /** @type {const} */ (["pointermove", "click"]))
      scene.root.addEventListener(name, (event) => this.point(event.clientX, event.clientY));
    scene.root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.point(-1, -1));
    addEventListener("pointerup", () => this.release());
    addEventListener("keyup", (event) => event.key.toLowerCase() === "d" && this.release());
    addEventListener("blur", () => this.release());
  }

  /** Its button. @param {string[]} names @returns {Tool[]} */
  tools(names) {
    return names.map((name, at) => ({
      label: name,
      key: at ? "" : "D",
      kind: this.name === name ? "pressed" : "",
      // Only a mouse can hold the button; anything else switches the overlay on.
      hold: (event) => event.pointerType === "mouse" && !event.button && this.press(name),
      act: (event) => event?.pointerType !== "mouse" && this.show(this.name === name ? "" : name),
    }));
  }

  /** A key or a mouse button goes down. @param {string} name */
  press(name) {
    this.since = this.name === name ? 0 : performance.now();
    this.show(this.name === name ? "" : name);
  }

  /** It goes up. */
  release() {
    if (this.since && performance.now() - this.since > HELD) this.show("");
    this.since = 0;
  }

  /** @param {string} name empty: none */
  show(name) {
    this.name = name;
    this.pointed = "";
    this.whole = false;
    this.changed();
  }

  /**
   * Fetch the overlay of the moment shown.
   * @param {number | null} n null: the present
   * @param {string} version of the table
   * @param {boolean} visible
   */
  async at(n, version, visible) {
    const wanted = `${n} ${version}`;
    if (!this.name || !visible) return this.draw(null);
    if (wanted !== this.shown) {
      this.shown = wanted;
      this.overlays = [];
      const answer = await get(source("overlays", { n })).catch(() => null);
      if (this.shown !== wanted) return;
      this.overlays = answer?.overlays ?? [];
      if (!answer) this.shown = "";
    }
    this.draw(this.overlays.find(({ name }) => name === this.name) ?? null);
  }

  /** @param {Overlay | null} overlay */
  draw(overlay) {
    const pieces = Object.entries(overlay?.pieces ?? {});
    const own = pieces.filter(([, [, , , , about]]) => about === this.pointed);
    const seen = own.length ? own : pieces.filter(([, [, , , , about]]) => !about);
    this.group.replaceChildren(
      ...seen.map(([id, [x, y, body, name]]) =>
        s("g", { transform: `${this.scene.frame(name)} translate(${x} ${y})`, "data-over": id }, ...fragment(body)),
      ),
    );
    this.legend.hidden = !overlay;
    if (!overlay) return;
    const words = overlay.words.map((sentence) => h("li", {}, sentence));
    const more = h(
      "button",
      {
        class: "link",
        click: () => {
          this.whole = !this.whole;
          this.draw(overlay);
        },
      },
      this.whole ? "Show less" : "Show more",
    );
    this.legend.replaceChildren(h("h2", {}, overlay.name, " ", more), h("ul", {}, ...words));
    this.settle([...new Set(pieces.map(([, piece]) => piece[3]))]);
    more.hidden = !this.whole && this.fits;
    if (!this.whole) for (const last of words.slice(1).reverse()) if (!this.fits) last.remove();
    if (this.over) this.legend.style.top = `${Math.max(0, this.over - this.legend.offsetHeight - 12)}px`;
  }

  /** Whether all words fit, since nothing here scrolls. */
  get fits() {
    return this.legend.scrollHeight <= this.legend.clientHeight + 1;
  }

  /** Put the words beside the drawings, where there is most room. @param {string[]} names */
  settle(names) {
    const stage = part("stage").getBoundingClientRect();
    const boxes = names.map((name) => this.screen(this.scene.whole(name)));
    const left = Math.min(...boxes.map((box) => box.left)) - stage.left,
      right = Math.max(...boxes.map((box) => box.right)) - stage.left,
      top = Math.min(...boxes.map((box) => box.top)) - stage.top,
      bottom = Math.max(...boxes.map((box) => box.bottom)) - stage.top;
    const { width } = stage,
      height =
        Math.min(stage.bottom, part("prompt").closest(".bar")?.getBoundingClientRect().top ?? stage.bottom) - stage.top; // it may rise
    /** @type {import("../../shared/types.js").Box[]} */
    const sides = [
      [right, 0, width - right, height],
      [0, 0, left, height],
      [0, bottom, width, height - bottom],
      [0, 0, width, top],
    ];
    const rooms = sides.filter(([, , wide, high]) => boxes.length && wide >= ROOM.width && high >= ROOM.height);
    rooms.sort((a, b) => b[2] * b[3] - a[2] * a[3]);
    const beside = rooms[0] ?? [0, height * 0.62, width, height * 0.38],
      [x, y, wide, high] = this.whole ? [0, 0, width, height] : beside;
    const pixels = (/** @type {number} */ length) => `${Math.floor(length)}px`;
    Object.assign(this.legend.style, {
      left: pixels(x),
      top: pixels(y),
      maxWidth: pixels(wide - 12),
      maxHeight: pixels(high - 12),
    });
    this.over = rooms.length && !this.whole ? 0 : height; // over the table, they lie at its foot
  }

  /** A box of the table in screen pixels. @param {import("../../shared/types.js").Box} box */
  screen([x, y, width, height]) {
    const matrix = this.scene.root.getScreenCTM() ?? new DOMMatrix();
    const first = new DOMPoint(x, y).matrixTransform(matrix),
      last = new DOMPoint(x + width, y + height).matrixTransform(matrix);
    return new DOMRect(first.x, first.y, last.x - first.x, last.y - first.y);
  }

  /** Show only what concerns the piece there. @param {number} x @param {number} y */
  point(x, y) {
    const overlay = this.legend.hidden ? null : (this.overlays.find(({ name }) => name === this.name) ?? null);
    if (!overlay) return;
    const abouts = new Set(Object.values(overlay.pieces).map(([, , , , about]) => about));
    const ids = document.elementsFromPoint(x, y).map((one) => one.closest("[data-piece]")?.getAttribute("data-piece"));
    const pointed = ids.find((id) => id && abouts.has(id)) ?? "";
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.draw(overlay);
  }
}
