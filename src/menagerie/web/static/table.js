/** A table: hears what happens, shows it, and sends what the player decides. */

import { decisions, explain } from "./advice.js";
import { me, named, post, titleOf } from "./api.js";
import { bar, note } from "./bar.js";
import { Camera } from "./camera.js";
import { h, icons, part, pref, say } from "./dom.js";
import { dragging } from "./dragging.js";
import { dropping, playOn } from "./files.js";
import { Film, filmOf, framesOf, wanted } from "./film.js";
import { Gaze } from "./gaze.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { Live } from "./live.js";
import { Marks } from "./marks.js";
import { menu } from "./menu.js";
import { again, Card } from "./result.js";
import { review } from "./review.js";
import { changed, Scene } from "./scene.js";
import { Sheet } from "./sheet.js";
import { heard, markMoment, openTab, players, rules, story, tabs, unveil, veil } from "./side.js";
import { sign } from "./signs.js";
import { called } from "./targets.js";
import { tips } from "./tips.js";
import { latest, nameOf, time } from "./words.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./bar.js").Tool} Tool */
/** @typedef {{prompt: string, choices?: Tool[], tools?: Tool[]}} Situation */

/** So many decisions are shown again at most. */
const MOST_AGAIN = 40;
const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const scene = new Scene(/** @type {any} */ (part("scene")));
const marks = new Marks(scene);
const film = new Film(showFrame, filmOver);
const camera = new Camera(scene);
const gaze = new Gaze(camera);
const sketch = (/** @type {string[]} */ path) => live.send({ do: "draw", seat, path });
const hand = new Hand(scene, { decide, refuse: why, picked: () => (draw(), follow()), tell: note, sketch });
const history = new History(id, showMoment, historyTools);
const charts = new Sheet(id);
const card = new Card(id, () => history.go(Math.max(0, history.last - 1)), () => draw());
const live = new Live(id, hear, (word) => ((part("word").textContent = word), (part("word").hidden = !word)));

/** @type {Message & {table: import("./types.js").Table}} */
let now;
/** @type {import("./types.js").Entry[]} */
let log = [];
/** @type {import("./scene.js").Picture | null} */
let picture = null;
/** How the game stood before the film that is shown. @type {import("./types.js").Turn | null} */
let past = null;
/** What others did last, in words. */
let told = "";
/** What I have not seen happen: the decisions after this one. @type {number | null} */
let missed = null;
/** What is shown instead of the present. @type {import("./types.js").Moment | null} */
let moment = null;
/** The seat whose question I answer. @type {number | null} */
let seat = null;
/** That question, to know it again. */
let asked = "";
/** What waits to be confirmed, and its words. */
let ready = "",
  readyWords = "";
let sending = false;
/** Whether what I choose is only tried. */
let trying = false;
/** @type {string[]} */
let hinted = [];
/** The hint that I follow, and how many of its steps are played. @type {{hint: Answer, done: number} | null} */
let followed = null;
/** @type {import("./types.js").Here} */
let here = { seats: [], onlookers: 0, away: {}, away_after: 60 };
/** When that was heard. */
let heardAt = 0;
/** When the server last told its time. */
let toldAt = 0;
let byKeys = false;
/** Whether this page is on its way to the next game. */
let leaving = false;

// ---- hearing -------------------------------------------------------------------------------------------------------

/** @param {Message} message */
function hear(message) {
  if (message.here) ((here = message.here), (heardAt = Date.now()));
  if (message.type === "here") return seat === null ? draw() : drawPlayers();
  if (message.type === "chat" && message.message) {
    if (!chatting() && !(message.message.seat !== null && now.table.mine.includes(message.message.seat)))
      for (const sign of ["tab-chat", "sheet"]) part(sign).classList.add("news");
    return heard(message.message);
  }
  if (message.type === "about" && message.table) {
    goAlong(now.table.next, message.table.next);
    now.table = message.table;
    history.grow(now.n, done());
  } else happened(message);
  draw();
  follow();
}

/** Somebody wants to play again: everybody who sat here goes to the new table. @param {string | null} before @param {string | null} next */
function goAlong(before, next) {
  if (!next || before || leaving) return;
  leaving = true;
  say("The next game begins.");
  setTimeout(() => location.assign(next), 1200);
}

