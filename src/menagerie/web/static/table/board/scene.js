/** The picture of a table: pieces with stable ids, in layers, which move when they change. */

import { Arranger } from "./arranger.js";
import { fragment, s } from "../../shared/dom.js";
import { pref } from "../../shared/preferences.js";

/** @typedef {import("../../shared/types.js").Piece} Piece */
/** @typedef {import("../../shared/types.js").Box} Box */
/** @typedef {import("../../shared/types.js").Parts} Parts */
/** @typedef {import("../types.js").Picture} Picture */
/**
 * A piece's place on the screen, from its part's place and its own on the part.
 * @typedef {{x: number, y: number, scale: number, turn: number}} Spot
 */
/** @typedef {{group: SVGGElement, body: SVGGElement, piece: Piece, spot: Spot}} Node */

const PIECE = 220;
const STAGGER = 90;

/**
 * Return the picture after a message: the one before with its changes.
 * @param {Picture | null} before null if the message is a whole picture
 * @param {import("../../shared/types.js").SceneMessage} message
 * @returns {Picture}
 */
export function changed(before, message) {
  const pieces = new Map(before?.pieces);
  for (const id of message.del) pieces.delete(id);
  for (const [id, piece] of Object.entries(message.set)) pieces.set(id, piece);
  return {
    seat: message.seat === undefined ? (before?.seat ?? null) : message.seat,
    defs: { ...before?.defs, ...message.defs },
    layout: message.layout ?? before?.layout ?? "",
    parts: message.parts ?? before?.parts ?? {},
    pieces,
  };
}

/** @param {Spot} spot */
const place = ({ x, y, scale, turn }) => `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`;

