/** Soft sounds, synthesised without any file. Off by default. */

import { pref } from "./preferences.js";

/** @typedef {{at?: number, pitch: number, to?: number, long: number, loud?: number, wave?: OscillatorType}} Note */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  place: [{ pitch: 220, to: 140, long: 0.12, wave: "triangle", loud: 0.16 }],
  draw: [
    { pitch: 520, to: 700, long: 0.09, wave: "triangle" },
    { at: 0.06, pitch: 700, to: 620, long: 0.1, wave: "triangle" },
  ],
  take: [
    { pitch: 392, long: 0.14 },
    { at: 0.09, pitch: 523.3, long: 0.18 },
  ],
  run: [0, 0.08, 0.16].map((at) => ({ at, pitch: 300, to: 240, long: 0.06, wave: "triangle", loud: 0.09 })),
  capture: [
    { pitch: 311, to: 233, long: 0.3, wave: "triangle", loud: 0.14 },
    { at: 0.16, pitch: 220, to: 155, long: 0.4, wave: "triangle", loud: 0.14 },
  ],
  win: [392, 493.9, 587.3, 784].map((pitch, i) => ({ at: 0.13 * i, pitch, long: 0.5 })),
  turn: [587.3, 880].map((pitch, i) => ({ at: 0.16 * i, pitch, long: 0.7 })),
};

/** @type {AudioContext | null} */
let audio = null;

/** Play a sound if the player turned sounds on. @param {string} name */
export function sound(name) {
  const notes = SOUNDS[name];
  if (!notes || pref("sound") !== "on") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const note of notes) play(audio, note);
}

/** @param {AudioContext} audio @param {Note} note */
function play(audio, { at = 0, pitch, to = pitch, long, loud = 0.12, wave = "sine" }) {
  const voice = audio.createOscillator(),
    gain = audio.createGain(),
    begin = audio.currentTime + 0.01 + at;
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, begin);
  voice.frequency.exponentialRampToValueAtTime(to, begin + long);
  voice.connect(gain).connect(audio.destination);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loud, begin + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  voice.start(begin);
  voice.stop(begin + long + 0.05);
}
