/** One tournament: how everybody stands, who meets whom, and what I can do about it. */

import { get, me, post } from "../shared/api.js";
import { act, field, form, open } from "../shared/dialogs.js";
import { moment } from "./tournament_types.js";
import { copyLink, h, icons, part, say } from "../shared/dom.js";
import { pageHeader } from "../shared/page_header.js";

/** @typedef {import("./tournament_types.js").Page} Page */

const address = `/api${location.pathname}`;
let shown = "";

/** Do something, and show what has become of it. @param {string} what @param {object} body */
const change = async (what, body = {}) => draw(await post(`${address}/${what}`, body));

/**
 * Ask for a reason first.
 * @param {string} heading
 * @param {string} words
 * @param {(reason: string) => Promise<void>} work
 */
function reason(heading, words, work) {
  const { input, label } = field("Why? Everybody can read it.", { maxlength: 200 });
  const dialog = open(heading, [
    h("h2", {}, heading),
    form([h("p", {}, words), label], heading, async () => {
      await work(input.value);
      dialog.close();
    }),
    h("button", { type: "button", click: () => dialog.close() }, "Not now"),
  ]);
}

/** Enter; who has no account is led there. */
async function enter() {
  const guest = await me();
  if (guest?.account) return change("enter");
  const next = encodeURIComponent(location.pathname);
  say(
    "For a tournament you need a name that is yours. ",
    h("a", { href: guest ? "/me" : `/sign-in?next=${next}` }, guest ? "Keep your name" : "Sign in"),
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
        : "Your results stand. A game of yours that goes on is lost, and you cannot come back.",
    ),
    h(
      "div",
      { class: "row" },
      act(
        "Leave",
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
    reason("Call it off", "Games that go on can be played to their end, but count for nothing.", (words) =>
      change("cancel", { reason: words }),
    );
  const made = [
    mine && page.status === "running"
      ? h("a", { class: "button primary", href: `/table/${mine}` }, `Round ${page.round}: your table`)
      : null,
    may.enter ? act("Enter", enter, "primary") : null,
    may.start ? act("Start now", () => change("next"), "primary") : null,
    may.next ? act("Begin the next round", () => change("next"), "primary") : null,
    may.leave ? act("Leave", async () => leave(page)) : null,
    act("Copy the link", () => copyLink(location.pathname, "The link is copied: whoever has it can look and enter.")),
    may.cancel ? act("Call it off", async () => cancel()) : null,
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
        line.first > 1 ? h("small", {}, `entered for round ${line.first}`) : null,
        line.left ? h("small", {}, line.reason ? `taken out: ${line.reason}` : "has left") : null,
      ),
      ...(open ? [] : columns.map(({ key }) => h("td", {}, line[key]))),
      may.remove ? h("td", {}, line.left || line.me ? "" : act("Take out", async () => takeOut(line))) : null,
    );
  const head = h(
    "tr",
    {},
    open ? null : h("th", { scope: "col" }, "Place"),
    h("th", { scope: "col", class: "who" }, "Name"),
    ...(open ? [] : columns.map(({ name, help }) => h("th", { scope: "col", title: help }, name))),
    may.remove ? h("td", {}) : null,
  );
  part("heading").textContent = open ? "Who plays" : "Standings";
  part("standings").replaceChildren(
    standings.length
      ? h("table", { class: "cup-table" }, h("thead", {}, head), h("tbody", {}, ...standings.map(row)))
      : h("p", { class: "soft nobody" }, "Nobody yet."),
  );
  const help = part("help");
  help.replaceChildren(...columns.flatMap(({ name, help }) => [h("dt", {}, name), h("dd", {}, help)]));
  /** @type {HTMLElement} */ (help.parentElement).hidden = open;
}

/** @param {import("./tournament_types.js").Line} line */
const takeOut = ({ person, name }) =>
  reason(`Take ${name} out`, "Results stand; a game that goes on is lost.", (words) =>
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
            "aria-label": `${done ? "Look at" : "Go to"} the table of ${people.map(({ name }) => name).join(", ")}`,
          },
          done ? "Look" : "Go there",
        )
      : h("span", { class: "soft" }, bye ? "bye" : ""),
    how ? h("span", { class: "how" }, how) : done ? null : h("span", { class: "how" }, "being played"),
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
      ? "Who stands alike meets in the next round; nobody meets somebody twice if that can be avoided."
      : "Everybody meets everybody once.",
    page.told_time,
    page.hours
      ? `Whoever has not come to a game ${page.hours} hours after its round began has lost it; if nobody came, nobody gets anything.`
      : "A round has no deadline of its own.",
    "Who leaves a table or the tournament loses the game that goes on; results stand. A bye is a full point.",
    page.rated ? "Its games are rated: nobody gets help, and nobody else takes a seat in them." : "",
    swiss
      ? page.late
        ? `One may enter until round ${page.late} begins; missed rounds count half a point.`
        : "Nobody enters after the start."
      : "",
    page.automatic ? "A round begins by itself when the one before is over." : "The maker begins every round.",
    page.starts && page.status === "open" ? `It starts ${moment(page.starts)}, if at least four have entered.` : "",
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
  const tables = page.players === 2 ? "two at a table" : `up to ${page.players} at a table`;
  part("about").textContent = [page.game, page.told_system, tables, page.told_pace, `made by ${page.owner}`].join(
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
  if (!shown) part("name").textContent = error instanceof Error ? error.message : "It cannot be shown.";
};

icons();
await pageHeader();
await get(address).then(draw, problem);
setInterval(() => document.hidden || get(address).then(draw, problem), 5000);
