/** What happens is told: as a film, step by step, or at once. */

import { lastMove, scene } from "./ui.js";
import { aboutAll, Film, framesOf, wanted } from "../board/animation.js";
import { unveil, veil } from "../panels/side.js";
import { at, decided, redraw } from "../state/store.js";
import { latest } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Message} Message */

export const film = new Film(showFrame, filmOver);

/** Show what is new: as a film, or at once. @param {Message} message @param {import("../types.js").Picture | null} before @param {import("../../shared/types.js").Turn | null} came how the game stood */
export function tell({ film: steps = [], n }, before, came) {
  const decider = decided().at(-1)?.seat ?? null,
    own = decider !== null && at.now.table.mine.includes(decider);
  if (!own || steps.length > 1) at.told = latest(steps.map((step) => step.text));
  else if (own) at.told = "";
  if (document.hidden && !own) at.missed ??= n - 1;
  if (!at.picture || at.moment) return;
  if (steps.length && before && wanted()) {
    if (!film.playing) at.past = came;
    veil(n);
    return film.add(framesOf(n, before, steps, at.picture, own));
  }
  if (!film.skip()) lastMove.show(at.picture, decider, steps.length ? aboutAll(steps) : null);
}

/** @param {import("../board/animation.js").Frame} frame */
function showFrame(frame) {
  lastMove.show(frame.picture, frame.seat, frame.about);
  unveil(frame);
  redraw();
}

/** The film is over: the present is shown. */
function filmOver() {
  at.past = null;
  unveil(null);
  if (at.picture && !at.moment && scene.picture !== at.picture) lastMove.show(at.picture, null);
  redraw(true);
}

/** Somebody is back: what has happened since my last decision can be seen. */
export function comeBack() {
  const { mine, status } = at.now.table;
  const own = decided(mine).at(-1);
  const others = decided().some((entry) => entry.n > (own?.n ?? 0));
  at.missed = mine.length && status !== "open" && others ? (own?.n ?? 0) : null;
}
