/** Opening record files, and starting a new game from a moment of an old one. */

import { named, post, titleOf } from "./api.js";
import { h, say } from "./dom.js";
import { seatsForm } from "./seat_form.js";

/** Open a record file as a replay. @param {File} file */
export async function replay(file) {
  await named()
    .then(() => file.text())
    .then((text) => post("/api/replays", text))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(error.message),
    );
}

/** Accept a `.zoo` file or an 18xx.games `.json` dropped anywhere on the page. */
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

/** Open the dialog that starts a new table from a moment of this one. @param {import("./types.js").Table} table @param {number} n */
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
    { "aria-label": "Play from here", close: () => dialog.remove() },
    h("h2", {}, `Play from moment ${n}`),
    form.element,
    h("label", { class: "check" }, fresh, "Redeal everything hidden"),
    over ? null : h("p", { class: "soft" }, "This game continues here. The new table reveals nothing about it."),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", click: go }, "Start playing"),
      h("button", { click: () => dialog.close() }, "Cancel"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
