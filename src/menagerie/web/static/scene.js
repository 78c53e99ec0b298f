/** The picture of a table: pieces under ids that stay, in layers; what changes, moves. */

import { fragment, pref, s } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {{width: number, height: number, seat: number | null, defs: Record<string, string>, areas: Record<string, Box>, pieces: Map<string, Piece>, touched: string[]}} Picture */

const PIECE = 220;
const STAGGER = 90;

/**
 * What is to be seen after a message: the picture before, with its changes.
 * @param {Picture | null} before null: the message is whole @param {import("./types.js").SceneMessage} message @returns {Picture}
 */
export function changed(before, message) {
  const pieces = new Map(before?.pieces);
  for (const id of message.del) pieces.delete(id);
  for (const [id, piece] of Object.entries(message.set)) pieces.set(id, piece);
  return {
    width: message.width ?? before?.width ?? 1,
    height: message.height ?? before?.height ?? 1,
    seat: message.seat === undefined ? (before?.seat ?? null) : message.seat,
    defs: { ...before?.defs, ...message.defs },
    areas: message.areas ?? before?.areas ?? {},
    touched: message.touched ?? [],
    pieces,
  };
}

/** @param {Piece} piece */
const place = ([, x, y, turn]) => `translate(${x}px, ${y}px) rotate(${turn}deg)`;

