/**
 * Standing orders: decisions that the table makes for me. A list to give them, a chip for each active one, and news of
 * those that have ended.
 */

import { send } from "./deciding.js";
import { h, part, say } from "../../shared/dom.js";
import { heard } from "../state/store.js";
import { nameOf } from "../../shared/words.js";

/** @typedef {import("../../shared/types.js").Orders} Orders */
/** @typedef {import("../../shared/types.js").Order} Order */

/** How many chips have room beside the question on a small screen. */
const SIDE = 2;
/** The list, while it is open. @type {HTMLDialogElement | null} */
let list = null;
/** The ended orders already reported. @type {string[]} */
let known = [];

/** My seats that have orders or can give some. */
const mine = () => (heard.now.turn.orders ?? []).filter((one) => one.offered.length || one.given.length);

/** `Lisa: ` where I have several seats. @param {Orders} one */
const whose = ({ seat }) => (heard.now.table.mine.length > 1 ? `${nameOf(heard.now.table, seat)}: ` : "");

/** Whether there is a list to open. */
export const hasOrders = () => mine().length > 0;

/**
 * The button of the list, and a chip for every active order: a click cancels it.
 * @returns {import("../types.js").Tool[]}
 */
export function orderTools() {
  if (!hasOrders()) return [];
  const chips = mine().flatMap((one) =>
    one.given.map(({ order, words, short = words }) => ({
      label: `× ${whose(one)}${short}`,
      name: `Cancel the order. ${whose(one)}${words}`,
      kind: "chip",
      act: () => give(one.seat, order, false),
    })),
  );
  const all = { label: `${chips.length} active orders`, kind: "chip all", act: openOrders }; // where there is no room for each
  return [...(chips.length > SIDE ? [all] : []), ...chips, { label: "Orders", key: "O", act: openOrders }];
}

/** @param {number} seat @param {string} order @param {boolean} wanted */
const give = (seat, order, wanted) => void send({ do: "order", seat, order, give: wanted });

/** My ended orders in sentences, until I decide something. */
export const orderNews = () =>
  (heard.now.turn.orders ?? []).flatMap((one) =>
    one.ended.map(({ short, why }) => `Standing order ended (${whose(one)}${short}). ${why}`),
  );

/** Report ended orders, mark what orders decided, and refresh the list. */
export function tellOrders() {
  const news = orderNews(),
    fresh = news.filter((one) => !known.includes(one));
  known = news;
  if (fresh.length) say(fresh.join(" "));
  for (const n of (heard.now.turn.orders ?? []).flatMap((one) => one.played)) {
    const line = part("log").querySelector(`[data-n="${n}"][data-line="0"] button:first-child:not(.ordered)`);
    line?.classList.add("ordered");
    line?.append(h("small", {}, "by standing order"));
  }
  if (list) {
    if (hasOrders()) list.replaceChildren(...entries());
    else list.close();
  }
}

/** Open the list. */
export function openOrders() {
  if (list || !hasOrders()) return;
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", {
    class: "menu orders",
    "aria-label": "Standing orders",
    close: () => {
      dialog.remove();
      list = null;
    },
    click: (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close(),
  });
  list = dialog;
  dialog.append(...entries());
  document.body.append(dialog);
  dialog.showModal();
}

/** The list's content. @returns {HTMLElement[]} */
function entries() {
  const head = h(
    "div",
    { class: "row spread" },
    h("h2", {}, "Standing orders"),
    h("button", { click: () => list?.close() }, "Close"),
  );
  const note = h(
    "p",
    { class: "soft" },
    "A standing order plays a move for you whenever it comes up. Only you can see it. Undoing its move also ends the order.",
  );
  const over = orderNews().map((words) => h("p", { class: "soft" }, words));
  return [
    head,
    note,
    ...mine().flatMap((one) => [...(whose(one) ? [h("h3", {}, nameOf(heard.now.table, one.seat))] : []), choices(one)]),
    ...over,
  ];
}

/** @param {Orders} one */
const choices = (one) =>
  h(
    "ul",
    {},
    ...[
      ...one.given.map((order) => toggle(one.seat, order, true)),
      ...one.offered.map((order) => toggle(one.seat, order, false)),
    ],
  );

/** @param {number} seat @param {Order} order @param {boolean} on */
const toggle = (seat, { order, words }, on) =>
  h(
    "li",
    {},
    h(
      "button",
      {
        "aria-pressed": String(on),
        click: () => {
          give(seat, order, !on);
          list?.close();
        },
      },
      h("span", { "aria-hidden": "true" }, on ? "✓" : "○"),
      words,
    ),
  );
