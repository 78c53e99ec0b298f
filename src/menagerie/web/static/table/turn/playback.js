/** Show what happens: animated step by step, or at once. */

import { lastMove, scene } from "./ui.js";
import { aboutAll, Film, framesOf, wanted } from "../board/animation.js";
import { unveil, veil } from "../panels/side.js";
import { decided, heard, redraw, shown, writeShown } from "../state/store.js";
import { latest } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Message} Message */

export const film = new Film(showFrame, filmOver);

/** Show this instead of the present. @param {import("../../shared/types.js").Moment | null} moment null for the present */
export const setMoment = (moment) => writeShown({ moment });

/** The state before what is shown now. @param {import("../../shared/types.js").Turn | null} past */
export const setPast = (past) => writeShown({ past });

/** The others' last move, in words. @param {string} told */
export const announce = (told) => writeShown({ told });

/** Forget what I haven't seen happen. */
export const forgetMissed = () => writeShown({ missed: null });

/**
 * Show what is new: animated, or at once.
 * @param {Message} message
 * @param {import("../types.js").Picture | null} before
 * @param {import("../../shared/types.js").Turn | null} came the state of the game
 */
export function tell({ film: steps = [], n }, before, came) {
  const decider = decided().at(-1)?.seat ?? null,
    own = decider !== null && heard.now.table.mine.includes(decider);
  if (!own || steps.length > 1) announce(latest(steps.map((step) => step.text)));
  else if (own) announce("");
  if (document.hidden && !own) writeShown({ missed: shown.missed ?? n - 1 });
  if (!heard.picture || shown.moment) return;
  if (steps.length && before && wanted()) {
    if (!film.playing) setPast(came);
    veil(n);
    return film.add(framesOf(n, before, steps, heard.picture, own));
  }
  if (!film.skip()) lastMove.show(heard.picture, decider, steps.length ? aboutAll(steps) : null);
}

/** @param {import("../board/animation.js").Frame} frame */
function showFrame(frame) {
  lastMove.show(frame.picture, frame.seat, frame.about);
  unveil(frame);
  redraw();
}

/** End the animation and show the present. */
function filmOver() {
  setPast(null);
  unveil(null);
  if (heard.picture && !shown.moment && scene.picture !== heard.picture) lastMove.show(heard.picture, null);
  redraw(true);
}

/** The player is back: offer what has happened since their last decision. */
export function comeBack() {
  const { mine, status } = heard.now.table;
  const own = decided(mine).at(-1);
  const others = decided().some((entry) => entry.n > (own?.n ?? 0));
  writeShown({ missed: mine.length && status !== "open" && others ? (own?.n ?? 0) : null });
}
