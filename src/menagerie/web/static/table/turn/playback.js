/** What happens is told: as a film, step by step, or at once. */

import { lastMove, scene } from "./ui.js";
import { aboutAll, Film, framesOf, wanted } from "../board/animation.js";
import { unveil, veil } from "../panels/side.js";
import { decided, heard, redraw, shown, writeShown } from "../state/store.js";
import { latest } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Message} Message */

export const film = new Film(showFrame, filmOver);

/** Show this instead of the present. @param {import("../../shared/types.js").Moment | null} moment null: the present */
export const setMoment = (moment) => writeShown({ moment });

/** How the game stood before what is shown now. @param {import("../../shared/types.js").Turn | null} past */
export const setPast = (past) => writeShown({ past });

/** What others did last, in words. @param {string} told */
export const announce = (told) => writeShown({ told });

/** What I have not seen happen is seen, or no longer asked for. */
export const forgetMissed = () => writeShown({ missed: null });

/**
 * Show what is new: as a film, or at once.
 * @param {Message} message
 * @param {import("../types.js").Picture | null} before
 * @param {import("../../shared/types.js").Turn | null} came how the game stood
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

/** The film is over: the present is shown. */
function filmOver() {
  setPast(null);
  unveil(null);
  if (heard.picture && !shown.moment && scene.picture !== heard.picture) lastMove.show(heard.picture, null);
  redraw(true);
}

/** Somebody is back: what has happened since my last decision can be seen. */
export function comeBack() {
  const { mine, status } = heard.now.table;
  const own = decided(mine).at(-1);
  const others = decided().some((entry) => entry.n > (own?.n ?? 0));
  writeShown({ missed: mine.length && status !== "open" && others ? (own?.n ?? 0) : null });
}
