/** What this page knows: how the table stands, what is shown of it, and what I am about to decide. */

import { pref } from "../../shared/preferences.js";

/** @typedef {import("../../shared/types.js").Message} Message */

const [, place = "", ...names] = location.pathname.split("/");

/** The table's id; at a puzzle its title. */
export const id = decodeURIComponent(names[0] ?? "");

/** Where the server tells of the puzzle that is solved here; empty: this is a table. */
export const puzzleAddress = place === "puzzles" ? `/api/puzzles/${names.join("/")}` : "";

/** The table's link, if I have it: because I sit there, because everybody has it, or because I came by it. */
export const linkOf = () => heard.now.table.link ?? sessionStorage.getItem(`menagerie.link.${id}`) ?? "";

/**
 * Where it tells about the table; what is told of a puzzle depends on what I have decided.
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
 * @typedef {object} Heard how the table stands
 * @property {Message & {table: import("../../shared/types.js").Table}} now the last that the server told; nothing yet at the very beginning
 * @property {import("../../shared/types.js").Entry[]} log
 * @property {import("../../shared/types.js").Here} here
 * @property {import("../types.js").Picture | null} picture
 * @property {number} heardAt when it was heard who is here
 * @property {number} toldAt when the server last told its time
 */

/**
 * @typedef {object} Draft what I am asked, and what I am about to decide
 * @property {number | null} seat whose question I answer
 * @property {string} asked that question, to know it again
 * @property {string} ready what waits to be confirmed
 * @property {string} readyWords the same in words
 * @property {boolean} sending
 * @property {boolean} trying whether what I choose is only tried
 * @property {string[]} hinted
 * @property {string} advised what the last hint says in the bar, as long as I am asked the same
 * @property {{hint: import("../../shared/types.js").Answer, done: number} | null} followed the hint that I follow, and how many of its steps are played
 * @property {import("../types.js").BarContent | null} aside what the bar says instead of asking
 */

/**
 * @typedef {object} Shown what is shown instead of the present, or besides
 * @property {import("../../shared/types.js").Moment | null} moment
 * @property {number | null} missed what I have not seen happen: the decisions after this one
 * @property {import("../../shared/types.js").Turn | null} past how the game stood before the film that is shown
 * @property {string} told what others did last, in words
 */

/**
 * @typedef {object} Me
 * @property {boolean} byKeys whether I go about by keys
 * @property {number} finished how many games of this title I have finished
 * @property {boolean | null} newcomer whether that makes me a newcomer; null: not known yet
 */

/** @typedef {{played: string[]}} Puzzle what I have decided at a puzzle */

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

// Everyone reads the parts; each is written by one script. Who has written what can be seen calls `redraw`: a part does
// not draw of its own accord, since several are often written together.

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
 * Whether I play with the care for first games: by itself at first, and else as I have chosen for this title. A lesson
 * has its coach.
 */
export const cares = () =>
  !puzzleAddress &&
  heard.now.table.mine.length > 0 &&
  !heard.now.table.lesson &&
  pref(`care.${heard.now.table.title}`, me.newcomer ? "on" : "off") === "on";

/** Whether decisions are confirmed: as I have chosen, and else in the first games. */
export const confirms = () => pref("confirm", cares() ? "on" : "off") === "on";

/**
 * The page is drawn by showing.js, which knows all of it; whoever changes something only says so.
 * @type {(following: boolean) => void}
 */
let draw = () => {};

/** @param {(following: boolean) => void} how */
export const drawnBy = (how) => void (draw = how);

/** Something is different. @param {boolean} following whether to look where something can be chosen now */
export const redraw = (following = false) => draw(following);

/** The entries of the log that tell of decisions, of all seats or of these. @param {number[] | null} seats */
export const decided = (seats = null) =>
  heard.log.filter(
    (entry) => entry.decision !== null && (!seats || (entry.seat !== null && seats.includes(entry.seat))),
  );

/** Whether there is nothing more to decide, and a whole game to look at. */
export const done = () => heard.now.table.status === "replay" || (heard.now.table.status === "over" && !lessonDone());

/** Whether the lesson is over that is taught here, and its game is not. */
export const lessonDone = () => heard.now.table.status === "over" && !heard.now.turn.over;

/** What I am asked now. */
export const question = () => heard.now.turn.asks.find((one) => one.seat === draft.seat);

/** To which moment undo goes: before my latest decision. */
export function undoTo() {
  const last = decided(heard.now.table.mine)
    .filter((entry) => entry.n <= heard.now.n)
    .at(-1);
  return last && last.n > heard.now.turn.undo.first ? last.n - 1 : null;
}

/**
 * How much going back to a moment takes back, in words: how many decisions, and which is the oldest.
 * @param {number} to
 */
export function takenBack(to) {
  const count = heard.now.n - to,
    oldest = heard.log.find((entry) => entry.n === to + 1 && entry.decision !== null),
    told = oldest?.text[0]?.replace(/\.$/, "");
  const where = told ? `to before “${told}”` : to ? `to decision ${to}` : "to the beginning";
  return `${count === 1 ? "1 decision" : `${count} decisions`}, ${where}`;
}

/** Whether I may go back to a moment without asking. @param {number} to */
export const isFree = (to) => heard.now.turn.undo.free !== null && to >= heard.now.turn.undo.free;

/** Whether somebody has been away for so long that a bot may go on. @param {number} whose */
export const isAway = (whose) =>
  (heard.here.away[whose] ?? -Infinity) + (Date.now() - heard.heardAt) / 1000 >= heard.here.away_after;
