/** A table: hears what happens, shows it, and sends what the player decides. */

import { get, me, named, post } from "./api.js";
import { bar, note } from "./bar.js";
import { Camera } from "./camera.js";
import { h, icons, part, pref, say } from "./dom.js";
import { dropping, playOn } from "./files.js";
import { Gaze, holds } from "./gaze.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { Live } from "./live.js";
import { menu } from "./menu.js";
import { changed, Scene } from "./scene.js";
import { heard, markMoment, openTab, players, rules, story, tabs } from "./side.js";
import { sign } from "./signs.js";
import { called } from "./targets.js";
import { tips } from "./tips.js";
import { Turner } from "./turner.js";
import { nameOf, spoken, time } from "./words.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./bar.js").Tool} Tool */
/** @typedef {{prompt: string, choices?: Tool[], tools?: Tool[]}} Situation */

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const scene = new Scene(/** @type {any} */ (part("scene")));
const camera = new Camera(scene);
const gaze = new Gaze(camera);
const hand = new Hand(scene, { decide, refuse: why, picked: () => (draw(), follow()), tell: note });
const history = new History(id, showMoment, historyTools);
const live = new Live(id, hear, (word) => ((part("word").textContent = word), (part("word").hidden = !word)));

/** @type {Message & {table: import("./types.js").Table}} */
let now;
/** @type {import("./types.js").Entry[]} */
let log = [];
/** @type {import("./scene.js").Picture | null} */
let picture = null;
/** What is shown instead of the present. @type {import("./types.js").Moment | null} */
let moment = null;
/** The seat whose question I answer. @type {number | null} */
let seat = null;
/** That question, to know it again. */
let asked = "";
/** What waits to be confirmed. */
let ready = "";
let sending = false;
/** Whether what I choose is only tried. */
let trying = false;
/** @type {string[]} */
let hinted = [];
/** @type {import("./types.js").Here} */
let here = { seats: [], onlookers: 0, away: {}, away_after: 60 };
/** When that was heard. */
let heardAt = 0;
let byKeys = false;

// ---- hearing -------------------------------------------------------------------------------------------------------

/** @param {Message} message */
function hear(message) {
  if (message.here) ((here = message.here), (heardAt = Date.now()));
  if (message.type === "here") return seat === null ? draw() : drawPlayers();
  if (message.type === "chat" && message.message) {
    part("tab-chat").classList.add("news");
    return heard(message.message);
  }
  if (message.type === "about" && message.table) {
    now.table = message.table;
    history.grow(now.n, done());
  } else happened(message);
  draw();
  follow();
}

/** The whole table, or what is new at it. @param {Message} message */
function happened(message) {
  const first = !now,
    before = picture;
  if (message.type === "table") {
    part("chat").replaceChildren();
    message.chat?.forEach(heard);
  }
  now = {
    ...message,
    table: { ...(message.table ?? now.table), seq: message.seq, decisions: message.n, to_act: message.turn.to_act },
  };
  if (message.scene.style) style(message.scene.style);
  picture = changed(message.type === "table" ? null : picture, message.scene);
  log = [...log.slice(0, message.log.keep), ...message.log.add];
  story(now.table, message.log, (n) => history.go(n));
  ask();
  if (!moment) scene.show(picture);
  if (first) gaze.look(now.table.mine[0] ?? null, true);
  else if (!moment && !camera.held && extent(before) !== extent(picture)) gaze.again();
  history.grow(message.n, done());
}

/** How large the table is, and where its parts lie. @param {import("./scene.js").Picture | null} seen */
const extent = (seen) => JSON.stringify([seen?.width, seen?.height, seen?.areas]);

/** Whether there is nothing more to decide. */
const done = () => now.table.status === "over" || now.table.status === "replay";

/** What I am asked now, from the beginning; unless it is still the same question, and others have done something meanwhile. */
function ask() {
  const asks = now.turn.asks,
    mine = asks.find((one) => one.seat === seat) ?? asks[0] ?? null,
    question = JSON.stringify(mine);
  if (question === asked && !sending) return void (trying && tryOut());
  if (mine) camera.held = false;
  asked = question;
  seat = mine?.seat ?? null;
  if (mine || !trying) stopTrying();
  else tryOut();
  sending = false;
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
  markMoment(moment?.n ?? null);
  sign(seat !== null, now.table.name, now.turn.asks[0]?.prompt ?? "");
  hand.show(!moment && !ready && !sending, !moment, hinted, JSON.stringify([now.seq, moment?.n, trying]));
  drawPlayers();
  if (!hand.piece) note("");
  const { prompt, choices = [], tools = [] } = situation();
  bar(prompt, choices, [...tools, ...always()]);
  if (byKeys && hand.piece) hand.piece.group.focus();
  else if (byKeys && (!document.activeElement || document.activeElement === document.body)) focusFirst();
}

