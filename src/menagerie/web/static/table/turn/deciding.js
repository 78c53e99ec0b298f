/** Deciding: my question, my choice, and sending it; trying out, hints and undo. */

import { decisions, explain } from "../panels/hint_panel.js";
import { note } from "../panels/bar.js";
import { answers, reads } from "./coach.js";
import { camera, focusFirst, scene, viewport } from "./ui.js";
import { announce, forgetMissed } from "./playback.js";
import { connection } from "../state/live.js";
import { say } from "../../shared/dom.js";
import { Picker } from "../choosing/picker.js";
import { openTab, panel, showRule } from "../panels/side.js";
import {
  confirms,
  draft,
  heard,
  isFree,
  me,
  puzzleAddress,
  question,
  redraw,
  shown,
  undoQuestion,
  undoTo,
  writeDraft,
} from "../state/store.js";

/** @typedef {import("../../shared/types.js").Answer} Answer */

/** How a decision made step by step can continue. @param {string[]} path */
const sketch = (path) => connection.send({ do: "draw", seat: draft.seat, path });

export const picker = new Picker(scene, { decide, refuse: why, picked: () => redraw(true), tell: note, sketch });

/**
 * Start on what I am asked now, unless it's still the same question and only others have acted.
 */
export function ask() {
  const asks = heard.now.turn.asks,
    mine = asks.find((one) => one.seat === draft.seat) ?? asks[0] ?? null,
    words = JSON.stringify(mine);
  if (words === draft.asked && !draft.sending) {
    if (draft.trying) tryOut();
    return;
  }
  if (mine) camera.held = viewport.opened = false;
  writeDraft({ asked: words, advised: "", seat: mine?.seat ?? null });
  if (mine || !draft.trying) stopTrying();
  else tryOut();
  writeDraft({ sending: false });
  goOn(mine);
}

/**
 * Mark the next step of the hint that I follow, if I am asked for it now.
 * @param {import("../../shared/types.js").Ask | null} mine
 */
function goOn(mine) {
  const next = draft.followed?.hint.steps?.[draft.followed.done];
  writeDraft({ hinted: next && mine ? picker.advise(next.decision) : [] });
  if (!draft.followed || !picker.advice) {
    writeDraft({ followed: null });
    return;
  }
  explain(draft.followed.hint, draft.followed.done);
}

/** @param {string} notation @param {string} words */
function decide(notation, words) {
  if (!draft.trying && !confirms()) {
    play(notation);
    return;
  }
  if (!draft.trying) writeDraft({ ready: notation, readyWords: words });
  redraw();
  if (draft.trying) note(`Tried out, not played: ${words}.`);
  else if (me.byKeys) focusFirst();
}

export function back() {
  if (draft.aside && !puzzleAddress) {
    aside(null);
    return true;
  }
  if (draft.ready) {
    writeDraft({ ready: "" });
    if (picker.paths.decided) picker.back();
  } else if (!picker.back()) return false;
  redraw();
  return true;
}

/** @param {string} decision */
export async function play(decision) {
  if (draft.sending) return;
  const { followed } = draft;
  const isAdvised = followed?.hint.steps?.[followed.done]?.decision === decision;
  writeDraft({ sending: true, followed: followed && isAdvised ? { ...followed, done: followed.done + 1 } : null });
  forgetMissed();
  announce("");
  redraw();
  const answer = await connection.send({ do: "play", seat: draft.seat, decision, seq: heard.now.seq });
  if (answer.ok) return;
  picker.paths.picked = [];
  writeDraft({ sending: false, ready: "" });
  redraw();
  refused(answer);
}

/** @param {{do: string} & Record<string, unknown>} command */
export async function send(command) {
  const answer = await connection.send(command);
  if (!answer.ok) say(answer.error ?? "That didn't work. Try again.");
  else if (answer.asked !== undefined) say("We've asked the other players.");
  return answer;
}

// ---- why not

