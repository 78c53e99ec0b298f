/** The bar's prompt and buttons, in every situation at a table. */

import { post, titleOf } from "../../shared/api.js";
import { showInvitation, canInvite, seatsToTake } from "./open_seats.js";
import { late, overdue } from "./clocks.js";
import { readsOn, wanted } from "./coach.js";
import { back, decideFor, picker, hint, play, send, startTrying, stopTrying, undo } from "./deciding.js";
import { say } from "../../shared/dom.js";
import { goOn } from "../../shared/lesson_start.js";
import { card, sinceThen } from "./look_back.js";
import { orderTools } from "./standing_orders.js";
import { again, answerTools } from "../panels/result.js";
import { draft, heard, id, isAway, isFree, lessonDone, question, redraw, shown, undoTo } from "../state/store.js";
import { talkers, talkTools } from "./raised_hands.js";
import { film } from "./playback.js";
import { compares, listed, nameOf, STUDIED } from "../../shared/words.js";

/** @typedef {import("../types.js").Tool} Tool */
/** @typedef {import("../types.js").BarContent} BarContent */

/** Return the bar's prompt and buttons. @returns {BarContent} */
export function barContent() {
  const { table, turn } = heard.now;
  if (film.frame) return telling(film.frame);
  if (draft.aside && !shown.moment) return draft.aside;
  if (shown.moment)
    return { prompt: shown.moment.entry?.text.join(" ") || shown.moment.entry?.decision || "Start of the game." };
  if (heard.now.ask?.waiting.some((one) => table.mine.includes(one) || table.claims.includes(one)))
    return answering(heard.now.ask);
  const asked = draft.seat === null && table.status === "playing" ? overdue() : null;
  if (asked) return asked;
  if (draft.trying) return tryingOut();
  if (readsOn()) return { prompt: "Read the coach's words, then press Next." };
  if (draft.seat !== null) return deciding(draft.seat);
  if (turn.result)
    return {
      prompt: !card.open && answerTools(table, redraw).length ? (table.again?.sentence ?? "") : turn.result.sentence,
      choices: card.open ? [] : ending(),
    };
  if (table.status === "open") return opening();
  if (table.status === "playing") return waiting();
  if (lessonDone()) return { prompt: "Lesson complete.", choices: lessonOver() };
  return { prompt: "Move the slider or press Play." };
}

/** The sentence of an animation's step. @param {{text: string}} frame @returns {BarContent} */
const telling = ({ text }) => ({
  prompt: text,
  tools: [{ label: "Skip", key: "Esc", act: () => film.skip() }],
});

/** @param {import("../../shared/types.js").Asked} asked @returns {BarContent} */
function answering(asked) {
  const answer = (/** @type {boolean} */ agree) => send({ do: "agree", ask: asked.ask, agree });
  return {
    prompt: asked.sentence,
    choices: [
      { label: "Agree", kind: "primary", act: () => answer(true) },
      { label: "Decline", act: () => answer(false) },
    ],
  };
}

/** @param {number} mine @returns {BarContent} */
function deciding(mine) {
  const { table, turn } = heard.now;
  /** @type {Tool[]} */
  const tools = [];
  if (picker.begun) tools.push({ label: "Back", key: "Esc", act: back });
  for (const other of turn.asks)
    if (other.seat !== mine)
      tools.push({
        label: `Decide for ${nameOf(table, other.seat)}`,
        act: () => {
          decideFor(other.seat);
          redraw();
        },
      });
  if (table.hints) tools.push({ label: "Hint", key: "H", act: hint });
  return {
    prompt: picker.steps?.sketch.words || `${late(mine)}${question()?.prompt ?? ""}${talkers()}`,
    choices: draft.ready
      ? [{ label: `Confirm: ${draft.readyWords}`, kind: "primary", act: () => play(draft.ready) }]
      : picker.tools([...draft.hinted, ...wanted()]),
    tools,
  };
}

/** @returns {BarContent} */
function tryingOut() {
  /** @type {Tool[]} */
  const tools = [
    {
      label: "Stop trying out",
      key: "T",
      act: () => {
        stopTrying();
        redraw();
      },
    },
  ];
  if (picker.paths.picked.length) tools.unshift({ label: "Back", key: "Esc", act: back });
  const any = picker.paths.choices.length;
  const prompt = any ? "Try out a piece. Nothing is played." : "There is nothing to try out now.";
  return { prompt, choices: picker.tools([]), tools };
}

