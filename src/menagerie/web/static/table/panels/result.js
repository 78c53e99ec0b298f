/** The result card over the board: ranking, points by category, and what to do next. */

import { get, named, post } from "../../shared/api.js";
import { button } from "./bar.js";
import { badge, h, icon, say } from "../../shared/dom.js";
import { caption, colours, curve, heading, told, total, unit } from "../../shared/score_chart.js";
import { tournamentLink, knownAt, named as linked, ratingOf } from "../../shared/profile_links.js";
import { shareResult } from "./result_image.js";
import { compares, nameOf } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Table} Table */
/** @typedef {import("../../shared/types.js").Result} Result */
/** @typedef {import("../../shared/types.js").Course} Course */

export class Card {
  /** Whether the player closed it. */
  closed = false;
  /**
   * Whether the player asked for it. A replay, or a lesson, where the coach has the last word, shows it only then.
   */
  asked = false;
  /** What it shows, to notice changes. */
  shown = "";
  /** @type {Course | null} */
  course = null;
  /**
   * The players' profiles, the ratings after the game, and its tournament.
   * @type {import("../../shared/profile_links.js").About}
   */
  known = { seats: [], tournament: null };
  element = h("section", { class: "result", "aria-label": "Result", tabindex: "-1" });

  /**
   * @param {string} table
   * @param {() => void} lookBack
   * @param {() => void} changed called when it's opened or closed
   */
  constructor(table, lookBack, changed) {
    this.table = table;
    this.lookBack = lookBack;
    this.changed = changed;
    this.element.hidden = true;
    document.body.append(this.element);
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Show the result, unless the player looks at another moment or closed the card.
   * @param {Table} table
   * @param {Result | null} result
   * @param {boolean} away
   */
  show(table, result, away) {
    if (!result) this.closed = false;
    const hidden = !result || this.closed || away || ((table.status === "replay" || !!table.lesson) && !this.asked);
    if (this.element.hidden !== hidden) this.element.hidden = hidden;
    if (hidden || !result) return;
    const version = JSON.stringify([result, table.seats, table.next, declined(table), this.course !== null]);
    if (version === this.shown) return;
    this.shown = version;
    this.draw(table, result);
    if (!this.course) this.fetch(table, result);
  }

  reopen() {
    this.closed = false;
    this.asked = true;
    this.changed();
    this.element.focus();
  }

  close() {
    this.closed = true;
    this.changed();
  }

  /** @param {Table} table @param {Result} result */
  async fetch(table, result) {
    [this.course, this.known] = await Promise.all([
      get(`/api/tables/${this.table}/course`).catch(() => null),
      knownAt(this.table),
    ]);
    if (this.course && this.open) this.show(table, result, false);
  }

  /** @param {Table} table @param {Result} result */
  draw(table, result) {
    const names = table.seats.map((one) => nameOf(table, one.seat));
    this.element.replaceChildren(
      h("button", { class: "close", "aria-label": "Close", click: () => this.close() }, "×"),
      h("h2", {}, heading(table, result)),
      answerTools(table, this.changed).length
        ? h("p", { class: "wanted", role: "status" }, table.again?.sentence ?? "")
        : "",
      h("p", { class: "sentence" }, result.sentence),
      this.course?.turned ? h("p", {}, turned(this.course.turned)) : "",
      result.together || result.aborted ? "" : ranking(table, result, this.known.seats),
      ...ties(result),
      !table.decisions || (result.together && result.points.length < 2) ? "" : sums(table, result),
      this.course && this.course.scores.length > 2
        ? h(
            "figure",
            {},
            h("figcaption", {}, caption(this.course, unit(result))),
            curve(this.course, names, colours(), unit(result)),
          )
        : "",
      h("div", { class: "row buttons" }, ...this.buttons(table, result)),
    );
  }

  /** @param {Table} table @param {Result} result @returns {HTMLElement[]} */
  buttons(table, result) {
    /** @type {HTMLElement[]} */
    const all = [];
    const answers = answerTools(table, this.changed),
      way = tournamentLink(this.known.tournament);
    if (way) {
      way.classList.add("primary");
      all.push(way);
    }
    if (answers.length) all.push(...answers.map(button));
    else if (table.deal) all.push(h("a", { class: "button primary", href: table.deal.address }, compares(table.deal)));
    else if (table.next) all.push(h("a", { class: "button primary", href: table.next }, "Go to the next game"));
    else if (table.mine.length) {
      all.push(h("button", { class: way ? "" : "primary", click: () => again(table.id, {}) }, "Rematch"));
      if (table.players > 1) all.push(h("button", { click: () => changeSeats(table) }, "Change seats"));
    }
    all.push(
      h(
        "button",
        {
          click: () => {
            this.close();
            this.lookBack();
          },
        },
        "Look back",
      ),
      h("button", { click: () => shareResult(table, result, this.course) }, "Share"),
      h("a", { class: "button", href: "/" }, "Lobby"),
    );
    return all;
  }
}

/** The tie-breaks that the result's sentence doesn't mention. @param {Result} result */
const ties = ({ ties: all, winners, sentence }) =>
  all
    .filter((tie) => !winners.includes(tie.first) || !sentence.includes(tie.told))
    .map((tie) => h("p", { class: "tie" }, tie.sentence));

/** @param {NonNullable<Course["turned"]>} at */
const turned = (at) =>
  `Turning point: ${at.chapter}. The win chance fell from ${percent(at.before)} to ${percent(at.after)}.`;

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

/** @param {Table} table @param {Result} result @param {import("../../shared/profile_links.js").Known[]} known */
const ranking = (table, result, known) =>
  h(
    "ol",
    { class: "ranking" },
    ...result.ranking.flatMap((group, at) =>
      group.map((seat) => {
        const place = 1 + result.ranking.slice(0, at).flat().length;
        return h(
          "li",
          { class: result.winners.includes(seat) ? "wins" : "" },
          h("span", { class: "place" }, `${place}.`),
          badge(seat),
          linked(
            table,
            seat,
            known,
            result.lost[seat]
              ? `${table.seats[seat]?.for ?? nameOf(table, seat)}, ${result.lost[seat]}`
              : nameOf(table, seat),
          ),
          result.winners.includes(seat) ? icon("crown") : null,
          ratingOf(known[seat]),
          h("b", { class: "score" }, result.told_scores[seat] ?? ""),
        );
      }),
    ),
  );

/** Players x categories; the last row is the score. @param {Table} table @param {Result} result */
const sums = (table, result) => {
  const order = result.ranking.flat();
  const counted = unit(result);
  const row = (/** @type {string} */ name, /** @type {number[]} */ points, kind = "") =>
    h(
      "tr",
      { class: kind },
      h("th", { scope: "row" }, name),
      ...order.map((seat) => h("td", {}, told(points[seat] ?? 0, counted))),
    );
  return h(
    "div",
    { class: "sums", tabindex: 0, role: "group", "aria-label": "Points by category" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          ...order.map((seat) =>
            h(
              "th",
              { scope: "col", title: nameOf(table, seat) },
              badge(seat),
              h("span", { class: "hidden-words" }, nameOf(table, seat)),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        ...result.points.map((one) => row(one.name, one.points)),
        row(total(counted), result.scores, "total"),
      ),
    ),
  );
};

/**
 * Start a rematch: the first to ask opens the table and invites the others.
 * @param {string} table
 * @param {{order?: number[]}} wish
 */
export async function again(table, wish) {
  const made = await named()
    .then(() => post(`/api/tables/${table}/again`, wish))
    .catch((error) => void say(error.message));
  if (!made) return;
  if (!made.mine.length && made.link) await post(`/api${made.link}`, {}).catch((error) => say(error.message));
  location.assign(`/table/${made.id}`);
}

/** @param {Table} table */
const declined = (table) => sessionStorage.getItem(`menagerie.declined.${table.again?.table}`) !== null;

/**
 * The buttons to answer a request for a rematch, if there is one that I haven't answered.
 * @param {Table} table
 * @param {() => void} changed
 * @returns {import("../types.js").Tool[]}
 */
export function answerTools(table, changed) {
  const { again: asked } = table;
  if (!asked || declined(table)) return [];
  const decline = async () => {
    sessionStorage.setItem(`menagerie.declined.${asked.table}`, "yes");
    await post(`/api/tables/${asked.table}/decline`, {}).catch((error) => say(error.message));
    changed();
  };
  return [
    { label: "Join rematch", kind: "primary", act: () => again(table.id, {}) },
    { label: "Decline", act: decline },
  ];
}

/** Open the dialog that changes seats before a rematch. @param {Table} table */
function changeSeats(table) {
  let order = table.seats.map((one) => one.seat);
  const list = h("ol", { class: "reseat" });
  const move = (/** @type {number} */ at, /** @type {number} */ by) => {
    const other = order[at + by];
    if (other === undefined) return;
    order[at + by] = order[at] ?? 0;
    order[at] = other;
    draw();
  };
  const draw = () =>
    list.replaceChildren(
      ...order.map((seat, at) =>
        h(
          "li",
          {},
          badge(at),
          h("span", { class: "name" }, nameOf(table, seat)),
          h(
            "button",
            { "aria-label": `Move ${nameOf(table, seat)} up`, disabled: at === 0, click: () => move(at, -1) },
            "↑",
          ),
          h(
            "button",
            {
              "aria-label": `Move ${nameOf(table, seat)} down`,
              disabled: at === order.length - 1,
              click: () => move(at, 1),
            },
            "↓",
          ),
        ),
      ),
    );
  const shuffle = () => {
    order = order
      .map((seat) => ({ seat, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map((one) => one.seat);
    draw();
  };
  draw();
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "change-seats", "aria-label": "Change seats", close: () => dialog.remove() },
    h("h2", {}, "Change seats"),
    list,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", click: () => again(table.id, { order }) }, "Start rematch"),
      h("button", { click: shuffle }, "Shuffle seats"),
      h("button", { click: () => order.reverse() && draw() }, "Reverse order"),
      h("button", { click: () => dialog.close() }, "Cancel"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
