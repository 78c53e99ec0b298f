/** Sign in with a passkey, a password, a code from another device, a recovery code, or an email. */

import { get, post } from "../shared/api.js";
import { belongings, field, form } from "../shared/dialogs.js";
import { h, icons, part, say } from "../shared/dom.js";
import { possible, sign } from "../shared/passkeys.js";

/**
 * @typedef {{guest: import("../shared/types.js").Guest | null, has: {unfinished: number, finished: number} | null, can: {mail: boolean, passkeys: boolean}}} Ways
 */

/** The page of ours to open afterwards. */
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  return wanted.startsWith("/") && new URL(wanted, location.href).origin === location.origin ? wanted : "/";
}

const brings = h("input", { type: "checkbox", checked: true });

/** @param {string} path @param {object} body */
const signIn = async (path, body) => {
  await post(path, { ...body, bring: brings.checked });
  location.assign(next());
};

/** Tell a guest what will move to the account. @param {Ways} ways */
function bringing({ guest, has }) {
  if (!guest) return null;
  if (guest.account)
    return h(
      "p",
      { class: "card" },
      `You're signed in as ${guest.name}. Signing in as someone else switches this device to them. ${guest.name} loses nothing.`,
    );
  const told = has && belongings(has);
  return h(
    "section",
    { class: "card" },
    h("p", {}, told ? `You are ${guest.name}, a guest with ${told}.` : `You are ${guest.name}, a guest.`),
    h("label", { class: "check" }, brings, "Move my games to my account"),
  );
}

/** @param {string} heading @param {(Node | string | null)[]} children */
const card = (heading, ...children) => h("section", { class: "card" }, h("h2", {}, heading), ...children);

function byPasskey() {
  const work = async () => signIn("/api/sign-in/passkey", await sign(await post("/api/sign-in/passkey/begin", {})));
  const made = card("Passkey", form([], "Use a passkey", work));
  made.classList.add("first");
  return made;
}

function byPassword() {
  const name = field("Name", { maxlength: 40, autocomplete: "username" });
  const password = field("Password", { type: "password", maxlength: 1000, autocomplete: "current-password" });
  const work = () => signIn("/api/sign-in/password", { name: name.input.value, password: password.input.value });
  return card("Password", form([name.label, password.label], "Sign in", work));
}

/**
 * What a guest moves to the account, if the box above is ticked.
 * @param {string} name
 * @param {{unfinished: number, finished: number}} brings
 */
const moving = (name, brings) =>
  `If the box above is ticked, what you have here (${belongings(brings) || "no games yet"}) moves to ${name}. You can't undo this.`;

/** Look up the code of another device, show whose it is, and ask. @param {string} code */
async function confirmDevice(code) {
  const { name, has, same, from, at, brings } = await post("/api/sign-in/device/look", { code });
  if (same) return say("This device is already signed in as you.");
  const told = belongings(has);
  const network = from.near ? "on the same network as you" : `on another network (${from.network})`;
  const made = new Date(1000 * at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  place.replaceChildren(
    h("p", {}, "You're about to sign in as ", h("b", {}, name), told ? ` (${told})` : "", "."),
    h("p", { class: from.near ? "soft" : "problem" }, `The code was created at ${made} on ${from.device}, ${network}.`),
    brings ? h("p", {}, moving(name, brings)) : "",
    h(
      "p",
      {},
      h("b", {}, "Continue only if that device is yours."),
      " The person who created the code will see and play everything this device moves there.",
    ),
    form([], `Sign in as ${name}`, () => signIn("/api/sign-in/device", { code })),
    h("p", {}, h("a", { href: "/sign-in" }, "This isn't me")),
  );
}

const place = h("div", {});

/** @param {string} code the code in the QR code's link */
function byDevice(code) {
  const typed = field("Code shown on the other device", {
    class: "typed-code",
    value: code,
    maxlength: 12,
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "ABCD-EFGH",
  });
  place.replaceChildren(
    h("p", { class: "soft" }, "On a device where you're signed in, choose your name, then “Add a device”."),
    form([typed.label], "Continue", () => confirmDevice(typed.input.value)),
  );
  return card("Code from another device", place);
}

function byCode() {
  const { input, label } = field("Recovery code", {
    maxlength: 40,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "abcd-efgh-jkmn-pqrs",
  });
  return h(
    "details",
    {},
    h("summary", {}, "Use a recovery code"),
    form([label], "Sign in", () => signIn("/api/sign-in/code", { code: input.value })),
  );
}

function byLetter() {
  const { input, label } = field("Email address", { type: "email", maxlength: 254, autocomplete: "email" });
  const work = async () => {
    await post("/api/sign-in/letter/send", { email: input.value });
    say("If an account has confirmed this address, we've sent it an email.");
  };
  return h("details", {}, h("summary", {}, "Get a link by email"), form([label], "Send me a link", work));
}

/** @param {string} code */
const followLetter = (code) =>
  card(
    "Sign in with your email link",
    h("p", {}, "The link in the email signs you in once."),
    form([], "Sign in", () => signIn("/api/sign-in/letter", { code })),
  );

icons();
const brought = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, "", location.pathname + location.search);
await get("/api/sign-in").then(
  async (/** @type {Ways} */ ways) => {
    const device = brought.get("device") ?? "",
      letter = brought.get("letter");
    const cards = [
      bringing(ways),
      letter ? followLetter(letter) : null,
      device ? byDevice(device) : null,
      ways.can.passkeys && possible() ? byPasskey() : null,
      byPassword(),
      device ? null : byDevice(""),
      card("Lost access?", byCode(), ways.can.mail ? byLetter() : null),
    ];
    part("cards").replaceChildren(...cards.filter((one) => one !== null));
    if (device) await confirmDevice(device).catch((error) => say(error.message));
  },
  (error) => say(error.message),
);