/** @param {string} body */
const uses = (body) => (body.match(/href="[^"]*"/g) ?? []).join();

export class Scene {
  /** @type {Map<string, Node>} */
  nodes = new Map();
  /** @type {Map<number, SVGGElement>} */
  layers = new Map();
  /** @type {Set<Animation>} */
  moving = new Set();
  /** @type {Picture | null} */
  picture = null;
  /** The picture to show as soon as the parts' places are known. @type {Picture | null} */
  wanted = null;
  /** Where the parts lie. @type {import("../../shared/types.js").Places} */
  places = {};
  /** What lies below them. @type {import("../../shared/types.js").Arrangement | null} */
  arrangement = null;
  /** The arrangement whose ground is drawn. @type {import("../../shared/types.js").Arrangement | null | undefined} */
  drawn = undefined;
  /** How large the table is, in pixels. @type {[number, number]} */
  size = [1, 1];
  /** The parts that my question is about. @type {string[]} */
  asked = [];
  /** Called when the parts have moved. */
  moved = () => {};
  defs = s("defs");
  ground = s("g");
  stack = s("g");
  marks = s("g", { class: "marks", "aria-hidden": "true" });
  overlay = s("g", { class: "overlay" });

  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.root = root;
    root.classList.toggle("dark", document.documentElement.classList.contains("dark"));
    root.append(this.defs, this.ground, this.stack, this.marks, this.overlay);
    root.addEventListener("pointerdown", () => this.skip(), { capture: true });
    this.arranger = new Arranger(root, () => this.wanted && this.show(this.wanted, true));
  }

  /**
   * Give room first to the parts that my question is about. A question with buttons only moves nothing, and others' boards
   * stay small.
   * @param {string[]} asked names of parts
   */
  ask(asked) {
    const parts = Object.entries(this.wanted?.parts ?? {}),
      named = (/** @type {string} */ purpose) => parts.filter(([, part]) => part[2] === purpose).map(([name]) => name),
      [own, shared, others] = [named("mine"), named("common"), named("other")];
    const names = asked.filter((name) => !others.includes(name)),
      kept = this.asked.filter((name) => parts.some(([other]) => other === name));
    if (!names.length) names.push(...(kept.length ? kept : own));
    // A decision about my own board needs the shared parts too.
    if (names.every((name) => own.includes(name))) names.push(...shared.slice(0, 1));
    names.sort();
    if (String(names) === String(this.asked)) return;
    this.asked = names;
    for (const { group, piece } of this.nodes.values()) group.classList.toggle("asked", names.includes(piece[6]));
    if (this.wanted) this.show(this.wanted);
  }

  /**
   * Show a picture. Pieces already there move to their new places.
   * @param {Picture} picture
   * @param {boolean} still without motion
   */
  show(picture, still = false) {
    this.wanted = picture;
    const arrangement = this.arranger.arrangement(picture.parts, this.asked, picture.layout),
      places = arrangement?.places ?? null;
    this.root.classList.toggle("waits", !places);
    // Keep the parts where they are until their new places are known.
    if (!places && !Object.keys(picture.parts).every((name) => name in this.places)) return;
    const elsewhere = places !== null && places !== this.places;
    if (arrangement && places && elsewhere) {
      this.places = places;
      this.size = this.arranger.size;
      this.arrangement = arrangement;
    }
    // The marks show where pieces lay before, which is no longer true.
    if (elsewhere) this.marks.replaceChildren();
    this.draw(picture, still || elsewhere);
    if (elsewhere) this.moved();
  }

  /** Whether the parts' places aren't known yet. */
  get waits() {
    return this.root.classList.contains("waits");
  }

  /** @param {Picture} picture @param {boolean} still */
  draw(picture, still) {
    this.skip();
    const calm =
      still || !this.picture || pref("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [id, text] of Object.entries(picture.defs)) if (this.picture?.defs[id] !== text) this.define(id, text);
    this.root.classList.toggle("composed", picture.layout !== "");
    this.drawGround();
    for (const [id, node] of this.nodes) if (!picture.pieces.has(id)) this.leave(id, node, calm);
    const moved = [...picture.pieces].filter(([id, piece]) => {
      const node = this.nodes.get(id);
      return node && node.piece !== piece && place(node.spot) !== place(this.spot(piece));
    }).length;
    const pause = moved > 1 ? Math.min(STAGGER, 900 / moved) : 0;
    /** @type {Map<number, SVGGElement[]>} */
    const order = new Map();
    let step = 0;
    for (const [id, piece] of picture.pieces) {
      const node = this.nodes.get(id) ?? this.enter(id, piece, calm);
      if (this.update(node, piece, calm, step * pause)) step += 1;
      const fellows = order.get(piece[0]);
      if (fellows) fellows.push(node.group);
      else order.set(piece[0], [node.group]);
    }
    for (const [number, groups] of order) this.arrange(this.layer(number), groups);
    this.picture = picture;
  }

  /** The table itself and the cards on it, as large as the screen is now. */
  drawGround() {
    if (this.drawn === this.arrangement) return;
    this.drawn = this.arrangement;
    const { cards = [], ground = "", surface = "" } = this.arrangement ?? {},
      [width, height] = this.size;
    const paint = (
      /** @type {Box} */ [x, y, wide, high],
      /** @type {string} */ kind,
      /** @type {string} */ pattern,
      /** @type {number | null} */ seat,
    ) => {
      const box = { x, y, width: wide, height: high };
      const rect = s("rect", { ...box, class: kind, ...(seat === null ? {} : { "data-board": seat }) });
      return pattern ? [rect, s("rect", { ...box, fill: `url(#surface-${pattern})` })] : [rect];
    };
    this.ground.replaceChildren(
      ...paint([0, 0, width, height], `table ${ground}`, surface, null),
      ...cards.flatMap(([x, y, wide, high, kind, pattern, seat]) =>
        paint([x, y, wide, high], `card ${kind}`, pattern, seat),
      ),
    );
  }

  /** Light the boards of those who are to move. @param {number[]} seats */
  lightBoards(seats) {
    for (const card of this.ground.querySelectorAll("[data-board]"))
      card.classList.toggle("acts", seats.includes(Number(card.getAttribute("data-board"))));
  }

  /**
   * Put the groups of a layer in their order, moving as few as possible.
   * @param {SVGGElement} layer
   * @param {SVGGElement[]} groups
   */
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
    const body = s("g", { class: "body" }, ...fragment(piece[4])),
      spot = this.spot(piece);
    const node = {
      group: s("g", { "data-piece": id, "data-on": piece[6], transform: at(spot) }, body),
      body,
      piece,
      spot,
    };
    this.fit(node.group, piece, spot);
    name(node.group, piece[5]);
    this.nodes.set(id, node);
    if (!calm) this.animate(node.group, [{ opacity: 0 }, { opacity: 1 }], PIECE / 2);
    return node;
  }

  /**
   * Mark small parts that my question is about, so that style sheets can enlarge their text.
   * @param {SVGGElement} group
   * @param {Piece} piece
   * @param {Spot} spot
   */
  fit(group, piece, { scale }) {
    group.style.setProperty("--scale", String(scale));
    group.classList.toggle("asked", this.asked.includes(piece[6]));
  }

  /** Where a piece lies on the screen. @param {Piece} piece @returns {Spot} */
  spot([, x, y, turn, , , name]) {
    const [left, top, scale] = this.places[name] ?? [0, 0, 1];
    return { x: left + x * scale, y: top + y * scale, scale, turn };
  }

  /**
   * @param {Node} node
   * @param {Piece} piece
   * @param {boolean} calm
   * @param {number} delay
   * @returns {boolean} whether it moves
   */
  update(node, piece, calm, delay) {
    const old = node.piece,
      before = node.spot,
      spot = this.spot(piece);
    if (old === piece && place(before) === place(spot)) return false;
    node.piece = piece;
    node.spot = spot;
    name(node.group, piece[5]);
    const turned = uses(old[4]) !== uses(piece[4]) && this.small(node);
    if (old[4] !== piece[4]) {
      node.body.replaceChildren(...fragment(piece[4]));
      if (turned && !calm)
        this.animate(node.body, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], delay + PIECE / 2);
    }
    if (place(before) === place(spot)) return false;
    node.group.setAttribute("transform", at(spot));
    node.group.setAttribute("data-on", piece[6]);
    this.fit(node.group, piece, spot);
    const turn = spot.turn + ((((before.turn - spot.turn + 180) % 360) + 360) % 360) - 180; // the shorter way round
    if (!calm) this.animate(node.group, [{ transform: place({ ...before, turn }) }, { transform: place(spot) }], delay);
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

  /** Finish all movements at once. */
  skip() {
    for (const animation of this.moving) animation.finish();
    this.moving.clear();
  }

  /** Cards and tiles turn over; boards do not. @param {Node} node */
  small({ group, spot }) {
    const { width, height } = group.getBBox();
    return width * height * spot.scale ** 2 < 0.02 * this.size[0] * this.size[1];
  }

  /** Where a part lies on the table, as an SVG transform. @param {string | undefined} name none: the first */
  frame(name) {
    const [x, y, scale] = this.placeOf(name);
    return `translate(${x} ${y}) scale(${scale})`;
  }

  /** @param {string | undefined} name @returns {[number, number, number]} */
  placeOf(name) {
    return this.places[name || Object.keys(this.picture?.parts ?? {})[0] || ""] ?? [0, 0, 1];
  }

  /** A box of a part in the table's units. @param {string | undefined} name @param {Box} box @returns {Box} */
  outward(name, [left, top, width, height]) {
    const [x, y, scale] = this.placeOf(name);
    return [x + left * scale, y + top * scale, width * scale, height * scale];
  }

  /**
   * A point of the table, in a part's units.
   * @param {string | undefined} name
   * @param {number} left
   * @param {number} top
   * @returns {[number, number]}
   */
  inward(name, left, top) {
    const [x, y, scale] = this.placeOf(name);
    return [(left - x) / scale, (top - y) / scale];
  }

  /** A whole part, on the table. @param {string} name @returns {Box} */
  whole(name) {
    const [width, height] = this.picture?.parts[name] ?? [1, 1];
    return this.outward(name, [0, 0, width, height]);
  }

  /** Where a piece lies on the table. @param {string} id @returns {Box} */
  box(id) {
    const node = this.nodes.get(id);
    if (!node) return [0, 0, 0, 0];
    const { x, y, width, height } = node.body.getBBox(),
      { spot } = node;
    const angle = (spot.turn * Math.PI) / 180;
    const corners = [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ].map(([a, b]) => [
      (a * Math.cos(angle) - b * Math.sin(angle)) * spot.scale + spot.x,
      (a * Math.sin(angle) + b * Math.cos(angle)) * spot.scale + spot.y,
    ]);
    const xs = corners.map(([a]) => a),
      ys = corners.map(([, b]) => b);
    const left = Math.min(...xs),
      top = Math.min(...ys);
    return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
  }

  /** A ring around a piece, in the piece's shape if that is simple. @param {string} id @param {string} kind */
  outline(id, kind) {
    const node = this.nodes.get(id);
    if (!node) return s("g");
    const whole = node.body.getBBox();
    const plain = this.plain(node.body.firstElementChild);
    const own = plain?.getBBox();
    // A ring in the piece's shape would cover a tiny piece, but a square would cover a hex's neighbours.
    const unit = node.spot.scale * (this.root.getScreenCTM()?.a ?? 1);
    const tiny = Math.min(whole.width, whole.height) * unit < (plain?.id ? 20 : 34);
    const fits = plain && own && !tiny && own.width > 0.8 * whole.width && own.height > 0.8 * whole.height;
    const shape = fits
      ? /** @type {SVGElement} */ (plain.cloneNode())
      : s("rect", { x: whole.x - 3, y: whole.y - 3, width: whole.width + 6, height: whole.height + 6, rx: 6 });
    for (const name of ["class", "id"]) shape.removeAttribute(name);
    shape.classList.add("ring");
    return s("g", { class: kind, transform: at(node.spot) }, shape);
  }

  /** The simple shape that a piece is drawn on, its own or one of the defs. @param {Element | null} first */
  plain(first) {
    const name = first instanceof SVGUseElement && !first.hasAttribute("x") ? first.getAttribute("href")?.slice(1) : "";
    const shape = name ? this.defs.querySelector(`[id="${CSS.escape(name)}"]`) : first;
    return shape instanceof SVGGeometryElement && !shape.hasAttribute("transform") ? shape : null;
  }

  /** A point of the screen in the table's units. @param {number} x @param {number} y */
  point(x, y) {
    const matrix = this.root.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint();
  }
}

/** @param {Spot} spot */
const at = ({ x, y, scale, turn }) => `translate(${x} ${y}) scale(${scale})${turn ? ` rotate(${turn})` : ""}`;

/** @param {Element} group @param {string} label */
function name(group, label) {
  if (label) {
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", label);
  } else {
    group.removeAttribute("role");
    group.removeAttribute("aria-label");
  }
}
