/** Small dialogs of the pages about people: a question, a proof that it is me, codes to be written down. */

import { post, Refused } from "./api.js";
import { h, say } from "./dom.js";
import { possible, sign } from "./passkeys.js";

/** A field with its label. @param {string} label @param {import("./dom.js").Properties} properties */
export function field(label, properties) {
  const input = h("input", { required: true, ...properties });
  return { input, label: h("label", { class: "field" }, label, input) };
}

/**
 * A form that does one thing and says what was wrong with it.
 * @param {(HTMLElement | string | null)[]} children
 * @param {string} words of its button
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
 * A dialog that is gone when it is closed.
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
 * Do something for which the server may want to know that it is really me: then ask, and do it again.
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

/** Have me show that it is me. @param {boolean} hasPassword @returns {Promise<void>} */
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
    const byPassword = form([label], "It is me", () => done(() => post("/api/me/prove", { password: input.value })));
    const byPasskey = form([], "It is me: use a passkey", () =>
      done(async () => post("/api/me/prove/passkey", await sign(await post("/api/sign-in/passkey/begin", {})))),
    );
    const dialog = open(
      "Show that it is you",
      [
        h("h2", {}, "Is it you?"),
        h("p", {}, "This concerns your account as a whole, so please show once more that it is you."),
        hasPassword ? byPassword : null,
        possible() ? byPasskey : null,
        h(
          "p",
          { class: "soft" },
          "If you have neither here, ",
          h("a", { href: "/sign-in?next=/me" }, "sign in once more"),
          ", with a recovery code or another device.",
        ),
        h("button", { type: "button", click: () => dialog.close() }, "Not now"),
      ],
      () => reject(new Error("Nothing was changed.")),
    );
  });

/** Recovery codes, to be written down now. @param {string[]} codes */
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
          "If you lose your devices, each of these signs you in once. They are shown only now: keep them where you keep keys.",
        ),
        h("ol", { class: "codes" }, ...codes.map((code) => h("li", {}, code))),
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary", type: "button", click: () => dialog.close() }, "I have them"),
          h("a", { class: "button", href: file, download: "menagerie-codes.txt" }, "Save as a file"),
        ),
      ],
      () => {
        URL.revokeObjectURL(file);
        resolve(undefined);
      },
    );
  });

/** What belongs to somebody, in words. @param {{unfinished: number, finished: number}} has */
export function belongings({ unfinished, finished }) {
  /** @param {number} count @param {string} words */
  const told = (count, words) => (count ? `${count} ${words}${count === 1 ? "" : "s"}` : "");
  return [told(unfinished, "running game"), told(finished, "finished game")].filter(Boolean).join(" and ");
}
