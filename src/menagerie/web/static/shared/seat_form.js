/** The form for seats: one row each, in the server's terms. */

import { badge, h } from "./dom.js";

/** @typedef {import("./types.js").BotKind} BotKind */

/** @param {number} count @param {BotKind[]} bots @param {string[]} kinds each seat's kind at first */
export function seatsForm(count, bots, kinds) {
  const rows = Array.from({ length: count }, (_, seat) =>
    row(seat, bots, kinds[seat] ?? `bot:${bots[0]?.kind ?? "random"}`),
  );
  const element = h("fieldset", { class: "seats" }, h("legend", {}, "Seats"), ...rows.map((one) => one.element));
  return { element, read: () => rows.map((one) => one.read()), kinds: () => rows.map((one) => one.kind()) };
}

/** @param {number} seat @param {BotKind[]} bots @param {string} first */
function row(seat, bots, first) {
  const letter = "ABCDE"[seat];
  const kind = h(
    "select",
    { "aria-label": `Seat ${letter}`, change: () => (name.hidden = kind.value !== "hotseat") },
    h("option", { value: "me" }, "Me"),
    h("option", { value: "open" }, "A friend, by link"),
    h("option", { value: "hotseat" }, "Someone at this screen"),
    h(
      "optgroup",
      { label: "Bots, weakest first" },
      ...bots.map((bot, at) => h("option", { value: `bot:${bot.kind}` }, `${at + 1} · ${bot.name}: ${bot.line}`)),
    ),
  );
  kind.value = first;
  const name = h("input", {
    "aria-label": `Name at seat ${letter}`,
    maxlength: 40,
    placeholder: "Their name",
    hidden: first !== "hotseat",
  });
  return {
    element: h("div", { class: "seat-row" }, badge(seat), kind, name),
    kind: () => kind.value,
    read() {
      if (kind.value.startsWith("bot:")) return { kind: "bot", bot: kind.value.slice(4) };
      return kind.value === "hotseat"
        ? { kind: "hotseat", name: name.value.trim() || `Guest ${letter}` }
        : { kind: kind.value };
    },
  };
}
