/** The page's state: the table, what is shown of it, and what I am about to decide. */

import { pref } from "../../shared/preferences.js";
import { forCount } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Message} Message */

const [, place = "", ...names] = location.pathname.split("/");

/** The table's id, or at a puzzle its title. */
export const id = decodeURIComponent(names[0] ?? "");

/** The address of the puzzle solved here, or "" at a table. */
export const puzzleAddress = place === "puzzles" ? `/api/puzzles/${names.join("/")}` : "";

/** The table's link, if I have it: because I sit there, because it's public, or because I came by it. */
export const linkOf = () => heard.now.table.link ?? sessionStorage.getItem(`menagerie.link.${id}`) ?? "";

/**
 * The address for details of the table. At a puzzle it depends on what I've decided.
 * @param {string} what
 * @param {Record<string, string | number | null>} about
 */
export function source(what, about = {}) {
  const wanted = Object.entries(puzzleAddress ? { ...about, after: JSON.stringify(puzzle.played) } : about).filter(
    ([, value]) => value !== null,
  );
  const query = wanted.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `${puzzleAddress || `/api/tables/${id}`}/${what}${query && `?${query}`}`;
}

/**
 * @typedef {object} Heard the state of the table
 * @property {Message & {table: import("../../shared/types.js").Table}} now the server's last message; not set at the very beginning
 * @property {import("../../shared/types.js").Entry[]} log
 * @property {import("../../shared/types.js").Here} here
 * @property {import("../types.js").Picture | null} picture
 * @property {number} heardAt when we last heard who is here
 * @property {number} toldAt when the server last sent its time
 */

/**
 * @typedef {object} Draft my question, and what I am about to decide
 * @property {number | null} seat whose question I answer
 * @property {string} asked that question, to recognise it
 * @property {string} ready the decision to be confirmed
 * @property {string} readyWords the same in words
 * @property {boolean} sending
 * @property {boolean} trying whether I'm only trying something out
 * @property {string[]} hinted
 * @property {string} advised the last hint's words in the bar, until the question changes
 * @property {{hint: import("../../shared/types.js").Answer, done: number} | null} followed the hint that I follow, and how many of its steps I've played
 * @property {import("../types.js").BarContent | null} aside what the bar shows instead of the question
 */

/**
 * @typedef {object} Shown what is shown instead of the present, or besides
 * @property {import("../../shared/types.js").Moment | null} moment
 * @property {number | null} missed the decision after which I haven't seen what happened
 * @property {import("../../shared/types.js").Turn | null} past the state before the animation that is playing
 * @property {string} told the others' last move, in words
 */

/**
 * @typedef {object} Me
 * @property {boolean} byKeys whether I use the keyboard
 * @property {number} finished how many games of this title I've finished
 * @property {boolean | null} newcomer whether that makes me a newcomer, or null if not known yet
 */

/** @typedef {{played: string[]}} Puzzle what I've decided at a puzzle */

const parts = {
  /** @type {Heard} */
  heard: {
    now: /** @type {any} */ (null),
    log: [],
    here: { seats: [], onlookers: 0, away: {}, away_after: 60 },
    picture: null,
    heardAt: 0,
    toldAt: 0,
  },
  /** @type {Draft} */
  draft: {
    seat: null,
    asked: "",
    ready: "",
    readyWords: "",
    sending: false,
    trying: false,
    hinted: [],
    advised: "",
    followed: null,
    aside: null,
  },
  /** @type {Shown} */
  shown: { moment: null, missed: null, past: null, told: "" },
  /** @type {Me} */
  me: { byKeys: false, finished: 0, newcomer: null },
  /** @type {Puzzle} */
  puzzle: { played: [] },
};

// Every script may read the parts, but each part is written by one script only. After writing, call `redraw`: parts
// don't draw themselves, since several are often written together.