/** Say why not, with a link to the rule. @param {Answer} answer */
export function refused(answer) {
  if (answer.code === "coach") return answers(answer.error ?? "");
  if (answer.coach) answers(answer.coach);
  const words = answer.reason || answer.error || "";
  const show = () => showRule(heard.now.table.title, answer.rule ?? "");
  if (words && answer.code !== "stale") note(words, "bad", answer.rule ? [{ label: "See the rule", act: show }] : []);
}

/** @param {string} decision */
async function why(decision) {
  if (draft.trying) return note("It doesn't fit there.", "bad");
  refused(await connection.send({ do: "why", seat: draft.seat, decision }));
}

/**
 * Why a piece can't be chosen, or else what is asked instead; null if it can, or if I am not asked.
 * @param {string} target
 * @returns {Promise<Answer | null>}
 */
export async function reason(target) {
  const { next, picked } = picker.paths;
  if (
    draft.seat === null ||
    reads() ||
    shown.moment ||
    draft.trying ||
    draft.ready ||
    draft.sending ||
    picker.piece ||
    next.includes(target)
  )
    return null;
  const answer = await (picker.steps
    ? sketch([...picker.steps.path, ...picked, target])
    : connection.send({ do: "why", seat: draft.seat, path: [...picked, target] }));
  return answer.ok ? { ...answer, reason: answer.reason || question()?.prompt } : null;
}

// ---- trying out, hints, undo

export async function startTrying() {
  writeDraft({ trying: true });
  picker.ask([]);
  await tryOut();
}

/** The choices that can be tried out now. */
async function tryOut() {
  const answer = await connection.send({ do: "try", seat: draft.seat ?? heard.now.table.mine[0] });
  if (!draft.trying) return;
  const { picked } = picker.paths;
  picker.ask(answer.choices ?? [], true);
  for (const target of picked) if (!picker.paths.pick(target)) break;
  redraw();
}

/** Return to the real question. */
export function stopTrying() {
  writeDraft({ trying: false });
  picker.ask(question()?.choices ?? []);
  writeDraft({ hinted: [], ready: "" });
}

export async function hint() {
  if (draft.seat === null || draft.trying) return;
  note("Thinking …");
  const answer = await send({ do: "hint", seat: draft.seat });
  if (!answer.ok) return note("");
  writeDraft({ hinted: picker.advise(answer.decision ?? ""), followed: { hint: answer, done: 0 } });
  explain(answer, 0);
  openTab("advice");
  writeDraft({ advised: `${decisions(answer.steps ?? [])}. ${answer.reason}` });
  redraw();
  tellHint();
}

/** Show the hint in the bar until it's closed or the question changes. */
export function tellHint() {
  note(draft.advised, "hint", [
    { label: "Show more", kind: "narrow", act: () => panel(true) }, // on a wide screen the hint is beside the table
    {
      label: "×",
      name: "Close the hint",
      act: () => {
        forgetAdvice();
        note("");
      },
    },
  ]);
}

export async function undo() {
  const to = draft.aside ? null : undoTo();
  if (picker.begun && back()) return;
  if (to === null) return;
  const go = () => {
    aside(null);
    return send({ do: "undo", to, seq: heard.now.seq });
  };
  if (isFree(to)) {
    go();
    return;
  }
  aside({
    prompt: undoQuestion(to),
    choices: [
      { label: "Ask", kind: "primary", act: go },
      { label: "Cancel", key: "Esc", act: () => aside(null) },
    ],
  });
}

/** Show this in the bar instead of the question. @param {import("../types.js").BarContent | null} aside null for the question */
export const setAside = (aside) => writeDraft({ aside });

/** @param {import("../types.js").BarContent | null} content */
function aside(content) {
  setAside(content);
  redraw();
}

/** Remove the last hint from the bar. */
export const forgetAdvice = () => writeDraft({ advised: "" });

/** Answer this seat's question from now on. @param {number} seat */
export function decideFor(seat) {
  writeDraft({ seat });
  ask();
}

/** Ask the same question again from its beginning. */
export const startOver = () => writeDraft({ aside: null, followed: null, asked: "" });
