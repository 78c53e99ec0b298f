/** A table's page: receives the server's messages, shows them, and connects the page's parts. */

import { ask, picker, reason, refused, setAside } from "./turn/deciding.js";
import { camera, scene, tellConnection, viewport } from "./turn/ui.js";
import { h, icons, part } from "../shared/dom.js";
import { dragging } from "./choosing/dragging.js";
import { dropping } from "../shared/record_files.js";
import { keepDraft, speak } from "./turn/join_midway.js";
import { keys } from "./keys.js";
import { history, lookAt, replay } from "./turn/look_back.js";
import { menu } from "./menu.js";
import { tellOrders } from "./turn/standing_orders.js";
import { changed } from "./board/scene.js";
import { draw, drawClock, drawPlayers, drawSheet } from "./render.js";
import { addRemark, openTab, panel, rules, story, tabs } from "./panels/side.js";
import { connection } from "./state/live.js";
import { done, draft, drawnBy, heard, id, me, puzzleAddress, shown, writeHeard } from "./state/store.js";
import { called } from "./choosing/targets.js";
import { comeBack, film, tell } from "./turn/playback.js";
import { tips } from "./choosing/tips.js";
import { countTurns } from "../shared/next_turn.js";

/** @typedef {import("../shared/types.js").Message} Message */

// ---- messages -------------------------------------------------------------------------------------------------------

/** @param {Message} message */
function hear(message) {
  if (message.here) {
    writeHeard({ here: message.here, heardAt: Date.now() });
  }
  if (message.type === "here") return draft.seat === null ? draw() : drawPlayers();
  if (message.type === "chat" && message.message) {
    if (!chatting() && !(message.message.seat !== null && heard.now.table.mine.includes(message.message.seat)))
      for (const sign of ["tab-chat", "sheet"]) part(sign).classList.add("news");
    return addRemark(message.message);
  }
  if (message.type === "said") return chat(message);
  if (message.type === "about" && message.table) {
    writeHeard({ now: { ...heard.now, table: message.table } });
    history.grow(heard.now.n, done() && history.always);
  } else happened(message);
  draw(true);
  if (isMenuAsked) openMenu();
}

/** The whole chat, without the people I've muted. @param {Message} message */
function chat(message) {
  part("chat").replaceChildren();
  message.chat?.forEach(addRemark);
}

/** The whole table, or its changes. @param {Message} message */
function happened(message) {
  const before = heard.picture,
    came = heard.now?.turn ?? null;
  if (!puzzleAddress) setAside(null); // what I was about to ask for has changed
  const { seq, n: decisions, turn } = message;
  writeHeard({
    toldAt: performance.now(),
    now: { ...message, table: { ...(message.table ?? heard.now.table), seq, decisions, to_act: turn.to_act } },
  });
  if (message.type === "table" && !puzzleAddress) chat(message);
  if (message.scene.style) style(message.scene.style);
  writeHeard({
    picture: changed(message.type === "table" ? null : heard.picture, message.scene),
    log: [...heard.log.slice(0, message.log.keep), ...message.log.add],
  });
  story(heard.now.table, message.log, lookAt, (n) => replay([n]));
  ask();
  if (message.type === "table") comeBack();
  tell(message, before, came);
  tellOrders();
  history.grow(message.n, done() && history.always);
}

/** Whether the chat is in sight. */
const chatting = () =>
  !part("panel-chat").hidden &&
  getComputedStyle(part("panel-chat").parentElement ?? part("panel-chat")).visibility !== "hidden";

/** @param {string} address */
function style(address) {
  if (!document.querySelector(`link[href="${address}"]`))
    document.head.append(h("link", { rel: "stylesheet", href: address }));
}

/** The table's parts have moved: another screen size, or another phase of the game. */
scene.moved = () => {
  viewport.all(true);
  draw(true);
};

// ---- the page ------------------------------------------------------------------------------------------------------

/** A click on the table only ends the animation. @param {PointerEvent} event */
function skip(event) {
  if (!film.playing || /** @type {Element} */ (event.target).closest("button")) return;
  event.stopPropagation();
  part("stage").addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  film.skip();
}

let isMenuAsked = false;

/** Open the menu, or wait with it until the table is known. */
function openMenu() {
  isMenuAsked = !heard.now;
  if (heard.now) menu(heard.now.table, draw, () => history.go(history.last));
}

/** @param {string} name */
function tab(name) {
  part(`tab-${name}`).classList.remove("news");
  if (name === "chat") part("sheet").classList.remove("news");
  if (name === "rules" && heard.now) rules(heard.now.table.title);
  if (name === "sheet" && heard.now) drawSheet();
  if (name === "chat" && me.byKeys) part("say").focus();
}

icons();
tabs(tab);
tips(scene.root, (target) => (picker.piece ? "" : picker.says(target) || called(scene, target)), reason, refused);
dropping();
dragging(picker, () => !shown.moment && !draft.ready && !draft.sending);
keys({ menu: openMenu, tab });
setInterval(() => heard.now && drawClock(), 1000);
setInterval(() => heard.now && draft.seat === null && draw(), 10_000);
if (!puzzleAddress) {
  countTurns(id);
  setInterval(() => document.hidden || countTurns(id), 20_000);
}
part("sheet").addEventListener("click", () => {
  const unread = part("sheet").classList.contains("news");
  panel(!document.body.classList.contains("sheet-open"));
  if (unread) openTab("chat", tab);
});
for (const closes of ["scrim", "close-panel"]) part(closes).addEventListener("click", () => panel(false));
part("stage").addEventListener("pointerdown", skip, { capture: true });
part("menu").addEventListener("click", openMenu);
scene.root.addEventListener("click", (event) => {
  if (!picker.piece) {
    viewport.tap(event.clientX, event.clientY);
    drawPlayers();
  }
});
part("zoom-in").addEventListener("click", () => camera.zoom(0.75));
part("zoom-out").addEventListener("click", () => camera.zoom(1.33));
part("zoom-fit").addEventListener("click", () => {
  viewport.all();
  drawPlayers();
});
if (!puzzleAddress) {
  const field = /** @type {HTMLInputElement} */ (part("say"));
  keepDraft(field);
  part("chat-form").addEventListener("submit", (event) => {
    event.preventDefault();
    speak(field);
  });
}

drawnBy(draw);
connection.listen(hear, tellConnection);
connection.connect();
