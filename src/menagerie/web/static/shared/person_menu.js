/** The menu for another player: send a friend request, mute, block, or report. */

import { named, post } from "./api.js";
import { h, say } from "./dom.js";

/** @typedef {{person?: string, table?: string, seat?: number, remark?: number}} Whom */

/** @param {Whom} whom @param {string} name @param {string} line the chat line that the menu was opened from, if any */
export async function personMenu(whom, name, line = "") {
  const me = await named().catch(() => null);
  if (!me) return;
  /** @param {string} path @param {object} more @param {string} done */
  const act = async (path, more, done) => {
    const ok = await post(path, { ...whom, ...more }).then(
      () => true,
      (error) => void say(error.message),
    );
    if (ok) {
      dialog.close();
      say(done);
    }
  };
  const button = (/** @type {string} */ label, /** @type {string} */ words, /** @type {() => void} */ click) =>
    h("li", {}, h("button", { click }, label), h("span", { class: "soft" }, words));
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "about-person", "aria-label": `About ${name}`, close: () => dialog.remove() },
    h("div", { class: "row spread" }, h("h2", {}, name), h("button", { click: () => dialog.close() }, "Close")),
    line ? h("p", { class: "soft" }, `“${line}”`) : null,
    h(
      "ul",
      { class: "deeds" },
      button("Send friend request", "Friends see when you're online and can invite you to tables.", () =>
        act("/api/friends", {}, `Friend request sent to ${name}.`),
      ),
      whom.table
        ? button("Mute at this table", "Hide their messages here.", () =>
            act("/api/mutes", { here: true }, `You've muted ${name} at this table.`),
          )
        : null,
      button("Mute everywhere", "Hide all their messages.", () => act("/api/mutes", {}, `You've muted ${name}.`)),
      button("Unmute", "Show their messages again.", () => act("/api/mutes/end", {}, `You've unmuted ${name}.`)),
      button(
        "Block",
        "No messages, invitations or requests between you. They can't join your tables, and won't be notified.",
        () => act("/api/blocks", {}, `You've blocked ${name}.`),
      ),
    ),
    reporting((reason) => act("/api/reports", { reason }, "Thank you. A moderator will look at your report.")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {(reason: string) => void} send */
function reporting(send) {
  const field = h("textarea", { maxlength: 500, rows: 2, required: true, "aria-label": "What's wrong?" });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    return send(field.value);
  };
  return h(
    "details",
    {},
    h("summary", {}, "Report"),
    h(
      "form",
      { submit },
      h("p", {}, "What's wrong? Nearby chat messages are included."),
      field,
      h("button", {}, "Send report"),
    ),
  );
}
