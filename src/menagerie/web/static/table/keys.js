/** The whole table by keys. */

import { back, picker, hint, startTrying, stopTrying, undo } from "./turn/deciding.js";
import { camera, focusFirst, viewport } from "./turn/ui.js";
import { part } from "../shared/dom.js";
import { history, sinceThen } from "./turn/look_back.js";
import { hasOrders, openOrders } from "./turn/standing_orders.js";
import { pressOverlay } from "./turn/overlay_control.js";
import { drawPlayers } from "./render.js";
import { openTab, panel } from "./panels/side.js";
import { always } from "./turn/bar_content.js";
import { at, id, redraw, puzzleAddress } from "./state/store.js";
import { talkTools } from "./turn/raised_hands.js";
import { film } from "./turn/playback.js";
import { goToNext, KEY } from "../shared/next_turn.js";

/** @param {{menu: () => void, tab: (name: string) => void}} page what opens the menu, and what is to be done when a tab opens */
export function keys({ menu, tab }) {
  /** What a key does; false: nothing. @type {Record<string, () => boolean>} */
  const shortcuts = {
    u: () => (undo(), true),
    h: () => at.now.table.hints && (hint(), true),
    d: pressOverlay,
    w: () => talkTools().some((tool) => (tool.act(), true)),
    s: () => at.missed !== null && (sinceThen(), true),
    t: () =>
      at.trying ? (stopTrying(), redraw(), true) : always().some(({ key }) => key === "T") && (startTrying(), true),
    o: () => hasOrders() && (openOrders(), true),
    l: () => (panel(true), openTab("log", tab), true),
    c: () => !puzzleAddress && (panel(true), openTab("chat", tab), true),
    i: () => (panel(true), openTab("sheet", tab), true),
    [KEY]: () => !puzzleAddress && (goToNext(id), true),
    "?": () => (menu(), true),
  };
  addEventListener("keydown", (event) => key(event, shortcuts));
  addEventListener("pointerdown", () => (at.byKeys = false), { capture: true });
}

/** @param {KeyboardEvent} event @param {Record<string, () => boolean>} shortcuts */
function key(event, shortcuts) {
  at.byKeys = true;
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || !at.now || document.querySelector("dialog[open]")) return;
  if (target.matches("input, select, textarea")) return;
  if (!["Tab", "Shift"].includes(event.key) && film.skip()) return event.preventDefault();
  const button = /^[1-9]$/.test(event.key) ? part("choices").querySelector(`[aria-keyshortcuts="${event.key}"]`) : null;
  if (button instanceof HTMLElement) button.click();
  else if (target === part("prompt") && /^Arrow/.test(event.key) && !event.shiftKey && !picker.piece) focusFirst();
  else if (picker.piece && !target.closest("button") && event.key === "Enter") picker.lay();
  else if (picker.piece?.key(event.key)) void 0;
  else if (event.key === "Escape" && viewport.close()) drawPlayers();
  else if (event.key === "Escape" && (document.body.classList.contains("sheet-open") ? (panel(false), true) : back()))
    void 0;
  else if (history.key(event)) void 0;
  else if (event.repeat && shortcuts[event.key]) return;
  else if (!(shortcuts[event.key]?.() ?? camera.key(event))) return;
  event.preventDefault();
}
