/** All about me: my name and how it is kept, my devices, my e-mail address, and going for good. */

import { get, getFile, me, post, rename } from "../shared/api.js";
import { act, belongings, field, form, open, proving, showCodes } from "../shared/dialogs.js";
import { h, icons, part, say } from "../shared/dom.js";
import { holidays } from "./holidays.js";
import { notices } from "../shared/notice_settings.js";
import { make, possible } from "../shared/passkeys.js";

/** @typedef {{id: string, device: string, created: number, seen: number, here: boolean}} Device */
/** @typedef {{id: string, name: string, created: number, used: number | null}} Passkey */
/**
 * @typedef {{password: boolean, passkeys: Passkey[], codes: number, email: {address: string, confirmed: boolean} | null}} Account
 */
/** @typedef {{guest: import("../shared/types.js").Guest, account: Account | null, devices: Device[],
 *   has: {unfinished: number, finished: number}, can: {mail: boolean, passkeys: boolean}}} About */

const OTHERS_OUT = "Your other devices are signed out.";

/** @param {string} heading @param {(Node | string | null)[]} children */
const card = (heading, ...children) => h("section", { class: "card" }, h("h2", {}, heading), ...children);

/** @param {number} seconds since 1970 */
function ago(seconds) {
  const minutes = Math.max(0, (Date.now() / 1000 - seconds) / 60);
  if (minutes < 15) return "just now";
  if (minutes < 120) return `${Math.round(minutes)} minutes ago`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`;
}

/** @param {() => Promise<unknown>} work what changes something: everything is shown anew afterwards */
const changing = (work) => async () => {
  await work();
  return show();
};

/** A passkey for what I am now. @param {boolean} hasPassword */
async function addPasskey(hasPassword) {
  const options = await proving(() => post("/api/me/passkey/begin", {}), hasPassword);
  const answer = await post("/api/me/passkey", await make(options));
  if (answer.codes) await showCodes(answer.codes);
  say(answer.codes ? "The name is yours." : `The passkey is kept. ${OTHERS_OUT}`);
}

/** @param {About} about */
function nameCard({ guest, account }) {
  const { input, label } = field("What others call me", { value: guest.name, maxlength: 40, autocomplete: "nickname" });
  const change = changing(async () =>
    say(`Hello, ${(await proving(() => rename(input.value), account?.password ?? false))?.name}.`),
  );
  return card(
    "My name",
    form([label], "Change it", change, ""),
    h("p", { class: "soft" }, "Games that are over keep the name they were played with."),
  );
}

/** For a guest: keep the name. @param {About} about */
function keepCard({ guest, can }) {
  const passkeys = can.passkeys && possible();
  const name = h("input", {
    value: guest.name,
    autocomplete: "username",
    hidden: true,
    readonly: true,
    "aria-hidden": "true",
    tabindex: -1,
  });
  const { input, label } = field("A password", {
    type: "password",
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 1000,
  });
  const byPassword = form(
    [name, label, h("p", { class: "soft" }, "A few words that nobody else would put together are best.")],
    "Keep it with a password",
    changing(async () => {
      const answer = await post("/api/me/keep", { password: input.value });
      await showCodes(answer.codes);
      say("The name is yours.");
    }),
    passkeys ? "" : "primary",
  );
  const made = card(
    "Keep this name",
    h(
      "p",
      {},
      `Only this browser knows you as ${guest.name} so far. Keep the name, and it is yours with all your games: on every device, and if this one is lost. No e-mail is needed.`,
    ),
    passkeys
      ? act(
          "Keep it with a passkey",
          changing(() => addPasskey(false)),
          "primary",
        )
      : null,
    passkeys ? h("details", {}, h("summary", {}, "or with a password"), byPassword) : byPassword,
    h("p", {}, h("a", { href: "/sign-in?next=/me" }, "I have an account already: sign in")),
  );
  made.classList.add("first");
  return made;
}

/** @param {Passkey} passkey @param {Account} account */
const passkeyLine = ({ id, name, created, used }, account) =>
  h(
    "li",
    {},
    h(
      "div",
      { class: "what" },
      h("b", {}, `Passkey: ${name}`),
      h("span", { class: "soft" }, used ? `used ${ago(used)}` : `made ${ago(created)}`),
    ),
    act(
      "Remove",
      changing(() => proving(() => post(`/api/me/passkeys/${id}/remove`, {}), account.password)),
    ),
  );

/** For an account: ways to sign in. @param {About} about @param {Account} account */
function waysCard({ guest, can }, account) {
  const { password } = account;
  const name = h("input", {
    value: guest.name,
    autocomplete: "username",
    hidden: true,
    readonly: true,
    "aria-hidden": "true",
    tabindex: -1,
  });
  const { input, label } = field(password ? "Another password" : "A password", {
    type: "password",
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 1000,
  });
  const setting = form(
    [name, label],
    password ? "Change the password" : "Set a password",
    changing(async () => {
      await proving(() => post("/api/me/password", { password: input.value }), password);
      say(`The password is set. ${OTHERS_OUT}`);
    }),
    "",
  );
  return card(
    "Ways to sign in",
    h(
      "ul",
      { class: "things" },
      ...account.passkeys.map((one) => passkeyLine(one, account)),
      password ? h("li", {}, h("b", {}, "A password")) : null,
    ),
    can.passkeys && possible()
      ? act(
          "Add a passkey",
          changing(() => addPasskey(password)),
        )
      : null,
    h("details", {}, h("summary", {}, password ? "Change the password" : "Set a password"), setting),
    h(
      "p",
      { class: "soft" },
      "Every change here, and of your e-mail address, signs out your other devices. If your address is confirmed, we write to it.",
    ),
    h("h3", {}, "Recovery codes"),
    h("p", {}, `${account.codes} of 10 are left. Each signs you in once, should you lose everything else.`),
    act(
      "New recovery codes",
      changing(async () => showCodes((await proving(() => post("/api/me/codes", {}), password)).codes)),
    ),
  );
}

/** @param {Account} account */
function mailCard({ email, password }) {
  const { input, label } = field("My e-mail address", {
    type: "email",
    autocomplete: "email",
    maxlength: 254,
    value: email?.address ?? "",
  });
  const setting = form(
    [label],
    email ? "Send another letter" : "Use this address",
    changing(async () => {
      await proving(() => post("/api/me/mail", { email: input.value }), password);
      say(`A letter is on its way: follow the link in it. ${OTHERS_OUT}`);
    }),
    "",
  );
  return card(
    "E-mail",
    h("p", {}, "Only if you like: for a way back in, and for notices that you ask for."),
    email
      ? h(
          "p",
          { class: email.confirmed ? "here" : "problem" },
          email.confirmed
            ? `${email.address} is confirmed.`
            : `${email.address} is not confirmed yet: follow the link in the letter.`,
        )
      : null,
    setting,
    email
      ? act(
          "Remove the address",
          changing(() => proving(() => post("/api/me/mail/remove", {}), password)),
        )
      : null,
  );
}

/** A code for another device, until it was used or holds no more. @param {About} about */
async function addDevice({ account, devices }) {
  const { code, link, qr, seconds } = await proving(() => post("/api/me/device", {}), account?.password ?? false);
  const state = h("p", { class: "soft", role: "status" }, "Waiting for the other device …");
  const known = new Set(devices.map(({ id }) => id));
  const until = Date.now() + 1000 * seconds;
  const dialog = open(
    "Add a device",
    [
      h("h2", {}, "Add a device"),
      h("p", {}, "Point the camera of the other device at this picture:"),
      h("img", { class: "qr", src: qr, alt: `A QR code of ${link}` }),
      h("p", {}, `Or open ${new URL("/sign-in", link).href} there and type this code within five minutes:`),
      h("p", { class: "short-code" }, code),
      h(
        "p",
        { class: "soft" },
        "The other device shows your name and asks before anything happens. Give the code to nobody: it makes whoever uses it you.",
      ),
      state,
      h("button", { class: "primary", type: "button", click: () => dialog.close() }, "Done"),
    ],
    () => {
      clearInterval(timer);
      return show();
    },
  );
  const timer = setInterval(async () => {
    if (Date.now() > until) {
      clearInterval(timer);
      state.textContent = "The code holds no more; ask for a new one.";
      return;
    }
    const now = /** @type {About | null} */ (await get("/api/me/account").catch(() => null));
    const added = now?.devices.find(({ id }) => !known.has(id));
    if (added) {
      clearInterval(timer);
      state.className = "here";
      state.textContent = `${added.device} is you now, too. If that is not your device, end it in the list.`;
    }
  }, 2000);
}

/** @param {Device} device */
const deviceLine = ({ id, device, seen, here }) =>
  h(
    "li",
    {},
    h(
      "div",
      { class: "what" },
      h("b", {}, device),
      here ? h("span", { class: "here" }, "this one") : h("span", { class: "soft" }, `seen ${ago(seen)}`),
    ),
    here
      ? null
      : act(
          "Sign out",
          changing(() => post(`/api/me/devices/${id}/end`, {})),
        ),
  );

/**
 * Sign out, after a word of warning for who could not come back.
 * @param {About} about
 * @param {string} path
 * @param {string} words
 */
function signOut({ guest }, path, words) {
  const go = async () => {
    await post(path, {});
    location.assign("/");
  };
  if (guest.account) return go();
  const dialog = open(words, [
    h("h2", {}, `${words}?`),
    h(
      "p",
      {},
      `Nobody but this browser knows you as ${guest.name}: you could not come back to your games. Keep the name first, or leave it behind.`,
    ),
    form([], "Leave it behind", go, "danger"),
    h("button", { type: "button", click: () => dialog.close() }, "Stay"),
  ]);
  return Promise.resolve();
}

/** @param {About} about */
const devicesCard = (about) =>
  card(
    "My devices",
    h("ul", { class: "things" }, ...about.devices.map(deviceLine)),
    h(
      "div",
      { class: "row" },
      act("Add a device", () => addDevice(about)),
      act("Sign out here", () => signOut(about, "/api/me/sign-out", "Sign out here")),
      act("Sign out everywhere", () => signOut(about, "/api/me/sign-out-everywhere", "Sign out everywhere")),
    ),
  );

/** @param {About} about */
function deletion({ guest, account, has }) {
  const { input, label } = field(`Type your name, ${guest.name}, to delete everything`, {
    autocomplete: "off",
    maxlength: 40,
  });
  const dialog = open("Delete me", [
    h("h2", {}, "Delete everything of mine?"),
    h(
      "p",
      {},
      "Your name, devices, passkeys and address are deleted; at games with others you become “somebody”, and seats in games that go on are left. This cannot be undone.",
    ),
    belongings(has) ? h("p", {}, `You have ${belongings(has)}.`) : null,
    form(
      [label],
      "Delete me",
      async () => {
        await proving(() => post("/api/me/delete", { name: input.value }), account?.password ?? false);
        location.assign("/");
      },
      "danger",
    ),
    h("button", { type: "button", click: () => dialog.close() }, "Stay"),
  ]);
}

function holidayCard() {
  const place = h("div");
  holidays(place);
  return card("Holidays", place);
}

function noticesCard() {
  const place = h("div");
  notices(place);
  const made = card("Notices", place);
  made.id = "notices";
  return made;
}

/** Everything of mine as a file. The server may ask for a proof first. @param {About} about */
async function download({ account }) {
  const file = await proving(() => getFile("/api/me/export"), account?.password ?? false);
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: "menagerie.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {About} about */
const goingCard = (about) =>
  card(
    "Everything of mine",
    h(
      "p",
      { class: "row links" },
      about.account ? h("a", { href: `/people/${about.guest.id}` }, "My profile") : null,
      h("a", { href: "/history" }, "My finished games"),
    ),
    h("p", {}, "All that is stored of you, and the records of your games that are over, as one file."),
    h(
      "div",
      { class: "row" },
      act("Download", () => download(about)),
      act("Delete me …", async () => deletion(about), "danger"),
    ),
  );

/** The link in a letter leads here: confirm the address. */
async function confirmLetter() {
  const code = new URLSearchParams(location.hash.slice(1)).get("letter");
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  await post("/api/me/mail/confirm", { code }).then(
    () => say("The address is confirmed."),
    (error) => say(error.message),
  );
}

/** For who has no name yet. */
function nobody() {
  part("hello").textContent = "Nobody knows you here yet";
  const { input, label } = field("A name for the table", { maxlength: 40, autocomplete: "nickname" });
  part("cards").replaceChildren(
    card(
      "Choose a name",
      form(
        [label],
        "Continue",
        changing(() => rename(input.value)),
      ),
    ),
    card("Do you keep a name here?", h("p", {}, h("a", { class: "button", href: "/sign-in?next=/me" }, "Sign in"))),
  );
}

async function show() {
  if (!(await me())) return nobody();
  const about = /** @type {About} */ (await get("/api/me/account"));
  part("hello").textContent = about.guest.account
    ? `You are ${about.guest.name}`
    : `You are ${about.guest.name}, a guest`;
  part("cards").replaceChildren(
    about.account ? waysCard(about, about.account) : keepCard(about),
    nameCard(about),
    devicesCard(about),
    ...(about.account && about.can.mail ? [mailCard(about.account)] : []),
    noticesCard(),
    holidayCard(),
    goingCard(about),
  );
}

icons();
await confirmLetter();
await show().catch((error) => say(error.message));
