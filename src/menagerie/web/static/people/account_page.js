/** My account: name, sign-in, devices, email address, notices, and deletion. */

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

const OTHERS_OUT = "Your other devices have been signed out.";

/** @param {string} heading @param {(Node | string | null)[]} children */
const card = (heading, ...children) => h("section", { class: "card" }, h("h2", {}, heading), ...children);

/** @param {number} seconds since 1970 */
function ago(seconds) {
  const minutes = Math.max(0, (Date.now() / 1000 - seconds) / 60);
  if (minutes < 15) return "just now";
  if (minutes < 120) return `${Math.round(minutes)} minutes ago`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours ago` : `${Math.round(minutes / 1440)} days ago`;
}

/** @param {() => Promise<unknown>} work a change, after which the page is drawn again */
const changing = (work) => async () => {
  await work();
  return show();
};

/** Create a passkey for me. @param {boolean} hasPassword */
async function addPasskey(hasPassword) {
  const options = await proving(() => post("/api/me/passkey/begin", {}), hasPassword);
  const answer = await post("/api/me/passkey", await make(options));
  if (answer.codes) await showCodes(answer.codes);
  say(answer.codes ? "Account created." : `Passkey saved. ${OTHERS_OUT}`);
}

/** @param {About} about */
function nameCard({ guest, account }) {
  const { input, label } = field("Name other players see", {
    value: guest.name,
    maxlength: 40,
    autocomplete: "nickname",
  });
  const change = changing(async () =>
    say(`Hello, ${(await proving(() => rename(input.value), account?.password ?? false))?.name}.`),
  );
  return card(
    "My name",
    form([label], "Change my name", change, ""),
    h("p", { class: "soft" }, "Finished games keep the name you played under."),
  );
}

/** For a guest: create an account. @param {About} about */
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
  const { input, label } = field("Password", {
    type: "password",
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 1000,
  });
  const byPassword = form(
    [name, label, h("p", { class: "soft" }, "A few unrelated words make a good password.")],
    "Create an account with a password",
    changing(async () => {
      const answer = await post("/api/me/keep", { password: input.value });
      await showCodes(answer.codes);
      say("Account created.");
    }),
    passkeys ? "" : "primary",
  );
  const made = card(
    "Create an account",
    h(
      "p",
      {},
      `So far only this browser knows you as ${guest.name}. With an account you keep your name and games on every device, even if you lose this one. You don't need an email address.`,
    ),
    passkeys
      ? act(
          "Create an account with a passkey",
          changing(() => addPasskey(false)),
          "primary",
        )
      : null,
    passkeys ? h("details", {}, h("summary", {}, "Use a password instead"), byPassword) : byPassword,
    h("p", {}, h("a", { href: "/sign-in?next=/me" }, "I already have an account. Sign in")),
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
      h("span", { class: "soft" }, used ? `used ${ago(used)}` : `created ${ago(created)}`),
    ),
    act(
      "Remove",
      changing(() => proving(() => post(`/api/me/passkeys/${id}/remove`, {}), account.password)),
    ),
  );

/** For an account: the ways to sign in. @param {About} about @param {Account} account */
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
  const { input, label } = field(password ? "New password" : "Password", {
    type: "password",
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 1000,
  });
  const setting = form(
    [name, label],
    password ? "Change password" : "Set password",
    changing(async () => {
      await proving(() => post("/api/me/password", { password: input.value }), password);
      say(`Password saved. ${OTHERS_OUT}`);
    }),
    "",
  );
  return card(
    "Ways to sign in",
    h(
      "ul",
      { class: "things" },
      ...account.passkeys.map((one) => passkeyLine(one, account)),
      password ? h("li", {}, h("b", {}, "Password")) : null,
    ),
    can.passkeys && possible()
      ? act(
          "Add a passkey",
          changing(() => addPasskey(password)),
        )
      : null,
    h("details", {}, h("summary", {}, password ? "Change password" : "Set password"), setting),
    h(
      "p",
      { class: "soft" },
      "Any change here or to your email address signs out your other devices. If your address is confirmed, we'll send you an email about it.",
    ),
    h("h3", {}, "Recovery codes"),
    h("p", {}, `${account.codes} of 10 left. Each code signs you in once if you lose everything else.`),
    act(
      "Get new recovery codes",
      changing(async () => showCodes((await proving(() => post("/api/me/codes", {}), password)).codes)),
    ),
  );
}

/** @param {Account} account */
function mailCard({ email, password }) {
  const { input, label } = field("Email address", {
    type: "email",
    autocomplete: "email",
    maxlength: 254,
    value: email?.address ?? "",
  });
  const setting = form(
    [label],
    email ? "Send the email again" : "Add address",
    changing(async () => {
      await proving(() => post("/api/me/mail", { email: input.value }), password);
      say(`We've sent you an email. Follow the link in it. ${OTHERS_OUT}`);
    }),
    "",
  );
  return card(
    "E-mail",
    h("p", {}, "Optional. You can use it to get back into your account and to receive notices."),
    email
      ? h(
          "p",
          { class: email.confirmed ? "here" : "problem" },
          email.confirmed
            ? `${email.address} is confirmed.`
            : `${email.address} isn't confirmed yet. Follow the link in the email we sent.`,
        )
      : null,
    setting,
    email
      ? act(
          "Remove address",
          changing(() => proving(() => post("/api/me/mail/remove", {}), password)),
        )
      : null,
  );
}