/** The whole table, or what is new at it. @param {Message} message */
function happened(message) {
  const before = picture,
    came = now?.turn ?? null;
  if (message.type === "table") {
    part("chat").replaceChildren();
    message.chat?.forEach(heard);
  }
  toldAt = performance.now();
  now = {
    ...message,
    table: { ...(message.table ?? now.table), seq: message.seq, decisions: message.n, to_act: message.turn.to_act },
  };
  if (message.scene.style) style(message.scene.style);
  picture = changed(message.type === "table" ? null : picture, message.scene);
  log = [...log.slice(0, message.log.keep), ...message.log.add];
  story(now.table, message.log, lookAt, (n) => replay([n]));
  ask();
  if (message.type === "table") comeBack();
  tell(message, before, came);
  history.grow(message.n, done());
}

/** The entries of the log that tell of decisions, of all seats or of these. @param {number[] | null} seats */
const decided = (seats = null) =>
  log.filter((entry) => entry.decision !== null && (!seats || (entry.seat !== null && seats.includes(entry.seat))));

/** Show what is new: as a film, or at once. @param {Message} message @param {import("./scene.js").Picture | null} before @param {import("./types.js").Turn | null} came how the game stood */
function tell({ film: steps = [], n }, before, came) {
  const decider = decided().at(-1)?.seat ?? null,
    own = decider !== null && now.table.mine.includes(decider);
  if (!own || steps.length > 1) told = latest(steps.map((step) => step.text));
  else if (own) told = "";
  if (document.hidden && !own) missed ??= n - 1;
  if (!picture || moment) return;
  if (steps.length && before && wanted()) {
    if (!film.playing) past = came;
    veil(n);
    return film.add(framesOf(n, before, steps, picture, own));
  }
  if (!film.skip()) marks.show(picture, decider);
}

/** @param {import("./film.js").Frame} frame */
function showFrame(frame) {
  marks.show(frame.picture, frame.seat, frame.about);
  unveil(frame);
  draw();
}

/** The film is over: the present is shown. */
function filmOver() {
  past = null;
  unveil(null);
  if (picture && !moment && scene.picture !== picture) marks.show(picture, null);
  draw();
  follow();
}

/** Somebody is back: what has happened since my last decision can be seen. */
function comeBack() {
  const { mine, status } = now.table;
  const own = decided(mine).at(-1);
  const others = decided().some((entry) => entry.n > (own?.n ?? 0));
  missed = mine.length && status !== "open" && others ? (own?.n ?? 0) : null;
}

/** Show again what some decisions set off. @param {number[]} numbers */
async function replay(numbers) {
  sheet(false);
  film.skip();
  if (moment) history.leave();
  past = now.turn;
  for (const n of numbers) {
    const one = await filmOf(id, n).catch((error) => (say(error.message), null));
    if (!one || !wanted()) break;
    if (!film.playing) scene.show(one.before, true);
    film.add(one.frames);
  }
}

/** What has happened since my last decision, or since I looked away. */
function sinceThen() {
  const first = (missed ?? 0) + 1,
    numbers = decided()
      .map((entry) => entry.n)
      .filter((n) => n >= first);
  missed = null;
  if (wanted()) replay(numbers.slice(-MOST_AGAIN));
  else lookAt(first, 0);
  draw();
}

/** Show the moment of a line of the log. @param {number} n @param {number} line */
async function lookAt(n, line) {
  sheet(false); // on a small screen the panel would cover it
  await history.go(n);
  const entry = decided().find((one) => one.n === n);
  if (!moment || !entry || history.n !== n) return;
  if (line >= entry.text.length - 1) return showMoment({ ...moment, line: undefined, entry }, history.picture);
  const { frames } = await filmOf(id, n).catch((error) => (say(error.message), { frames: [] }));
  let lines = 0;
  const frame = frames.find((one) => (lines += one.lines) > line);
  if (!frame || history.n !== n) return;
  moment = { ...moment, line, entry: { ...entry, text: [frame.text] } };
  marks.show(frame.picture, frame.seat, frame.about);
  draw();
}

