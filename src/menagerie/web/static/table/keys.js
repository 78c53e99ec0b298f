/** The table's keyboard shortcuts. */

import { back, picker, hint, startTrying, stopTrying, undo } from "./turn/deciding.js";
import { camera, focusFirst, viewport } from "./turn/ui.js";
import { part } from "../shared/dom.js";
import { history, sinceThen } from "./turn/look_back.js";
import { hasOrders, openOrders } from "./turn/standing_orders.js";
import { pressOverlay } from "./turn/overlay_control.js";
import { drawPlayers } from "./render.js";
import { openTab, panel } from "./panels/side.js";
import { always } from "./turn/bar_content.js";
import { draft, heard, id, puzzleAddress, redraw, shown, writeKeys } from "./state/store.js";
import { talkTools } from "./turn/raised_hands.js";
import { film } from "./turn/playback.js";
import { goToNext, KEY } from "../shared/next_turn.js";

/**
 * @param {{menu: () => void, tab: (name: string) => void}} page functions that open the menu and react to an opened tab
 */
export function keys({ menu, tab }) {
  const show = (/** @type {string} */ name) => {
    panel(true);
    openTab(name, tab);
  };
  /** What each key does; false if it did nothing. @type {Record<string, () => boolean>} */
  const shortcuts = {
    u: does(undo),
    h: does(hint, () => heard.now.table.hints),
    d: pressOverlay,
    w: pressHand,
    s: does(sinceThen, () => shown.missed !== null),
    t: tryOut,
    o: does(openOrders, hasOrders),
    l: does(() => show("log")),
    c: does(
      () => show("chat"),
      () => !puzzleAddress,
    ),
    i: does(() => show("sheet")),
    [KEY]: does(
      () => goToNext(id),
      () => !puzzleAddress,
    ),
    "?": does(menu),
  };
  addEventListener("keydown", (event) => key(event, shortcuts));
  addEventListener("pointerdown", () => writeKeys(false), { capture: true });
}

/** A key's action, done only if allowed. @param {() => unknown} act @param {() => boolean} may */
const does =
  (act, may = () => true) =>
  () => {
    if (!may()) return false;
    act();
    return true;
  };

/** Raise my hand, or lower it. */
function pressHand() {
  const [tool] = talkTools();
  tool?.act();
  return tool !== undefined;
}

/** Start or stop trying out. */
function tryOut() {
  if (draft.trying) {
    stopTrying();
    redraw();
    return true;
  }
  if (!always().some(({ key }) => key === "T")) return false;
  startTrying();
  return true;
}

/** Close the panel, or else go back one step. */
function leave() {
  if (!document.body.classList.contains("sheet-open")) return back();
  panel(false);
  return true;
}

/** @param {KeyboardEvent} event @param {Partial<Record<string, () => boolean>>} shortcuts */
function key(event, shortcuts) {
  writeKeys(true);
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || !heard.now || document.querySelector("dialog[open]")) return;
  if (target.matches("input, select, textarea")) return;
  if (!["Tab", "Shift"].includes(event.key) && film.skip()) return event.preventDefault();
  if (acts(event, target, shortcuts)) event.preventDefault();
}

/**
 * Do what a key means.
 * @param {KeyboardEvent} event
 * @param {Element} target
 * @param {Partial<Record<string, () => boolean>>} shortcuts
 * @returns {boolean} whether it means anything now
 */
function acts(event, target, shortcuts) {
  const button = /^[1-9]$/.test(event.key) ? part("choices").querySelector(`[aria-keyshortcuts="${event.key}"]`) : null;
  if (button instanceof HTMLElement) {
    button.click();
    return true;
  }
  if (target === part("prompt") && /^Arrow/.test(event.key) && !event.shiftKey && !picker.piece) {
    focusFirst();
    return true;
  }
  if (picker.piece && !target.closest("button") && event.key === "Enter") {
    picker.lay();
    return true;
  }
  if (picker.piece?.key(event.key)) return true;
  if (event.key === "Escape" && viewport.close()) {
    drawPlayers();
    return true;
  }
  if (event.key === "Escape" && leave()) return true;
  if (history.key(event)) return true;
  const shortcut = shortcuts[event.key];
  if (event.repeat && shortcut) return false;
  return shortcut ? shortcut() : camera.key(event);
}
