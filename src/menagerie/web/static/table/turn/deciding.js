/** Deciding: what I am asked, what I choose, and what is sent; trying out, hints and undo. */

import { decisions, explain } from "../panels/hint_panel.js";
import { note } from "../panels/bar.js";
import { answers, reads } from "./coach.js";
import { camera, focusFirst, scene, viewport } from "./ui.js";
import { connection } from "../state/live.js";
import { say } from "../../shared/dom.js";
import { Picker } from "../choosing/picker.js";
import { openTab, panel, showRule } from "../panels/side.js";
import { at, confirms, isFree, question, redraw, puzzleAddress, takenBack, undoTo } from "../state/store.js";

/** @typedef {import("../../shared/types.js").Answer} Answer */

/** How a decision goes on that is made step by step. @param {string[]} path */
const sketch = (path) => connection.send({ do: "draw", seat: at.seat, path });

export const picker = new Picker(scene, { decide, refuse: why, picked: () => redraw(true), tell: note, sketch });

/** What I am asked now, from the beginning; unless it is still the same question, and others have done something meanwhile. */
export function ask() {
  const asks = at.now.turn.asks,
    mine = asks.find((one) => one.seat === at.seat) ?? asks[0] ?? null,
    words = JSON.stringify(mine);
  if (words === at.asked && !at.sending) return void (at.trying && tryOut());
  if (mine) camera.held = viewport.opened = false;
  at.asked = words;
  at.advised = "";
  at.seat = mine?.seat ?? null;
  if (mine || !at.trying) stopTrying();
  else tryOut();
  at.sending = false;
  goOn(mine);
}

/** Mark the next step of the hint that I follow, if it is what I am asked now. @param {import("../../shared/types.js").Ask | null} mine */
function goOn(mine) {
  const next = at.followed?.hint.steps?.[at.followed.done];
  at.hinted = next && mine ? picker.advise(next.decision) : [];
  if (!at.followed || !picker.advice) return void (at.followed = null);
  explain(at.followed.hint, at.followed.done);
}

/** @param {string} notation @param {string} words */
function decide(notation, words) {
  if (!at.trying && !confirms()) return void play(notation);
  if (!at.trying) [at.ready, at.readyWords] = [notation, words];
  redraw();
  if (at.trying) note(`Only tried, not played: ${words}.`);
  else if (at.byKeys) focusFirst();
}

export function back() {
  if (at.aside && !puzzleAddress) return (aside(null), true);
  if (at.ready) ((at.ready = ""), picker.paths.decided && picker.back());
  else if (!picker.back()) return false;
  redraw();
  return true;
}

/** @param {string} decision */
export async function play(decision) {
  if (at.sending) return;
  at.sending = true;
  at.missed = null;
  at.told = "";
  if (at.followed && at.followed.hint.steps?.[at.followed.done]?.decision === decision) at.followed.done += 1;
  else at.followed = null;
  redraw();
  const answer = await connection.send({ do: "play", seat: at.seat, decision, seq: at.now.seq });
  if (answer.ok) return;
  at.sending = false;
  picker.paths.picked = [];
  at.ready = "";
  redraw();
  refused(answer);
}

/** @param {{do: string} & Record<string, unknown>} command */
export async function send(command) {
  const answer = await connection.send(command);
  if (!answer.ok) say(answer.error ?? "That did not work.");
  else if (answer.asked !== undefined) say("The others are being asked.");
  return answer;
}

// ---- why not

/** Say why not, with a way to the rule. @param {Answer} answer */
export function refused(answer) {
  if (answer.code === "coach") return answers(answer.error ?? "");
  if (answer.coach) answers(answer.coach);
  const words = answer.reason || answer.error || "";
  const show = () => showRule(at.now.table.title, answer.rule ?? "");
  if (words && answer.code !== "stale") note(words, "bad", answer.rule ? [{ label: "See the rule", act: show }] : []);
}

/** @param {string} decision */
async function why(decision) {
  if (at.trying) return note("It does not fit there.", "bad");
  refused(await connection.send({ do: "why", seat: at.seat, decision }));
}

/** Why a piece cannot be chosen: else what is asked instead. Nothing if it can, or nothing is asked. @param {string} target @returns {Promise<Answer | null>} */
export async function reason(target) {
  const { next, picked } = picker.paths;
  if (
    at.seat === null ||
    reads() ||
    at.moment ||
    at.trying ||
    at.ready ||
    at.sending ||
    picker.piece ||
    next.includes(target)
  )
    return null;
  const answer = await (picker.steps
    ? sketch([...picker.steps.path, ...picked, target])
    : connection.send({ do: "why", seat: at.seat, path: [...picked, target] }));
  return answer.ok ? { ...answer, reason: answer.reason || question()?.prompt } : null;
}

// ---- trying out, hints, undo

export async function startTrying() {
  at.trying = true;
  picker.ask([]);
  await tryOut();
}

/** What can be tried, as the table is now. */
async function tryOut() {
  const answer = await connection.send({ do: "try", seat: at.seat ?? at.now.table.mine[0] });
  if (!at.trying) return;
  const { picked } = picker.paths;
  picker.ask(answer.choices ?? [], true);
  for (const target of picked) if (!picker.paths.pick(target)) break;
  redraw();
}

/** Back to what is asked in earnest. */
export function stopTrying() {
  at.trying = false;
  picker.ask(question()?.choices ?? []);
  at.hinted = [];
  at.ready = "";
}

export async function hint() {
  if (at.seat === null || at.trying) return;
  note("Thinking …");
  const answer = await send({ do: "hint", seat: at.seat });
  if (!answer.ok) return note("");
  at.hinted = picker.advise(answer.decision ?? "");
  at.followed = { hint: answer, done: 0 };
  explain(answer, 0);
  openTab("advice");
  at.advised = `${decisions(answer.steps ?? [])}. ${answer.reason}`;
  redraw();
  tellHint();
}

/** What was advised stands in the bar until something else is asked or it is closed. */
export function tellHint() {
  note(at.advised, "hint", [
    { label: "More", kind: "narrow", act: () => panel(true) }, // on a wide screen it stands beside the table
    { label: "×", name: "Close the hint", act: () => ((at.advised = ""), note("")) },
  ]);
}

export async function undo() {
  const to = at.aside ? null : undoTo();
  if (picker.begun && back()) return;
  if (to === null) return;
  const go = () => (aside(null), send({ do: "undo", to, seq: at.now.seq }));
  if (isFree(to)) return void go();
  aside({
    prompt: `Ask the others to take back ${takenBack(to)}?`,
    choices: [
      { label: "Ask", kind: "primary", act: go },
      { label: "Not now", key: "Esc", act: () => aside(null) },
    ],
  });
}

/** @param {import("../types.js").BarContent | null} said */
function aside(said) {
  at.aside = said;
  redraw();
}
