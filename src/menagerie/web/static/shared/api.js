/** Requests to the server, and my identity. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Guest} Guest */

let csrf = "";
/** @type {Guest | null} */
let guest = null;

/** A refusal by the server, in one sentence. */
export class Refused extends Error {
  /** @param {{code: string, error: string, rule?: string}} answer */
  constructor(answer) {
    super(answer.error);
    this.code = answer.code;
    this.rule = answer.rule ?? "";
  }
}

/** A link that helps after a refusal, if there is one. @param {Error} error */
export const wayOut = (error) =>
  error instanceof Refused && error.code === "account"
    ? h("a", { class: "button", href: "/me" }, "Create an account")
    : null;

/** @param {Response} response */
async function read(response) {
  const answer = await response
    .json()
    .catch(() => ({ code: "server", error: "The server sent an unreadable answer. Try again in a moment." }));
  if (!response.ok) throw new Refused(answer);
  return answer;
}

/** @param {string} path @returns {Promise<any>} */
export const get = async (path) => read(await fetch(path));

/** Download a file. @param {string} path @returns {Promise<Blob>} */
export async function getFile(path) {
  const response = await fetch(path);
  return response.ok ? response.blob() : read(response);
}

/** Return what the server says about a title. @param {string} id @returns {Promise<import("./types.js").Title>} */
export const titleOf = async (id) =>
  (await get("/api/titles")).titles.find((/** @type {{id: string}} */ title) => title.id === id);

/** Return who I am, and fetch the token that every request needs. @returns {Promise<Guest | null>} */
export async function me() {
  const answer = await get("/api/me");
  csrf = answer.csrf;
  guest = answer.guest;
  return guest;
}

/** @param {string} path @param {object | string} body @returns {Promise<any>} */
export async function post(path, body) {
  const text = typeof body === "string";
  const send = () =>
    fetch(path, {
      method: "POST",
      headers: { "X-CSRF-Token": csrf, "Content-Type": text ? "text/plain" : "application/json" },
      body: text ? body : JSON.stringify(body),
    });
  if (!csrf) await me();
  const response = await send();
  if (response.status !== 403) return read(response);
  await me();
  return read(await send());
}

/** Choose or change my name. @param {string} name */
export async function rename(name) {
  const answer = await post("/api/me", { name });
  csrf = answer.csrf;
  guest = answer.guest;
  return guest;
}

/** Return my guest, asking for a name if I have none. @returns {Promise<Guest>} */
export async function named() {
  if (!guest) await me();
  if (guest) return guest;
  return new Promise((resolve, reject) => {
    const field = h("input", {
      name: "name",
      maxlength: 40,
      required: true,
      autocomplete: "nickname",
      "aria-label": "Your name",
    });
    const problem = h("p", { class: "problem", role: "alert" });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      const made = await rename(field.value).catch((error) => void (problem.textContent = error.message));
      if (!made) return;
      resolve(made);
      dialog.close();
    };
    const dialog = h(
      "dialog",
      {
        "aria-label": "Your name",
        close: () => {
          dialog.remove();
          reject(new Refused({ code: "guest", error: "You need a name first." }));
        },
      },
      h(
        "form",
        { submit },
        h("h2", {}, "Choose a name"),
        h("p", {}, "You only need a name to play. No account, no password."),
        h(
          "p",
          {},
          h("a", { href: `/sign-in?next=${encodeURIComponent(location.pathname)}` }, "I have an account. Sign in"),
        ),
        field,
        problem,
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary" }, "Continue"),
          h("button", { type: "button", click: () => dialog.close() }, "Cancel"),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
}
