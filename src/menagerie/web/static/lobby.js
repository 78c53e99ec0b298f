/** The lobby: titles to play, my tables, open tables, games to watch. */

import { get, me, named, post, rename } from "./api.js";
import { badge, fragment, h, icon, icons, part, s, say } from "./dom.js";
import { dropping } from "./files.js";
import { optionsForm } from "./options.js";
import { seatsForm } from "./seats.js";
import { nameOf, time } from "./words.js";

/** @typedef {import("./types.js").Title & {symbol: {id: string, svg: string}}} Title */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").BotKind} BotKind */

/** @param {number[]} range @param {string} unit */
const span = (range, unit) => `${range[0] === range.at(-1) ? range[0] : `${range[0]} to ${range.at(-1)}`} ${unit}`;

/** @param {Title} title @param {BotKind[]} bots */
const card = (title, bots) =>
  h(
    "li",
    { class: "title" },
    h(
      "button",
      { class: "cover", "aria-label": `Play ${title.name}`, click: () => setUp(title, bots) },
      h("img", { "data-picture": title.picture, alt: "" }),
      s(
        "svg",
        { class: "scene emblem", viewBox: "0 0 64 64", "aria-hidden": "true" },
        ...fragment(title.symbol.svg),
        s("use", { href: `#${title.symbol.id}` }),
      ),
    ),
    h("h3", {}, title.name),
    h(
      "p",
      { class: "facts" },
      [span(title.players, "players"), span(title.minutes, "minutes"), title.difficulty].join(" · "),
    ),
    h("p", {}, title.line),
    h("p", { class: "soft by" }, [title.designer, title.publisher, title.year || ""].filter(Boolean).join(", ")),
    h("button", { class: "primary", click: () => setUp(title, bots) }, "Play"),
  );

/** The covers in light or dark, as the page is. */
function covers() {
  const theme = document.documentElement.classList.contains("dark") ? "dark" : "light";
  for (const cover of document.querySelectorAll("[data-picture]")) {
    const address = `${cover.getAttribute("data-picture")}?theme=${theme}`;
    if (cover.getAttribute("src") !== address) cover.setAttribute("src", address);
  }
}

/** Choose seats and options, and start. @param {Title} title @param {BotKind[]} bots */
function setUp(title, bots) {
  const best = `bot:${bots.at(-1)?.kind ?? "random"}`;
  let seats = seatsForm(title.players[0] ?? 2, bots, ["me", best]);
  const options = optionsForm(title.options);
  const count = h(
    "select",
    { "aria-label": "Players", change: () => reseat() },
    ...title.players.map((number) => h("option", { value: number }, `${number} players`)),
  );
  const reseat = () => {
    const next = seatsForm(Number(count.value), bots, [...seats.kinds(), best, best, best, best]);
    seats.element.replaceWith(next.element);
    seats = next;
  };
  const check = (/** @type {string} */ words, on = false) => {
    const box = h("input", { type: "checkbox" });
    box.checked = on;
    return { box, element: h("label", { class: "check" }, box, words) };
  };
  const hints = check("Hints on request", true),
    shared = check("Listed for everybody to join or watch"),
    shuffle = check("Mix who sits where");
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "primary", click: () => go() }, "Start");
  const go = async () => {
    start.disabled = true;
    await named()
      .then(() =>
        post("/api/tables", {
          title: title.id,
          options: options.read(),
          seats: seats.read(),
          hints: hints.box.checked,
          public: shared.box.checked,
          shuffle: shuffle.box.checked,
        }),
      )
      .then(
        (table) => location.assign(`/table/${table.id}`),
        (error) => (problem.textContent = error.message),
      );
    start.disabled = false;
  };
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "set-up", "aria-label": `Set up ${title.name}`, close: () => dialog.remove() },
    h("h2", {}, title.name),
    h("p", { class: "row" }, title.players.length > 1 ? count : h("span", {}, span(title.players, "players"))),
    seats.element,
    h("details", {}, h("summary", {}, "Options"), options.element, hints.element, shared.element, shuffle.element),
    problem,
    h("div", { class: "row" }, start, h("button", { click: () => dialog.close() }, "Not now")),
  );
  document.body.append(dialog);
  dialog.showModal();
  start.focus();
}

/** @param {Table} table */
function line(table) {
  const turn = table.mine.some((seat) => table.to_act.includes(seat));
  const words = {
    open: "waits for players",
    playing: turn ? "your turn" : "being played",
    over: "over",
    replay: "replay",
  }[table.status];
  const free = table.status === "open" && !table.mine.length && table.link;
  return h(
    "li",
    {},
    h(
      "a",
      { class: `table-line${turn ? " turn" : ""}`, href: free ? (table.link ?? "/") : `/table/${table.id}` },
      h("b", {}, table.name),
      h(
        "span",
        { class: "row" },
        ...table.seats.map((seat) =>
          h("span", { class: "sitter" }, badge(seat.seat, seat.letter), nameOf(table, seat.seat)),
        ),
      ),
      h(
        "span",
        { class: "when" },
        `${words} · ${time(Math.max(0, Date.now() / 1000 - (table.changed ?? table.created)))} ago`,
      ),
    ),
  );
}

async function tables() {
  const lists = await get("/api/tables").catch(() => null);
  if (!lists) return;
  for (const name of ["mine", "open", "watch"]) {
    part(name).replaceChildren(...lists[name].map(line));
    part(`section-${name}`).hidden = !lists[name].length;
  }
}

async function greet() {
  const guest = await me();
  const field = h("input", {
    "aria-label": "Your name",
    value: guest?.name ?? "",
    placeholder: "Your name",
    maxlength: 40,
    autocomplete: "nickname",
    change: () =>
      field.value.trim() &&
      rename(field.value).then(
        () => say(`Hello, ${field.value.trim()}.`),
        (error) => say(error.message),
      ),
  });
  part("who").replaceChildren(field);
}

icons();
dropping();
await greet().catch((error) => say(error.message));
await get("/api/titles").then(
  ({ titles, bots }) =>
    part("titles").replaceChildren(...titles.map((/** @type {Title} */ title) => card(title, bots))),
  (error) => say(error.message),
);
covers();
new MutationObserver(covers).observe(document.documentElement, { attributeFilter: ["class"] });
await tables();
part("footer").prepend(icon("logo"));
setInterval(() => document.hidden || tables(), 10_000);
