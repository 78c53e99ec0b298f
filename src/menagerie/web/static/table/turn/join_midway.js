/**
 * Joining while watching: choosing a name reconnects, and keeps what was typed.
 */

import { me, named, post } from "../../shared/api.js";
import { connection } from "../state/live.js";
import { say } from "../../shared/dom.js";
import { heard, id, linkOf } from "../state/store.js";

/** Whether the connection knows who I am. */
let known = me().then(
  (guest) => guest !== null,
  () => false,
);

/** Make sure that the table knows my name. Throws if I don't choose one. */
export async function introduce() {
  await named();
  if (await known) return;
  known = Promise.resolve(true);
  if ("again" in connection) connection.again();
}

/** Take a free seat. @param {number} seat */
export async function sitDown(seat) {
  const link = linkOf();
  await introduce()
    .then(() => post(`/api${link}`, { seat }))
    .catch((error) => say(error.message));
}

/** Ask to take over a seat from the bot that replaced a player. @param {number} seat */
export async function playOn(seat) {
  const link = linkOf().split("/").at(-1);
  const answer = await introduce().then(
    () => connection.send({ do: "sit", seat, link }),
    (error) => ({ ok: false, error: error.message, asked: undefined }),
  );
  if (!answer.ok) say(answer.error ?? "That didn't work. Try again.");
  else if (answer.asked !== undefined) say("We've asked the players at this table.");
}

const draft = `menagerie.draft.${id}`;

/** Restore what I was about to say before I left the page. @param {HTMLInputElement} field */
export function keepDraft(field) {
  field.value ||= sessionStorage.getItem(draft) ?? "";
  field.addEventListener("input", () => sessionStorage.setItem(draft, field.value));
}

/** Send the chat line. It stays in the field until the server has it. @param {HTMLInputElement} field */
export async function speak(field) {
  const text = field.value.trim();
  if (!text || !heard.now) return;
  const answer = await introduce().then(
    () => connection.send({ do: "chat", text }),
    () => null, // no name: the line stays
  );
  if (!answer) return;
  if (!answer.ok) return say(answer.error ?? "Your message wasn't sent. Try again.");
  if (field.value.trim() === text) field.value = "";
  sessionStorage.setItem(draft, field.value);
}
