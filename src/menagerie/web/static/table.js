/** A table: hears what happens, shows it, and sends what the player decides. */

import { get, me, named, post } from "./api.js";
import { bar, note } from "./bar.js";
import { Camera } from "./camera.js";
import { Choosing, label } from "./choosing.js";
import { h, icons, part, pref, say } from "./dom.js";
import { dropping, playOn } from "./files.js";
import { astray, holds, whereTo } from "./follow.js";
import { Ghost } from "./ghost.js";
import { History } from "./history.js";
import { Live } from "./live.js";
import { menu } from "./menu.js";
import { changed, Scene } from "./scene.js";
import { heard, markMoment, openTab, players, rules, story, tabs } from "./side.js";
import { sign } from "./signs.js";
import { called, light } from "./targets.js";
import { tips } from "./tips.js";
import { nameOf, time } from "./words.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Box} Box */

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const scene = new Scene(/** @type {any} */ (part("scene")));
const camera = new Camera(scene);
const history = new History(id, showMoment, historyTools);
const live = new Live(id, hear, (word) => ((part("word").textContent = word), (part("word").hidden = !word)));

/** @type {Message & {table: import("./types.js").Table}} */
let now;
/** @type {import("./types.js").Entry[]} */
let log = [];
/** @type {import("./scene.js").Picture | null} */
let picture = null;
/** @type {import("./types.js").Moment | null} */
let moment = null;
let choosing = new Choosing([]);
/** @type {Ghost | null} */
let ghost = null;
/** What waits to be confirmed. */
let ready = "";
/** @type {number | null} */
let seat = null;
/** @type {string[]} */
let hinted = [];
/** @type {Set<number>} */
let here = new Set();
/** @type {number | null} */
let looking = null;
let sending = false;
/** The question that is being answered. */
let asked = "";
/** What is lit up, so that nothing is drawn anew under a finger. */
let lit = "";
let byKeys = false;
/** Decisions that could once be made by pointing at a target alone, as "verb target": what to ask about when it cannot be chosen. @type {Map<string, string>} */
const once = new Map();
/** @param {{notation: string}} choice */
const verb = ({ notation }) => notation.split(" ")[0];

// ---- hearing -------------------------------------------------------------------------------------------------------

/** @param {Message} message */
function hear(message) {
  if (message.here) here = new Set(message.here.seats);
  if (message.type === "here") return drawPlayers();
  if (message.type === "chat" && message.message) {
    part("tab-chat").classList.add("news");
    return heard(message.message);
  }
  if (message.type === "table") {
    part("chat").replaceChildren();
    message.chat?.forEach(heard);
  }
  if (message.type === "about" && message.table) {
    now.table = message.table;
    history.grow(now.n, done());
  }
  if (message.type === "table" || message.type === "update") {
    const first = !now,
      before = picture;
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
    if (first) look(now.table.mine[0] ?? null, true);
    else if (!moment && !camera.held && extent(before) !== extent(picture)) relook();
    history.grow(message.n, done());
  }
  draw();
  follow();
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
  if (question === asked && !sending) return;
  if (mine) camera.held = false;
  asked = question;
  seat = mine?.seat ?? null;
  choosing = new Choosing(mine?.choices ?? []);
  for (const choice of choosing.choices)
    if (!choice.grid && choice.path.length === 1) once.set(`${verb(choice)} ${choice.path[0]}`, choice.notation);
  hinted = [];
  ready = "";
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
  const { table, turn } = now,
    idle = Boolean(moment || ready || sending);
  part("title").textContent = table.name;
  drawStatus();
  drawPlayers();
  markMoment(moment?.n ?? null);
  sign(seat !== null, table.name, turn.asks[0]?.prompt ?? "");
  const placing = idle ? [] : choosing.placing,
    held = ghost?.group.contains(document.activeElement);
  if (ghost && (placing.length !== ghost.choices.length || placing.some((choice, i) => choice !== ghost?.choices[i])))
    (ghost.gone(), (ghost = null));
  const next = idle ? [] : choosing.next.filter((target) => !label(target)),
    picked = moment ? [] : choosing.picked;
  const key = JSON.stringify([next, picked, hinted, now.seq, moment?.n]);
  if (key !== lit) light(scene, next, picked, hinted, pick);
  lit = key;
  if (!ghost && placing.length)
    ghost = new Ghost(scene, placing, (notation, fits) => (fits ? decide(notation) : why(notation)), note);
  if (ghost && !ghost.group.isConnected) scene.overlay.append(ghost.group);
  if (ghost && (held || byKeys)) ghost.group.focus();
  if (!ghost) note("");
  drawBar();
  if (byKeys && (!document.activeElement || document.activeElement === document.body)) focusFirst();
}

