/** The lobby: games to play, my tables, open tables, games to watch. */

import { get, named, post, wayOut } from "../shared/api.js";
import { showInbox } from "./inbox.js";
import { withBot } from "../shared/quick_start.js";
import { badge, h, icon, icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { learnButton } from "../shared/lesson_start.js";
import { optionsForm } from "../shared/option_form.js";
import { timeForm } from "../shared/time_form.js";
import { picturesFollowTheme } from "../shared/pictures.js";
import { renew } from "../shared/push.js";
import { seatsForm } from "../shared/seat_form.js";
import { goToNext, KEY } from "../shared/next_turn.js";
import { pageHeader } from "../shared/page_header.js";
import { dealt, nameOf, remaining, time } from "../shared/words.js";

/** @typedef {import("../shared/types.js").Title} Title */
/** @typedef {import("../shared/types.js").ListedTable} Table */

/** @param {number[]} range @param {string} unit */
const span = (range, unit) =>
  range[0] === range.at(-1)
    ? `${range[0]} ${range[0] === 1 ? unit.replace(/s$/, "") : unit}`
    : `${range[0]} to ${range.at(-1)} ${unit}`;

/** @param {Title} title @param {import("../shared/lesson_start.js").Lesson[]} lessons */
const card = (title, lessons) =>
  h(
    "li",
    { class: "title" },
    h(
      "button",
      { class: "cover", "aria-label": `Play ${title.name}`, click: () => setUp(title) },
      h("img", { "data-picture": title.picture, alt: "" }),
    ),
    h("h3", {}, title.name),
    h(
      "p",
      { class: "facts" },
      [span(title.players, "players"), span(title.minutes, "minutes"), title.difficulty].join(" · "),
    ),
    h("p", {}, title.line),
    h("p", { class: "soft by" }, [title.designer, title.publisher, title.year || ""].filter(Boolean).join(", ")),
    h(
      "div",
      { class: "row buttons" },
      h("button", { class: "primary", click: () => setUp(title) }, "Play"),
      h(
        "button",
        { title: "Start a two-player game with a bot at once", click: () => withBot(title) },
        "Play a bot now",
      ),
      learnButton(title, lessons),
    ),
    h(
      "p",
      { class: "row links" },
      title.learn ? h("a", { href: title.learn, "aria-label": `How to play ${title.name}` }, "How to play") : null,
      h("a", { href: `/rules/${title.id}`, "aria-label": `Rules of ${title.name}` }, "Rules"),
      title.puzzles ? h("a", { href: title.puzzles, "aria-label": `Puzzles of ${title.name}` }, "Puzzles") : null,
    ),
  );

/** Open the dialog that sets up a table: players, seats, options. @param {Title} title */
function setUp(title) {
  const { bots } = title;
  const usual = `bot:${title.usual_bot}`;
  const two = title.players.includes(2) ? 2 : (title.players[0] ?? 2);
  let seats = seatsForm(two, bots, ["me", usual]);
  const options = optionsForm(title.options);
  const pacing = timeForm(two, title.team);
  const count = h(
    "select",
    { "aria-label": "Players", change: () => reseat() },
    ...title.players.map((number) => h("option", { value: number }, number === 1 ? "1 player" : `${number} players`)),
  );
  count.value = String(two);
  const reseat = () => {
    const next = seatsForm(Number(count.value), bots, [...seats.kinds(), usual, usual, usual, usual]);
    seats.element.replaceWith(next.element);
    seats = next;
    pacing.fit(Number(count.value));
    suggest();
  };
  const first = h("p", { class: "row first-game" });
  /** Suggest options for a first game, if they differ from the defaults for this number of players. */
  const suggest = () => {
    const wanted = Object.entries(title.first_game[count.value] ?? {});
    const words = wanted.map(([name, value]) => inWords(title, name, value)).join(", ");
    const choose = () => {
      options.choose(wanted);
      more.open = true;
    };
    first.hidden = !wanted.length;
    first.replaceChildren(
      h("span", {}, `Your first game? We suggest ${words}.`),
      h("button", { type: "button", click: choose }, "Use these options"),
    );
  };
  const check = (/** @type {string} */ words, on = false) => {
    const box = h("input", { type: "checkbox" });
    box.checked = on;
    return { box, element: h("label", { class: "check" }, box, words) };
  };
  const hints = check("Allow hints", true),
    shared = check("Public: anyone can join or watch"),
    research = check("Share the finished game for research (moves only, no names)"),
    duplicate = check("Duplicate: other groups can play the same deal and compare results"),
    shuffle = check("Shuffle seats"),
    rated = check("Rated: counts towards players' ratings. Accounts only, no hints, no undo past revealed information");
  /** Turn off hints and the choice of a replacement bot: rated tables have no hints and use the weakest bot. */
  const rate = () => {
    hints.box.disabled = standIn.disabled = rated.box.checked;
    if (rated.box.checked) hints.box.checked = false;
  };
  rated.box.addEventListener("change", rate);
  const offer = () => {
    research.box.disabled = !shared.box.checked;
    if (!shared.box.checked) research.box.checked = false;
  };
  shared.box.addEventListener("change", offer);
  offer(); // only public games can be shared for research
  const standIn = h("select", {}, ...bots.map((bot) => h("option", { value: bot.kind }, bot.name)));
  standIn.value = title.usual_bot;
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
          research: research.box.checked,
          duplicate: duplicate.box.checked,
          shuffle: shuffle.box.checked,
          rated: rated.box.checked,
          stand_in: standIn.value,
          ...pacing.read(),
        }),
      )
      .then(
        (table) => location.assign(`/table/${table.id}`),
        (error) => problem.replaceChildren(`${error.message} `, wayOut(error) ?? ""),
      );
    start.disabled = false;
  };
  const more = h(
    "details",
    {},
    h("summary", {}, "Options"),
    options.element,
    hints.element,
    shared.element,
    research.element,
    duplicate.element,
    shuffle.element,
    title.rated ? rated.element : null,
    h("label", { class: "row" }, "Bot that replaces absent players", standIn),
  );
  suggest();
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "set-up", "aria-label": `Set up ${title.name}`, close: () => dialog.remove() },
    h("h2", {}, title.name),
    h("p", { class: "row" }, title.players.length > 1 ? count : h("span", {}, span(title.players, "players"))),
    seats.element,
    first,
    pacing.element,
    more,
    problem,
    h("div", { class: "row" }, start, h("button", { click: () => dialog.close() }, "Cancel")),
  );
  document.body.append(dialog);
  dialog.showModal();
  start.focus();
}