/** Whose turn it is, and for how long. */
function drawStatus() {
  const { table, turn } = now,
    names = turn.to_act.map((one) => nameOf(table, one));
  const waits = names.length
    ? `${names.join(" and ")} to move · ${time(now.now - turn.since)}`
    : { open: "Waiting for players", replay: "Replay", over: "", playing: "" }[table.status] || "The game is over";
  part("status").textContent =
    seat !== null ? (table.mine.length > 1 ? `Your turn, ${nameOf(table, seat)}` : "Your turn") : waits;
  part("status").classList.toggle("mine", seat !== null);
}

function drawPlayers() {
  if (!now) return;
  const { to_act, scores } = moment ?? now.turn;
  const winners = moment ? [] : (now.turn.result?.winners ?? []);
  players(
    now.table,
    { to_act, scores, winners, here: here.seats },
    gaze.seat,
    (whose) => (gaze.look(whose), drawPlayers()),
  );
  const boxes = (seat === null && !trying) || moment ? [] : hand.boxes(seat);
  const others = Object.entries(scene.picture?.areas ?? {}).filter(([area]) => !area.startsWith("seat-"));
  part("areas").replaceChildren(
    ...others.map(([area, box]) => {
      const name = (area[0]?.toUpperCase() ?? "") + area.slice(1).replaceAll("-", " ");
      const has = boxes.some((target) => holds(box, target));
      return h("button", { class: has ? "has" : "", click: () => (gaze.at(box), drawPlayers()) }, name);
    }),
  );
}

