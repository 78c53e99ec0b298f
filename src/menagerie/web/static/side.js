/** Beside the table: players and scores, the story so far, chat, rules. */

import { get } from "./api.js";
import { badge, h, icon, part } from "./dom.js";
import { nameOf } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Turn} Turn */
/** @typedef {import("./types.js").Entry} Entry */

/**
 * @param {Table} table @param {{to_act: number[], scores: number[], winners: number[], here: number[]}} now
 * @param {number | null} looking the seat whose board fills the screen @param {(seat: number) => void} look
 */
export function players(table, now, looking, look) {
  const rows = table.seats.map(({ seat, kind, mine, letter, for: person }) => {
    const acts = now.to_act.includes(seat);
    const states = [
      mine && kind !== "hotseat" && "you",
      kind === "open" && "free",
      person && `for ${person}`,
      acts && "to move",
      now.winners.includes(seat) && "wins",
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
          title: "Look at this board",
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
        kind === "bot" ? icon("robot") : kind === "open" ? icon("chair") : null,
        now.winners.includes(seat) ? icon("crown") : null,
        h("span", { class: "score", "aria-label": `${now.scores[seat] ?? 0} points` }, String(now.scores[seat] ?? 0)),
      ),
    );
  });
  part("players").replaceChildren(...rows);
}

let low = true; // whether the end of the log is in sight

/** @param {Table} table @param {{keep: number, add: Entry[]}} change @param {(n: number) => void} jump */
export function story(table, change, jump) {
  const list = part("log"),
    stay = low;
  while (list.children.length > change.keep) list.lastElementChild?.remove();
  for (const entry of change.add) {
    const words = entry.text.length
      ? entry.text.join(" ")
      : `${entry.seat === null ? "" : `${nameOf(table, entry.seat)}: `}${entry.decision ?? ""}`;
    list.append(
      h(
        "li",
        { "data-n": entry.n },
        h(
          "button",
          { class: entry.decision === null ? "soft" : "", title: "Show this moment", click: () => jump(entry.n) },
          entry.seat === null ? null : badge(entry.seat),
          h("span", {}, words),
        ),
      ),
    );
  }
  if (stay || !change.keep) list.scrollTop = list.scrollHeight;
}

/** Mark the entry of the moment that is shown. @param {number | null} n */
export function markMoment(n) {
  for (const item of part("log").children) {
    const here = n !== null && item.getAttribute("data-n") === String(n);
    item.classList.toggle("here", here);
    if (here) item.scrollIntoView({ block: "nearest" });
  }
}

/** @param {import("./types.js").Said} said */
export function heard(said) {
  const list = part("chat");
  list.append(h("li", {}, said.seat === null ? null : badge(said.seat), h("b", {}, said.name), " ", said.text));
  list.scrollTop = list.scrollHeight;
}

/** Tabs that a click or a key opens. @param {(name: string) => void} opened */
export function tabs(opened) {
  const log = part("log");
  let height = log.clientHeight; // a scroll that comes from a change of size says nothing about the reader
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
    (next.focus(), next.click());
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

let loaded = "";

/** The rules page, at a section if one is named. @param {string} title @param {string} section */
export async function rules(title, section = "") {
  const page = part("rules");
  if (loaded !== title) {
    loaded = title;
    await get(`/api/titles/${title}/rules`).then(
      (answer) => (page.innerHTML = answer.html),
      (error) => (page.textContent = error.message),
    );
  }
  for (const old of page.querySelectorAll(".asked")) old.classList.remove("asked");
  const found = section && document.getElementById(`rule-${section}`);
  if (found) (found.classList.add("asked"), found.scrollIntoView({ block: "start" }));
}
