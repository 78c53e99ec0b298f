/** Small dialogs for the account pages: a question, a proof of identity, recovery codes. */

import { post, Refused } from "./api.js";
import { h, say } from "./dom.js";
import { possible, sign } from "./passkeys.js";
import { forCount, listed } from "./words.js";

/** A field with its label. @param {string} label @param {import("./dom.js").Properties} properties */
export function field(label, properties) {
  const input = h("input", { required: true, ...properties });
  return { input, label: h("label", { class: "field" }, label, input) };
}

/**
 * A form that does one thing and shows what went wrong.
 * @param {(HTMLElement | string | null)[]} children
 * @param {string} words its button's label
 * @param {() => Promise<unknown>} work
 */
export function form(children, words, work, kind = "primary") {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: kind }, words);
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    await work().catch((error) => void (problem.textContent = error.message));
    button.disabled = false;
  };
  return h("form", { submit }, ...children, problem, h("div", { class: "row" }, button));
}

/** A button that does one thing. @param {string} words @param {() => Promise<unknown>} work */
export const act = (words, work, kind = "") =>
  h("button", { type: "button", class: kind, click: () => work().catch((error) => say(error.message)) }, words);

/**
 * Open a dialog that is removed when closed.
 * @param {string} label
 * @param {(HTMLElement | string | null)[]} children
 * @param {() => void} closed
 */
export function open(label, children, closed = () => {}) {
  const dialog = h(
    "dialog",
    {
      "aria-label": label,
      close: () => {
        dialog.remove();
        closed();
      },
    },
    ...children,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Do something that may need a proof of identity: if the server asks for one, get it and try again.
 * @template T
 * @param {() => Promise<T>} work
 * @param {boolean} password whether I have one
 * @returns {Promise<T>}
 */
export async function proving(work, password) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "prove") throw error;
    await proof(password);
    return work();
  }
}

/** Ask the player to confirm their identity. @param {boolean} hasPassword @returns {Promise<void>} */
const proof = (hasPassword) =>
  new Promise((resolve, reject) => {
    const { input, label } = field("Your password", {
      type: "password",
      autocomplete: "current-password",
      maxlength: 1000,
    });
    /** @param {() => Promise<unknown>} work */
    const done = async (work) => {
      await work();
      resolve();
      dialog.close();
    };
    const byPassword = form([label], "Confirm", () => done(() => post("/api/me/prove", { password: input.value })));
    const byPasskey = form([], "Confirm with a passkey", () =>
      done(async () => post("/api/me/prove/passkey", await sign(await post("/api/sign-in/passkey/begin", {})))),
    );
    const dialog = open(
      "Confirm it's you",
      [
        h("h2", {}, "Confirm it's you"),
        h("p", {}, "This changes your account, so please confirm your identity once more."),
        hasPassword ? byPassword : null,
        possible() ? byPasskey : null,
        h(
          "p",
          { class: "soft" },
          "If you can't do that here, ",
          h("a", { href: "/sign-in?next=/me" }, "sign in again"),
          " with a recovery code or another device.",
        ),
        h("button", { type: "button", click: () => dialog.close() }, "Cancel"),
      ],
      () => reject(new Error("Nothing was changed.")),
    );
  });

/** Show new recovery codes, once. @param {string[]} codes */
export const showCodes = (codes) =>
  new Promise((resolve) => {
    const file = URL.createObjectURL(new Blob([`Recovery codes for Menagerie\n\n${codes.join("\n")}\n`]));
    const dialog = open(
      "Recovery codes",
      [
        h("h2", {}, "Your recovery codes"),
        h(
          "p",
          {},
          "If you lose your devices, each of these codes signs you in once. You won't see them again, so save them somewhere safe.",
        ),
        h("ol", { class: "codes" }, ...codes.map((code) => h("li", {}, code))),
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary", type: "button", click: () => dialog.close() }, "I've saved them"),
          h("a", { class: "button", href: file, download: "menagerie-codes.txt" }, "Save as a file"),
        ),
      ],
      () => {
        URL.revokeObjectURL(file);
        resolve(undefined);
      },
    );
  });

/** Describe a person's games. @param {{unfinished: number, finished: number}} has */
export function belongings({ unfinished, finished }) {
  const games = [
    unfinished ? forCount(unfinished, "1 game in progress", "{n} games in progress") : "",
    finished ? forCount(finished, "1 finished game", "{n} finished games") : "",
  ];
  return listed(games.filter(Boolean));
}
