/** A duplicate: the groups that play a deal, their results seat by seat, and a table for my own group. */

import { get, me, named, post } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";

/**
 * @typedef {{number: number, status: string, mine: boolean, table: string | null, seats: import("../shared/types.js").Seat[],
 *   scores: string[] | null, places: number[] | null, result: string | null}} Group
 * @typedef {{code: string, title: string, name: string, players: number, closed: boolean, owner: boolean, knows: boolean,
 *   fair: {commitment: string, seed: string | null, salt: string | null}, groups: Group[]}} Duplicate
 */

/** How often the page refreshes, in milliseconds. */
const AGAIN = 15_000;
const code = location.pathname.split("/")[2] ?? "";
const address = `/api/duplicates/${encodeURIComponent(code)}`;

/** Open a table for my group. */
async function join() {
  await named()
    .then(() => post(address, {}))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(error.message),
    );
}

const close = () =>
  confirm("Close this deal to new groups?") && post(`${address}/close`, {}).then(draw, (error) => say(error.message));

const copy = () =>
  navigator.clipboard?.writeText(location.href).then(
    () => say("Link copied."),
    () => say(location.href),
  ) ?? say(location.href);

/** @param {Duplicate} told */
function why(told) {
  if (told.knows) return "You already know this deal because you played or watched it.";
  return told.closed
    ? "This deal is closed to new groups."
    : "Bring your own group: create a table and send its link to the others.";
}

/** @param {Group} group @param {number} seat */
const cell = (group, seat) =>
  h(
    "td",
    {},
    group.seats[seat]?.name || "free",
    group.scores ? h("b", {}, group.scores[seat] ?? "") : null,
    group.places ? h("span", { class: "soft" }, ` (place ${group.places[seat]})`) : null,
  );

/** @param {Duplicate} told */
const table = (told) =>
  h(
    "div",
    { class: "groups", tabindex: "0", role: "region", "aria-label": "Groups" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Group"),
          ...Array.from({ length: told.players }, (_, seat) => h("th", { scope: "col" }, `Seat ${"ABCDE"[seat]}`)),
          h("th", { scope: "col" }, "Game"),
        ),
      ),
      h(
        "tbody",
        {},
        ...told.groups.map((group) =>
          h(
            "tr",
            { class: group.mine ? "mine" : "" },
            h("th", { scope: "row" }, group.mine ? `${group.number}, yours` : String(group.number)),
            ...Array.from({ length: told.players }, (_, seat) => cell(group, seat)),
            h("td", {}, group.table ? h("a", { href: `/table/${group.table}` }, words(group)) : words(group)),
          ),
        ),
      ),
    ),
  );

/** @param {Group} group */
const words = ({ status }) =>
  status === "over" ? "finished" : status === "open" ? "waiting for players" : "in progress";

/** What is shown, so that the page changes only when there is news. */
let shown = "";

/** @param {Duplicate} told */
function draw(told) {
  if (JSON.stringify(told) === shown) return;
  shown = JSON.stringify(told);
  const { commitment, seed, salt } = told.fair;
  document.title = `${told.name}, duplicate · Menagerie`;
  part("duplicate").replaceChildren(
    h("h1", {}, `${told.name}, duplicate`),
    h(
      "p",
      { class: "lead" },
      "Every group gets the same deal and the same bots, so you can compare your results seat by seat.",
    ),
    h(
      "p",
      { class: "row" },
      told.knows || told.closed ? null : h("button", { class: "primary", click: join }, "Play with my group"),
      h("span", { class: "soft" }, why(told)),
    ),
    table(told),
    h(
      "p",
      { class: "row" },
      h("button", { click: copy }, "Copy link for other groups"),
      told.owner && !told.closed ? h("button", { click: close }, "Close to new groups") : null,
    ),
    h("h2", {}, "Is the deal fair?"),
    h(
      "p",
      { class: "soft lead" },
      "This is the SHA-256 of the deal's seed and salt, published before the first game so the seed can't be changed. The seed appears once the deal is closed to new groups and all have finished.",
    ),
    h("p", { class: "mono" }, commitment),
    ...(seed === null ? [] : [h("p", { class: "mono" }, `seed ${seed}, salt ${salt}`)]),
  );
}

const load = () => get(address).then(draw);

icons();
dropping();
await me().catch(() => null);
await load().catch((error) =>
  part("duplicate").replaceChildren(h("h1", {}, "This link doesn't work"), h("p", {}, error.message)),
);
setInterval(() => document.hidden || load().catch(() => null), AGAIN);