/** The parts of the table lie elsewhere: another screen, or another phase of the game. */
scene.moved = () => {
  gaze.all(true);
  draw();
  follow();
};

/** Whether the chat is in sight. */
const chatting = () =>
  !part("panel-chat").hidden && getComputedStyle(part("panel-chat").parentElement ?? part("panel-chat")).visibility !== "hidden";

/** Whether there is nothing more to decide. */
const done = () => now.table.status === "over" || now.table.status === "replay";

/** What I am asked now, from the beginning; unless it is still the same question, and others have done something meanwhile. */
function ask() {
  const asks = now.turn.asks,
    mine = asks.find((one) => one.seat === seat) ?? asks[0] ?? null,
    question = JSON.stringify(mine);
  if (question === asked && !sending) return void (trying && tryOut());
  if (mine) camera.held = gaze.opened = false;
  asked = question;
  seat = mine?.seat ?? null;
  if (mine || !trying) stopTrying();
  else tryOut();
  sending = false;
  goOn(mine);
}

/** Mark the next step of the hint that I follow, if it is what I am asked now. @param {import("./types.js").Ask | null} mine */
function goOn(mine) {
  const next = followed?.hint.steps?.[followed.done];
  hinted = next && mine ? hand.advise(next.decision) : [];
  if (!followed || !hand.advice) return void (followed = null);
  explain(followed.hint, followed.done);
}

/** @param {string} address */
function style(address) {
  if (!document.querySelector(`link[href="${address}"]`))
    document.head.append(h("link", { rel: "stylesheet", href: address }));
}

// ---- showing -------------------------------------------------------------------------------------------------------

function draw() {
  if (!now) return;
  part("title").textContent = now.table.name;
  drawStatus();
  markMoment(moment?.n ?? null, moment?.line);
  card.show(now.table, now.turn.result, moment !== null || film.playing);
  drawSheet();
  sign(seat !== null && !film.playing, now.table.name, now.turn.asks[0]?.prompt ?? "");
  hand.show(
    !moment && !ready && !sending && !film.playing,
    !moment && !film.playing,
    hinted,
    JSON.stringify([now.seq, moment?.n, trying, film.playing]),
  );
  drawPlayers();
  if (!hand.piece) note(moment ? "" : film.playing ? film.earlier : seat === null ? "" : told);
  const { prompt, choices = [], tools = [] } = situation();
  bar(prompt, choices, [...tools, ...always()]);
  if (byKeys && hand.piece) hand.piece.group.focus();
  else if (byKeys && (!document.activeElement || document.activeElement === document.body)) part("prompt").focus();
}

/** The tables of the moment that is shown, if their tab is open. */
const drawSheet = () => void charts.at(moment?.n ?? null, `${now.seq} ${seat}`);

/** Whose turn it is, and for how long. */
function drawStatus() {
  const { table } = now,
    turn = past ?? now.turn,
    mine = seat !== null && !film.playing,
    names = turn.to_act.map((one) => nameOf(table, one));
  const waits = names.length
    ? `${names.join(" and ")} to move`
    : { open: "Waiting for players", replay: "Replay", over: "", playing: "" }[table.status] || "The game is over";
  const words =
    mine && seat !== null ? (table.mine.length > 1 ? `Your turn, ${nameOf(table, seat)}` : "Your turn") : waits;
  if (part("status").textContent !== words) part("status").textContent = words;
  drawClock();
  part("status").classList.toggle("mine", mine);
}

/** For how long we wait for the one who is to move. */
function drawClock() {
  const { turn } = now,
    gone = now.now - turn.since + (performance.now() - toldAt) / 1000;
  part("clock").textContent = turn.to_act.length ? time(Math.max(0, gone)) : "";
}

