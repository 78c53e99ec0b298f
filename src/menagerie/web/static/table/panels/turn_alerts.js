/** Alerts on my turn while I look elsewhere: title, icon, sound, notification. */

import { pref } from "../../shared/preferences.js";
import { sound } from "../../shared/sounds.js";

let mine = false;

/** @param {boolean} turn whether I am to decide @param {string} game @param {string} prompt */
export function alertTurn(turn, game, prompt) {
  document.title = `${turn ? "Your turn · " : ""}${game} · Menagerie`;
  document
    .querySelector("link[rel=icon]")
    ?.setAttribute("href", turn ? "/static/favicon-turn.svg" : "/static/favicon.svg");
  if (turn && !mine) {
    sound("turn");
    if (pref("notify") === "on" && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification(`Your turn: ${game}`, { body: prompt, tag: location.pathname });
  }
  mine = turn;
}