/** Whose turn it is, and for how long. */
function drawStatus() {
  const { table, turn } = now,
    names = turn.to_act.map((one) => nameOf(table, one));
  const waits = names.length
    ? `${names.join(" and ")} to move · ${time(now.now - turn.since)}`
    : table.status === "open"
      ? "Waiting for players"
      : table.status === "replay"
        ? "Replay"
        : "The game is over";
  part("status").textContent =
    seat !== null ? (table.mine.length > 1 ? `Your turn, ${nameOf(table, seat)}` : "Your turn") : waits;
  part("status").classList.toggle("mine", seat !== null);
}

function drawPlayers() {
  if (!now) return;
  const { to_act, scores } = moment ?? now.turn;
  players(
    now.table,
    { to_act, scores, winners: moment ? [] : (now.turn.result?.winners ?? []), here: [...here] },
    looking,
    look,
  );
  const boxes = seat === null || moment ? [] : targetBoxes();
  const others = Object.entries(scene.picture?.areas ?? {}).filter(([area]) => !area.startsWith("seat-"));
  part("areas").replaceChildren(
    ...others.map(([area, box]) => {
      const name = (area[0]?.toUpperCase() ?? "") + area.slice(1).replaceAll("-", " ");
      const has = boxes.some((target) => holds(box, target));
      return h("button", { class: has ? "has" : "", click: () => lookAt(box) }, name);
    }),
  );
}

function drawBar() {
  const { table, turn } = now;
  /** @type {import("./bar.js").Tool[]} */
  const choices = [],
    tools = [];
  let prompt = turn.asks.find((one) => one.seat === seat)?.prompt ?? "";
  if (moment) {
    prompt = moment.entry?.text.join(" ") || moment.entry?.decision || "The beginning.";
  } else if (now.ask?.waiting.some((one) => table.mine.includes(one))) {
    const answer = (/** @type {boolean} */ agree) => send({ do: "agree", ask: now.ask?.ask, agree });
    prompt = now.ask.sentence;
    choices.push(
      { label: "Agree", kind: "primary", act: () => answer(true) },
      { label: "Refuse", act: () => answer(false) },
    );
  } else if (seat !== null) {
    if (ready) choices.push({ label: "Confirm", kind: "primary", act: () => play(ready) });
    else {
      const buttons = choosing.next.filter(label);
      buttons.forEach((target, i) =>
        choices.push({
          label: label(target),
          act: () => pick(target),
          key: i < 9 ? String(i + 1) : "",
          hinted: hinted.includes(target),
        }),
      );
      for (const { notation } of choosing.complete) choices.push({ label: notation, act: () => decide(notation) });
    }
    const piece = ghost;
    if (piece) {
      choices.push({ label: "Turn", kind: "piece", key: "R", act: () => piece.change("turned") });
      if (Object.entries(piece.spot.choice.mirrored ?? {}).some(([from, to]) => from !== to))
        choices.push({ label: "Mirror", kind: "piece", key: "F", act: () => piece.change("mirrored") });
      choices.push({
        label: "Lay it here",
        kind: "primary touch",
        act: () => (piece.fits ? decide(piece.notation) : why(piece.notation)),
      });
    }
    if (choosing.picked.length) tools.push({ label: "Back", key: "Esc", act: back });
    for (const other of turn.asks)
      if (other.seat !== seat)
        tools.push({
          label: `Decide for ${nameOf(table, other.seat)}`,
          act: () => ((seat = other.seat), ask(), draw()),
        });
    if (table.hints) tools.push({ label: "Hint", key: "H", act: hint });
  } else if (turn.result) {
    prompt = turn.result.sentence.replace(
      /^[A-E](, [A-E])*( and [A-E])?(?= (wins|win|share|lose|loses)\b)/,
      (letters) => letters.replace(/[A-E]/g, (letter) => nameOf(table, "ABCDE".indexOf(letter))),
    );
    choices.push({ label: "Play again", kind: "primary", act: again });
  } else if (table.status === "open") {
    prompt = table.link ? "Send the link to who shall sit down here." : "This table waits for players.";
    if (table.link) choices.push({ label: "Copy the link", kind: "primary", act: invite });
    if (table.owner)
      for (const free of table.seats)
        if (free.kind === "open") choices.push({ label: `A bot at seat ${free.letter}`, act: () => fill(free.seat) });
    if (!table.mine.length && table.link)
      choices.push({ label: "Sit down", kind: "primary", act: () => location.assign(table.link ?? "/") });
  } else if (now.ask) prompt = `${now.ask.sentence} Waiting for an answer.`;
  else if (table.status === "playing") {
    prompt = `${turn.to_act.map((one) => nameOf(table, one)).join(" and ")} ${turn.to_act.length > 1 ? "decide" : "decides"}.`;
    const gone = table.seats.find((one) => one.kind === "open");
    if (gone && table.mine.length)
      choices.push({ label: `Let a bot go on for seat ${gone.letter}`, act: () => takeover(gone.seat) });
  } else prompt = "A game to look at: use the slider, or press Play.";
  const to = undoTo();
  if (!moment && to !== null && table.status === "playing") {
    const free =
      (turn.undo.free !== null && to >= turn.undo.free) ||
      !table.seats.some((one) => one.kind === "person" && !one.mine);
    tools.push({ label: free ? "Undo" : "Ask for undo", key: "U", act: undo });
  }
  bar(prompt, choices, tools);
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
  if (done() && history.now < history.last)
    tools.push(h("button", { click: () => playOn(now.table, history.now) }, "Play on from here"));
  if (history.n !== null && now.table.status !== "replay")
    tools.push(
      h(
        "button",
        { class: "primary", click: () => history.leave() },
        now.table.status === "playing" ? "Back to the game" : "Back to the end",
      ),
    );
  return tools;
}