function drawPlayers() {
  if (!now) return;
  const { to_act, told_scores: scores } = moment ?? past ?? now.turn;
  const winners = moment || past ? [] : (now.turn.result?.winners ?? []);
  players(
    now.table,
    { to_act, scores, winners, here: here.seats },
    gaze.seat,
    (whose) => (gaze.look(whose), drawPlayers()),
  );
  const asked = (seat === null && !trying) || moment ? [] : hand.parts();
  part("areas").replaceChildren(
    ...[...gaze.shared].map(([name, inner]) =>
      h(
        "button",
        {
          class: inner.some((one) => asked.includes(one)) ? "has" : "",
          click: () => (gaze.close() || gaze.open(gaze.extent(inner)), drawPlayers()),
        },
        (name[0]?.toUpperCase() ?? "") + name.slice(1),
      ),
    ),
  );
}

/** What the bar says and offers. @returns {Situation} */
function situation() {
  const { table, turn } = now;
  if (film.frame) return telling(film.frame);
  if (moment) return { prompt: moment.entry?.text.join(" ") || moment.entry?.decision || "The beginning." };
  if (now.ask?.waiting.some((one) => table.mine.includes(one))) return answering(now.ask);
  if (trying) return tryingOut();
  if (seat !== null) return deciding(seat);
  if (turn.result)
    return {
      prompt: turn.result.sentence,
      choices: card.open ? [] : ending(),
    };
  if (table.status === "open") return opening();
  if (table.status === "playing") return waiting();
  return { prompt: "A game to look at: use the slider, or press Play." };
}

/** What happens, in words. @param {{text: string}} frame @returns {Situation} */
const telling = ({ text }) => ({
  prompt: text,
  tools: [{ label: "Skip", key: "Esc", act: () => film.skip() }],
});

/** @param {import("./types.js").Asked} question @returns {Situation} */
function answering(question) {
  const answer = (/** @type {boolean} */ agree) => send({ do: "agree", ask: question.ask, agree });
  return {
    prompt: question.sentence,
    choices: [
      { label: "Agree", kind: "primary", act: () => answer(true) },
      { label: "Refuse", act: () => answer(false) },
    ],
  };
}

/** @param {number} mine @returns {Situation} */
function deciding(mine) {
  const { table, turn } = now;
  /** @type {Tool[]} */
  const tools = [];
  if (hand.begun) tools.push({ label: "Back", key: "Esc", act: back });
  for (const other of turn.asks)
    if (other.seat !== mine)
      tools.push({ label: `Decide for ${nameOf(table, other.seat)}`, act: () => ((seat = other.seat), ask(), draw()) });
  if (table.hints) tools.push({ label: "Hint", key: "H", act: hint });
  return {
    prompt: hand.steps?.sketch.words || (turn.asks.find((one) => one.seat === mine)?.prompt ?? ""),
    choices: ready ? [{ label: `Confirm: ${readyWords}`, kind: "primary", act: () => play(ready) }] : hand.tools(hinted),
    tools,
  };
}

/** @returns {Situation} */
function tryingOut() {
  /** @type {Tool[]} */
  const tools = [{ label: "Stop trying", key: "T", act: () => (stopTrying(), draw()) }];
  if (hand.choosing.picked.length) tools.unshift({ label: "Back", key: "Esc", act: back });
  const any = hand.choosing.choices.length;
  const prompt = any
    ? "Pick a piece and a place to try it there; nothing is played."
    : "There is nothing to try at the moment.";
  return { prompt, choices: hand.tools([]), tools };
}

/** @returns {Situation} */
function opening() {
  const { table } = now;
  /** @type {Tool[]} */
  const choices = [];
  if (table.link) choices.push({ label: "Copy the link", kind: "primary", act: invite });
  if (table.owner)
    for (const free of table.seats)
      if (free.kind === "open") choices.push({ label: `Put a bot at seat ${free.letter}`, act: () => fill(free.seat) });
  if (!table.mine.length && table.link)
    choices.push({ label: "Sit down", kind: "primary", act: () => location.assign(table.link ?? "/") });
  return {
    prompt: table.link ? "Send the link to the people you want to play with." : "This table is waiting for players.",
    choices,
  };
}