/** @returns {BarContent} */
function opening() {
  const { table } = heard.now;
  /** @type {Tool[]} */
  const choices = [];
  if (canInvite(table)) choices.push({ label: "Invite", kind: "primary", act: showInvitation });
  if (table.owner)
    for (const free of table.seats)
      if (free.kind === "open") choices.push({ label: `Put a bot in seat ${free.letter}`, act: () => fill(free.seat) });
  choices.push(...seatsToTake());
  const prompt = table.mine.length ? "Invite other players with a link." : "This table is waiting for players.";
  return {
    prompt: [prompt, table.pace ? table.told_time : "", table.research ? STUDIED : ""].filter(Boolean).join(" "),
    choices,
  };
}

/** @returns {BarContent} */
function waiting() {
  const { table, turn } = heard.now;
  if (heard.now.ask) return { prompt: `${heard.now.ask.sentence} Waiting for an answer.` };
  const acting = turn.to_act.filter((one) => table.seats[one]?.kind !== "open").map((one) => nameOf(table, one));
  const gone = table.mine.length
    ? table.seats.filter((one) => one.kind === "open" || (table.takeover && isAway(one.seat)))
    : [];
  /** @type {Tool[]} */
  const choices = gone.map((one) => ({
    label: one.kind === "open" ? `Put a bot in seat ${one.letter}` : `Replace ${one.name} with a bot`,
    act: () => send({ do: "takeover", seat: one.seat }),
  }));
  for (const own of table.claims.slice(0, 1))
    choices.unshift({ label: "Return to my seat", kind: "primary", act: () => send({ do: "return", seat: own }) });
  choices.push(...seatsToTake());
  if (table.out && !table.claims.length)
    choices.push(
      { label: "Start a new game", act: () => again(id, {}) },
      { label: "Go to the lobby", act: () => location.assign("/") },
    );
  const waits = acting.length ? `Waiting for ${listed(acting)}.` : "Waiting for a player to take the free seat.";
  const told = shown.told || waits;
  return { prompt: [table.out, told + talkers()].filter(Boolean).join(" "), choices };
}

/** The buttons after a lesson, besides those in the coach's bubble. @returns {Tool[]} */
function lessonOver() {
  const { title, lesson } = heard.now.table;
  /** @type {Tool[]} */
  const choices = [{ label: "Repeat this lesson", act: () => goOn(title, lesson?.number ?? 1, true) }];
  return [...choices, { label: "See all lessons", act: () => location.assign(`/learn/${title}`) }];
}

/** The buttons when the game is over and the result card is closed. @returns {Tool[]} */
function ending() {
  const { table } = heard.now;
  /** @type {Tool[]} */
  const choices = [{ label: "Show result", kind: "primary", act: () => card.reopen() }];
  const answers = answerTools(table, redraw);
  if (table.lesson) choices.push(...lessonOver());
  else if (answers.length) choices.unshift(...answers);
  else if (table.deal)
    choices.push({ label: compares(table.deal), act: () => location.assign(table.deal?.address ?? "/") });
  else if (table.next) choices.push({ label: "Go to the next game", act: () => location.assign(table.next ?? "/") });
  else if (table.mine.length) choices.push({ label: "Rematch", act: () => again(id, {}) });
  return choices;
}

/** The tools that I have at any time in my own game. @returns {Tool[]} */
export function always() {
  const { table, turn } = heard.now,
    to = undoTo();
  if (shown.moment || draft.aside || draft.trying || film.playing || table.status !== "playing" || !table.mine.length)
    return [];
  const free = to !== null && isFree(to);
  const tools = talkTools(); // the most wanted first, because a small screen hides the last ones
  const asks = !table.deal || table.deal.kind === "group"; // no one else to ask in an attempt at a daily deal
  if (to !== null && (free || asks)) tools.push({ label: free ? "Undo" : "Ask to undo", key: "U", act: undo });
  if (canInvite(table)) tools.push({ label: "Invite", act: showInvitation });
  if (shown.missed !== null) tools.push({ label: "Show last moves", key: "S", act: sinceThen });
  if (turn.trials.includes(draft.seat ?? table.mine[0] ?? -1) && !draft.ready)
    tools.push({ label: "Try out", key: "T", act: startTrying });
  return [...tools, ...orderTools()];
}

/** Put the title's default bot in a free seat. @param {number} free */
async function fill(free) {
  const body = { seat: free, kind: "bot", bot: (await titleOf(heard.now.table.title)).usual_bot };
  await post(`/api/tables/${id}/seat`, body).catch((error) => say(error.message));
}
