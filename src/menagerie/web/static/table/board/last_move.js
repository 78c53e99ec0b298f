/**
 * The last move: an outline around the pieces that moved, and an arrow from where they were. It fades.
 */

import { s } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Box} Box */
/** @typedef {import("../../shared/types.js").Piece} Piece */
/** @typedef {import("../types.js").Picture} Picture */

const SHOWN = 2000;
/** With more changed pieces than this it isn't a move but a new layout. */
const MOST = 8;
const ARROWS = 4;
const FEW = 2;
/** A piece with more letters than this is a panel, which changes because something else happened. */
const WORDS = 8;
/** @type {{moved: string[], came: string[], went: string[]}} */
const NONE = { moved: [], came: [], went: [] };

/** The drawings that a piece is made of. @param {Piece} piece */
const looks = (piece) => (piece[4].match(/href="[^"]*"/g) ?? []).join();

/** A piece's drawing without its words. @param {Piece} piece */
const shapes = (piece) => piece[4].replace(/<text.*?<\/text>/g, "");

/** The number of letters on it. @param {Piece} piece */
const words = (piece) => [...piece[4].matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text).join("").length;

/** Whether it's only a number in a circle, which shows what can be chosen next, not what happened. @param {Piece} piece */
const isLabel = (piece) => piece[4].includes("<text") && !/<(rect|path|polygon|use)\b/.test(piece[4]);

/** Whether it's more than text. @param {Piece} piece */
const isDrawn = (piece) => /<(rect|path|circle|ellipse|polygon|use)\b/.test(piece[4]);

/** Where a piece lies, and on which part. @param {Piece} piece */
const place = (piece) => [...piece.slice(1, 4), ...piece.slice(6)].join();

/**
 * The difference of two pictures of a table: pieces that moved, changed, appeared or disappeared.
 * @param {Picture} before
 * @param {Picture} after
 */
export function differences(before, after) {
  /** @type {string[]} */
  const moved = [];
  /** @type {string[]} */
  const came = [];
  /** @type {string[]} */
  const turned = [];
  for (const [id, piece] of after.pieces) {
    const old = before.pieces.get(id);
    if (old === piece || !isDrawn(piece)) continue;
    if (!old) {
      if (!isLabel(piece)) came.push(id);
    } else if (place(old) !== place(piece)) moved.push(id);
    else if (words(piece) > WORDS) continue;
    else if (looks(old) !== looks(piece)) moved.push(id);
    else if (shapes(old) !== shapes(piece)) turned.push(id);
  }
  const went = [...before.pieces].filter(([id, piece]) => !after.pieces.has(id) && isDrawn(piece)).map(([id]) => id);
  // A changed face counts as the move only if nothing moved; otherwise it changed because something moved.
  if (!moved.length && !came.length && turned.length <= FEW) moved.push(...turned);
  return { moved, came, went, turned };
}

/**
 * The pieces that were moved, without those that only made room.
 * @param {Picture} before
 * @param {Picture} after
 * @param {string[]} ids
 */
function farthest(before, after, ids) {
  const ways = ids.map((id) => {
    const [a, b] = [before.pieces.get(id), after.pieces.get(id)];
    return a && b && a.slice(6).join() === b.slice(6).join() ? Math.hypot(b[1] - a[1], b[2] - a[2]) : Infinity;
  });
  const most = Math.max(...ways.filter((way) => way < Infinity), 0);
  return ids.filter((_, i) => /** @type {number} */ (ways[i]) >= most / 2);
}

/** @param {Box} a @param {Box} b whether the first is larger and holds the second */
const holds = (a, b) =>
  a[2] * a[3] > 1.2 * b[2] * b[3] &&
  a[0] <= b[0] + 2 &&
  a[1] <= b[1] + 2 &&
  a[0] + a[2] >= b[0] + b[2] - 2 &&
  a[1] + a[3] >= b[1] + b[3] - 2;

/** @param {Box} box */
const middle = ([x, y, width, height]) => /** @type {[number, number]} */ ([x + width / 2, y + height / 2]);

export class LastMove {
  timer = 0;

  /** @param {import("./scene.js").Scene} scene */
  constructor(scene) {
    this.scene = scene;
  }

  /**
   * Show a picture and mark what the last move was about, or, where the title doesn't say, what changed.
   * @param {Picture} picture
   * @param {number | null} mover the seat that moved, or null for none
   * @param {string[] | null} about the pieces it was about (see docs/protocol.md), or null if not known
   * @param {boolean} next whether it directly follows what was shown; looking back, pieces don't come from where they lie later
   */
  show(picture, mover, about = null, next = true) {
    const { scene } = this,
      before = scene.picture;
    this.clear();
    if (!before) return scene.show(picture);
    const found = differences(before, picture),
      { places } = scene;
    const spoken = about?.flatMap((one) => this.spoken(one, found, picture)) ?? [];
    const { moved, came, went } = !about && found.moved.length + found.came.length > MOST ? NONE : found;
    const origins = new Map((next ? [...moved, ...went] : []).map((id) => [id, scene.box(id)]));
    for (const { from } of spoken) if (from && scene.nodes.has(from)) origins.set(from, scene.box(from));
    scene.show(picture);
    // If the parts have moved, an arrow from the old place would be wrong.
    if (scene.places !== places) origins.clear();
    /** @type {Map<string, string>} */
    const from = new Map(moved.map((id) => [id, id]));
    for (const id of came) {
      const look = looks(/** @type {Piece} */ (picture.pieces.get(id)));
      const twin = look && went.find((one) => looks(/** @type {Piece} */ (before.pieces.get(one))) === look);
      if (twin) {
        from.set(id, twin);
        went.splice(went.indexOf(twin), 1);
      }
    }
    for (const one of spoken) if (one.from && !moved.includes(one.id)) from.set(one.id, one.from);
    const ids = spoken.map(({ id }) => id);
    const causes = this.causes(about ? ids : [...farthest(before, picture, moved), ...came]);
    if (causes.length) this.draw(causes, from, origins, mover);
    for (const id of ids) if (!moved.includes(id)) scene.nodes.get(id)?.body.classList.add("told");
  }

  /**
   * The pieces meant: `tile-7`; `animal-*` for those that changed and begin so; `pile>tile-7` with where it came from.
   * @param {string} words
   * @param {{moved: string[], came: string[], went: string[], turned: string[]}} found
   * @param {Picture} picture
   * @returns {{id: string, from: string}[]}
   */
  spoken(words, { moved, came, went, turned }, picture) {
    const [source = "", target = words] = words.includes(">") ? words.split(">") : ["", words];
    const like = (/** @type {string} */ name, /** @type {string[]} */ ids) =>
      name.endsWith("*") ? ids.filter((id) => id.startsWith(name.slice(0, -1))) : [name];
    const from = source ? (like(source, [...went, ...moved, ...turned])[0] ?? "") : "";
    return like(target, [...came, ...moved, ...turned])
      .filter((id) => picture.pieces.has(id))
      .map((id) => ({ id, from }));
  }

  /** The pieces themselves, not the boards and spaces that hold them. @param {string[]} ids */
  causes(ids) {
    const { root } = this.scene,
      pixels = root.getScreenCTM()?.a ?? 1;
    const large = (0.08 * root.clientWidth * root.clientHeight) / pixels ** 2;
    const found = ids.map((id) => ({ id, box: this.scene.box(id) }));
    return found.filter(({ box }) => box[2] * box[3] < large && !found.some((other) => holds(box, other.box)));
  }

  /**
   * @param {{id: string, box: Box}[]} pieces
   * @param {Map<string, string>} from the piece that it was before
   * @param {Map<string, Box>} origins where that piece lay
   * @param {number | null} mover
   */
  draw(pieces, from, origins, mover) {
    const kind = `mark ${mover === null ? "of-all" : `of-${mover}`}`;
    const marks = pieces.map(({ id }) => this.scene.outline(id, kind));
    for (const { id, box } of pieces) {
      const origin = origins.get(from.get(id) ?? "");
      if (origin && marks.length < pieces.length + ARROWS) marks.push(...arrow(origin, box, kind));
    }
    this.scene.marks.replaceChildren(...marks);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.timer = setTimeout(() => this.clear(), SHOWN);
  }

  clear() {
    clearTimeout(this.timer);
    for (const told of this.scene.root.querySelectorAll(".told")) told.classList.remove("told");
    this.scene.marks.replaceChildren();
  }
}

/**
 * A thin arrow from a piece's old place to its new one, if they are far enough apart.
 * @param {Box} from
 * @param {Box} to
 * @param {string} kind
 */
function arrow(from, to, kind) {
  const [x, y] = middle(from),
    [a, b] = middle(to);
  const long = Math.hypot(a - x, b - y),
    inside = Math.min(to[2], to[3]) / 2;
  if (long < 1.2 * Math.max(to[2], to[3])) return [];
  const [dx, dy] = [(a - x) / long, (b - y) / long],
    [endX, endY] = [a - dx * inside, b - dy * inside];
  const head = `M${endX - dx * 12 - dy * 6} ${endY - dy * 12 + dx * 6}L${endX} ${endY}L${endX - dx * 12 + dy * 6} ${endY - dy * 12 - dx * 6}`;
  const d = `M${x} ${y}L${endX} ${endY}${head}`;
  return [s("g", { class: `${kind} arrow` }, s("path", { class: "case", d }), s("path", { class: "line", d }))];
}