/** @returns {Situation} */
function waiting() {
  const { table, turn } = now;
  if (now.ask) return { prompt: `${now.ask.sentence} Waiting for an answer.` };
  const names = turn.to_act.map((one) => nameOf(table, one));
  const gone = table.mine.length ? table.seats.filter((one) => one.kind === "open" || isAway(one.seat)) : [];
  /** @type {Tool[]} */
  const choices = gone.map((one) => ({
    label: `Let a bot go on for ${one.kind === "open" ? `seat ${one.letter}` : one.name}`,
    act: () => takeover(one.seat),
  }));
  for (const own of table.claims.slice(0, 1))
    choices.unshift({ label: "Take my seat back", kind: "primary", act: () => send({ do: "return", seat: own }) });
  return { prompt: told || `${names.join(" and ")} ${names.length > 1 ? "decide" : "decides"}.`, choices };
}

/** Whether somebody has been away for so long that a bot may go on. @param {number} whose */
const isAway = (whose) => (here.away[whose] ?? -Infinity) + (Date.now() - heardAt) / 1000 >= here.away_after;

/** What can be done at any time of a game that I play in. @returns {Tool[]} */
function always() {
  const { table, turn } = now,
    to = undoTo();
  if (moment || trying || film.playing || table.status !== "playing" || !table.mine.length) return [];
  /** @type {Tool[]} */
  const before = missed === null ? [] : [{ label: "Since your last turn", key: "S", act: sinceThen }];
  /** @type {Tool[]} */
  const tools = turn.trials.includes(seat ?? table.mine[0] ?? -1) && !ready ? [{ label: "Try out", key: "T", act: startTrying }] : [];
  const alone = !table.seats.some((one) => one.kind === "person" && !one.mine);
  const free = alone || (to !== null && turn.undo.free !== null && to >= turn.undo.free);
  if (to !== null) tools.push({ label: free ? "Undo" : "Ask for undo", key: "U", act: undo });
  return [...before, ...tools];
}

/** @param {import("./types.js").Moment | null} shown @param {import("./scene.js").Picture | null} at */
function showMoment(shown, at) {
  moment = shown;
  film.skip();
  const seen = at ?? picture;
  if (seen) marks.show(seen, shown?.entry?.seat ?? null);
  draw();
}

/** @returns {HTMLElement[]} */
function historyTools() {
  if (!now) return [];
  const tools = done() ? [h("button", { click: startReview }, "Review")] : [];
  const ended = now.turn.over && history.now === history.last;
  const from = ended ? history.last - 1 : history.now; // where the game is over there is nothing to play on
  if ((history.n !== null || done()) && from >= 0)
    tools.push(
      h(
        "button",
        { click: () => playOn(now.table, from), title: ended ? "From before the last decision" : null },
        "Play on from here",
      ),
    );
  const back = now.table.status === "playing" ? "Back to the game" : "Back to the end";
  if (history.n !== null && now.table.status !== "replay")
    tools.push(h("button", { class: "primary", click: () => history.leave() }, back));
  return tools;
}

/** The game is looked at again; its moments are jumped to. */
function startReview() {
  openTab("advice");
  sheet(true);
  review(id, (n) => (sheet(false), history.go(n)));
}

/** If what can be chosen is out of sight, look there. */
function follow() {
  if (seat === null || moment || trying || film.playing) return;
  const parts = hand.parts();
  scene.ask(parts);
  gaze.follow(hand.boxes(), parts.some((name) => scene.asked.includes(name)) ? scene.asked : parts);
  drawPlayers();
}

// ---- deciding ------------------------------------------------------------------------------------------------------

/** @param {string} notation @param {string} words */
function decide(notation, words) {
  if (!trying && pref("confirm") !== "on") return void play(notation);
  if (!trying) [ready, readyWords] = [notation, words];
  draw();
  if (trying) note(`Only tried, not played: ${words}.`);
  else if (byKeys) focusFirst();
}

function back() {
  if (ready) ((ready = ""), hand.choosing.decided && hand.back());
  else if (!hand.back()) return false;
  draw();
  return true;
}

/** @param {string} decision */
async function play(decision) {
  if (sending) return;
  sending = true;
  missed = null;
  told = "";
  if (followed && followed.hint.steps?.[followed.done]?.decision === decision) followed.done += 1;
  else followed = null;
  draw();
  const answer = await live.send({ do: "play", seat, decision, seq: now.seq });
  if (answer.ok) return;
  sending = false;
  hand.choosing.picked = [];
  ready = "";
  draw();
  refused(answer);
}

