/** Where I look: a board, a part of the table, or where the next decision is made, so that nobody has to search. */

/** @typedef {import("./types.js").Box} Box */

const PHONE = 700;
/** Units of the scene per pixel above which writing is too small to be read. */
const COARSE = 2.2;
const SEEDS = 12;

/** @param {Box} area @param {Box} box */
export const holds = (area, box) =>
  box[0] >= area[0] &&
  box[1] >= area[1] &&
  box[0] + box[2] <= area[0] + area[2] &&
  box[1] + box[3] <= area[1] + area[3];

/** @param {Box[]} boxes @returns {Box} */
function hull(boxes) {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return [left, top, right - left, bottom - top];
}

/** A part around what matters, not closer than a quarter of the table. @param {Box} box @param {Box} all @returns {Box} */
function around([x, y, width, height], [, , all, high]) {
  const wide = Math.max(width * 1.15, all / 4);
  const tall = Math.max(height * 1.15, high / 4);
  return [x + width / 2 - wide / 2, y + height / 2 - tall / 2, wide, tall];
}

/**
 * The part of the table to look at for these targets: the own board if all lie on it, else what holds all of them, or on a
 * phone, where that would be too small to read, as many as can be read together.
 * @param {Box[]} boxes @param {Box | undefined} own @param {Box} all @param {[number, number]} screen
 */
function whereTo(boxes, own, all, screen) {
  if (own && boxes.every((box) => holds(own, box))) return own;
  const whole = around(hull(boxes), all);
  if (screen[0] >= PHONE || unit(whole, screen) <= COARSE) return whole;
  const groups = boxes.slice(0, SEEDS).map((seed) => group(seed, boxes, all, screen));
  groups.sort((a, b) => b.length - a.length);
  return around(hull(groups[0] ?? boxes), all);
}

/** The boxes around one that can be read together with it. @param {Box} seed @param {Box[]} boxes @param {Box} all @param {[number, number]} screen */
function group(seed, boxes, all, screen) {
  const away = (/** @type {Box} */ box) => Math.hypot(box[0] - seed[0], box[1] - seed[1]);
  let found = [seed];
  for (const box of [...boxes].sort((a, b) => away(a) - away(b))) {
    const more = [...found, box];
    if (unit(around(hull(more), all), screen) <= COARSE) found = more;
  }
  return found;
}

/** Units per pixel if a part fills the screen. @param {Box} box @param {[number, number]} screen */
const unit = (box, [width, height]) => Math.max(box[2] / width, box[3] / height);

/** Whether one should look elsewhere: something is out of sight, or on a phone too small. @param {boolean} seen @param {number} now units per pixel @param {Box} goal @param {[number, number]} screen */
const astray = (seen, now, goal, screen) => !seen || (screen[0] < PHONE && now > 1.5 * unit(goal, screen));

export class Gaze {
  /** The seat whose board fills the screen. @type {number | null} */ seat = null;

  /** @param {import("./camera.js").Camera} camera */
  constructor(camera) {
    this.camera = camera;
  }

  /** @param {number | null} seat */
  board(seat) {
    return this.camera.scene.picture?.areas[`seat-${seat}`];
  }

  /** Look at a seat's board, or at everything again. @param {number | null} seat @param {boolean} first at first only a small screen needs to choose */
  look(seat, first = false) {
    const board = this.board(seat),
      wanted = first ? this.camera.size[0] < PHONE : this.seat !== seat || this.camera.held;
    this.seat = board && wanted ? seat : null;
    this.camera.look((this.seat !== null && board) || this.camera.all, first);
  }

  /** Look at a part of the table until I am asked anew. @param {Box} box */
  at(box) {
    this.seat = null;
    this.camera.look(box);
    this.camera.held = true;
  }

  /** Look at the same thing where it is now. */
  again() {
    this.camera.look((this.seat !== null && this.board(this.seat)) || this.camera.all);
  }

  /** Nothing needs scrolling to make a move: if what can be chosen is out of sight, look there. @param {Box[]} boxes @param {number} seat @param {boolean} close a small screen shows it large */
  follow(boxes, seat, close) {
    const { camera } = this;
    if (camera.held || !boxes.length) return;
    const own = close && camera.size[0] < PHONE ? undefined : this.board(seat),
      goal = whereTo(boxes, own, camera.all, camera.size);
    const seen = boxes.every((box) => camera.sees(box));
    if (!astray(seen, camera.view[2] / camera.size[0], goal, camera.size)) return;
    this.seat = goal === own ? seat : null;
    camera.look(goal);
  }
}
