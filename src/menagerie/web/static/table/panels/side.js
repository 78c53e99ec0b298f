/** Beside the table: players and scores, log, chat, rules. */

import { get } from "../../shared/api.js";
import { badge, h, icon, part } from "../../shared/dom.js";
import { picturesFollowTheme } from "../../shared/pictures.js";
import { heard, id } from "../state/store.js";
import { forCount, nameOf } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Table} Table */
/** @typedef {import("../../shared/types.js").Turn} Turn */
/** @typedef {import("../../shared/types.js").Entry} Entry */

/**
 * @param {Table} table
 * @param {{to_act: number[], scores: string[], winners: number[], here: number[], talk: number[],
 *   clockOf: (seat: number) => HTMLElement | null, onHoliday: (seat: number) => string}} now
 * @param {number | null} looking the seat whose board fills the screen
 * @param {(seat: number) => void} look
 * @param {import("../../shared/profile_links.js").Known[]} known the players' profiles
 */
export function players(table, now, looking, look, known) {
  const rows = table.seats.map(({ seat, kind, name, mine, letter, for: person }) => {
    const acts = now.to_act.includes(seat),
      free = kind === "open" && table.status !== "replay";
    const states = [
      mine && kind !== "hotseat" && "you",
      free && name && "free",
      person && `for ${person}`,
      acts && "to move",
      now.talk.includes(seat) && "wants to talk",
      now.winners.includes(seat) && "wins",
      now.onHoliday(seat),
      kind === "person" && !mine && !now.here.includes(seat) && "away",
    ].filter(Boolean);
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: `player${acts ? " acts" : ""}`,
          "aria-pressed": String(looking === seat),
          title: "Show this board",
          click: () => look(seat),
        },
        badge(seat, letter),
        h(
          "span",
          { class: "who" },
          h("span", { class: "name" }, nameOf(table, seat)),
          " ",
          h("span", { class: "state" }, states.join(", ")),
        ),
        kind === "bot" ? icon("robot") : free ? icon("chair") : null,
        now.winners.includes(seat) ? icon("crown") : null,
        table.status === "playing" ? now.clockOf(seat) : null,
        score(now.scores[seat] ?? "0"),
      ),
      about(nameOf(table, seat), known[seat]?.profile),
    );
  });
  part("players").replaceChildren(...rows);
}

/**
 * A link to the player's profile, separate from the button that shows the board.
 * @param {string} name
 * @param {string | null | undefined} profile
 */
const about = (name, profile) =>
  profile
    ? h("a", { class: "about", href: profile, title: `About ${name}`, "aria-label": `About ${name}` }, "›")
    : null;

/** A score, with its unit in small letters if it isn't points. @param {string} told */
function score(told) {
  const [number = "", ...words] = told.split(" ");
  const rest = words.length ? h("small", {}, ` ${words.join(" ")}`) : null;
  const worded = rest !== null || Number.isNaN(Number(number));
  return h(
    "span",
    { class: "score", "aria-label": worded ? told : forCount(Number(number), "1 point", "{n} points") },
    number,
    rest,
  );
}

/** Open or close the panel on a small screen. @param {boolean} open */
export const panel = (open) => document.body.classList.toggle("sheet-open", open);

let low = true; // whether the end of the log is in view

/**
 * The log: a line for every event, a heading where a new part of the game begins.
 * @param {Table} table
 * @param {{keep: number, add: Entry[]}} change
 * @param {(n: number, line: number) => void} jump
 * @param {(n: number) => void} replay
 */
export function story(table, change, jump, replay) {
  const list = part("log"),
    stay = low;
  while (list.lastElementChild && Number(list.lastElementChild.getAttribute("data-entry")) >= change.keep)
    list.lastElementChild.remove();
  for (const [i, entry] of change.add.entries()) list.append(...lines(table, entry, change.keep + i, jump, replay));
  if (stay || !change.keep) list.scrollTop = list.scrollHeight;
}

/**
 * @param {Table} table
 * @param {Entry} entry
 * @param {number} number
 * @param {(n: number, line: number) => void} jump
 * @param {(n: number) => void} replay
 */
function lines(table, entry, number, jump, replay) {
  const whose = entry.seat === null ? "" : `${nameOf(table, entry.seat)}: `;
  const texts = entry.text.length ? entry.text : [`${whose}${entry.decision ?? ""}`];
  return texts.flatMap((words, line) => {
    const head = entry.heads?.[line];
    const shown = h(
      "li",
      { "data-entry": number, "data-n": entry.n, "data-line": line },
      h(
        "button",
        {
          class: entry.decision === null ? "soft" : "",
          title: "Show this moment",
          click: () => jump(entry.n, line),
        },
        entry.seat === null || line ? h("span", { class: "badge none" }) : badge(entry.seat),
        h("span", {}, words),
      ),
      entry.decision === null || line
        ? null
        : h("button", { class: "again", title: "Replay this move", click: () => replay(entry.n) }, "►"),
    );
    return head
      ? [h("li", { class: "head", "data-entry": number, "data-n": entry.n }, h("h2", {}, head)), shown]
      : [shown];
  });
}

