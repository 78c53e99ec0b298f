/** Making a tournament: a form in a dialog. */

import { get, post } from "../shared/api.js";
import { field, form, open } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { optionsForm } from "../shared/option_form.js";
import { timeForm } from "../shared/time_form.js";

/** @typedef {import("../shared/types.js").Title} Title */

/** @param {string} label @param {Record<string, string>} choices @param {() => void} change */
function select(label, choices, change = () => {}) {
  const input = h(
    "select",
    { change },
    ...Object.entries(choices).map(([value, words]) => h("option", { value }, words)),
  );
  return { input, label: h("label", { class: "field" }, label, input) };
}

/** @param {string} words @param {boolean} on */
function check(words, on) {
  const input = h("input", { type: "checkbox" });
  input.checked = on;
  return { input, label: h("label", { class: "check" }, input, words) };
}

/** Ask for everything, and go there. */
export async function tournamentForm() {
  /** @type {{titles: Title[]}} */
  const { titles } = await get("/api/titles");
  const fit = titles.filter((title) => !title.team && title.players.some((count) => count > 1));
  const name = field("What it is called", { maxlength: 40, autocomplete: "off" });
  const game = select("Game", Object.fromEntries(fit.map(({ id, name }) => [id, name])), () => turn());
  const players = h("select", { "aria-label": "Players at a table", change: () => suit() });
  const system = select(
    "Who meets whom",
    { swiss: "Swiss: who stands alike", robin: "Everybody meets everybody" },
    () => suit(),
  );
  const rounds = field("Rounds (empty: as many as needed)", { type: "number", min: 1, max: 20, required: false });
  const late = field("One may still enter before round", { type: "number", min: 1, max: 20, value: 1 });
  const starts = field("Starts at (empty: when I say so)", { type: "datetime-local", required: false });
  const hours = field("Who has not come to a game has lost it after hours (empty: never)", {
    type: "number",
    min: 1,
    max: 1440,
    required: false,
  });
  const automatic = check("A round begins by itself when the one before is over", true),
    listed = check("Listed for everybody; otherwise only who has the link finds it", true);
  const pacing = h("div"),
    options = h("div");
  /** @type {ReturnType<typeof timeForm>} */
  let pace;
  /** @type {ReturnType<typeof optionsForm>} */
  let chosen;
  const title = () => fit.find(({ id }) => id === game.input.value) ?? /** @type {Title} */ (fit[0]);
  /** Another game has other options and seats. */
  const turn = () => {
    const counts = title().players.filter((count) => count > 1);
    players.replaceChildren(...counts.map((count) => h("option", { value: count }, `${count} at a table`)));
    pace = timeForm(2, false);
    chosen = optionsForm(title().options);
    pacing.replaceChildren(pace.element);
    options.replaceChildren(chosen.element);
    suit();
  };
  /** Everybody meets everybody only at tables of two, in a number of rounds that is given. */
  const suit = () => {
    const robin = /** @type {HTMLOptionElement} */ (system.input.options[1]);
    robin.disabled = players.value !== "2";
    if (robin.disabled) system.input.value = "swiss";
    rounds.label.hidden = late.label.hidden = system.input.value === "robin";
  };
  turn();
  const number = (/** @type {HTMLInputElement} */ input) =>
    input.value && !input.closest("[hidden]") ? Number(input.value) : null;
  const make = async () => {
    const made = await post("/api/tournaments", {
      name: name.input.value,
      title: title().id,
      options: chosen.read(),
      players: Number(players.value),
      system: system.input.value,
      rounds: number(rounds.input),
      late: (number(late.input) ?? 1) > 1 ? number(late.input) : 0,
      starts: starts.input.value ? new Date(starts.input.value).getTime() / 1000 : null,
      hours: number(hours.input),
      automatic: automatic.input.checked,
      public: listed.input.checked,
      ...pace.read(),
    });
    location.assign(`/tournaments/${made.id}`);
  };
  const more = h(
    "details",
    {},
    h("summary", {}, "More"),
    rounds.label,
    late.label,
    starts.label,
    hours.label,
    automatic.label,
    listed.label,
    options,
  );
  const dialog = open("Make a tournament", [
    h("h2", {}, "Make a tournament"),
    form(
      [
        name.label,
        h("div", { class: "two" }, game.label, h("label", { class: "field" }, "Tables", players)),
        system.label,
        pacing,
        more,
      ],
      "Make it",
      make,
    ),
    h("button", { type: "button", click: () => dialog.close() }, "Not now"),
  ]);
  dialog.classList.add("new-cup");
  name.input.focus();
}
