/** A kind of bot, and how strong it is. */

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
    h("p", {}, bot.line ? `Bot: ${bot.line}.` : "Bot."),
    h("p", {}, bot.about),
    ...(rows.length
      ? [
          h("h2", {}, "Strength"),
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
            `Bots and players share one scale, on which new players start at 1500. Measured in ${bot.measured.replaceAll("`", "")}.`,
          ),
        ]
      : [h("p", { class: "soft" }, "This bot has no rating because it doesn't play at rated tables.")]),
    h("p", {}, h("a", { href: "/people" }, "Go to the ranking")),
  );
}

icons();
await get(`/api/bots/${encodeURIComponent(kind)}`).then(show, (error) =>
  part("bot").replaceChildren(
    h("h1", {}, "No such bot"),
    h("p", {}, error.message),
    h("p", {}, h("a", { class: "button", href: "/" }, "Go to the lobby")),
  ),
);