/** Hide the lines of a decision until its animation shows them. @param {number} n */
export function veil(n) {
  for (const item of part("log").querySelectorAll(`[data-n="${n}"]`)) item.classList.add("unsaid");
}

/**
 * Show the lines that a step has reached, or all without a step.
 * @param {{n: number, lines: number} | null} step
 */
export function unveil(step) {
  const list = part("log");
  let lines = step?.lines ?? Infinity;
  for (const item of list.querySelectorAll(step ? `.unsaid[data-n="${step.n}"]` : ".unsaid")) {
    if (lines <= 0) break;
    item.classList.remove("unsaid");
    if (!item.classList.contains("head")) lines -= 1;
  }
  if (low) list.scrollTop = list.scrollHeight;
}

/**
 * Mark the line of the moment shown.
 * @param {number | null} n
 * @param {number | null} line null for the last one
 */
export function markMoment(n, line = null) {
  const items = [...part("log").children];
  const of = items.filter((item) => n !== null && item.getAttribute("data-n") === String(n));
  const here = line === null ? of.at(-1) : of.find((item) => item.getAttribute("data-line") === String(line));
  for (const item of items) item.classList.toggle("here", item === here);
  here?.scrollIntoView({ block: "nearest" });
}

/** @param {import("../../shared/types.js").Said} said */
export function addRemark(said) {
  const list = part("chat");
  const open = () =>
    import("../../shared/person_menu.js").then(({ personMenu }) =>
      personMenu({ table: id, remark: said.id }, said.name, said.text),
    );
  list.append(
    h(
      "li",
      {},
      said.seat === null ? null : badge(said.seat),
      h("b", {}, said.name),
      said.seat === null ? h("span", { class: "soft" }, " (watching)") : null,
      " ",
      said.text,
      said.seat !== null && heard.now.table.mine.includes(said.seat)
        ? null
        : h(
            "button",
            { class: "whose", "aria-label": `About ${said.name}`, title: "Friends, mute, block, report", click: open },
            "…",
          ),
    ),
  );
  list.scrollTop = list.scrollHeight;
}

/** Tabs that a click or a key opens. @param {(name: string) => void} opened */
export function tabs(opened) {
  const log = part("log");
  let height = log.clientHeight; // ignore a scroll that only comes from a change of size
  log.addEventListener("scroll", () => {
    if (log.clientHeight === height) low = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  });
  new ResizeObserver(() => {
    height = log.clientHeight;
    if (low) log.scrollTop = log.scrollHeight;
  }).observe(log);
  const heads = [...document.querySelectorAll("[role=tab]")];
  for (const head of heads) head.addEventListener("click", () => openTab(head.getAttribute("data-tab") ?? "", opened));
  part("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = heads.findIndex((head) => head === document.activeElement);
    if (!step || at < 0) return;
    event.stopPropagation();
    const next = /** @type {HTMLElement} */ (heads[(at + step + heads.length) % heads.length]);
    next.focus();
    next.click();
  });
}

/** @param {string} name @param {(name: string) => void} opened */
export function openTab(name, opened = () => {}) {
  for (const head of document.querySelectorAll("[role=tab]")) {
    const chosen = head.getAttribute("data-tab") === name;
    head.setAttribute("aria-selected", String(chosen));
    head.setAttribute("tabindex", chosen ? "0" : "-1");
    part(`panel-${head.getAttribute("data-tab")}`).hidden = !chosen;
  }
  opened(name);
}

/** Show a rule beside the table. @param {string} title @param {string} rule */
export const showRule = (title, rule) => {
  openTab("rules");
  panel(true);
  return rules(title, rule);
};

let loaded = "";

/** Link to the rules page, at a section if one is named. @param {string} title @param {string} section */
export async function rules(title, section = "") {
  const page = part("rules");
  if (loaded !== title) {
    loaded = title;
    await get(`/api/titles/${title}/rules`).then(
      (answer) => {
        page.innerHTML = answer.html;
        picturesFollowTheme();
      },
      (error) => (page.textContent = error.message),
    );
  }
  for (const old of page.querySelectorAll(".asked")) old.classList.remove("asked");
  const found = section && document.getElementById(`rule-${section}`);
  if (found) {
    found.classList.add("asked");
    found.scrollIntoView({ block: "start" });
  }
  const alone = /** @type {HTMLAnchorElement} */ (part("rules-page"));
  alone.href = `/rules/${title}${found ? `#${found.id}` : ""}`;
  alone.textContent = found ? `Open rule ${section} on the rules page` : "Open the rules page";
}
