/** Start a game against the default bot with one tap. */

import { named, post } from "./api.js";
import { say } from "./dom.js";

/** @param {import("./types.js").Title} title */
export async function withBot(title) {
  const seats = [{ kind: "me" }, { kind: "bot", bot: title.usual_bot }];
  await named()
    .then(() => post("/api/tables", { title: title.id, seats }))
    .then(
      (table) => location.assign(`/table/${table.id}`),
      (error) => say(error.message),
    );
}
