/** A kind of bot: what it is, and how strong. */

import { get } from "../shared/api.js";
import { h, icon, icons, part } from "../shared/dom.js";

const kind = location.pathname.split("/")[2] ?? "";

/**
 * @param {{kind: string, name: string, line: string, about: string, measured: string, ratings: {name: string, words: string, rating: number}[]}}
 *   bot
 */
function show(bot) {
  document.title = `${bot.name} · Menagerie`;
  const rows = bot.ratings.map((one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "name" }, one.name),
      h("td", {}, one.words),
      h("td", {}, h("b", {}, String(one.rating))),
    ),
  );
  part("bot").replaceChildren(
    h("h1", { class: "row" }, icon("robot"), bot.name),
    h("p", {}, bot.line ? `A bot: ${bot.line}.` : "A bot."),
    h("p", {}, bot.about),
    ...(rows.length
      ? [
          h("h2", {}, "How strong it is"),
          h(
            "table",
            { class: "figures" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col", class: "name" }, "Game"),
                h("th", { scope: "col" }, "Players"),
                h("th", { scope: "col" }, "Rating"),
              ),
            ),
            h("tbody", {}, ...rows),
          ),
          h(
            "p",
            { class: "soft" },
            `On the scale of people: new players start at 1500. Measured in ${bot.measured.replaceAll("`", "")}.`,
          ),
        ]
      : [h("p", { class: "soft" }, "It is not on the scale of people: it does not sit at rated tables.")]),
    h("p", {}, h("a", { href: "/people" }, "The best of each game")),
  );
}

icons();
await get(`/api/bots/${encodeURIComponent(kind)}`).then(show, (error) =>
  part("bot").replaceChildren(
    h("h1", {}, "No such bot"),
    h("p", {}, error.message),
    h("p", {}, h("a", { class: "button", href: "/" }, "To the lobby")),
  ),
);
