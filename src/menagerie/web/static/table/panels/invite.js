/** The invitation dialog: a link, a QR code, the device's apps, and friends. */

import { get, post } from "../../shared/api.js";
import { copyLink, h, say } from "../../shared/dom.js";

/** @typedef {{id: string, name: string, here: boolean}} Friend */

/**
 * @param {{id: string, name: string}} table
 * @param {string} link its link, like /join/...
 * @param {string} rule who can join with it
 */
export async function invite(table, link, rule) {
  const place = await get(`/api${link}/address`).catch((error) => void say(error.message));
  if (!place) return;
  const field = h("input", {
    readonly: true,
    value: place.address,
    "aria-label": "Invitation link",
    focus: () => field.select(),
  });
  const friends = h("div", { class: "ask-friends" });
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "invite", "aria-label": "Invite a player", close: () => dialog.remove() },
    h("h2", {}, "Invite a player"),
    h("p", {}, rule),
    place.warning ? h("p", { class: "problem" }, place.warning) : null,
    h("img", { src: place.code, alt: "QR code of the invitation link" }),
    field,
    h(
      "div",
      { class: "row" },
      "share" in navigator
        ? h(
            "button",
            { class: "primary", autofocus: true, click: () => share(table.name, place.address) },
            "Share link",
          )
        : null,
      h(
        "button",
        {
          class: "share" in navigator ? "" : "primary",
          autofocus: !("share" in navigator),
          click: () => copyLink(place.address, "Link copied."),
        },
        "Copy link",
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
  place.append(
    h("h3", {}, "Invite a friend"),
    h("ul", { class: "sitters" }, ...friends.map((one) => friend(table, one))),
  );
}

/** @param {string} table @param {Friend} one */
function friend(table, { id, name, here }) {
  const ask = h(
    "button",
    {
      "aria-label": `Invite ${name}`,
      click: async () => {
        await post(`/api/tables/${table}/invite`, { friend: id }).then(
          () => {
            ask.textContent = "Invited";
            ask.disabled = true;
          },
          (error) => say(error.message),
        );
      },
    },
    "Invite",
  );
  return h("li", {}, h("span", {}, name), here ? h("span", { class: "here-now" }, "online") : null, ask);
}
