/** The page behind an invitation link: the table, and its free seats. */

import { get, me, named, post, titleOf, wayOut } from "../shared/api.js";
import { badge, h, icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { picturesFollowTheme } from "../shared/pictures.js";
import { knownAt, named as linked, ratingOf } from "../shared/profile_links.js";
import { pageHeader } from "../shared/page_header.js";
import { RATED, STUDIED } from "../shared/words.js";

/** @typedef {import("../shared/types.js").Table} Table */

const link = location.pathname.split("/")[2] ?? "";

/** @param {number | null} seat */
async function sit(seat) {
  await named()
    .then(() => post(`/api/join/${link}`, seat === null ? {} : { seat }))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(`${error.message} `, wayOut(error)),
    );
}

/** @param {Table} table */
async function show(table) {
  const [title, { seats: known }] = await Promise.all([titleOf(table.title), knownAt(table.id)]);
  const free = table.seats.filter((seat) => seat.kind === "open");
  const host = table.seats.find((seat) => seat.kind === "person");
  document.title = `${table.name} · Menagerie`;
  part("invitation").replaceChildren(
    h("img", { "data-picture": `/api/titles/${table.title}/picture.svg`, alt: "" }),
    h("h1", {}, host ? `${host.name} invites you to ${table.name}` : `You're invited to ${table.name}`),
    h(
      "ul",
      { class: "sitters" },
      ...table.seats.map((seat) =>
        h(
          "li",
          {},
          badge(seat.seat, seat.letter),
          linked(table, seat.seat, known),
          ratingOf(known[seat.seat]),
          seat.kind === "open" && free.length > 1 && !table.mine.length
            ? h("button", { click: () => sit(seat.seat) }, `Sit at ${seat.letter}`)
            : null,
        ),
      ),
    ),
    h("p", { class: table.pace ? "" : "soft" }, table.pace ? `Time: ${table.told_time}` : "Live, no clock."),
    ...(table.rated ? [h("p", {}, RATED)] : []),
    ...(table.research ? [h("p", { class: "soft" }, STUDIED)] : []),
    h(
      "p",
      { class: "row" },
      table.mine.length
        ? h("a", { class: "button primary", href: `/table/${table.id}` }, "Go to the table")
        : free.length
          ? h("button", { class: "primary", click: () => sit(null) }, "Take a seat")
          : h("span", {}, "All seats are taken."),
      table.mine.length
        ? null
        : h(
            "a",
            {
              class: "button",
              href: `/table/${table.id}`,
              click: () => sessionStorage.setItem(`menagerie.link.${table.id}`, `/join/${link}`),
            },
            "Watch",
          ),
    ),
    h(
      "p",
      { class: "row links" },
      h("span", { class: "soft" }, title ? `New to ${title.name}?` : "New to this game?"),
      title?.learn ? h("a", { href: title.learn, target: "_blank" }, "How to play") : null,
      h("a", { href: `/rules/${table.title}`, target: "_blank" }, "Rules"),
    ),
  );
}

icons();
pageHeader();
dropping();
await me().catch(() => null);
await get(`/api/join/${link}`).then(show, (error) =>
  part("invitation").replaceChildren(
    h("h1", {}, "This link doesn't work"),
    h("p", {}, error.message),
    h("a", { class: "button", href: "/" }, "Go to the lobby"),
  ),
);
picturesFollowTheme();
