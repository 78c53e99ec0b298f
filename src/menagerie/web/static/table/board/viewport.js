/**
 * The view: the whole table, a part that I opened, or the place of the next decision, so that no one has to search.
 */

/** @typedef {import("../../shared/types.js").Box} Box */

const SEEDS = 12;
/** How much too small a part may be and still count as readable. */
const SLACK = 1.01;

/** @param {Box[]} boxes @returns {Box} */
function hull(boxes) {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return [left, top, right - left, bottom - top];
}

/** A box with a small margin. @param {Box} box @returns {Box} */
const around = ([x, y, width, height]) => [x - width * 0.03, y - height * 0.03, width * 1.06, height * 1.06];

/**
 * The box around as many boxes near one as fit into the view.
 * @param {Box} seed
 * @param {Box[]} boxes
 * @param {(box: Box) => boolean} fits
 */
function group(seed, boxes, fits) {
  const away = (/** @type {Box} */ box) => Math.hypot(box[0] - seed[0], box[1] - seed[1]);
  let found = [seed];
  for (const box of [...boxes].sort((a, b) => away(a) - away(b)))
    if (fits(around(hull([...found, box])))) found = [...found, box];
  return found;
}

export class Viewport {
  /** The seat whose board I look at. @type {number | null} */
  seat = null;
  /** Whether I've opened a part. */
  opened = false;

  /** @param {import("./camera.js").Camera} camera */
  constructor(camera) {
    this.camera = camera;
    this.scene = camera.scene;
  }

  get parts() {
    return Object.entries(this.scene.picture?.parts ?? {});
  }

  /** A seat's board. @param {number | null} seat @returns {Box | undefined} */
  board(seat) {
    const own = this.parts.filter(([, part]) => seat !== null && part[4] === seat).map(([name]) => name);
    return own.length ? this.extent(own) : undefined;
  }

  /**
   * Shared parts too small to read without zooming: their names by the name of their group.
   */
  get shared() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const [name, [, , , , seat, group]] of this.parts)
      if (seat === null && this.need(name) > SLACK)
        found.set(group || name, [...(found.get(group || name) ?? []), name]);
    return found;
  }

  /** The box around some parts. @param {string[]} names */
  extent(names) {
    return hull(names.map((name) => this.scene.whole(name)));
  }

  /** How much to zoom in to read a part; at most 1 means not at all. @param {string} name */
  need(name) {
    const part = this.scene.picture?.parts[name];
    return part ? (part[6] || part[3]) / this.scene.placeOf(name)[2] : 1;
  }

  /** Show a seat's board, or everything again. @param {number | null} seat */
  look(seat) {
    const board = this.board(seat),
      wanted = board && (this.seat !== seat || this.camera.held);
    if (!wanted) return this.all();
    this.open(board);
    this.seat = seat;
  }

  /** Show the whole table. @param {boolean} still */
  all(still = false) {
    this.seat = null;
    this.opened = false;
    this.camera.look(this.camera.all, still);
  }

  /** Show a part of the table until the next question. @param {Box} box */
  open(box) {
    this.seat = null;
    this.opened = true;
    this.camera.look(around(box));
  }

  /** Close the opened part. @returns {boolean} whether there was one */
  close() {
    if (!this.opened) return false;
    this.all();
    return true;
  }

  /**
   * Open or close a part that is too small to read, on a tap.
   * @param {number} clientX
   * @param {number} clientY
   */
  tap(clientX, clientY) {
    if (this.close()) return;
    const { x, y } = this.scene.point(clientX, clientY);
    const zoom = this.camera.size[0] / this.camera.view[2];
    const hits = (/** @type {Box} */ box) => x >= box[0] && y >= box[1] && x <= box[0] + box[2] && y <= box[1] + box[3],
      cards = this.scene.arrangement?.cards ?? [],
      card = cards.find(([left, top, wide, high, , , seat]) => seat !== null && hits([left, top, wide, high]));
    for (const [name, [, , , , seat]] of this.parts) {
      const box = this.scene.whole(name),
        // A board opens as a whole, wherever it is tapped.
        hit = card ? seat === card[6] : hits(box);
      if (hit && this.need(name) > zoom * SLACK) return this.open(this.board(seat) ?? box);
    }
  }

  /**
   * Show what can be chosen without scrolling: everything if that is readable, otherwise closer.
   * @param {Box[]} boxes
   * @param {string[]} names the parts that they lie on
   * @param {boolean} first whether the first box, on the first part, has priority
   */
  follow(boxes, names, first = false) {
    const { camera } = this;
    if (camera.held || this.opened || !boxes.length) return;
    const goal = this.goal(boxes, names, first);
    if (String(goal) === String(camera.home)) return;
    this.seat = null;
    camera.look(goal);
  }

  /** @param {Box[]} boxes @param {string[]} names @param {boolean} first @returns {Box} */
  goal(boxes, names, first) {
    const { camera } = this,
      [width, height] = this.scene.arranger.size,
      zoom = Math.max(...names.map((name) => this.need(name)), 0);
    /** No closer than needed. @param {Box} box @returns {Box} */
    const wider = ([x, y, wide, high]) => {
      const across = Math.max(wide, width / zoom),
        along = Math.max(high, height / zoom);
      return [x + wide / 2 - across / 2, y + high / 2 - along / 2, across, along];
    };
    const fits = (/** @type {Box} */ box) => box[2] * zoom <= width * SLACK && box[3] * zoom <= height * SLACK;
    if (fits(camera.all)) return camera.all;
    // Show whole parts if they fit: as many of those asked about as can be read together.
    const wholes = names.map((name) => this.scene.whole(name)),
      seeds = (/** @type {Box[]} */ all) => all.slice(0, first ? 1 : SEEDS),
      together = seeds(wholes)
        .map((seed) => group(seed, wholes, fits))
        .sort((a, b) => b.length - a.length)[0];
    if (together && fits(around(hull(together)))) return wider(around(hull(together)));
    const groups = [boxes, ...seeds(boxes).map((seed) => group(seed, boxes, fits))];
    const found = groups.filter((one) => fits(around(hull(one)))).sort((a, b) => b.length - a.length)[0];
    return wider(around(hull(found ?? [boxes[0] ?? camera.all])));
  }
}
