/** Signing in: with a passkey, a password, a code from another device, a recovery code, or a letter. */

import { get, post } from "../shared/api.js";
import { belongings, field, form } from "../shared/dialogs.js";
import { h, icons, part, say } from "../shared/dom.js";
import { possible, sign } from "../shared/passkeys.js";

/**
 * @typedef {{guest: import("../shared/types.js").Guest | null, has: {unfinished: number, finished: number} | null, can: {mail: boolean, passkeys: boolean}}} Ways
 */

/** Where to go afterwards: a page of ours. */
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

/** What a guest has here comes along: said before anything happens. @param {Ways} ways */
function bringing({ guest, has }) {
  if (!guest) return null;
  if (guest.account)
    return h(
      "p",
      { class: "card" },
      `You are ${guest.name} here. Whoever signs in takes this device over; nothing of ${guest.name} is lost.`,
    );
  const told = has && belongings(has);
  return h(
    "section",
    { class: "card" },
    h("p", {}, `You are ${guest.name} here, a guest${told ? ` with ${told}` : ""}.`),
    h("label", { class: "check" }, brings, "What I have here comes along to my account"),
  );
}

/** @param {string} heading @param {(Node | string | null)[]} children */
const card = (heading, ...children) => h("section", { class: "card" }, h("h2", {}, heading), ...children);

function byPasskey() {
  const work = async () => signIn("/api/sign-in/passkey", await sign(await post("/api/sign-in/passkey/begin", {})));
  const made = card("With a passkey", form([], "Use a passkey", work));
  made.classList.add("first");
  return made;
}

function byPassword() {
  const name = field("Name", { maxlength: 40, autocomplete: "username" });
  const password = field("Password", { type: "password", maxlength: 1000, autocomplete: "current-password" });
  const work = () => signIn("/api/sign-in/password", { name: name.input.value, password: password.input.value });
  return card("With a password", form([name.label, password.label], "Sign in", work));
}

/**
 * What a guest brings along, if the tick above says so.
 * @param {string} name
 * @param {{unfinished: number, finished: number}} brings
 */
const moving = (name, brings) =>
  `With the tick above, what you have here (${belongings(brings) || "no games yet"}) moves to ${name} for good.`;

/** The code of another device: it says whose it is, and asks. @param {string} code */
async function confirmDevice(code) {
  const { name, has, same, from, at, brings } = await post("/api/sign-in/device/look", { code });
  if (same) return say("This device is the same person already.");
  const told = belongings(has);
  const network = from.near ? "in the network that you are in" : `in another network (${from.network})`;
  const made = new Date(1000 * at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  place.replaceChildren(
    h("p", {}, "This device becomes ", h("b", {}, name), told ? `, with ${told}` : "", "."),
    h("p", { class: from.near ? "soft" : "problem" }, `The code was made at ${made} on ${from.device}, ${network}.`),
    brings ? h("p", {}, moving(name, brings)) : "",
    h(
      "p",
      {},
      h("b", {}, "Continue only if that device is yours."),
      " Whoever made the code can see and play everything that this device brings along.",
    ),
    form([], `I am ${name}`, () => signIn("/api/sign-in/device", { code })),
    h("p", {}, h("a", { href: "/sign-in" }, "That is not me")),
  );
}

const place = h("div", {});

/** @param {string} code that the QR code has brought along */
function byDevice(code) {
  const typed = field("The code that the other device shows", {
    class: "typed-code",
    value: code,
    maxlength: 12,
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "ABCD-EFGH",
  });
  place.replaceChildren(
    h("p", { class: "soft" }, "On a device where you are signed in, choose your name, then “Add a device”."),
    form([typed.label], "Go on", () => confirmDevice(typed.input.value)),
  );
  return card("With a code from another device", place);
}

function byCode() {
  const { input, label } = field("A recovery code", {
    maxlength: 40,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "abcd-efgh-jkmn-pqrs",
  });
  return h(
    "details",
    {},
    h("summary", {}, "With a recovery code"),
    form([label], "Sign in", () => signIn("/api/sign-in/code", { code: input.value })),
  );
}

function byLetter() {
  const { input, label } = field("Your e-mail address", { type: "email", maxlength: 254, autocomplete: "email" });
  const work = async () => {
    await post("/api/sign-in/letter/send", { email: input.value });
    say("If somebody here has confirmed this address, a letter is on its way.");
  };
  return h(
    "details",
    {},
    h("summary", {}, "With a letter to my e-mail address"),
    form([label], "Send me a link", work),
  );
}

/** @param {string} code */
const followLetter = (code) =>
  card(
    "From the letter",
    h("p", {}, "The link in the letter signs you in, once."),
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
      card("If you have lost everything", byCode(), ways.can.mail ? byLetter() : null),
    ];
    part("cards").replaceChildren(...cards.filter((one) => one !== null));
    if (device) await confirmDevice(device).catch((error) => say(error.message));
  },
  (error) => say(error.message),
);
