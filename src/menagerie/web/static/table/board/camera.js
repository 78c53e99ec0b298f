/** The scene's view box, moved by wheel, drag, pinch and keys. */

/** @typedef {import("../../shared/types.js").Box} Box */
/** @typedef {import("./scene.js").Scene} Scene */

const CLICK = 6;

export class Camera {
  /** @type {Box} */
  view = [0, 0, 1, 1];
  /** @type {Map<number, {x: number, y: number}>} */
  fingers = new Map();
  /** @type {Box | null} */
  home = null;
  /** @type {{clientWidth: number, clientHeight: number} | null} */
  measured = null;
  travelled = 0;
  frame = 0;
  /** Whether the player has moved the camera since the last `look`. */
  held = false;

  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    const root = scene.root;
    root.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(1.0015 ** event.deltaY, event.clientX, event.clientY);
      },
      { passive: false },
    );
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"]))
      root.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    // The end of a drag isn't a click.
    root.addEventListener("click", (event) => this.travelled > CLICK && event.stopPropagation(), { capture: true });
    new ResizeObserver(() => {
      this.measured = null;
      if (this.home && !this.held) this.look(this.home, true);
      else this.set(this.view);
    }).observe(root);
  }

  /**
   * The element's width and height, measured once, because measuring forces a layout of everything just drawn.
   * @returns {[number, number]}
   */
  get size() {
    const { clientWidth, clientHeight } = this.measured ?? this.scene.root;
    if (clientWidth) this.measured ??= { clientWidth, clientHeight };
    return [clientWidth || 1, clientHeight || 1];
  }

  /** The whole table. @returns {Box} */
  get all() {
    return [0, 0, ...this.scene.size];
  }

  /** Look at a part of the table. @param {Box} box @param {boolean} still */
  look(box, still = false) {
    this.home = box;
    this.held = false;
    const [width, height] = this.size,
      unit = Math.max(box[2] / width, box[3] / height);
    const [, , tableWidth, tableHeight] = this.all;
    // Don't show empty space beside the table while part of the table is out of view.
    const inside = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ limit) =>
      length < limit ? Math.max(0, Math.min(limit - length, from)) : from;
    /** @type {Box} */
    const goal = [
      inside(box[0] + box[2] / 2 - (unit * width) / 2, unit * width, tableWidth),
      inside(box[1] + box[3] / 2 - (unit * height) / 2, unit * height, tableHeight),
      unit * width,
      unit * height,
    ];
    cancelAnimationFrame(this.frame);
    if (still || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.set(goal);
    const from = this.view,
      begin = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - begin) / 220),
        eased = 1 - (1 - part) ** 3;
      this.set(/** @type {Box} */ (goal.map((end, i) => (from[i] ?? 0) + (end - (from[i] ?? 0)) * eased)));
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Whether the part of a box that lies on the table is in view. @param {Box} box */
  sees([x, y, width, height]) {
    const [left, top, wide, high] = this.view,
      [, , tableWidth, tableHeight] = this.all,
      slack = wide / 100;
    return (
      Math.max(0, x) >= left - slack &&
      Math.max(0, y) >= top - slack &&
      Math.min(tableWidth, x + width) <= left + wide + slack &&
      Math.min(tableHeight, y + height) <= top + high + slack
    );
  }

  /** @param {Box} view */
  set([x, y, width]) {
    const [wide, high] = this.size;
    const height = (width * high) / wide;
    const [, , tableWidth, tableHeight] = this.all;
    const middle = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ limit) =>
      Math.min(limit, Math.max(0, from + length / 2)) - length / 2;
    this.view = [middle(x, width, tableWidth), middle(y, height, tableHeight), width, height];
    this.scene.root.setAttribute("viewBox", this.view.join(" "));
    const whole = Math.abs(width - wide) < 1 && this.home?.[2] === tableWidth;
    this.scene.root.classList.toggle("whole", whole);
    document.body.classList.toggle("closer", !whole); // then a button zooms out, on a phone beside the tools
  }

  /** @param {number} factor @param {number} clientX @param {number} clientY */
  zoom(factor, clientX = NaN, clientY = NaN) {
    cancelAnimationFrame(this.frame);
    const [width, height] = this.size;
    const most = Math.max(this.all[2] / width, this.all[3] / height) * width * 1.15;
    const wide = Math.min(most, Math.max(this.all[2] / 12, this.view[2] * factor));
    const rect = this.scene.root.getBoundingClientRect();
    const across = Number.isNaN(clientX) ? 0.5 : (clientX - rect.left) / width;
    const along = Number.isNaN(clientY) ? 0.5 : (clientY - rect.top) / height;
    const high = (wide * height) / width;
    this.held = true;
    this.set([this.view[0] + across * (this.view[2] - wide), this.view[1] + along * (this.view[3] - high), wide, high]);
  }

  /** @param {number} right @param {number} down in pixels */
  pan(right, down) {
    cancelAnimationFrame(this.frame);
    const unit = this.view[2] / this.size[0];
    this.held = true;
    this.set([this.view[0] + right * unit, this.view[1] + down * unit, this.view[2], this.view[3]]);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1) return;
    if (!this.fingers.size) this.travelled = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger || event.defaultPrevented) return;
    const dx = event.clientX - finger.x,
      dy = event.clientY - finger.y;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    this.travelled += Math.hypot(dx, dy);
    if (others[0]) {
      const before = Math.hypot(finger.x - others[0].x, finger.y - others[0].y);
      const after = Math.hypot(event.clientX - others[0].x, event.clientY - others[0].y);
      this.zoom(before / Math.max(1, after), (event.clientX + others[0].x) / 2, (event.clientY + others[0].y) / 2);
      this.pan(-dx / 2, -dy / 2);
    } else if (this.travelled > CLICK) {
      if (!this.scene.root.hasPointerCapture(event.pointerId)) this.scene.root.setPointerCapture(event.pointerId);
      this.pan(-dx, -dy);
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was for the camera */
  key(event) {
    const step = 60;
    if (event.key === "+" || event.key === "=") this.zoom(0.8);
    else if (event.key === "-") this.zoom(1.25);
    else if (event.key === "0") this.look(this.all);
    else if (event.key === "ArrowLeft") this.pan(-step, 0);
    else if (event.key === "ArrowRight") this.pan(step, 0);
    else if (event.key === "ArrowUp") this.pan(0, -step);
    else if (event.key === "ArrowDown") this.pan(0, step);
    else return false;
    return true;
  }
}