/** Say why not, with a way to the rule. @param {Answer} answer */
function refused(answer) {
  const words = answer.reason || answer.error || "";
  if (words && answer.code !== "stale")
    note(words, true, answer.rule ? () => (openTab("rules"), sheet(true), rules(now.table.title, answer.rule)) : null);
}

/** @param {string} decision */
async function why(decision) {
  if (trying) return note("It does not fit there.", true);
  refused(await live.send({ do: "why", seat, decision }));
}

/** Why a piece cannot be chosen: else what is asked instead. Nothing if it can, or nothing is asked. @param {string} target @returns {Promise<Answer | null>} */
async function reason(target) {
  const { next, picked } = hand.choosing;
  if (seat === null || moment || trying || ready || sending || hand.piece || next.includes(target)) return null;
  const answer = await (hand.steps
    ? sketch([...hand.steps.path, ...picked, target])
    : live.send({ do: "why", seat, path: [...picked, target] }));
  return answer.ok ? { ...answer, reason: answer.reason || deciding(seat).prompt } : null;
}

async function startTrying() {
  trying = true;
  hand.ask([]);
  await tryOut();
}

/** What can be tried, as the table is now. */
async function tryOut() {
  const answer = await live.send({ do: "try", seat: seat ?? now.table.mine[0] });
  if (!trying) return;
  const { picked } = hand.choosing;
  hand.ask(answer.choices ?? [], true);
  for (const target of picked) if (!hand.choosing.pick(target)) break;
  draw();
}

/** Back to what is asked in earnest. */
function stopTrying() {
  trying = false;
  hand.ask(now.turn.asks.find((one) => one.seat === seat)?.choices ?? []);
  hinted = [];
  ready = "";
}

/** @param {{do: string} & Record<string, unknown>} command */
async function send(command) {
  const answer = await live.send(command);
  if (!answer.ok) say(answer.error ?? "That did not work.");
  else if (answer.asked !== undefined) say("The others are being asked.");
  return answer;
}

async function hint() {
  if (seat === null || trying) return;
  note("Thinking …");
  const answer = await send({ do: "hint", seat });
  if (!answer.ok) return note("");
  hinted = hand.advise(answer.decision ?? "");
  followed = { hint: answer, done: 0 };
  explain(answer, 0);
  openTab("advice");
  draw();
  note(`${decisions(answer.steps ?? [])}. ${answer.reason}`);
}

/** To which moment undo goes: before my latest decision. */
function undoTo() {
  const last = decided(now.table.mine)
    .filter((entry) => entry.n <= now.n)
    .at(-1);
  return last && last.n > now.turn.undo.first ? last.n - 1 : null;
}

async function undo() {
  const to = undoTo();
  if (hand.begun && back()) return;
  if (to !== null) await send({ do: "undo", to, seq: now.seq });
}

/** What can be done when the game is over and the card is put away. @returns {Tool[]} */
function ending() {
  const { table } = now;
  /** @type {Tool[]} */
  const choices = [{ label: "Result", kind: "primary", act: () => card.reopen() }];
  if (table.next) choices.push({ label: "To the next game", act: () => location.assign(table.next ?? "/") });
  else if (table.mine.length) choices.push({ label: "Rematch", act: () => again(id, {}) });
  return choices;
}

/** The kind of bot that sits down where nobody chooses. */
const usualBot = async () => (await titleOf(now.table.title)).usual_bot;

/** @param {number} free */
async function fill(free) {
  const body = { seat: free, kind: "bot", bot: await usualBot() };
  await post(`/api/tables/${id}/seat`, body).catch((error) => say(error.message));
}

/** @param {number} gone */
async function takeover(gone) {
  await send({ do: "takeover", seat: gone, bot: await usualBot() });
}

async function invite() {
  const link = new URL(now.table.link ?? "/", location.href).href;
  const copied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  copied ? say("The link is copied.") : say("The link: ", h("b", {}, link));
}

// ---- the page ------------------------------------------------------------------------------------------------------

