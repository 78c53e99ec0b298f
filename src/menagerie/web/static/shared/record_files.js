/** Record files dropped onto a page, and playing on from a moment. */

import { named, post, titleOf } from "./api.js";
import { h, say } from "./dom.js";
import { seatsForm } from "./seat_form.js";

/** Show a record file as a replay. @param {File} file */
export async function replay(file) {
  await named()
    .then(() => file.text())
    .then((text) => post("/api/replays", text))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(error.message),
    );
}

/** Let a `.zoo` file, or a `.json` of 18xx.games, be dropped anywhere on the page. */
export function dropping() {
  const root = document.documentElement;
  addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget || root.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) replay(file);
  });
}

/** A new table from a moment of this one. @param {import("./types.js").Table} table @param {number} n */
export async function playOn(table, n) {
  await named();
  const { bots, usual_bot } = await titleOf(table.title);
  const usual = `bot:${usual_bot}`;
  const form = seatsForm(table.players, bots, ["me", usual, usual, usual, usual]);
  const over = table.status === "over" || table.status === "replay";
  const fresh = h("input", { type: "checkbox", checked: true, disabled: !over });
  const go = () =>
    post(`/api/tables/${table.id}/play-on`, { n, seats: form.read(), anew: fresh.checked }).then(
      (made) => location.assign(`/table/${made.id}`),
      (error) => say(error.message),
    );
  const dialog = h(
    "dialog",
    { "aria-label": "Play on from here", close: () => dialog.remove() },
    h("h2", {}, `Play on from moment ${n}`),
    form.element,
    h("label", { class: "check" }, fresh, "Fresh chance: what is hidden is dealt anew"),
    over ? null : h("p", { class: "soft" }, "The game goes on at its own table; the new one tells nothing about it."),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", click: go }, "Play on"),
      h("button", { click: () => dialog.close() }, "Not now"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
