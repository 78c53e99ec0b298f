/** Signs that it is my turn, for who looks elsewhere: title, icon, sound, notification. */

import { pref } from "./dom.js";

let mine = false;

/** @param {boolean} turn whether I am to decide @param {string} game @param {string} prompt */
export function sign(turn, game, prompt) {
  document.title = `${turn ? "Your turn · " : ""}${game} · Menagerie`;
  document
    .querySelector("link[rel=icon]")
    ?.setAttribute("href", turn ? "/static/favicon-turn.svg" : "/static/favicon.svg");
  if (turn && !mine) {
    if (pref("sound") === "on") chime();
    if (pref("notify") === "on" && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification(`Your turn: ${game}`, { body: prompt, tag: location.pathname });
  }
  mine = turn;
}

/** Two soft notes, like a glass touched twice. */
export function chime() {
  const audio = new AudioContext();
  for (const [number, pitch] of [587.3, 880].entries()) {
    const note = audio.createOscillator(),
      gain = audio.createGain(),
      at = audio.currentTime + 0.16 * number;
    note.frequency.value = pitch;
    note.connect(gain).connect(audio.destination);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
    note.start(at);
    note.stop(at + 0.75);
  }
  setTimeout(() => audio.close(), 1500);
}
