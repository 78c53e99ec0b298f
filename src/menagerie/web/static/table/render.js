/** Draw the page: whose turn it is, players and scores, what can be chosen, the bar. */

import { bar, note } from "./panels/bar.js";
import { clockOf, leftNow, onHoliday, tick } from "./turn/clocks.js";
import { drawCoach, lit, reads, wanted } from "./turn/coach.js";
import { drawNewcomerHelp } from "./turn/newcomer_help.js";
import { picker, tellHint } from "./turn/deciding.js";
import { camera, charts, viewport, scene } from "./turn/ui.js";
import { h, part } from "../shared/dom.js";
import { card, history } from "./turn/look_back.js";
import { orderNews } from "./turn/standing_orders.js";
import { drawOverlays, overlayTools } from "./turn/overlay_control.js";
import { knownAt } from "../shared/profile_links.js";
import { markMoment, players } from "./panels/side.js";
import { alertTurn } from "./panels/turn_alerts.js";
import { always, barContent } from "./turn/bar_content.js";
import { done, draft, heard, lessonDone, me, puzzleAddress, shown } from "./state/store.js";
import { film } from "./turn/playback.js";
import { dealt, listed, nameOf, time } from "../shared/words.js";

/** @param {boolean} following whether to look where something can be chosen now */
export function draw(following = false) {
  if (!heard.now) return;
  const { name, lesson, rated, deal } = heard.now.table;
  const title = lesson
    ? `${name}, lesson ${lesson.number} of ${lesson.of}: ${lesson.heading}`
    : rated
      ? `${name} · rated`
      : name;
  part("title").textContent = [title, ...(deal ? [dealt(deal)] : []), ...chapter()].join(" · ");
  drawStatus();
  markMoment(shown.moment?.n ?? null, shown.moment?.line);
  card.show(heard.now.table, heard.now.turn.result, shown.moment !== null || film.playing);
  const ended = done() && (history.always || !film.playing); // don't reveal the end before its animation has played
  if (ended !== history.always) history.grow(heard.now.n, ended);
  drawSheet();
  drawOverlays();
  drawNewcomerHelp();
  alertTurn(draft.seat !== null && !film.playing, heard.now.table.name, heard.now.turn.asks[0]?.prompt ?? "");
  if (following && ((isAsked() && picker.points) || lit().length)) scene.ask(askedParts()); // first: else all rings are drawn twice
  picker.show(
    !shown.moment && !draft.ready && !draft.sending && !film.playing && !reads(),
    !shown.moment && !film.playing,
    [...draft.hinted, ...wanted()],
    JSON.stringify([heard.now.seq, shown.moment?.n, draft.trying, film.playing]),
  );
  drawCoach();
  drawPlayers();
  if (draft.advised && isAsked()) {
    if (!picker.piece) tellHint();
  } else if (!picker.piece)
    note(
      shown.moment
        ? ""
        : film.playing
          ? film.earlier
          : orderNews().join(" ") || (draft.seat === null ? "" : shown.told),
    );
  const { prompt, choices = [], tools = [] } = barContent();
  const looking = !part("history").hidden;
  bar(prompt, choices, [...tools, ...(looking ? [] : overlayTools()), ...always()]);
  if (looking) history.drawTools();
  if (me.byKeys && picker.piece) picker.piece.group.focus();
  else if (me.byKeys && (!document.activeElement || document.activeElement === document.body)) part("prompt").focus();
  if (following) follow();
}

/** The part of the game that is shown, such as "Round 4", if the title has parts. */
function chapter() {
  const { n } = shown.moment ?? { n: Infinity },
    heads = heard.log.flatMap((entry) => (entry.n <= n ? Object.values(entry.heads ?? {}) : []));
  return heads.slice(-1);
}

/** Whether I have a real decision to make now. */
const isAsked = () => draft.seat !== null && !shown.moment && !draft.trying && !film.playing;

/** The parts that these pieces lie on. @param {string[]} ids */
const partsOf = (ids) => [...new Set(ids.flatMap((id) => scene.nodes.get(id)?.piece[6] ?? []))];

/** The parts with something to choose, and those that the coach mentions. */
const askedParts = () => [...new Set([...partsOf(lit()), ...(isAsked() ? picker.parts() : [])])];

