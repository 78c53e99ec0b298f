/** What lies over the moment that is shown, and its buttons; overlays.js is fetched where a table has something to lay over it. */

import { scene } from "./ui.js";
import { at, redraw } from "../state/store.js";
import { film } from "./playback.js";

/** @type {import("../board/overlays.js").Overlays | null} */
let over = null;

export function drawOverlays() {
  if (over) return void over.at(at.moment?.n ?? null, `${at.now.seq} ${at.seat}`, !film.playing);
  if (!at.now.table.overlays.length) return;
  import("../board/overlays.js").then(({ Overlays }) => {
    over ??= new Overlays(scene, redraw);
    redraw();
  });
}

/** @returns {import("../types.js").Tool[]} */
export const overlayTools = () => (film.playing || !at.now ? [] : (over?.tools(at.now.table.overlays) ?? []));

/** The key of the first goes down. @returns {boolean} whether there is one */
export function pressOverlay() {
  const [first] = at.now.table.overlays;
  if (!over || !first || film.playing) return false;
  over.press(first);
  return true;
}
