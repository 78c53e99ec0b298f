/** Search finished games: a form, a page of results, and their records. */

import { get } from "./api.js";
import { badge, h } from "./dom.js";
import { changed, day, gamesOf, ordinal } from "./rating_figures.js";

/** @typedef {{seat: number, name: string, place: number, told: string, profile: string | null}} Sat */
/** @typedef {{table: string, title: string, name: string, ended: number, players: number, seat: number, place: number, won: boolean, told: string,
 *   how: string, result: string, rated: boolean, change: number | null, seats: Sat[], record: string}} Game */

const RESULTS = [
  ["", "Any result"],
  ["won", "Won"],
  ["lost", "Not won"],
  ["time", "Time ran out"],
  ["left", "Finished by a bot"],
  ["continued", "Started from another game"],
];
const RATED = [
  ["", "Rated or not"],
  ["true", "Rated"],
  ["false", "Not rated"],
];

/** @param {string} words @param {string[][]} choices */
function choice(words, choices) {
  const select = h("select", {}, ...choices.map(([value = "", told = ""]) => h("option", { value }, told)));
  return { field: select, element: h("label", {}, words, select) };
}

/** @param {string} words @param {string} type */
function entry(words, type) {
  const field = h("input", { type, maxlength: 60, autocomplete: "off" });
  return { field, element: h("label", {}, words, field) };
}

/** @param {Game} game */
function end(game) {
  const words =
    game.players === 1
      ? game.won
        ? "solo"
        : "solo, lost"
      : game.won
        ? "won"
        : `${ordinal(game.place)} of ${game.players}`;
  const how =
    game.how === "time"
      ? ", time ran out"
      : game.how === "left"
        ? ", finished by a bot"
        : game.how === "continued"
          ? ", from another game"
          : "";
  return `${words}${how}`;
}

/** @param {Game} game */
const row = (game) =>
  h(
    "li",
    { class: "game" },
    h(
      "div",
      { class: "what" },
      h("b", {}, game.name),
      h("small", {}, `${day(game.ended)}${game.rated ? " · rated" : ""}`),
    ),
    h(
      "ul",
      { class: "sitters", "aria-label": "Players" },
      ...game.seats.map((sat) =>
        h(
          "li",
          { class: "sitter" },
          badge(sat.seat),
          sat.profile ? h("a", { href: sat.profile }, sat.name) : h("span", {}, sat.name),
          h("span", { class: "soft" }, sat.told),
        ),
      ),
    ),
    h(
      "div",
      { class: "end" },
      h("b", {}, end(game)),
      game.change === null ? null : changed(game.change),
      h("a", { href: `/table/${game.table}`, "aria-label": `View ${game.name}, ${day(game.ended)}` }, "View"),
      h(
        "a",
        { href: game.record, download: true, "aria-label": `Download the record of ${game.name}, ${day(game.ended)}` },
        "Record",
      ),
    ),
  );

/**
 * @param {HTMLElement} place
 * @param {string} base the address to search
 * @param {string} zip the address of the records
 * @param {string} none the sentence if there are no games at all
 */
export async function gameSearch(place, base, zip, none) {
  const titles = (await get("/api/titles")).titles.map((/** @type {{id: string, name: string}} */ title) => [
    title.id,
    title.name,
  ]);
  const fields = {
    title: choice("Game", [["", "All games"], ...titles]),
    player: entry("Played with", "search"),
    result: choice("Result", RESULTS),
    rated: choice("Rating", RATED),
    since: entry("From", "date"),
    until: entry("To", "date"),
  };
  const list = h("ol", { class: "games" }),
    told = h("p", { class: "soft", role: "status" }),
    pages = h("div", { class: "pages" });
  let page = 1;
  const wanted = () => {
    const wish = Object.entries(fields).flatMap(([name, { field }]) =>
      field.value.trim() ? [[name, field.value.trim()]] : [],
    );
    return new URLSearchParams(wish);
  };
  const look = async () => {
    const wish = wanted();
    const found = await get(`${base}?${new URLSearchParams([...wish, ["page", String(page)]])}`).catch(
      (error) => void (told.textContent = error.message),
    );
    if (!found) return;
    list.replaceChildren(...found.games.map(row));
    told.textContent = found.total ? gamesOf(found.total) : wish.size ? "No games match." : none;
    form.hidden = !found.total && !wish.size;
    pages.hidden = !found.total;
    const go = (/** @type {number} */ to) => () => {
      page = to;
      return look();
    };
    pages.replaceChildren(
      h("button", { disabled: page <= 1, click: go(page - 1) }, "Newer"),
      h("span", {}, `Page ${page} of ${found.pages}`),
      h("button", { disabled: page >= found.pages, click: go(page + 1) }, "Older"),
      h(
        "a",
        { class: "button", href: `${zip}?${wish}`, download: "menagerie-games.zip" },
        found.total > 100 ? "Download the newest 100 records" : "Download all records",
      ),
    );
  };
  const form = h(
    "form",
    { class: "search", "aria-label": "Search", submit: (/** @type {SubmitEvent} */ event) => event.preventDefault() },
    ...Object.values(fields).map((one) => one.element),
  );
  form.addEventListener("change", () => {
    page = 1;
    look();
  });
  place.replaceChildren(form, told, list, pages);
  await look();
}
