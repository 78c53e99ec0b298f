/** What this page knows: how the table stands, what is shown of it, and what I am about to decide. */

import { pref } from "../../shared/dom.js";

/** @typedef {import("../../shared/types.js").Message} Message */

const [, place = "", ...names] = location.pathname.split("/");

/** The table's id; at a puzzle its title. */
export const id = decodeURIComponent(names[0] ?? "");

/** Where the server tells of the puzzle that is solved here; empty: this is a table. */
export const puzzleAddress = place === "puzzles" ? `/api/puzzles/${names.join("/")}` : "";

/** The table's link, if I have it: because I sit there, because everybody has it, or because I came by it. */
export const linkOf = () => at.now.table.link ?? sessionStorage.getItem(`menagerie.link.${id}`) ?? "";

/** Where it tells about the table; what is told of a puzzle depends on what I have decided. @param {string} what @param {Record<string, string | number | null>} about */
export function source(what, about = {}) {
  const wanted = Object.entries(puzzleAddress ? { ...about, after: JSON.stringify(at.played) } : about).filter(
    ([, value]) => value !== null,
  );
  const query = wanted.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `${puzzleAddress || `/api/tables/${id}`}/${what}${query && `?${query}`}`;
}

/** How the table stands, and what I am doing at it. */
export const at = {
  /** The last that the server told; nothing yet at the very beginning. @type {Message & {table: import("../../shared/types.js").Table}} */
  now: /** @type {any} */ (null),
  /** @type {import("../../shared/types.js").Entry[]} */
  log: [],
  /** @type {import("../types.js").Picture | null} */
  picture: null,
  /** How the game stood before the film that is shown. @type {import("../../shared/types.js").Turn | null} */
  past: null,
  /** What others did last, in words. */
  told: "",
  /** What I have not seen happen: the decisions after this one. @type {number | null} */
  missed: null,
  /** What is shown instead of the present. @type {import("../../shared/types.js").Moment | null} */
  moment: null,
  /** The seat whose question I answer. @type {number | null} */
  seat: null,
  /** That question, to know it again. */
  asked: "",
  /** What waits to be confirmed. */
  ready: "",
  /** The same in words. */
  readyWords: "",
  sending: false,
  /** Whether what I choose is only tried. */
  trying: false,
  /** @type {string[]} */
  hinted: [],
  /** What the last hint says in the bar, as long as I am asked the same. */
  advised: "",
  /** The hint that I follow, and how many of its steps are played. @type {{hint: import("../../shared/types.js").Answer, done: number} | null} */
  followed: null,
  /** @type {import("../../shared/types.js").Here} */
  here: { seats: [], onlookers: 0, away: {}, away_after: 60 },
  /** When that was heard. */
  heardAt: 0,
  /** When the server last told its time. */
  toldAt: 0,
  /** What I have decided at a puzzle. @type {string[]} */
  played: [],
  /** What the bar says instead of asking: what came of my answer to a puzzle. @type {import("../types.js").BarContent | null} */
  aside: null,
  /** Whether I go about by keys. */
  byKeys: false,
  /** How many games of this title I have finished. */
  finished: 0,
  /** Whether that makes me a newcomer; null: not known yet. @type {boolean | null} */
  newcomer: null,
};

/** @param {{finished: number, newcomer: boolean}} experience */
export const know = ({ finished, newcomer }) => void ((at.finished = finished), (at.newcomer = newcomer));

/** Whether I play with the care for first games: by itself at first, and else as I have chosen for this title. A lesson has its coach. */
export const cares = () =>
  !puzzleAddress &&
  at.now.table.mine.length > 0 &&
  !at.now.table.lesson &&
  pref(`care.${at.now.table.title}`, at.newcomer ? "on" : "off") === "on";

/** Whether decisions are confirmed: as I have chosen, and else in the first games. */
export const confirms = () => pref("confirm", cares() ? "on" : "off") === "on";

/** The page is drawn by showing.js, which knows all of it; whoever changes something only says so. @type {(following: boolean) => void} */
let draw = () => {};

/** @param {(following: boolean) => void} how */
export const drawnBy = (how) => void (draw = how);

/** Something is different. @param {boolean} following whether to look where something can be chosen now */
export const redraw = (following = false) => draw(following);

/** The entries of the log that tell of decisions, of all seats or of these. @param {number[] | null} seats */
export const decided = (seats = null) =>
  at.log.filter((entry) => entry.decision !== null && (!seats || (entry.seat !== null && seats.includes(entry.seat))));

/** Whether there is nothing more to decide, and a whole game to look at. */
export const done = () => at.now.table.status === "replay" || (at.now.table.status === "over" && !lessonDone());

/** Whether the lesson is over that is taught here, and its game is not. */
export const lessonDone = () => at.now.table.status === "over" && !at.now.turn.over;

/** What I am asked now. */
export const question = () => at.now.turn.asks.find((one) => one.seat === at.seat);

/** To which moment undo goes: before my latest decision. */
export function undoTo() {
  const last = decided(at.now.table.mine)
    .filter((entry) => entry.n <= at.now.n)
    .at(-1);
  return last && last.n > at.now.turn.undo.first ? last.n - 1 : null;
}

/** How much going back to a moment takes back, in words: how many decisions, and which is the oldest. @param {number} to */
export function takenBack(to) {
  const count = at.now.n - to,
    oldest = at.log.find((entry) => entry.n === to + 1 && entry.decision !== null),
    told = oldest?.text[0]?.replace(/\.$/, "");
  const where = told ? `to before “${told}”` : to ? `to decision ${to}` : "to the beginning";
  return `${count === 1 ? "1 decision" : `${count} decisions`}, ${where}`;
}

/** Whether I may go back to a moment without asking. @param {number} to */
export const isFree = (to) => at.now.turn.undo.free !== null && to >= at.now.turn.undo.free;

/** Whether somebody has been away for so long that a bot may go on. @param {number} whose */
export const isAway = (whose) =>
  (at.here.away[whose] ?? -Infinity) + (Date.now() - at.heardAt) / 1000 >= at.here.away_after;
