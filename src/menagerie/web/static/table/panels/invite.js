/** An invitation to a table: as a link, as a code for a camera, by the apps of this device, and to friends. */

import { get, post } from "../../shared/api.js";
import { copyLink, h, say } from "../../shared/dom.js";

/** @typedef {{id: string, name: string, here: boolean}} Friend */

/**
 * @param {{id: string, name: string}} table
 * @param {string} link its link, like /join/...
 * @param {string} rule who may sit down with it
 */
export async function invite(table, link, rule) {
  const place = await get(`/api${link}/address`).catch((error) => void say(error.message));
  if (!place) return;
  const field = h("input", {
    readonly: true,
    value: place.address,
    "aria-label": "The address",
    focus: () => field.select(),
  });
  const friends = h("div", { class: "ask-friends" });
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "invite", "aria-label": "Invite somebody", close: () => dialog.remove() },
    h("h2", {}, "Invite somebody"),
    h("p", {}, rule),
    place.warning ? h("p", { class: "problem" }, place.warning) : null,
    h("img", { src: place.code, alt: "The address as a QR code, for a camera" }),
    field,
    h(
      "div",
      { class: "row" },
      "share" in navigator
        ? h("button", { class: "primary", autofocus: true, click: () => share(table.name, place.address) }, "Share")
        : null,
      h(
        "button",
        {
          class: "share" in navigator ? "" : "primary",
          autofocus: !("share" in navigator),
          click: () => copyLink(place.address, "The link is copied."),
        },
        "Copy the link",
      ),
      h("button", { click: () => dialog.close() }, "Close"),
    ),
    friends,
  );
  document.body.append(dialog);
  dialog.showModal();
  await askFriends(table.id, friends);
}

/** @param {string} name @param {string} url */
const share = (name, url) =>
  void navigator.share({ title: `${name} · Menagerie`, text: `Play ${name} with me.`, url }).catch(() => null);

/** Friends, with a button for each. @param {string} table @param {HTMLElement} place */
async function askFriends(table, place) {
  const lists = await get("/api/friends").catch(() => null);
  /** @type {Friend[]} */
  const friends = lists?.friends ?? [];
  if (!friends.length) return;
  place.append(h("h3", {}, "Ask a friend"), h("ul", { class: "sitters" }, ...friends.map((one) => friend(table, one))));
}

/** @param {string} table @param {Friend} one */
function friend(table, { id, name, here }) {
  const ask = h(
    "button",
    {
      "aria-label": `Ask ${name}`,
      click: async () => {
        await post(`/api/tables/${table}/invite`, { friend: id }).then(
          () => {
            ask.textContent = "Asked";
            ask.disabled = true;
          },
          (error) => say(error.message),
        );
      },
    },
    "Ask",
  );
  return h("li", {}, h("span", {}, name), here ? h("span", { class: "here-now" }, "here now") : null, ask);
}