// ---- looking -------------------------------------------------------------------------------------------------------

/** Look at a seat's board, or at everything again. @param {number | null} whose @param {boolean} first */
function look(whose, first = false) {
  const area = scene.picture?.areas[`seat-${whose}`],
    narrow = scene.root.clientWidth < 700;
  looking = whose !== null && area && (first ? narrow : looking !== whose || camera.held) ? whose : null;
  camera.look(looking !== null && area ? area : camera.all, first);
  if (now && !first) drawPlayers();
}

/** @param {Box} box */
function lookAt(box) {
  looking = null;
  camera.look(box);
  camera.held = true; // until I am asked anew
  drawPlayers();
}

/** Look at the same thing where it is now. */
const relook = () => camera.look((looking !== null && scene.picture?.areas[`seat-${looking}`]) || camera.all);

/** Where the targets lie that can be chosen now. */
function targetBoxes() {
  const boxes = choosing.next.filter((target) => scene.nodes.has(target)).map((target) => scene.box(target));
  if (ghost) boxes.push(scene.picture?.areas[`seat-${seat}`] ?? boxOf(ghost));
  return boxes;
}

/** @param {Ghost} piece @returns {Box} */
function boxOf({ grid }) {
  return [grid.x, grid.y, grid.columns * grid.cell, grid.columns * grid.cell];
}

/** Nothing needs scrolling to make a move: if what can be chosen is out of sight, look there. */
function follow() {
  const boxes = targetBoxes();
  if (seat === null || moment || camera.held || !boxes.length) return;
  const own = scene.picture?.areas[`seat-${seat}`];
  const goal = whereTo(boxes, own, camera.all, camera.size);
  const seen = boxes.every((box) => camera.sees(box));
  if (!astray(seen, camera.view[2] / camera.size[0], goal, camera.size)) return;
  looking = goal === own ? seat : null;
  camera.look(goal);
  drawPlayers();
}

// ---- deciding ------------------------------------------------------------------------------------------------------

/** @param {string} target */
function pick(target) {
  if (!choosing.pick(target)) return;
  const decided = choosing.decided;
  if (decided) decide(decided.notation);
  else (draw(), follow());
}

/** @param {string} notation */
function decide(notation) {
  if (pref("confirm") !== "on") return void play(notation);
  ready = notation;
  draw();
  if (byKeys) focusFirst();
}

function back() {
  if (ready) ready = "";
  else if (!choosing.back()) return false;
  if (choosing.decided) choosing.back();
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
  choosing.picked = [];
  ready = "";
  draw();
  refused(answer);
}

/** @param {Answer} answer */
function refused(answer) {
  const words = answer.reason || answer.error || "";
  if (words && answer.code !== "stale")
    note(words, true, answer.rule ? () => (openTab("rules"), sheet(true), rules(now.table.title, answer.rule)) : null);
}

