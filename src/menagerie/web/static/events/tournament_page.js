/** One tournament: standings, rounds, rules, and what I can do. */

import { get, me, post } from "../shared/api.js";
import { act, field, form, open } from "../shared/dialogs.js";
import { moment } from "./tournament_types.js";
import { copyLink, h, icons, part, say } from "../shared/dom.js";
import { pageHeader } from "../shared/page_header.js";
import { listed } from "../shared/words.js";

/** @typedef {import("./tournament_types.js").Page} Page */

const address = `/api${location.pathname}`;
let shown = "";

/** Make a change and show the result. @param {string} what @param {object} body */
const change = async (what, body = {}) => draw(await post(`${address}/${what}`, body));

/**
 * Ask for a reason first.
 * @param {string} heading
 * @param {string} words
 * @param {(reason: string) => Promise<void>} work
 */
function reason(heading, words, work) {
  const { input, label } = field("Reason (everyone can read it)", { maxlength: 200 });
  const dialog = open(heading, [
    h("h2", {}, heading),
    form([h("p", {}, words), label], heading, async () => {
      await work(input.value);
      dialog.close();
    }),
    h("button", { type: "button", click: () => dialog.close() }, "Cancel"),
  ]);
}

/** Enter, or link to the account page if I have no account. */
async function enter() {
  const guest = await me();
  if (guest?.account) return change("enter");
  const next = encodeURIComponent(location.pathname);
  say(
    "You need an account to enter a tournament. ",
    h("a", { href: guest ? "/me" : `/sign-in?next=${next}` }, guest ? "Create an account" : "Sign in"),
  );
}

/** @param {Page} page */
function leave({ status }) {
  const dialog = open("Leave the tournament", [
    h("h2", {}, "Leave the tournament?"),
    h(
      "p",
      {},
      status === "open"
        ? "You can enter again until it starts."
        : "Your results stand. You lose any game in progress, and you can't come back.",
    ),
    h(
      "div",
      { class: "row" },
      act(
        "Leave tournament",
        async () => {
          await change("leave");
          dialog.close();
        },
        "primary",
      ),
      h("button", { click: () => dialog.close() }, "Stay"),
    ),
  ]);
}

/** @param {Page} page */
function buttons(page) {
  const { may, mine } = page;
  const cancel = () =>
    reason("Cancel the tournament", "Games in progress can be finished but no longer count.", (words) =>
      change("cancel", { reason: words }),
    );
  const made = [
    mine && page.status === "running"
      ? h("a", { class: "button primary", href: `/table/${mine}` }, `Go to your round ${page.round} table`)
      : null,
    may.enter ? act("Enter tournament", enter, "primary") : null,
    may.start ? act("Start now", () => change("next"), "primary") : null,
    may.next ? act("Start next round", () => change("next"), "primary") : null,
    may.leave ? act("Leave tournament", async () => leave(page)) : null,
    act("Copy link", () => copyLink(location.pathname, "Link copied. Anyone who has it can view and enter.")),
    may.cancel ? act("Cancel tournament", async () => cancel()) : null,
  ];
  part("buttons").replaceChildren(...made.filter((button) => button !== null));
}

/** @param {Page} page */
function standings({ standings, columns, status, may }) {
  const open = status === "open";
  const row = (/** @type {import("./tournament_types.js").Line} */ line) =>
    h(
      "tr",
      { class: line.me ? "me" : null },
      open ? null : h("td", {}, String(line.place)),
      h(
        "th",
        { scope: "row", class: "who" },
        line.me ? `${line.name} (you)` : line.name,
        line.first > 1 ? h("small", {}, `joined in round ${line.first}`) : null,
        line.left ? h("small", {}, line.reason ? `removed: ${line.reason}` : "left") : null,
      ),
      ...(open ? [] : columns.map(({ key }) => h("td", {}, line[key]))),
      may.remove ? h("td", {}, line.left || line.me ? "" : act("Remove", async () => takeOut(line))) : null,
    );
  const head = h(
    "tr",
    {},
    open ? null : h("th", { scope: "col" }, "Place"),
    h("th", { scope: "col", class: "who" }, "Name"),
    ...(open ? [] : columns.map(({ name, help }) => h("th", { scope: "col", title: help }, name))),
    may.remove ? h("td", {}) : null,
  );
  part("heading").textContent = open ? "Players" : "Standings";
  part("standings").replaceChildren(
    standings.length
      ? h("table", { class: "cup-table" }, h("thead", {}, head), h("tbody", {}, ...standings.map(row)))
      : h("p", { class: "soft empty" }, "No players yet."),
  );
  const help = part("help");
  help.replaceChildren(...columns.flatMap(({ name, help }) => [h("dt", {}, name), h("dd", {}, help)]));
  /** @type {HTMLElement} */ (help.parentElement).hidden = open;
}

