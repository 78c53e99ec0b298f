/** A piece on its way to the board: follows the pointer, snaps to where it fits, rotates and flips. */

import { fragment, s } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Choice} Choice */
/** @typedef {import("../../shared/types.js").Grid} Grid */
/** @typedef {import("../board/scene.js").Scene} Scene */
/** @typedef {{choice: Choice, turn: string, column: number, row: number}} Spot */

const NEAR = 1.2;

/** A cell's name: a letter for the column, a number for the row. @param {number} column @param {number} row */
export const cellName = (column, row) =>
  `${column > 25 ? String.fromCharCode(64 + Math.floor(column / 26)) : ""}${String.fromCharCode(65 + (column % 26))}${row + 1}`;

export class Ghost {
  group = s("g", { class: "ghost", tabindex: "0", role: "button" });
  listening = new AbortController();
  /** @type {Map<string, [number, number][]>} */
  known = new Map();
  dragged = false;
  /** The point it rotates about, in the table's units. @type {[number, number]} */
  middle = [0, 0];

  /**
   * @param {Scene} scene
   * @param {Choice[]} choices the same piece on one or several grids
   * @param {() => void} lay called when the player places the piece
   * @param {(words: string) => void} tell
   */
  constructor(scene, choices, lay, tell) {
    this.scene = scene;
    this.choices = choices;
    this.tell = tell;
    this.spot = this.first();
    const signal = this.listening.signal,
      root = scene.root;
    root.addEventListener("pointermove", (event) => this.follow(event), { signal, capture: true });
    root.addEventListener(
      "pointerdown",
      (event) =>
        (this.dragged = event.pointerType !== "mouse" && this.group.contains(/** @type {Node} */ (event.target))),
      { signal, capture: true },
    );
    root.addEventListener("pointerup", () => (this.dragged = false), { signal, capture: true });
    root.addEventListener(
      "click",
      (event) => {
        const finger =
          /** @type {PointerEvent} */ (event).pointerType === "touch" &&
          !this.group.contains(/** @type {Node} */ (event.target));
        if (finger) this.aim(event.clientX, event.clientY);
        else lay();
      },
      { signal },
    );
    scene.overlay.append(this.group);
    this.draw();
  }

  get choice() {
    return this.spot.choice;
  }

  get grid() {
    return /** @type {Grid} */ (this.spot.choice.grid);
  }

  /** Where it can lie. @returns {import("../../shared/types.js").Box} */
  get box() {
    const { x, y, columns, cell } = this.grid;
    return this.scene.outward(this.spot.choice.part, [x, y, columns * cell, columns * cell]);
  }

  /** Whether its mirror image is a different shape. */
  get mirrors() {
    return Object.entries(this.spot.choice.mirrored ?? {}).some(([from, to]) => from !== to);
  }

  get fits() {
    const { choice, turn, column, row } = this.spot;
    return this.places(choice, turn).some(([c, r]) => c === column && r === row);
  }

  get words() {
    return this.spot.choice.words;
  }

  get notation() {
    return this.spot.choice.notation
      .replace("{turn}", this.spot.turn)
      .replace("{cell}", cellName(this.spot.column, this.spot.row));
  }

  /** Where a piece may lie in an orientation. @param {Choice} choice @param {string} turn */
  places(choice, turn) {
    const key = `${this.choices.indexOf(choice)} ${turn}`;
    let found = this.known.get(key);
    if (!found) {
      found = [];
      const bits = BigInt(`0x${choice.fits?.[turn] || "0"}`).toString(2);
      const columns = choice.grid?.columns ?? 1;
      for (let at = 0; at < bits.length; at++)
        if (bits[bits.length - 1 - at] === "1") found.push([at % columns, Math.floor(at / columns)]);
      this.known.set(key, found);
    }
    return found;
  }

  /** @returns {Spot} */
  first() {
    for (const choice of this.choices)
      for (const turn of Object.keys(choice.ghosts ?? choice.fits ?? {})) {
        const places = this.places(choice, turn),
          best = places[Math.floor(places.length / 2)];
        if (best) return { choice, turn, column: best[0], row: best[1] };
      }
    const choice = /** @type {Choice} */ (this.choices[0]);
    return { choice, turn: Object.keys(choice.fits ?? {})[0] ?? "", column: 0, row: 0 };
  }

