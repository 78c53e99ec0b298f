/** A chart of points over time, one line per player, or of a team's chance to win. */

import { s } from "./dom.js";
import { listed, nameOf } from "./words.js";

/** @typedef {import("./types.js").Course} Course */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Result} Result */

const WIDE = 340;
const HIGH = 110;
const MOST = 160;
/** Dash patterns, so that lines differ by more than their colour. */
export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2 1 2"];

/** The seats' colours on this page. */
export const colours = () =>
  [0, 1, 2, 3, 4].map((seat) => getComputedStyle(document.documentElement).getPropertyValue(`--seat-${seat}`).trim());

/** The heading for a result. @param {Table} table @param {Result} result */
export function heading(table, result) {
  if (result.aborted) return "No result";
  const names = result.winners.map((seat) => nameOf(table, seat));
  if (table.players === 1) return names.length ? "Game over" : "You lose";
  if (result.together && table.mine.length) return names.length ? "You win together" : "You lose together";
  if (result.together) return names.length ? "The team wins" : "The team loses";
  if (!names.length) return "No one wins";
  return names.length > 1 ? `${listed(names)} share the win` : `${names[0]} wins`;
}

/**
 * What a score counts if not points: "to cover" for "58 to cover", which is worth -58.
 * @param {import("./types.js").Result} result
 */
export const unit = (result) => result.told_scores.map((told) => /^\d+ (.+)$/.exec(told)?.[1]).find(Boolean) ?? "";

/** A figure in words. @param {number} figure @param {string} counted */
export const told = (figure, counted) => String(Math.round(counted ? Math.abs(figure) : figure));

/** The label of the last row in a table of points. @param {string} counted */
export const total = (counted) => (counted ? `Left ${counted}` : "Score");

/**
 * @param {Course} course
 * @param {string[]} names
 * @param {string[]} colours
 * @param {string} counted as `unit` has it
 * @param {string} ink
 */
export function curve(course, names, colours, counted, ink = "currentColor") {
  const team = ofTeam(course),
    figures = team
      ? [course.chances.map((chance) => 100 * chance)]
      : names.map((_, seat) => course.scores.map((scores) => scores[seat] ?? 0)),
    all = figures.flat(),
    low = team ? 0 : Math.min(...all),
    high = team ? 100 : Math.max(...all),
    last = Math.max(1, course.scores.length - 1);
  const x = (/** @type {number} */ n) => (WIDE * n) / last;
  const y = (/** @type {number} */ figure) => HIGH * (1 - (figure - low) / (high - low || 1));
  const step = Math.ceil((last + 1) / MOST);
  const drawn = figures.map((line, seat) => {
    const points = line.flatMap((figure, n) =>
      n % step === 0 || n === last ? [`${x(n).toFixed(1)},${y(figure).toFixed(1)}`] : [],
    );
    return s(
      "polyline",
      {
        points: points.join(" "),
        fill: "none",
        stroke: colours[seat] ?? ink,
        "stroke-width": 2.5,
        "stroke-dasharray": DASHES[seat] || null,
        "stroke-linejoin": "round",
      },
      s("title", {}, team ? "Win chance" : (names[seat] ?? "")),
    );
  });
  const rounds = course.chapters.map((chapter) =>
    s(
      "path",
      { d: `M${x(chapter.n).toFixed(1)} 0V${HIGH}`, stroke: ink, "stroke-opacity": 0.18 },
      s("title", {}, chapter.name),
    ),
  );
  const label = (/** @type {number} */ figure) =>
    s(
      "text",
      { x: -5, y: y(figure) + 4, "text-anchor": "end", "font-size": 11, fill: ink },
      `${told(figure, counted)}${team ? "%" : ""}`,
    );
  const zero =
    low < 0 && high > 0 ? [s("path", { d: `M0 ${y(0).toFixed(1)}H${WIDE}`, stroke: ink, "stroke-opacity": 0.35 })] : [];
  const words = team
    ? `Win chance over time, ${Math.round(figures[0]?.at(-1) ?? 0)} percent at the end`
    : `${caption(course, counted)}: ${names.map((name, seat) => `${name} ${told(figures[seat]?.at(-1) ?? 0, counted)} at the end`).join(", ")}`;
  return s(
    "svg",
    { class: "course", viewBox: `-34 -8 ${WIDE + 42} ${HIGH + 16}`, role: "img", "aria-label": words },
    ...rounds,
    s("path", { d: `M0 0V${HIGH}H${WIDE}`, fill: "none", stroke: ink, "stroke-opacity": 0.5 }),
    ...zero,
    label(low),
    ...(high > low ? [label(high)] : []),
    ...drawn,
  );
}

/**
 * Whether to show chances instead of points: for a team, or for a solo game scored only at the end.
 * @param {Course} course
 */
export const ofTeam = (course) =>
  course.chances.length > 0 &&
  ((course.scores[0]?.length ?? 0) > 1 ||
    course.scores.slice(0, -1).every((scores) => scores[0] === course.scores[0]?.[0]));

/** The chart's caption. @param {Course} course @param {string} counted */
export const caption = (course, counted) =>
  ofTeam(course) ? "Win chance over time" : counted ? `Left ${counted}, over time` : "Points over time";