/** @param {string} body */
const uses = (body) => (body.match(/href="[^"]*"/g) ?? []).join();

export class Scene {
  /** @type {Map<string, {group: SVGGElement, body: SVGGElement, piece: Piece}>} */ nodes = new Map();
  /** @type {Map<number, SVGGElement>} */ layers = new Map();
  /** @type {Set<Animation>} */ moving = new Set();
  /** @type {Picture | null} */ picture = null;
  defs = s("defs");
  ground = s("rect", { class: "table" });
  stack = s("g");
  marks = s("g", { class: "marks", "aria-hidden": "true" });
  overlay = s("g", { class: "overlay" });
  glowing = "";

  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.root = root;
    root.classList.toggle("dark", document.documentElement.classList.contains("dark"));
    root.append(this.defs, this.ground, this.stack, this.marks, this.overlay);
    root.addEventListener("pointerdown", () => this.skip(), { capture: true });
  }

  /** Show a picture; what is already there moves to its new place. @param {Picture} picture @param {boolean} still without motion */
  show(picture, still = false) {
    this.skip();
    const calm =
      still || !this.picture || pref("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [id, text] of Object.entries(picture.defs)) if (this.picture?.defs[id] !== text) this.define(id, text);
    this.ground.setAttribute("width", String(picture.width));
    this.ground.setAttribute("height", String(picture.height));
    for (const [id, node] of this.nodes) if (!picture.pieces.has(id)) this.leave(id, node, calm);
    const moved = [...picture.pieces].filter(
      ([id, piece]) => this.nodes.has(id) && place(this.nodes.get(id)?.piece ?? piece) !== place(piece),
    ).length;
    const pause = moved > 1 ? Math.min(STAGGER, 900 / moved) : 0;
    /** @type {Map<number, SVGGElement[]>} */
    const order = new Map();
    let step = 0;
    for (const [id, piece] of picture.pieces) {
      const node = this.nodes.get(id) ?? this.enter(id, piece, calm);
      if (this.update(node, piece, calm, step * pause)) step += 1;
      const fellows = order.get(piece[0]);
      fellows ? fellows.push(node.group) : order.set(piece[0], [node.group]);
    }
    for (const [number, groups] of order) this.arrange(this.layer(number), groups);
    this.picture = picture;
    this.mark(picture);
  }

  /** Put the groups of a layer in their order, moving as few as possible. @param {SVGGElement} layer @param {SVGGElement[]} groups */
  arrange(layer, groups) {
    let cursor = layer.firstChild;
    for (const group of groups) {
      if (cursor === group) cursor = cursor.nextSibling;
      else layer.insertBefore(group, cursor);
    }
  }

  /** @param {string} id @param {string} text */
  define(id, text) {
    this.defs.querySelector(`[id="${CSS.escape(id)}"]`)?.remove();
    this.defs.append(...fragment(text));
  }

  /** @param {number} number */
  layer(number) {
    let layer = this.layers.get(number);
    if (!layer) {
      layer = s("g", { "data-layer": number });
      const above = [...this.layers.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
      this.stack.insertBefore(layer, above === undefined ? null : (this.layers.get(above) ?? null));
      this.layers.set(number, layer);
    }
    return layer;
  }

  /** @param {string} id @param {Piece} piece @param {boolean} calm */
  enter(id, piece, calm) {
    const body = s("g", { class: "body" }, ...fragment(piece[4]));
    const node = { group: s("g", { "data-piece": id, transform: at(piece) }, body), body, piece };
    name(node.group, piece[5]);
    this.nodes.set(id, node);
    if (!calm) this.animate(node.group, [{ opacity: 0 }, { opacity: 1 }], PIECE / 2);
    return node;
  }

  /** @param {{group: SVGGElement, body: SVGGElement, piece: Piece}} node @param {Piece} piece @param {boolean} calm @param {number} delay @returns {boolean} whether it moves */
  update(node, piece, calm, delay) {
    const old = node.piece;
    if (old === piece) return false;
    node.piece = piece;
    name(node.group, piece[5]);
    const turned = uses(old[4]) !== uses(piece[4]) && this.small(node);
    if (old[4] !== piece[4]) {
      node.body.replaceChildren(...fragment(piece[4]));
      if (turned && !calm)
        this.animate(node.body, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], delay + PIECE / 2);
    }
    if (place(old) === place(piece)) return false;
    node.group.setAttribute("transform", at(piece));
    const from = /** @type {Piece} */ ([...old]);
    from[3] = piece[3] + ((((old[3] - piece[3] + 180) % 360) + 360) % 360) - 180; // the shorter way round
    if (!calm) this.animate(node.group, [{ transform: place(from) }, { transform: place(piece) }], delay);
    return true;
  }

  /** @param {string} id @param {{group: SVGGElement}} node @param {boolean} calm */
  leave(id, { group }, calm) {
    this.nodes.delete(id);
    if (calm) return group.remove();
    group.parentNode?.append(group);
    this.animate(group, [{ opacity: 1 }, { opacity: 0 }], 0).finished.then(
      () => group.remove(),
      () => group.remove(),
    );
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} delay */
  animate(element, frames, delay) {
    const animation = element.animate(frames, { duration: PIECE, delay, easing: "ease-out", fill: "backwards" });
    this.moving.add(animation);
    animation.onfinish = () => this.moving.delete(animation);
    return animation;
  }

  /** Every piece is where it goes, at once. */
  skip() {
    for (const animation of this.moving) animation.finish();
    this.moving.clear();
  }

  /** Cards and tiles turn over; boards do not. @param {{group: SVGGElement}} node */
  small({ group }) {
    const { width, height } = group.getBBox();
    return width * height < 0.02 * (this.picture?.width ?? 1) * (this.picture?.height ?? 1);
  }

  /** Mark what the last move changed: the pieces themselves, not the boards and spaces that hold them, nor bare text. @param {Picture} picture */
  mark(picture) {
    const found = picture.touched.filter((id) =>
      this.nodes.get(id)?.body.querySelector("rect, path, circle, ellipse, polygon, use"),
    );
    const boxes = found.map((id) => this.box(id));
    const holds = (/** @type {Box} */ a, /** @type {Box} */ b) =>
      a[2] * a[3] > 1.2 * b[2] * b[3] &&
      a[0] <= b[0] + 2 &&
      a[1] <= b[1] + 2 &&
      a[0] + a[2] >= b[0] + b[2] - 2 &&
      a[1] + a[3] >= b[1] + b[3] - 2;
    const large = 0.08 * picture.width * picture.height;
    const rings = found
      .filter((_, i) => {
        const own = boxes[i];
        return own && own[2] * own[3] < large && !boxes.some((other) => holds(own, other));
      })
      .map((id) => this.outline(id, "last"));
    const key = found.join();
    if (key !== this.glowing) for (const ring of rings) ring.classList.add("new");
    this.glowing = key;
    this.marks.replaceChildren(...rings);
  }

  /** Where a piece lies, in the scene's units. @param {string} id @returns {Box} */
  box(id) {
    const node = this.nodes.get(id);
    if (!node) return [0, 0, 0, 0];
    const { x, y, width, height } = node.body.getBBox();
    const angle = (node.piece[3] * Math.PI) / 180;
    const corners = [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ].map(([a, b]) => [
      a * Math.cos(angle) - b * Math.sin(angle) + node.piece[1],
      a * Math.sin(angle) + b * Math.cos(angle) + node.piece[2],
    ]);
    const xs = corners.map(([a]) => a),
      ys = corners.map(([, b]) => b);
    const left = Math.min(...xs),
      top = Math.min(...ys);
    return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
  }

  /** A ring around a piece, of its own shape where that is plain. @param {string} id @param {string} kind */
  outline(id, kind) {
    const node = this.nodes.get(id);
    if (!node) return s("g");
    const whole = node.body.getBBox();
    const plain = this.plain(node.body.firstElementChild);
    const own = plain?.getBBox();
    // A ring of its own shape would cover a tiny piece; but among hexes a square would cover the neighbours.
    const tiny = Math.min(whole.width, whole.height) * (this.root.getScreenCTM()?.a ?? 1) < (plain?.id ? 20 : 34);
    const fits = plain && own && !tiny && own.width > 0.8 * whole.width && own.height > 0.8 * whole.height;
    const shape = fits
      ? /** @type {SVGElement} */ (plain.cloneNode())
      : s("rect", { x: whole.x - 3, y: whole.y - 3, width: whole.width + 6, height: whole.height + 6, rx: 6 });
    for (const name of ["class", "id"]) shape.removeAttribute(name);
    shape.classList.add("ring");
    return s("g", { class: kind, transform: at(node.piece) }, shape);
  }

  /** The plain shape that a piece is drawn on, its own or one of the defs. @param {Element | null} first */
  plain(first) {
    const name = first instanceof SVGUseElement && !first.hasAttribute("x") ? first.getAttribute("href")?.slice(1) : "";
    const shape = name ? this.defs.querySelector(`[id="${CSS.escape(name)}"]`) : first;
    return shape instanceof SVGGeometryElement && !shape.hasAttribute("transform") ? shape : null;
  }

  /** A point on the screen, in the scene's units. @param {number} x @param {number} y */
  point(x, y) {
    const matrix = this.root.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint();
  }
}

/** @param {Piece} piece */
const at = ([, x, y, turn]) => `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`;

/** @param {Element} group @param {string} label */
function name(group, label) {
  if (label) (group.setAttribute("role", "img"), group.setAttribute("aria-label", label));
  else (group.removeAttribute("role"), group.removeAttribute("aria-label"));
}