  draw() {
    const { choice, turn, column, row } = this.spot,
      { x, y, cell } = this.grid,
      fits = this.fits;
    this.group.replaceChildren(...fragment(choice.ghosts?.[turn] ?? ""));
    const left = x + column * cell,
      top = y + row * cell;
    this.group.setAttribute("transform", `${this.scene.frame(choice.part)} translate(${left} ${top})`);
    this.group.classList.toggle("misfit", !fits);
    const box = this.group.getBBox();
    const [middle, along] = this.scene.outward(choice.part, [left + box.width / 2, top + box.height / 2, 0, 0]);
    this.middle = [middle, along];
    const words = fits ? `${choice.words}. It fits here` : `${choice.words}. It doesn't fit here`;
    this.group.setAttribute(
      "aria-label",
      `${words} (column ${column + 1}, row ${row + 1}). Press the arrows to move it, R to rotate, F to flip, N for the next place, Enter to place it.`,
    );
    this.tell(words);
  }

  /** @param {PointerEvent} event */
  follow(event) {
    if (event.pointerType === "mouse" ? event.buttons : !this.dragged) return;
    if (this.dragged) event.preventDefault(); // don't move the table
    this.aim(event.clientX, event.clientY);
  }

  /**
   * Move to a point on the screen, or the nearest place beside it that fits.
   * @param {number} clientX
   * @param {number} clientY
   */
  aim(clientX, clientY) {
    const { x, y } = this.scene.point(clientX, clientY);
    this.settle(x, y, (choice) =>
      choice.fits && this.spot.turn in choice.fits ? this.spot.turn : (Object.keys(choice.fits ?? {})[0] ?? ""),
    );
  }

  /**
   * Move around a point of the table: to a place where it fits beside it, or else as near as the cells allow.
   * @param {number} x
   * @param {number} y
   * @param {(choice: Choice) => string} turned
   */
  settle(x, y, turned) {
    const { width, height } = this.group.getBBox();
    let least = NEAR,
      spot = null;
    for (const choice of this.choices) {
      const grid = /** @type {Grid} */ (choice.grid),
        turn = turned(choice);
      const [across, down] = this.scene.inward(choice.part, x, y);
      const column = (across - width / 2 - grid.x) / grid.cell,
        row = (down - height / 2 - grid.y) / grid.cell;
      for (const [c, r] of this.places(choice, turn)) {
        const away = Math.hypot(c - column, r - row);
        if (away < least) {
          least = away;
          spot = { choice, turn, column: c, row: r };
        }
      }
      if (choice === this.spot.choice)
        spot ??= {
          choice,
          turn,
          column: this.inside(Math.round(column), this.grid.columns - 1),
          row: this.inside(Math.round(row), this.last),
        };
    }
    if (spot) this.spot = spot;
    this.draw();
    this.middle = [x, y];
  }

  /** The last row in which the piece fits in any orientation. */
  get last() {
    return Math.max(
      0,
      ...Object.keys(this.spot.choice.fits ?? {}).flatMap((turn) =>
        this.places(this.spot.choice, turn).map(([, row]) => row),
      ),
    );
  }

  /** @param {number} value @param {number} most */
  inside(value, most) {
    return Math.max(0, Math.min(most, value));
  }

  /** @param {"turned" | "mirrored"} how @param {number} steps negative to go back */
  change(how, steps = 1) {
    const ways = this.spot.choice[how] ?? {},
      before = Object.keys(ways).find((turn) => ways[turn] === this.spot.turn);
    const next = steps < 0 ? before : ways[this.spot.turn];
    if (!next) return;
    const [x, y] = this.middle; // about its centre, as a hand would
    this.spot = { ...this.spot, turn: next };
    this.draw();
    this.settle(x, y, () => next);
  }

  /** Go to the next place where it fits in reading order, in this orientation or the next one that fits anywhere. */
  next() {
    const all = this.choices.flatMap((choice) =>
      Object.keys(choice.fits ?? {}).flatMap((turn) =>
        this.places(choice, turn).map(([column, row]) => ({ choice, turn, column, row })),
      ),
    );
    const now = all.findIndex(
      (one) =>
        one.choice === this.spot.choice &&
        one.turn === this.spot.turn &&
        one.column === this.spot.column &&
        one.row === this.spot.row,
    );
    this.spot = all[(now + 1) % all.length] ?? this.spot;
    this.draw();
  }

  /** @param {string} key @returns {boolean} whether the key was for the piece */
  key(key) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (step) {
      this.spot = {
        ...this.spot,
        column: this.inside(this.spot.column + (step[0] ?? 0), this.grid.columns - 1),
        row: this.inside(this.spot.row + (step[1] ?? 0), this.last + 1),
      };
      this.draw();
    } else if (key === "r" || key === "R") this.change("turned");
    else if (key === "f" || key === "F") this.change("mirrored");
    else if (key === "n" || key === "N") this.next();
    else return false;
    return true;
  }

  gone() {
    this.listening.abort();
    this.group.remove();
  }
}