/** @param {string} decision */
async function why(decision) {
  refused(await live.send({ do: "why", seat, decision }));
}

/** Why a piece cannot be chosen, where that can be known. @param {string} target */
async function reason(target) {
  const decision = choosing.open.map((choice) => once.get(`${verb(choice)} ${target}`)).find(Boolean);
  if (seat === null || moment || !decision || choosing.next.includes(target)) return "";
  return (await live.send({ do: "why", seat, decision })).reason ?? "";
}

/** @param {{do: string} & Record<string, unknown>} command */
async function send(command) {
  const answer = await live.send(command);
  if (!answer.ok) say(answer.error ?? "That did not work.");
  else if (answer.asked !== undefined) say("The others are asked.");
  return answer;
}

async function hint() {
  if (seat === null) return;
  note("Thinking …");
  const answer = await send({ do: "hint", seat });
  if (!answer.ok) return note("");
  hinted = answer.path ?? [];
  draw();
  note(`${answer.bot ?? "The bot"} would ${answer.decision ? `play: ${answer.decision}` : "pass"}.`);
}

/** To which moment undo goes: before my latest decision. */
function undoTo() {
  const mine = log
    .filter(
      (entry) =>
        entry.decision !== null && entry.n <= now.n && entry.seat !== null && now.table.mine.includes(entry.seat),
    )
    .at(-1);
  return mine ? mine.n - 1 : null;
}

async function undo() {
  const to = undoTo();
  if (choosing.picked.length && back()) return;
  if (to !== null) await send({ do: "undo", to, seq: now.seq });
}

async function again() {
  await named();
  await post(`/api/tables/${id}/again`, {}).then(
    (table) => location.assign(`/table/${table.id}`),
    (error) => say(error.message),
  );
}

/** @param {number} free */
async function fill(free) {
  const { bots } = await get("/api/titles");
  await post(`/api/tables/${id}/seat`, { seat: free, kind: "bot", bot: bots.at(-1)?.kind }).catch((error) =>
    say(error.message),
  );
}

/** @param {number} gone */
async function takeover(gone) {
  const { bots } = await get("/api/titles");
  await send({ do: "takeover", seat: gone, bot: bots.at(-1)?.kind });
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

/** @param {KeyboardEvent} event */
function key(event) {
  byKeys = true;
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || !now || document.querySelector("dialog[open]")) return;
  if (target.matches("input, select, textarea")) return;
  const button = /^[1-9]$/.test(event.key) ? part("choices").querySelector(`[aria-keyshortcuts="${event.key}"]`) : null;
  if (button instanceof HTMLElement) button.click();
  else if (ghost && !target.closest("button") && event.key === "Enter")
    ghost.fits ? decide(ghost.notation) : why(ghost.notation);
  else if (ghost?.key(event.key)) void 0;
  else if (event.key === "Escape" && (document.body.classList.contains("sheet-open") ? (sheet(false), true) : back()))
    void 0;
  else if (history.key(event)) void 0;
  else if (event.key === "u") undo();
  else if (event.key === "h" && now.table.hints) hint();
  else if (event.key === "l" || event.key === "c") (sheet(true), openTab(event.key === "l" ? "log" : "chat", tab));
  else if (event.key === "?") menu(now.table, draw);
  else if (!camera.key(event)) return;
  event.preventDefault();
}

/** @param {string} name */
function tab(name) {
  part(`tab-${name}`).classList.remove("news");
  if (name === "rules" && now) rules(now.table.title);
  if (name === "chat" && byKeys) part("say").focus();
}

icons();
tabs(tab);
tips(scene.root, (target) => called(scene, target), reason);
dropping();
me().catch(() => null);
addEventListener("keydown", key);
addEventListener("pointerdown", () => (byKeys = false), { capture: true });
setInterval(() => now && ((now.now += 10), drawStatus()), 10_000);
part("sheet").addEventListener("click", () => sheet(!document.body.classList.contains("sheet-open")));
part("menu").addEventListener("click", () => now && menu(now.table, draw));
for (const [name, factor] of /** @type {const} */ ([
  ["in", 0.75],
  ["out", 1.33],
]))
  part(`zoom-${name}`).addEventListener("click", () => camera.zoom(factor));
part("zoom-fit").addEventListener("click", () => ((looking = null), camera.look(camera.all), drawPlayers()));
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