/** @type {Readonly<Heard>} */
export const heard = parts.heard;
/** @type {Readonly<Draft>} */
export const draft = parts.draft;
/** @type {Readonly<Shown>} */
export const shown = parts.shown;
/** @type {Readonly<Me>} */
export const me = parts.me;
/** @type {Readonly<Puzzle>} */
export const puzzle = parts.puzzle;

/** For table/page.js. @param {Partial<Heard>} changes */
export const writeHeard = (changes) => void Object.assign(parts.heard, changes);

/** For table/turn/deciding.js. @param {Partial<Draft>} changes */
export const writeDraft = (changes) => void Object.assign(parts.draft, changes);

/** For table/turn/playback.js. @param {Partial<Shown>} changes */
export const writeShown = (changes) => void Object.assign(parts.shown, changes);

/** For table/keys.js. @param {boolean} byKeys */
export const writeKeys = (byKeys) => void Object.assign(parts.me, { byKeys });

/** For table/state/puzzle_client.js. @param {Puzzle} changes */
export const writePuzzle = (changes) => void Object.assign(parts.puzzle, changes);

/** For table/turn/newcomer_help.js. @param {{finished: number, newcomer: boolean}} experience */
export const writeExperience = ({ finished, newcomer }) => void Object.assign(parts.me, { finished, newcomer });

/**
 * Whether to explain every step: on in the first games, otherwise as I chose for this title. A lesson has its coach.
 */
export const cares = () =>
  !puzzleAddress &&
  heard.now.table.mine.length > 0 &&
  !heard.now.table.lesson &&
  pref(`care.${heard.now.table.title}`, me.newcomer ? "on" : "off") === "on";

/** Whether to confirm decisions: as I chose, or else in the first games. */
export const confirms = () => pref("confirm", cares() ? "on" : "off") === "on";

/**
 * The page is drawn by render.js, which knows all of it; a script that changes something only calls `redraw`.
 * @type {(following: boolean) => void}
 */
let draw = () => {};

/** @param {(following: boolean) => void} how */
export const drawnBy = (how) => void (draw = how);

/** Draw the page again. @param {boolean} following whether to move the view to what can be chosen */
export const redraw = (following = false) => draw(following);

/** The log's entries for decisions, by all seats or by these. @param {number[] | null} seats */
export const decided = (seats = null) =>
  heard.log.filter(
    (entry) => entry.decision !== null && (!seats || (entry.seat !== null && seats.includes(entry.seat))),
  );

/** Whether the game is over and can be looked at as a whole. */
export const done = () => heard.now.table.status === "replay" || (heard.now.table.status === "over" && !lessonDone());

/** Whether the lesson is over, though its game isn't. */
export const lessonDone = () => heard.now.table.status === "over" && !heard.now.turn.over;

/** My question now. */
export const question = () => heard.now.turn.asks.find((one) => one.seat === draft.seat);

/** The moment that undo returns to: before my latest decision. */
export function undoTo() {
  const last = decided(heard.now.table.mine)
    .filter((entry) => entry.n <= heard.now.n)
    .at(-1);
  return last && last.n > heard.now.turn.undo.first ? last.n - 1 : null;
}

/**
 * The question whether to ask the others for an undo: how many decisions, and which is the oldest.
 * @param {number} to
 */
export function undoQuestion(to) {
  const count = heard.now.n - to,
    oldest = heard.log.find((entry) => entry.n === to + 1 && entry.decision !== null),
    told = oldest?.text[0];
  const question = forCount(count, "Ask the others to undo 1 decision?", "Ask the others to undo {n} decisions?");
  return told ? `${question} “${told}”` : question;
}

/** Whether I may go back to a moment without asking. @param {number} to */
export const isFree = (to) => heard.now.turn.undo.free !== null && to >= heard.now.turn.undo.free;

/** Whether a player has been away so long that a bot may take over. @param {number} whose */
export const isAway = (whose) =>
  (heard.here.away[whose] ?? -Infinity) + (Date.now() - heard.heardAt) / 1000 >= heard.here.away_after;