/** Move the view if what can be chosen is out of sight. */
function follow() {
  const lamps = lit();
  if (lamps.length) return followCoach(lamps);
  if (!isAsked()) return;
  const parts = picker.parts();
  scene.ask(parts);
  if (scene.waits) return; // the parts are about to move, and this is called again
  const asked = parts.some((name) => scene.asked.includes(name));
  // Something of another player's can be bought too, but that's no reason to move the view from a question with buttons.
  if (parts.length && !asked && picker.paths.buttons.length) viewport.follow([camera.all], []);
  else viewport.follow(picker.boxes(), asked ? scene.asked : parts);
  drawPlayers();
}

/** Bring into view what the coach mentions and wants me to choose. @param {string[]} lamps */
function followCoach(lamps) {
  scene.ask(askedParts());
  if (scene.waits) return;
  const begun = isAsked() && (picker.piece || picker.paths.picked.length),
    spoken = [...lamps, ...(isAsked() ? wanted().filter((id) => scene.nodes.has(id)) : [])];
  // What the coach mentions first has priority; once I choose, so do the choices.
  if (begun && picker.boxes().length) viewport.follow(picker.boxes(), picker.parts());
  else
    viewport.follow(
      spoken.map((id) => scene.box(id)),
      partsOf(spoken),
      true,
    );
  drawPlayers();
}

/** Draw the sheet of the moment shown, if its tab is open. */
export const drawSheet = () => void charts.at(shown.moment?.n ?? null, `${heard.now.seq} ${draft.seat}`);

/** Who is to move, in a few words. @param {import("../shared/types.js").Table} table @param {number[]} acting */
function whoMoves(table, acting) {
  const players = acting.filter((one) => table.seats[one]?.kind !== "open").map((one) => nameOf(table, one));
  return players.length ? `${listed(players)} to move` : "Waiting for a player";
}

/** Show whose turn it is, and for how long. */
function drawStatus() {
  const { table } = heard.now,
    turn = shown.past ?? heard.now.turn,
    mine = draft.seat !== null && !film.playing;
  const waits = turn.to_act.length
    ? whoMoves(table, turn.to_act)
    : { open: "Waiting for players", replay: "Replay", over: "", playing: "" }[table.status] ||
      (lessonDone() ? "Well done" : "Game over");
  const words =
    mine && draft.seat !== null
      ? table.mine.length > 1
        ? `Your turn, ${nameOf(table, draft.seat)}`
        : "Your turn"
      : waits;
  if (part("status").textContent !== words) part("status").textContent = words;
  drawClock();
  part("status").classList.toggle("mine", mine);
}

/** Show the time left to the player to move, or how long we've waited. */
export function drawClock() {
  const { turn } = heard.now,
    gone = heard.now.now - turn.since + (performance.now() - heard.toldAt) / 1000;
  part("clock").textContent = leftNow() || (turn.to_act.length ? time(Math.max(0, gone)) : "");
  part("clock").title = heard.now.table.told_time;
  part("clock").classList.toggle("also", turn.time !== null); // each player has a clock too
  tick();
}

/** The players' profiles. @type {import("../shared/profile_links.js").Known[]} */
let known = [];
let askedAbout = "";

/** Fetch the profiles when the players have changed. @param {import("../shared/types.js").Table} table */
function lookUp(table) {
  const who = JSON.stringify(table.seats.map(({ kind, name, bot }) => [kind, name, bot]));
  if (who === askedAbout || table.status === "replay") return;
  askedAbout = who;
  knownAt(table.id).then(({ seats }) => {
    known = seats;
    drawPlayers();
  });
}

export function drawPlayers() {
  if (!heard.now) return;
  if (!puzzleAddress) lookUp(heard.now.table);
  const { to_act, told_scores: scores } = shown.moment ?? shown.past ?? heard.now.turn;
  scene.lightBoards(to_act);
  const winners = shown.moment || shown.past ? [] : (heard.now.turn.result?.winners ?? []);
  players(
    heard.now.table,
    {
      to_act,
      scores,
      winners,
      here: heard.here.seats,
      talk: shown.moment || shown.past ? [] : (heard.now.turn.hands ?? []),
      clockOf,
      onHoliday,
    },
    viewport.seat,
    (whose) => {
      viewport.look(whose);
      drawPlayers();
    },
    known,
  );
  const asked = (draft.seat === null && !draft.trying) || shown.moment ? [] : picker.parts();
  part("areas").replaceChildren(
    ...[...viewport.shared].map(([name, inner]) =>
      h(
        "button",
        {
          class: inner.some((one) => asked.includes(one)) ? "has" : "",
          click: () => {
            if (!viewport.close()) viewport.open(viewport.extent(inner));
            drawPlayers();
          },
        },
        (name[0]?.toUpperCase() ?? "") + name.slice(1),
      ),
    ),
  );
}
