/**
 * The table's overlays and their buttons. overlays.js is loaded only where a table has some.
 */

import { scene } from "./ui.js";
import { draft, heard, redraw, shown } from "../state/store.js";
import { film } from "./playback.js";

/** @type {import("../board/overlays.js").Overlays | null} */
let over = null;

export function drawOverlays() {
  if (over) {
    over.at(shown.moment?.n ?? null, `${heard.now.seq} ${draft.seat}`, !film.playing);
    return;
  }
  if (!heard.now.table.overlays.length) return;
  import("../board/overlays.js").then(({ Overlays }) => {
    over ??= new Overlays(scene, redraw);
    redraw();
  });
}

/** @returns {import("../types.js").Tool[]} */
export const overlayTools = () => (film.playing || !heard.now ? [] : (over?.tools(heard.now.table.overlays) ?? []));

/** Press the first overlay's key. @returns {boolean} whether there is one */
export function pressOverlay() {
  const [first] = heard.now.table.overlays;
  if (!over || !first || film.playing) return false;
  over.press(first);
  return true;
}