/** Show a code for another device until it's used or expires. @param {About} about */
async function addDevice({ account, devices }) {
  const { code, link, qr, seconds } = await proving(() => post("/api/me/device", {}), account?.password ?? false);
  const state = h("p", { class: "soft", role: "status" }, "Waiting for the other device …");
  const known = new Set(devices.map(({ id }) => id));
  const until = Date.now() + 1000 * seconds;
  const dialog = open(
    "Add a device",
    [
      h("h2", {}, "Add a device"),
      h("p", {}, "Scan this code with the other device:"),
      h("img", { class: "qr", src: qr, alt: `QR code for ${link}` }),
      h("p", {}, `Or open ${new URL("/sign-in", link).href} there and enter this code within five minutes:`),
      h("p", { class: "short-code" }, code),
      h(
        "p",
        { class: "soft" },
        "The other device will show your name and ask you to confirm. Don't share the code. Anyone with it can sign in as you.",
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
      state.textContent = "The code has expired. Close this and add the device again.";
      return;
    }
    const now = /** @type {About | null} */ (await get("/api/me/account").catch(() => null));
    const added = now?.devices.find(({ id }) => !known.has(id));
    if (added) {
      clearInterval(timer);
      state.className = "here";
      state.textContent = `${added.device} is now signed in as you. If that isn't your device, sign it out in the list.`;
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
      here ? h("span", { class: "here" }, "this device") : h("span", { class: "soft" }, `active ${ago(seen)}`),
    ),
    here
      ? null
      : act(
          "Sign out",
          changing(() => post(`/api/me/devices/${id}/end`, {})),
        ),
  );

/**
 * Sign out, after a warning to a guest, who could not come back.
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
      `Only this browser knows you as ${guest.name}. If you sign out, you can't get back to your games. Create an account first to keep them.`,
    ),
    form([], "Sign out and lose my games", go, "danger"),
    h("button", { type: "button", click: () => dialog.close() }, "Stay signed in"),
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
      act("Sign out of this device", () => signOut(about, "/api/me/sign-out", "Sign out of this device")),
      act("Sign out of all devices", () => signOut(about, "/api/me/sign-out-everywhere", "Sign out of all devices")),
    ),
  );

/** @param {About} about */
function deletion({ guest, account, has }) {
  const { input, label } = field(`Type your name (${guest.name}) to confirm`, {
    autocomplete: "off",
    maxlength: 40,
  });
  const dialog = open("Delete my account", [
    h("h2", {}, "Delete my account?"),
    h(
      "p",
      {},
      "We delete your name, devices, passkeys and email address. You leave your games in progress, and in finished games with others you become “somebody”. You can't undo this.",
    ),
    belongings(has) ? h("p", {}, `You have ${belongings(has)}.`) : null,
    form(
      [label],
      "Delete my account",
      async () => {
        await proving(() => post("/api/me/delete", { name: input.value }), account?.password ?? false);
        location.assign("/");
      },
      "danger",
    ),
    h("button", { type: "button", click: () => dialog.close() }, "Keep my account"),
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

/** Download all my data as a file. The server may ask for a proof of identity first. @param {About} about */
async function download({ account }) {
  const file = await proving(() => getFile("/api/me/export"), account?.password ?? false);
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: "menagerie.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {About} about */
const goingCard = (about) =>
  card(
    "My data",
    h(
      "p",
      { class: "row links" },
      about.account ? h("a", { href: `/people/${about.guest.id}` }, "My profile") : null,
      h("a", { href: "/history" }, "My finished games"),
    ),
    h("p", {}, "Download everything we store about you, with the records of your finished games, in one file."),
    h(
      "div",
      { class: "row" },
      act("Download my data", () => download(about)),
      act("Delete my account …", async () => deletion(about), "danger"),
    ),
  );

/** Confirm an email address, when the page was opened by the link in the email. */
async function confirmLetter() {
  const code = new URLSearchParams(location.hash.slice(1)).get("letter");
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  await post("/api/me/mail/confirm", { code }).then(
    () => say("Your email address is confirmed."),
    (error) => say(error.message),
  );
}

/** The page for someone who has no name yet. */
function nameless() {
  part("hello").textContent = "You don't have a name here yet";
  const { input, label } = field("Your name", { maxlength: 40, autocomplete: "nickname" });
  part("cards").replaceChildren(
    card(
      "Choose a name",
      form(
        [label],
        "Continue",
        changing(() => rename(input.value)),
      ),
    ),
    card("Do you have an account?", h("p", {}, h("a", { class: "button", href: "/sign-in?next=/me" }, "Sign in"))),
  );
}

async function show() {
  if (!(await me())) return nameless();
  const about = /** @type {About} */ (await get("/api/me/account"));
  part("hello").textContent = about.guest.account
    ? `You are ${about.guest.name}`
    : `You are ${about.guest.name} (guest)`;
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
