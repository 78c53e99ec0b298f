/** The ranking of each title, with players and bots on one scale. */

import { get } from "../shared/api.js";
import { h, icon, icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";

/** @typedef {{name: string, address: string, rating: number, margin: number, games: number}} Ranked */
/** @typedef {{kind: string, name: string, rating: number}} BotRating */

/** @type {{id: string, name: string}[]} */
let titles = [];
const players = /** @type {HTMLSelectElement} */ (part("players"));

/** The title in the address, or the first. */
const title = () => titles.find(({ id }) => id === location.hash.slice(1)) ?? titles[0];

/** @param {Ranked} one @param {number} place */
const person = (one, place) =>
  h(
    "tr",
    {},
    h("td", {}, `${place}.`),
    h("th", { scope: "row", class: "name" }, h("a", { href: one.address }, one.name)),
    h("td", {}, h("b", {}, String(one.rating)), h("span", { class: "soft" }, ` ± ${one.margin}`)),
    h("td", {}, String(one.games)),
  );

/** @param {BotRating} one */
const bot = (one) =>
  h(
    "tr",
    { class: "bot" },
    h("td", {}),
    h(
      "th",
      { scope: "row", class: "name" },
      h("span", { class: "who" }, icon("robot"), h("a", { href: `/bots/${one.kind}` }, one.name)),
    ),
    h("td", {}, h("b", {}, String(one.rating))),
    h("td", {}, ""),
  );

async function draw() {
  const shown = title();
  if (!shown) return;
  for (const link of part("titles").querySelectorAll("a")) {
    if (link.getAttribute("href") === `#${shown.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const found = await get(`/api/people?title=${shown.id}&players=${players.value}`).catch(
    (error) => void say(error.message),
  );
  if (!found) return;
  let place = 0;
  const people = found.people.map((/** @type {Ranked} */ one) => ({ at: one.rating, row: person(one, ++place) })),
    bots = found.bots.map((/** @type {BotRating} */ one) => ({ at: one.rating, row: bot(one) }));
  // Bots stand at their rating, players in the order of the rating they have with near certainty.
  const rows = [...people];
  for (const one of bots) {
    const before = rows.findIndex(({ at }) => at < one.at);
    rows.splice(before < 0 ? rows.length : before, 0, one);
  }
  part("best").replaceChildren(
    ...(people.length
      ? []
      : [
          h(
            "p",
            {},
            `No one has played ${found.least} rated games of ${found.name} with ${found.words} yet. Be the first!`,
          ),
        ]),
    h(
      "table",
      { class: "figures" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          h("th", { scope: "col", class: "name" }, "Name"),
          h("th", { scope: "col" }, "Rating"),
          h("th", { scope: "col" }, "Games"),
        ),
      ),
      h("tbody", {}, ...rows.map(({ row }) => row)),
    ),
    h(
      "p",
      { class: "soft" },
      `Players with at least ${found.least} rated games, ordered by the rating they almost certainly have. A lead of 100 points means about 64 wins in 100 games.`,
    ),
  );
}

icons();
dropping();
players.addEventListener("change", draw);
addEventListener("hashchange", draw);
await get("/api/titles").then(
  async (told) => {
    titles = told.titles.filter((/** @type {{rated: boolean}} */ one) => one.rated);
    part("titles").replaceChildren(
      ...titles.map(({ id, name }) => h("li", {}, h("a", { class: "button", href: `#${id}` }, name))),
    );
    await draw();
  },
  (error) => say(error.message),
);
