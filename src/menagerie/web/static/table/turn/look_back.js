/** Looking back: at any moment, the moves since my last turn, the result, and the review. */

import { button } from "../panels/bar.js";
import { lastMove, scene } from "./ui.js";
import { h, say } from "../../shared/dom.js";
import { playOn } from "../../shared/record_files.js";
import { filmOf, wanted } from "../board/animation.js";
import { History } from "../panels/history.js";
import { overlayTools } from "./overlay_control.js";
import { Card } from "../panels/result.js";
import { review } from "../panels/game_review.js";
import { openTab, panel } from "../panels/side.js";
import { decided, done, heard, id, puzzleAddress, redraw, shown } from "../state/store.js";
import { film, forgetMissed, setMoment, setPast } from "./playback.js";

/** How many decisions are replayed at most. */
const MOST_AGAIN = 40;

export const history = new History(showMoment, historyTools);
export const card = new Card(id, () => history.go(Math.max(0, history.last - 1)), redraw);

/** @param {import("../../shared/types.js").Moment | null} moment @param {import("../types.js").Picture | null} then */
function showMoment(moment, then) {
  const next = moment?.n === (shown.moment?.n ?? history.last) + 1;
  setMoment(moment);
  film.skip();
  const seen = then ?? heard.picture;
  if (seen) lastMove.show(seen, moment?.entry?.seat ?? null, moment?.about ?? null, next);
  redraw();
}

/** Show the moment of a log line. @param {number} n @param {number} line */
export async function lookAt(n, line) {
  panel(false); // on a small screen the panel would cover the table
  await history.go(n);
  const entry = decided().find((one) => one.n === n);
  if (!shown.moment || !entry || history.n !== n) return;
  if (line >= entry.text.length - 1) return showMoment({ ...shown.moment, line: undefined, entry }, history.picture);
  const { frames } = await filmOf(n).catch((error) => {
    say(error.message);
    return { frames: [] };
  });
  let lines = 0;
  const frame = frames.find((one) => (lines += one.lines) > line);
  if (!frame || history.n !== n) return;
  setMoment({ ...shown.moment, line, entry: { ...entry, text: [frame.text] } });
  lastMove.show(frame.picture, frame.seat, frame.about, false);
  redraw();
}

/** Replay the animations of these decisions. @param {number[]} numbers */
export async function replay(numbers) {
  panel(false);
  film.skip();
  if (shown.moment) history.leave();
  setPast(heard.now.turn);
  for (const n of numbers) {
    const one = await filmOf(n).catch((error) => {
      say(error.message);
      return null;
    });
    if (!one || !wanted()) break;
    if (!film.playing) scene.show(one.before, true);
    film.add(one.frames);
  }
}

/** Replay what happened since my last decision, or since I left. */
export function sinceThen() {
  const first = (shown.missed ?? 0) + 1,
    numbers = decided()
      .map((entry) => entry.n)
      .filter((n) => n >= first);
  forgetMissed();
  if (wanted()) replay(numbers.slice(-MOST_AGAIN));
  else lookAt(first, 0);
  redraw();
}

/** @returns {HTMLElement[]} */
function historyTools() {
  if (!heard.now) return [];
  const tools = overlayTools().map(button);
  const closes = opensLater(heard.now.table);
  if (closes)
    return [...tools, h("span", { class: "soft" }, `You can review this game from ${closes}.`), ...toThePresent()];
  if (done()) tools.push(h("button", { click: startReview }, "Review"));
  const ended = heard.now.turn.over && history.now === history.last;
  const from = ended ? history.last - 1 : history.now; // after the last decision there is nothing left to play
  if (!puzzleAddress && (history.n !== null || done()) && from >= 0)
    tools.push(
      h(
        "button",
        { click: () => playOn(heard.now.table, from), title: ended ? "Starts before the last decision" : null },
        "Play from here",
      ),
    );
  return [...tools, ...toThePresent()];
}

/**
 * When a finished attempt at a daily deal can be reviewed, or "" if it can now.
 * @param {import("../../shared/types.js").Table} table
 */
function opensLater(table) {
  const { closed, closes } = table.deal ?? {};
  if (!done() || closed || !closes) return "";
  return new Date(closes * 1000).toLocaleString("en-GB", { weekday: "long", hour: "2-digit", minute: "2-digit" });
}

/** The button back to the present. */
function toThePresent() {
  const table = heard.now.table;
  const back =
    table.status === "playing" ? (puzzleAddress ? "Back to the puzzle" : "Back to the game") : "Back to the end";
  if (history.n === null || table.status === "replay") return [];
  return [h("button", { class: "primary", click: () => history.leave() }, back)];
}

/** Review the game; its moments are links. */
function startReview() {
  openTab("advice");
  panel(true);
  review(id, (n) => {
    panel(false);
    history.go(n);
  });
}