/** A click on the table ends the film, and does nothing else. @param {PointerEvent} event */
function skip(event) {
  if (!film.playing || /** @type {Element} */ (event.target).closest("button")) return;
  event.stopPropagation();
  part("stage").addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  film.skip();
}

function focusFirst() {
  const first =
    scene.overlay.querySelector("[tabindex]") ??
    document.querySelector(".palette:not([hidden]) button") ??
    part("choices").querySelector("input, button");
  /** @type {HTMLElement | null} */ (first)?.focus();
}

/** @param {boolean} open */
const sheet = (open) => document.body.classList.toggle("sheet-open", open);

const openMenu = () => now && menu(now.table, draw, () => history.go(history.last));

/** @param {KeyboardEvent} event */
function key(event) {
  byKeys = true;
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || !now || document.querySelector("dialog[open]")) return;
  if (target.matches("input, select, textarea")) return;
  if (!["Tab", "Shift"].includes(event.key) && film.skip()) return event.preventDefault();
  const button = /^[1-9]$/.test(event.key) ? part("choices").querySelector(`[aria-keyshortcuts="${event.key}"]`) : null;
  if (button instanceof HTMLElement) button.click();
  else if (target === part("prompt") && /^Arrow/.test(event.key) && !event.shiftKey && !hand.piece) focusFirst();
  else if (hand.piece && !target.closest("button") && event.key === "Enter") hand.lay();
  else if (hand.piece?.key(event.key)) void 0;
  else if (event.key === "Escape" && gaze.close()) drawPlayers();
  else if (event.key === "Escape" && (document.body.classList.contains("sheet-open") ? (sheet(false), true) : back()))
    void 0;
  else if (history.key(event)) void 0;
  else if (event.repeat && shortcuts[event.key]) return;
  else if (!(shortcuts[event.key]?.() ?? camera.key(event))) return;
  event.preventDefault();
}

/** What a key does; false: nothing. @type {Record<string, () => boolean>} */
const shortcuts = {
  u: () => (undo(), true),
  h: () => now.table.hints && (hint(), true),
  s: () => missed !== null && (sinceThen(), true),
  t: () => (trying ? (stopTrying(), draw(), true) : always().some(({ key }) => key === "T") && (startTrying(), true)),
  l: () => (sheet(true), openTab("log", tab), true),
  c: () => (sheet(true), openTab("chat", tab), true),
  i: () => (sheet(true), openTab("sheet", tab), true),
  "?": () => (openMenu(), true),
};

/** @param {string} name */
function tab(name) {
  part(`tab-${name}`).classList.remove("news");
  if (name === "chat") part("sheet").classList.remove("news");
  if (name === "rules" && now) rules(now.table.title);
  if (name === "sheet" && now) drawSheet();
  if (name === "chat" && byKeys) part("say").focus();
}

icons();
tabs(tab);
tips(scene.root, (target) => (hand.piece ? "" : hand.says(target) || called(scene, target)), reason, refused);
dropping();
dragging(hand, () => !moment && !ready && !sending);
me().catch(() => null);
addEventListener("keydown", key);
addEventListener("pointerdown", () => (byKeys = false), { capture: true });
setInterval(() => now && drawClock(), 1000);
setInterval(() => now && seat === null && draw(), 10_000);
part("sheet").addEventListener("click", () => {
  const unread = part("sheet").classList.contains("news");
  sheet(!document.body.classList.contains("sheet-open"));
  if (unread) openTab("chat", tab);
});
for (const closes of ["scrim", "close-panel"]) part(closes).addEventListener("click", () => sheet(false));
part("stage").addEventListener("pointerdown", skip, { capture: true });
part("menu").addEventListener("click", openMenu);
scene.root.addEventListener("click", (event) => hand.piece || (gaze.tap(event.clientX, event.clientY), drawPlayers()));
part("zoom-in").addEventListener("click", () => camera.zoom(0.75));
part("zoom-out").addEventListener("click", () => camera.zoom(1.33));
part("zoom-fit").addEventListener("click", () => (gaze.all(), drawPlayers()));
part("chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (part("say")),
    text = field.value.trim();
  if (!text) return;
  field.value = "";
  await named().then(
    () => send({ do: "chat", text }),
    () => (field.value = text),
  );
});
