/** The page is drawn: whose turn it is, players and scores, what can be chosen, the bar. */

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
import { dealt, nameOf, time } from "../shared/words.js";

/** @param {boolean} following whether to look where something can be chosen now */
export function draw(following = false) {
  if (!heard.now) return;
  const { name, lesson, rated, deal } = heard.now.table;
  const title = lesson
    ? `${name}, lesson ${lesson.number} of ${lesson.of}: ${lesson.heading}`
    : rated
      ? `${name} · rated`
      : name;
  part("title").textContent = deal ? `${title} · ${dealt(deal)}` : title;
  drawStatus();
  markMoment(shown.moment?.n ?? null, shown.moment?.line);
  card.show(heard.now.table, heard.now.turn.result, shown.moment !== null || film.playing);
  const ended = done() && (history.always || !film.playing); // nobody learns of the end before its film has told it
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

/** Whether I am asked something in earnest now. */
const isAsked = () => draft.seat !== null && !shown.moment && !draft.trying && !film.playing;

/** The parts that some pieces lie on. @param {string[]} ids */
const partsOf = (ids) => [...new Set(ids.flatMap((id) => scene.nodes.get(id)?.piece[6] ?? []))];

/** The parts on which something can be chosen now, and those that the coach speaks of. */
const askedParts = () => [...new Set([...partsOf(lit()), ...(isAsked() ? picker.parts() : [])])];

/** If what can be chosen is out of sight, look there. */
function follow() {
  const lamps = lit();
  if (lamps.length) return followCoach(lamps);
  if (!isAsked()) return;
  const parts = picker.parts();
  scene.ask(parts);
  if (scene.waits) return; // the parts will lie elsewhere in a moment, and I am called again
  const asked = parts.some((name) => scene.asked.includes(name));
  // Something of another player can be bought, too: nobody looks away for that from what buttons answer.
  if (parts.length && !asked && picker.paths.buttons.length) viewport.follow([camera.all], []);
  else viewport.follow(picker.boxes(), asked ? scene.asked : parts);
  drawPlayers();
}

/** What the coach speaks of and what it wants me to choose is to be in sight. @param {string[]} lamps */
function followCoach(lamps) {
  scene.ask(askedParts());
  if (scene.waits) return;
  const begun = isAsked() && (picker.piece || picker.paths.picked.length),
    spoken = [...lamps, ...(isAsked() ? wanted().filter((id) => scene.nodes.has(id)) : [])];
  // The first thing that the coach speaks of is seen whatever else is; once I choose, what I choose from.
  if (begun && picker.boxes().length) viewport.follow(picker.boxes(), picker.parts());
  else
    viewport.follow(
      spoken.map((id) => scene.box(id)),
      partsOf(spoken),
      true,
    );
  drawPlayers();
}

/** The tables of the moment that is shown, if their tab is open. */
export const drawSheet = () => void charts.at(shown.moment?.n ?? null, `${heard.now.seq} ${draft.seat}`);

/** Whose turn it is, and for how long. */
function drawStatus() {
  const { table } = heard.now,
    turn = shown.past ?? heard.now.turn,
    mine = draft.seat !== null && !film.playing,
    names = turn.to_act.map((one) => nameOf(table, one));
  const waits = names.length
    ? `${names.join(" and ")} to move`
    : { open: "Waiting for players", replay: "Replay", over: "", playing: "" }[table.status] ||
      (lessonDone() ? "Well done" : "The game is over");
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

/** What time is left to the one who is to move, or for how long we wait. */
export function drawClock() {
  const { turn } = heard.now,
    gone = heard.now.now - turn.since + (performance.now() - heard.toldAt) / 1000;
  part("clock").textContent = leftNow() || (turn.to_act.length ? time(Math.max(0, gone)) : "");
  part("clock").title = heard.now.table.told_time;
  part("clock").classList.toggle("also", turn.time !== null); // it stands beside the names as well
  tick();
}

/** Who of those at the table may be looked up. @type {import("../shared/profile_links.js").Known[]} */
let known = [];
let askedAbout = "";

/** Ask who may be looked up, when others sit there than before. @param {import("../shared/types.js").Table} table */
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