/** An option and its value, in the form's words. @param {Title} title @param {string} name @param {any} value */
function inWords({ options }, name, value) {
  const option = options.find((one) => one.name === name);
  return `${option?.heading ?? name}: ${option?.words[option.choices.indexOf(value)] ?? value}`;
}

/** @param {Table} table */
function line(table) {
  const turn = table.mine.some((seat) => table.to_act.includes(seat));
  const words = {
    open: "waiting for players",
    playing: turn ? "your turn" : "in progress",
    over: table.result || "finished",
    replay: table.result || "replay",
  }[table.status];
  const unfinished = table.status === "open" || table.status === "playing";
  const late = turn && typeof table.left === "number" ? ` · ${remaining(table.left)} left` : "";
  const notes = [
    table.tournament ? `${table.name}, ${table.tournament.name}` : "",
    unfinished && table.pace ? table.told_pace : "",
    unfinished && table.research ? "for research" : "",
  ].filter(Boolean);
  const free = table.status === "open" && !table.mine.length && table.link;
  return h(
    "li",
    {},
    h(
      "div",
      { class: `table-line${turn ? " turn" : ""}` },
      h(
        "a",
        { class: "go", href: free ? (table.link ?? "/") : `/table/${table.id}` },
        h(
          "b",
          {},
          table.tournament && unfinished
            ? `Your table in round ${table.tournament.round}`
            : table.lesson
              ? `${table.name} · Lesson`
              : table.deal
                ? `${table.name} · ${dealt(table.deal)}`
                : table.name,
        ),
      ),
      table.rated ? h("span", { class: "rated" }, "rated") : null,
      h(
        "span",
        { class: "row" },
        ...table.seats.map((seat) =>
          h("span", { class: "sitter" }, badge(seat.seat, seat.letter), sitter(table, seat.seat)),
        ),
      ),
      h(
        "span",
        { class: "when" },
        `${[words.replace(/\.$/, "") + late, ...notes].join(" · ")} · ${time(Math.max(0, Date.now() / 1000 - (table.changed ?? table.created)))} ago`,
      ),
    ),
  );
}

/** @param {Table} table @param {number} seat */
const sitter = (table, seat) => {
  const profile = table.profiles?.[seat];
  return profile ? h("a", { href: profile }, nameOf(table, seat)) : nameOf(table, seat);
};

const FINISHED = 8;

/** Whether it's my turn at this table. @param {Table} table */
const waits = (table) => table.mine.some((seat) => table.to_act.includes(seat));

async function tables() {
  const lists = await get("/api/tables").catch(() => null);
  if (!lists) return;
  showInbox(lists.asked, lists.told, tables);
  /** @type {Table[]} */
  const mine = lists.mine;
  const over = mine.filter((table) => table.status === "over" || table.status === "replay");
  /** @type {Record<string, Table[]>} */
  const sections = {
    turn: mine.filter(waits),
    mine: mine.filter((table) => !waits(table) && !over.includes(table)),
    open: lists.open,
    watch: lists.watch,
    over: over.slice(0, FINISHED),
  };
  for (const [name, found] of Object.entries(sections)) {
    part(name).replaceChildren(...found.map(line));
    part(`section-${name}`).hidden = !found.length;
  }
}

icons();
dropping();
addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).matches("input, select, textarea");
  if (
    event.key !== KEY ||
    typing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]")
  )
    return;
  goToNext("");
});
await pageHeader();
renew();
// My turns are listed above the games, so load them first: otherwise the buttons would move under the pointer.
await tables();
await Promise.all([get("/api/titles"), get("/api/lessons").catch(() => ({}))]).then(
  ([{ titles }, lessons]) =>
    part("titles").replaceChildren(...titles.map((/** @type {Title} */ title) => card(title, lessons[title.id] ?? []))),
  (error) => say(error.message),
);
picturesFollowTheme();
part("footer").prepend(icon("logo"));
setInterval(() => document.hidden || tables(), 10_000);
