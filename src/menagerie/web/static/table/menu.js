/** The table's menu: settings, players, the game's files and seed, keys, leaving. */

import { post } from "../shared/api.js";
import { showInvitation, canInvite } from "./turn/open_seats.js";
import { badge, h, say } from "../shared/dom.js";
import { pref, remember } from "../shared/preferences.js";
import { tableNotices } from "../shared/notice_settings.js";
import { tournamentLink, knownAt, named, ratingOf } from "../shared/profile_links.js";
import { sound } from "../shared/sounds.js";
import { cares, confirms, puzzleAddress } from "./state/store.js";
import { RATED, compares, dealt } from "../shared/words.js";

/** @typedef {import("../shared/types.js").Table} Table */

const KEYS = [
  ["Tab, arrows, Enter", "move between targets, choose"],
  ["Escape", "go back one step, or close"],
  ["1 to 9", "press a button below the table"],
  ["R, F, N", "rotate the piece, flip it, move it to its next place"],
  ["U, H, T, O", "undo, hint, try out, standing orders"],
  ["D, held or pressed", "show an overlay such as danger"],
  ["W", "ask the team to wait and talk"],
  ["+ - 0, arrows", "zoom, show the whole table, move the view"],
  [", .", "step back, step forward"],
  ["L, I, C, ?", "log, sheet, chat, this menu"],
  ["G", "go to the next table where it's my turn"],
];

const SAME = "Others play the same deal, so you can't undo past revealed information.";

const PACES = [
  ["relaxed", "step by step"],
  ["brisk", "step by step, fast"],
  ["instant", "all at once"],
];

/**
 * @param {string} name
 * @param {string} on
 * @param {string} off
 * @param {string} words
 * @param {(on: boolean) => void} then
 * @param {boolean} chosen whether it's on now
 */
function choice(name, on, off, words, then = () => {}, chosen = pref(name, off) === on) {
  const box = h("input", {
    type: "checkbox",
    change: () => {
      remember(name, box.checked ? on : off);
      then(box.checked);
    },
  });
  box.checked = chosen;
  return h("label", { class: "check" }, box, words);
}

/** The choice of how fast moves are shown. */
function paces() {
  const select = h(
    "select",
    { "aria-label": "Show moves", change: () => remember("pace", select.value) },
    ...PACES.map(([value = "", words = ""]) =>
      h("option", { value, selected: pref("pace", "relaxed") === value }, words),
    ),
  );
  return h("label", { class: "check" }, "Show moves", select);
}

/**
 * @param {Table} table
 * @param {() => void} changed called when a setting has changed
 * @param {() => void} lookBack
 */
export function menu(table, changed, lookBack) {
  const over = table.status === "over" || table.status === "replay";
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    {
      class: "menu",
      "aria-label": "Menu",
      close: () => dialog.remove(),
      click: (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close(),
    },
    h("div", { class: "row spread" }, h("h2", {}, table.name), h("button", { click: () => dialog.close() }, "Close")),
    h("h3", {}, "Settings"),
    h("button", { "data-do": "theme" }, "Switch between light and dark"),
    choice("confirm", "on", "off", "Confirm every move", changed, confirms()),
    table.mine.length && !puzzleAddress
      ? choice(`care.${table.title}`, "on", "off", "Explain every step", changed, cares())
      : null,
    choice("motion", "off", "on", "Skip animations"),
    choice("sound", "on", "off", "Sounds", (on) => on && sound("turn")),
    paces(),
    choice(
      "notify",
      "on",
      "off",
      "Notify me when it's my turn",
      (on) => on && "Notification" in window && Notification.requestPermission(),
    ),
    table.mine.length && !puzzleAddress && !over ? tableNotices(table.id) : null,
    ...(puzzleAddress ? [] : people(table, () => dialog.close())),
    ...(puzzleAddress
      ? []
      : game(table, () => {
          dialog.close();
          lookBack();
        })),
    h("h3", {}, "Keys"),
    h("dl", { class: "keys" }, ...KEYS.flatMap(([key = "", words = ""]) => [h("dt", {}, key), h("dd", {}, words)])),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: "/" }, "Go to the lobby"),
      h("a", { class: "button", href: "/me" }, "My account"),
      table.mine.length && !over && !puzzleAddress && (table.deal?.kind !== "day" || table.deal.closed)
        ? h("button", { click: () => leave(table) }, "Leave my seat")
        : null,
      onlyBots(table) && !over ? h("button", { click: () => stop(table) }, "End this game") : null,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** The other people at the table, and a button to invite more. @param {Table} table @param {() => void} close */
function people(table, close) {
  const others = table.seats.filter((one) => one.kind === "person" && !one.mine);
  const open = (/** @type {number} */ seat, /** @type {string} */ name) => () => {
    close();
    return import("../shared/person_menu.js").then(({ personMenu }) => personMenu({ table: table.id, seat }, name));
  };
  const free = canInvite(table);
  if (!others.length && !free) return [];
  return [
    h("h3", {}, "People"),
    h(
      "p",
      { class: "row" },
      ...others.map((one) =>
        h(
          "button",
          { click: open(one.seat, one.name), "aria-label": `About ${one.name}` },
          badge(one.seat, one.letter),
          one.name,
        ),
      ),
      free
        ? h(
            "button",
            {
              click: () => {
                close();
                showInvitation();
              },
            },
            "Invite a player",
          )
        : null,
    ),
  ];
}

