/**
 * Who I am at this table: whoever chooses a name in the middle of watching connects anew, and nothing typed is lost.
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

/** Have a name that the table knows; throws if I do not want one. */
export async function introduce() {
  await named();
  if (await known) return;
  known = Promise.resolve(true);
  if ("again" in connection) connection.again();
}

/** Sit down at a free seat. @param {number} seat */
export async function sitDown(seat) {
  const link = linkOf();
  await introduce()
    .then(() => post(`/api${link}`, { seat }))
    .catch((error) => say(error.message));
}

/** Ask to play on where a bot goes on for somebody who has left. @param {number} seat */
export async function playOn(seat) {
  const link = linkOf().split("/").at(-1);
  const answer = await introduce().then(
    () => connection.send({ do: "sit", seat, link }),
    (error) => ({ ok: false, error: error.message, asked: undefined }),
  );
  if (!answer.ok) say(answer.error ?? "That did not work.");
  else if (answer.asked !== undefined) say("Those who sit here are being asked.");
}

const draft = `menagerie.draft.${id}`;

/** What I was about to say is there again after another page. @param {HTMLInputElement} field */
export function keepDraft(field) {
  field.value ||= sessionStorage.getItem(draft) ?? "";
  field.addEventListener("input", () => sessionStorage.setItem(draft, field.value));
}

/** Say what stands in the field; it stays there until the table has heard it. @param {HTMLInputElement} field */
export async function speak(field) {
  const text = field.value.trim();
  if (!text || !heard.now) return;
  const answer = await introduce().then(
    () => connection.send({ do: "chat", text }),
    () => null, // no name: the line stays
  );
  if (!answer) return;
  if (!answer.ok) return say(answer.error ?? "That was not heard.");
  if (field.value.trim() === text) field.value = "";
  sessionStorage.setItem(draft, field.value);
}
