/** The dialog that creates a tournament. */

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

/** Open the form, and go to the new tournament. */
export async function tournamentForm() {
  /** @type {{titles: Title[]}} */
  const { titles } = await get("/api/titles");
  const fit = titles.filter((title) => !title.team && title.players.some((count) => count > 1));
  const name = field("Name", { maxlength: 40, autocomplete: "off" });
  const game = select("Game", Object.fromEntries(fit.map(({ id, name }) => [id, name])), () => turn());
  const players = h("select", { "aria-label": "Players per table", change: () => suit() });
  const system = select(
    "Pairings",
    { swiss: "Swiss (similar scores meet)", robin: "Round robin (everyone meets everyone)" },
    () => suit(),
  );
  const rounds = field("Rounds (leave empty for as many as needed)", {
    type: "number",
    min: 1,
    max: 20,
    required: false,
  });
  const late = field("Late entry until round", { type: "number", min: 1, max: 20, value: 1 });
  const starts = field("Start (leave empty to start it yourself)", { type: "datetime-local", required: false });
  const hours = field("Hours until a no-show loses (leave empty for never)", {
    type: "number",
    min: 1,
    max: 1440,
    required: false,
  });
  const automatic = check("Start each round automatically", true),
    listed = check("Public (otherwise only people with the link can find it)", true);
  const pacing = h("div"),
    options = h("div");
  /** @type {ReturnType<typeof timeForm>} */
  let pace;
  /** @type {ReturnType<typeof optionsForm>} */
  let chosen;
  const title = () => fit.find(({ id }) => id === game.input.value) ?? /** @type {Title} */ (fit[0]);
  /** Fit the form to the chosen game's options and seats. */
  const turn = () => {
    const counts = title().players.filter((count) => count > 1);
    players.replaceChildren(...counts.map((count) => h("option", { value: count }, `${count} per table`)));
    pace = timeForm(2, false);
    chosen = optionsForm(title().options);
    pacing.replaceChildren(pace.element);
    options.replaceChildren(chosen.element);
    suit();
  };
  /** Allow a round robin only at tables of two. It sets its own number of rounds. */
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
    h("summary", {}, "More options"),
    rounds.label,
    late.label,
    starts.label,
    hours.label,
    automatic.label,
    listed.label,
    options,
  );
  const dialog = open("Create a tournament", [
    h("h2", {}, "Create a tournament"),
    form(
      [
        name.label,
        h("div", { class: "two" }, game.label, h("label", { class: "field" }, "Tables", players)),
        system.label,
        pacing,
        more,
      ],
      "Create tournament",
      make,
    ),
    h("button", { type: "button", click: () => dialog.close() }, "Cancel"),
  ]);
  dialog.classList.add("new-cup");
  name.input.focus();
}
