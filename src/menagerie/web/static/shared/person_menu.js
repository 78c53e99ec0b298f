/** What one can do about somebody: be friends, hear nothing more of them, block them, or report them. */

import { named, post } from "./api.js";
import { h, say } from "./dom.js";

/** @typedef {{person?: string, table?: string, seat?: number, remark?: number}} Whom */

/** @param {Whom} whom @param {string} name @param {string} line what they said, if it is about that */
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
    { class: "about-somebody", "aria-label": `About ${name}`, close: () => dialog.remove() },
    h("div", { class: "row spread" }, h("h2", {}, name), h("button", { click: () => dialog.close() }, "Close")),
    line ? h("p", { class: "soft" }, `“${line}”`) : null,
    h(
      "ul",
      { class: "deeds" },
      button("Ask to be friends", "Friends see who is here, and ask each other to tables.", () =>
        act("/api/friends", {}, `${name} is asked.`),
      ),
      whom.table
        ? button("Mute here", "Hear nothing of them at this table.", () =>
            act("/api/mutes", { here: true }, `You hear nothing more of ${name} here.`),
          )
        : null,
      button("Mute", "Hear nothing of them anywhere.", () =>
        act("/api/mutes", {}, `You hear nothing more of ${name}.`),
      ),
      button("Hear again", "Take back that you have muted them.", () =>
        act("/api/mutes/end", {}, `You hear ${name} again.`),
      ),
      button(
        "Block",
        "No words, invitations or requests between you; they cannot sit at your tables. They are not told.",
        () => act("/api/blocks", {}, `${name} is blocked.`),
      ),
    ),
    reporting((reason) => act("/api/reports", { reason }, "Thank you. A moderator will look at it.")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {(reason: string) => void} send */
function reporting(send) {
  const field = h("textarea", { maxlength: 500, rows: 2, required: true, "aria-label": "What is wrong" });
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
      h("p", {}, "What is wrong? The lines around it go along."),
      field,
      h("button", {}, "Send to the moderators"),
    ),
  );
}