/** @param {import("./tournament_types.js").Line} line */
const takeOut = ({ person, name }) =>
  reason(`Remove ${name}`, "Their results stand. They lose any game in progress.", (words) =>
    change("remove", { person, reason: words }),
  );

/** @param {import("./tournament_types.js").Game} game */
const table = ({ people, table, bye, done, how }) =>
  h(
    "li",
    {},
    h(
      "span",
      { class: "people" },
      ...people.map(({ name, me, points }) =>
        h(
          "span",
          { class: `cup-person${me ? " me" : ""}` },
          h("span", {}, me ? `${name} (you)` : name),
          h("b", {}, points ?? ""),
        ),
      ),
    ),
    table
      ? h(
          "a",
          {
            class: "button",
            href: `/table/${table}`,
            "aria-label": `Table of ${listed(people.map(({ name }) => name))}`,
          },
          done ? "View" : "Go to table",
        )
      : h("span", { class: "soft" }, bye ? "bye" : ""),
    how ? h("span", { class: "how" }, how) : done ? null : h("span", { class: "how" }, "in progress"),
  );

/** @param {Page} page */
function rounds({ played }) {
  part("section-rounds").hidden = !played.length;
  part("rounds").replaceChildren(
    ...played.map(({ round, tables }) =>
      h("div", {}, h("h3", {}, `Round ${round}`), h("ol", { class: "cup-games" }, ...tables.map(table))),
    ),
  );
}

/** @param {Page} page */
function rules(page) {
  const swiss = page.system === "swiss";
  const told = [
    swiss
      ? "In each round you meet players with a similar score, and no one twice if possible."
      : "Everyone meets everyone once.",
    page.told_time,
    page.hours
      ? `A player who hasn't joined their game ${page.hours} hours after the round started loses it. If no one came, no one scores.`
      : "Rounds have no deadline.",
    "A player who leaves a table or the tournament loses the game in progress. Earlier results stand. A bye counts as a full point.",
    page.rated ? "Games are rated: no hints, and no one can take over a seat." : "",
    swiss
      ? page.late
        ? `You can enter until round ${page.late} starts. Each round missed counts as half a point.`
        : "No entry after the start."
      : "",
    page.automatic ? "Each round starts automatically when the last one ends." : "The host starts each round.",
    page.starts && page.status === "open"
      ? `It starts on ${moment(page.starts)} if at least four players have entered.`
      : "",
  ];
  part("rules").replaceChildren(...told.filter(Boolean).map((words) => h("li", {}, words)));
}

/** @param {Page} page */
function draw(page) {
  const now = JSON.stringify(page);
  if (now === shown) return;
  shown = now;
  document.title = `${page.name} · Menagerie`;
  part("name").textContent = page.name;
  const tables = page.players === 2 ? "two players per table" : `up to ${page.players} players per table`;
  part("about").textContent = [page.game, page.told_system, tables, page.told_pace, `hosted by ${page.owner}`].join(
    " · ",
  );
  part("next").textContent = page.next;
  buttons(page);
  standings(page);
  rounds(page);
  rules(page);
}

/** @param {unknown} error */
const problem = (error) => {
  if (!shown)
    part("name").textContent =
      error instanceof Error ? error.message : "The tournament can't be shown. Reload the page.";
};

icons();
await pageHeader();
await get(address).then(draw, problem);
setInterval(() => document.hidden || get(address).then(draw, problem), 5000);
