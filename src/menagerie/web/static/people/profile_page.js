/** A profile: ratings over time, results, best solo games, favourite animals, finished games. */

import { get, me, post } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";
import { changed, curve, day, gamesOf, ordinal } from "../shared/rating_figures.js";
import { dropping } from "../shared/record_files.js";
import { gameSearch } from "../shared/game_search.js";
import { forCount } from "../shared/words.js";

/** @typedef {import("../shared/rating_figures.js").Point} Point */
/**
 * @typedef {{title: string, name: string, words: string, rating: number, margin: number, games: number, curve: Point[], bots: import("../shared/rating_figures.js").BotRating[]}} Scale
 */
/**
 * @typedef {{title: string, name: string, played: number, won: number, place: number | null, of: number | null}} ByTitle
 */

const id = location.pathname.split("/")[2] ?? "";

/** @param {{name: string, since: number, mine: boolean, hidden: boolean, titles: ByTitle[]}} person */
function head(person) {
  const all = person.titles.reduce((sum, one) => sum + one.played, 0);
  const box = h("input", { type: "checkbox", change: () => hide(box) });
  box.checked = person.hidden;
  part("person").replaceChildren(
    h("h1", {}, person.name),
    h(
      "p",
      { class: "soft" },
      `Joined ${day(person.since)} · ${forCount(all, "1 finished game", "{n} finished games")}`,
    ),
    ...(person.mine
      ? [
          h("label", { class: "check" }, box, "Hide my profile (only I can see it, and I'm not in the ranking)"),
          h("p", {}, h("a", { href: "/history" }, "My finished games")),
        ]
      : []),
  );
}

/** @param {HTMLInputElement} box */
async function hide(box) {
  await post(`/api/people/${id}/privacy`, { hidden: box.checked }).then(
    () => say(box.checked ? "Your profile is hidden." : "Your profile is visible to everyone."),
    (error) => say(error.message),
  );
}

/** @param {Scale} scale */
const rating = (scale) =>
  h(
    "article",
    { class: "scale" },
    h("h3", {}, `${scale.name}, ${scale.words}`),
    h("p", { class: "now" }, String(scale.rating), " ", h("small", {}, `± ${scale.margin} · ${gamesOf(scale.games)}`)),
    h("figure", {}, curve(scale.curve, scale.bots)),
    h(
      "details",
      {},
      h("summary", {}, "Show as a table"),
      h(
        "div",
        { class: "wide", tabindex: 0, role: "group", "aria-label": `${scale.name} ratings, game by game` },
        h(
          "table",
          { class: "figures" },
          h(
            "thead",
            {},
            h("tr", {}, ...["Day", "Place", "Rating", "Change"].map((words) => h("th", { scope: "col" }, words))),
          ),
          h("tbody", {}, ...[...scale.curve].reverse().map(step)),
        ),
      ),
    ),
  );

/** @param {Point} point */
const step = (point) =>
  h(
    "tr",
    {},
    h("td", {}, point.table ? h("a", { href: `/table/${point.table}` }, day(point.at)) : day(point.at)),
    h("td", {}, ordinal(point.place)),
    h("td", {}, `${point.rating} ± ${point.margin}`),
    h("td", {}, changed(point.change)),
  );

/** @param {ByTitle[]} titles */
const results = (titles) =>
  h(
    "table",
    { class: "figures" },
    h(
      "thead",
      {},
      h("tr", {}, ...["Game", "Played", "Won", "Average place"].map((words) => h("th", { scope: "col" }, words))),
    ),
    h(
      "tbody",
      {},
      ...titles.map((one) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "name" }, one.name),
          h("td", {}, String(one.played)),
          h("td", {}, `${one.won} (${Math.round((100 * one.won) / one.played)}%)`),
          h("td", {}, one.place === null ? "solo" : `${one.place} of ${one.of}`),
        ),
      ),
    ),
  );

/** Show a section if it has content. @param {string} name @param {Node[]} content */
function section(name, content) {
  part(name).replaceChildren(...content);
  part(`section-${name}`).hidden = !content.length;
}

/** @param {any} person */
async function show(person) {
  document.title = `${person.name} · Menagerie`;
  head(person);
  section("ratings", person.ratings.map(rating));
  section("titles", person.titles.length ? [results(person.titles)] : []);
  section(
    "solo",
    person.solo.map((/** @type {any} */ one) =>
      h(
        "li",
        {},
        h("b", {}, one.name),
        one.table ? h("a", { href: `/table/${one.table}` }, one.told) : h("span", {}, one.told),
        h("span", { class: "soft" }, day(one.ended)),
      ),
    ),
  );
  section(
    "favourites",
    person.favourites.map((/** @type {any} */ one) =>
      h(
        "li",
        {},
        h("b", {}, one.name),
        h("span", {}, one.animals.map((/** @type {any} */ kept) => `${kept.animal} (${kept.count})`).join(", ")),
      ),
    ),
  );
  part("section-games").hidden = false;
  await gameSearch(part("games"), `/api/people/${id}/games`, `/api/people/${id}/records.zip`, "No finished games yet.");
}

icons();
dropping();
await me().catch(() => null);
await get(`/api/people/${encodeURIComponent(id)}`).then(show, (error) =>
  part("person").replaceChildren(
    h("h1", {}, "Profile not found"),
    h("p", {}, error.message),
    h("p", {}, h("a", { class: "button", href: "/" }, "Go to the lobby")),
  ),
);
