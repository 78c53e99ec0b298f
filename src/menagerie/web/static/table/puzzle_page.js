/** A puzzle: the task, and the verdict on my answer. The table around it is that of table.js. */

import "./page.js";
import { forgetAdvice, hint, setAside, startOver } from "./turn/deciding.js";
import { announce } from "./turn/playback.js";
import { connection } from "./state/live.js";
import { h, part } from "../shared/dom.js";
import { panel } from "./panels/side.js";
import { isSolved, solve, starred } from "../shared/solved_puzzles.js";
import { redraw } from "./state/store.js";

/** @typedef {import("./state/puzzle_client.js").PuzzleClient} PuzzleClient */
/** @typedef {import("../shared/types.js").Puzzle} Puzzle */
/** @typedef {import("../shared/types.js").Verdict} Verdict */
/** @typedef {import("./types.js").Tool} Tool */

const client = /** @type {PuzzleClient} */ (connection);
/** @type {Puzzle} */
let puzzle;
/** Whether I've seen the answer: then solving it no longer counts. */
let seen = false;
/** Counts the answers, so that a late verdict isn't shown for another one. */
let answers = 0;

/** @param {Puzzle} asked */
function ask(asked) {
  puzzle = asked;
  document.title = `${asked.name}, puzzle ${asked.number} · Menagerie`;
  part("riddle").replaceChildren(
    h("h2", {}, `Puzzle ${asked.number}: ${asked.theme}`),
    h(
      "p",
      {},
      h("span", { class: "stars", role: "img", "aria-label": `${asked.stars} of 3 stars` }, starred(asked.stars)),
      isSolved(asked.title, asked.number) ? " Solved." : "",
    ),
    h("p", {}, `You are ${asked.letter}. One turn is clearly best, whatever is hidden. ${asked.asks}`),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: asked.next }, "Next puzzle"),
      h("a", { class: "button", href: "/puzzles" }, "See all puzzles"),
    ),
  );
  announce(`You are ${asked.letter}. ${asked.asks}`); // for when the panel is out of sight
  redraw();
}

/** Wait for the verdict on my answer. @param {Promise<Verdict>} coming */
async function judge(coming) {
  const mine = ++answers;
  setAside({ prompt: "One moment …" });
  const verdict = await coming.catch((error) => ({ right: false, sentences: [error.message] }));
  if (mine !== answers) return;
  if (verdict.right) right(verdict);
  else wrong(verdict);
  redraw();
}

/** @param {Verdict} verdict */
function right({ sentences }) {
  if (!seen) solve(puzzle.title, puzzle.number);
  tell(seen ? "That's the answer" : "Correct", sentences, [
    { label: "Next puzzle", kind: "primary", act: () => location.assign(puzzle.next) },
    { label: "Play it again", act: again },
    { label: "See all puzzles", act: () => location.assign("/puzzles") },
  ]);
}

/** @param {Verdict} verdict */
function wrong({ sentences }) {
  tell("Not the best", sentences, [
    { label: "Try again", kind: "primary", act: again },
    { label: "See the answer", act: answer },
  ]);
}

/**
 * Show a verdict in the bar and beside the table.
 * @param {string} heading
 * @param {string[]} sentences
 * @param {Tool[]} choices
 */
function tell(heading, sentences, choices) {
  setAside({
    prompt: `${heading}. ${sentences.join(" ")}`,
    choices: choices.map((one, number) => ({ ...one, key: String(number + 1) })),
  });
  forgetAdvice();
  part("advice").replaceChildren(h("h2", {}, heading), ...sentences.map((words) => h("p", {}, words)));
}

/** Start the puzzle again. */
async function again() {
  answers += 1;
  startOver();
  part("advice").replaceChildren();
  panel(false);
  await client.connect();
}

/** Show the answer step by step, like a hint. */
async function answer() {
  seen = true;
  await again();
  await hint();
}

client.asked = ask;
client.answered = judge;
part("answer").addEventListener("click", answer);