/**
 * The game's players, files and seed.
 * @param {Table} table
 * @param {() => void} lookBack
 */
function game(table, lookBack) {
  const over = table.status === "over" || table.status === "replay";
  const theme = document.documentElement.classList.contains("dark") ? "dark" : "light";
  return [
    h("h3", {}, "Players"),
    who(table),
    h("h3", {}, "This game"),
    h("p", {}, table.told_time),
    h(
      "p",
      { class: "row" },
      over
        ? h("button", { click: () => download(table) }, "Download the record")
        : h("span", { class: "soft" }, "You can download the record when the game is over."),
      table.decisions ? h("button", { click: lookBack }, "Look back") : null,
      h(
        "a",
        {
          class: "button",
          href: `/api/tables/${table.id}/picture.svg?theme=${theme}`,
          download: `${table.title}-${table.id}.svg`,
        },
        "Download a picture",
      ),
    ),
    ...(table.deal
      ? [
          h("h3", {}, dealt(table.deal)),
          h(
            "p",
            {},
            h("a", { class: "button", href: table.deal.address }, compares(table.deal)),
            " ",
            h("span", { class: "soft" }, SAME),
          ),
        ]
      : []),
    ...(table.source ? [h("p", {}, playedElsewhere(table.source))] : []),
    ...(table.fair ? chance(table, table.fair) : []),
  ];
}

/** Where a game from another program or server was played. @param {{source: string, started: string}} source */
function playedElsewhere({ source, started }) {
  const day = started ? new Date(started).toLocaleDateString() : "";
  if (source) return day ? `Played on ${source}, ${day}.` : `Played on ${source}.`;
  return day ? `Played on another server, ${day}.` : "Played on another server.";
}

/** The published commitment to the seed, and the seed once it may be shown. @param {Table} table @param {import("../shared/types.js").Fair} fair */
const chance = (table, { commitment, seed, salt }) => [
  h("h3", {}, "Is the deal fair?"),
  h(
    "p",
    {},
    table.source
      ? "Before the first move, the server where this game was played published the SHA-256 of its seed and salt:"
      : "Before the first move, the server published the SHA-256 of this game's seed and salt, so the seed can't be changed:",
  ),
  h("p", { class: "mono" }, commitment || "none yet"),
  seed === null
    ? h(
        "p",
        { class: "soft" },
        table.deal
          ? "The seed appears when everyone with this deal has finished."
          : "The seed appears when the game is over.",
      )
    : h("p", { class: "mono" }, `seed ${seed}, salt ${salt}`),
];

/** The players, with links to their profiles. @param {Table} table */
function who(table) {
  const list = h("ul", { class: "who-plays" }),
    way = h("p", { hidden: "" });
  const draw = (/** @type {import("../shared/profile_links.js").Known[]} */ known) =>
    list.replaceChildren(
      ...table.seats.map(({ seat, letter }) =>
        h("li", {}, badge(seat, letter), named(table, seat, known), ratingOf(known[seat])),
      ),
    );
  draw([]);
  knownAt(table.id).then(({ seats, tournament }) => {
    draw(seats);
    way.hidden = !tournament;
    way.replaceChildren(tournamentLink(tournament) ?? "");
  });
  return h("div", {}, table.rated ? h("p", {}, RATED) : null, list, way);
}

/** @param {Table} table */
async function download(table) {
  const answer = await fetch(`/api/tables/${table.id}/record`);
  if (!answer.ok) return say((await answer.json()).error);
  const href = URL.createObjectURL(await answer.blob());
  h("a", { href, download: `${table.title}-${table.id}.zoo` }).click();
}

/** Whether this is my table and only bots play at it. @param {Table} table */
const onlyBots = (table) => table.owner && table.seats.every((one) => one.kind === "bot" && one.for === null);

/** @param {Table} table */
async function leave(table) {
  const { tournament } = await knownAt(table.id);
  if (confirm(whatLeavingDoes(table, Boolean(tournament)))) goAway(table);
}

/** What leaving does, which depends on the kind of game. @param {Table} table @param {boolean} inTournament */
function whatLeavingDoes(table, inTournament) {
  const others = table.seats.some((one) => !one.mine && (one.kind === "person" || one.for !== null));
  if ((table.deal?.kind ?? "group") !== "group") return "Give up this try? Nothing of it is kept.";
  if (table.status !== "playing") return "Leave your seat? The game hasn't started yet.";
  if (inTournament && table.players === 2) return "Leave this tournament game? You lose it at once.";
  if (inTournament) return "Leave this tournament game? You come last, and a bot plays on for you.";
  if (table.rated) return "Leave this rated game? A weak bot plays on for you, and the result counts for you.";
  if (!others) return "Leave this game? No one else plays here, so it ends and isn't kept.";
  return "Leave your seat? The others can let a bot play on, and anyone who has the link can take your place.";
}

/** @param {Table} table */
const stop = (table) => confirm("End this game? It won't be kept.") && goAway(table);

/** @param {Table} table */
async function goAway(table) {
  await post(`/api/tables/${table.id}/leave`, {}).then(
    () => location.assign("/"),
    (error) => say(error.message),
  );
}