/** What the bar says and offers. @returns {Situation} */
function situation() {
  const { table, turn } = now;
  if (moment) return { prompt: moment.entry?.text.join(" ") || moment.entry?.decision || "The beginning." };
  if (now.ask?.waiting.some((one) => table.mine.includes(one))) return answering(now.ask);
  if (trying) return tryingOut();
  if (seat !== null) return deciding(seat);
  if (turn.result)
    return {
      prompt: spoken(table, turn.result.sentence),
      choices: [{ label: "Play again", kind: "primary", act: again }],
    };
  if (table.status === "open") return opening();
  if (table.status === "playing") return waiting();
  return { prompt: "A game to look at: use the slider, or press Play." };
}

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
  if (hand.choosing.picked.length) tools.push({ label: "Back", key: "Esc", act: back });
  for (const other of turn.asks)
    if (other.seat !== mine)
      tools.push({ label: `Decide for ${nameOf(table, other.seat)}`, act: () => ((seat = other.seat), ask(), draw()) });
  if (table.hints) tools.push({ label: "Hint", key: "H", act: hint });
  return {
    prompt: turn.asks.find((one) => one.seat === mine)?.prompt ?? "",
    choices: ready ? [{ label: "Confirm", kind: "primary", act: () => play(ready) }] : hand.tools(hinted),
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
    ? "Pick a piece and a place: it is only tried, not played."
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
      if (free.kind === "open") choices.push({ label: `A bot at seat ${free.letter}`, act: () => fill(free.seat) });
  if (!table.mine.length && table.link)
    choices.push({ label: "Sit down", kind: "primary", act: () => location.assign(table.link ?? "/") });
  return {
    prompt: table.link ? "Send the link to who shall sit down here." : "This table waits for players.",
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
  return { prompt: `${names.join(" and ")} ${names.length > 1 ? "decide" : "decides"}.`, choices };
}

/** Whether somebody has been away for so long that a bot may go on. @param {number} whose */
const isAway = (whose) => (here.away[whose] ?? -Infinity) + (Date.now() - heardAt) / 1000 >= here.away_after;

/** What can be done at any time of a game that I play in. @returns {Tool[]} */
function always() {
  const { table, turn } = now,
    to = undoTo();
  if (moment || trying || table.status !== "playing" || !table.mine.length) return [];
  /** @type {Tool[]} */
  const tools = table.trials && !ready ? [{ label: "Try out", key: "T", act: startTrying }] : [];
  const alone = !table.seats.some((one) => one.kind === "person" && !one.mine);
  const free = alone || (to !== null && turn.undo.free !== null && to >= turn.undo.free);
  if (to !== null) tools.push({ label: free ? "Undo" : "Ask for undo", key: "U", act: undo });
  return tools;
}

/** @param {import("./types.js").Moment | null} shown @param {import("./scene.js").Picture | null} at */
function showMoment(shown, at) {
  moment = shown;
  const seen = at ?? picture;
  if (seen) scene.show(seen);
  draw();
}

/** @returns {HTMLElement[]} */
function historyTools() {
  if (!now) return [];
  const tools = [];
  if (history.n !== null && !(now.turn.over && history.now === history.last))
    tools.push(h("button", { click: () => playOn(now.table, history.now) }, "Play on from here"));
  const back = now.table.status === "playing" ? "Back to the game" : "Back to the end";
  if (history.n !== null && now.table.status !== "replay")
    tools.push(h("button", { class: "primary", click: () => history.leave() }, back));
  return tools;
}

/** If what can be chosen is out of sight, look there. */
function follow() {
  if (seat === null || moment || trying) return;
  gaze.follow(hand.boxes(seat), seat, hand.piece instanceof Turner);
  drawPlayers();
}

// ---- deciding ------------------------------------------------------------------------------------------------------

/** @param {string} notation */
function decide(notation) {
  if (!trying && pref("confirm") !== "on") return void play(notation);
  if (!trying) ready = notation;
  draw();
  if (trying) note(`Only tried, not played: ${notation}.`);
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
  const answer = await live.send({ do: "why", seat, path: [...picked, target] });
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
  hand.ask(answer.choices ?? []);
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
  else if (answer.asked !== undefined) say("The others are asked.");
  return answer;
}

async function hint() {
  if (seat === null || trying) return;
  note("Thinking …");
  const answer = await send({ do: "hint", seat });
  if (!answer.ok) return note("");
  hinted = answer.path ?? [];
  draw();
  note(`${answer.bot ?? "The bot"} would ${answer.decision ? `play: ${answer.decision}` : "pass"}.`);
}

/** To which moment undo goes: before my latest decision. */
function undoTo() {
  const { mine } = now.table;
  const last = log
    .filter((entry) => entry.decision !== null && entry.n <= now.n && entry.seat !== null && mine.includes(entry.seat))
    .at(-1);
  return last && last.n > now.turn.undo.first ? last.n - 1 : null;
}

async function undo() {
  const to = undoTo();
  if (hand.choosing.picked.length && back()) return;
  if (to !== null) await send({ do: "undo", to, seq: now.seq });
}

async function again() {
  await named();
  await post(`/api/tables/${id}/again`, {}).then(
    (table) => location.assign(`/table/${table.id}`),
    (error) => say(error.message),
  );
}

/** The kind of bot that plays best. */
const best = async () => (await get("/api/titles")).bots.at(-1)?.kind;

/** @param {number} free */
async function fill(free) {
  const body = { seat: free, kind: "bot", bot: await best() };
  await post(`/api/tables/${id}/seat`, body).catch((error) => say(error.message));
}

/** @param {number} gone */
async function takeover(gone) {
  await send({ do: "takeover", seat: gone, bot: await best() });
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

function focusFirst() {
  const first = scene.overlay.querySelector("[tabindex]") ?? part("choices").querySelector("button");
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
  const button = /^[1-9]$/.test(event.key) ? part("choices").querySelector(`[aria-keyshortcuts="${event.key}"]`) : null;
  if (button instanceof HTMLElement) button.click();
  else if (hand.piece && !target.closest("button") && event.key === "Enter") hand.lay();
  else if (hand.piece?.key(event.key)) void 0;
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
  t: () => (trying ? (stopTrying(), draw(), true) : always().some(({ key }) => key === "T") && (startTrying(), true)),
  l: () => (sheet(true), openTab("log", tab), true),
  c: () => (sheet(true), openTab("chat", tab), true),
  "?": () => (openMenu(), true),
};

/** @param {string} name */
function tab(name) {
  part(`tab-${name}`).classList.remove("news");
  if (name === "rules" && now) rules(now.table.title);
  if (name === "chat" && byKeys) part("say").focus();
}

icons();
tabs(tab);
tips(scene.root, (target) => called(scene, target), reason, refused);
dropping();
me().catch(() => null);
addEventListener("keydown", key);
addEventListener("pointerdown", () => (byKeys = false), { capture: true });
setInterval(() => now && ((now.now += 10), seat === null ? draw() : drawStatus()), 10_000);
part("sheet").addEventListener("click", () => sheet(!document.body.classList.contains("sheet-open")));
part("menu").addEventListener("click", openMenu);
part("zoom-in").addEventListener("click", () => camera.zoom(0.75));
part("zoom-out").addEventListener("click", () => camera.zoom(1.33));
part("zoom-fit").addEventListener("click", () => (gaze.look(null), drawPlayers()));
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
