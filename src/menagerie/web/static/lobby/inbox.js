/** The lobby's inbox: rematches, friends' invitations, and messages from moderators. */

import { post } from "../shared/api.js";
import { h, part, say } from "../shared/dom.js";

/**
 * @typedef {{table: string, title: string, kind: string, by: string, sentence: string, at: number, link: string}} Asked
 */
/** @typedef {{id: string, sentence: string}} Told */

/** @param {Asked[]} asked @param {Told[]} told @param {() => void} changed */
export function showInbox(asked, told, changed) {
  part("asked").replaceChildren(
    ...told.map((one) => word(one, changed)),
    ...asked.map((one) => question(one, changed)),
  );
  part("section-asked").hidden = !asked.length && !told.length;
}

/** @param {Asked} asked @param {() => void} changed */
function question({ table, sentence, link }, changed) {
  const join = () =>
    post(`/api${link}`, {}).then(
      () => location.assign(`/table/${table}`),
      (error) => say(error.message),
    );
  const decline = () =>
    post(`/api/tables/${table}/decline`, {})
      .catch((error) => say(error.message))
      .then(changed);
  return h(
    "li",
    { class: "table-line turn asked" },
    h("b", {}, sentence),
    h(
      "span",
      { class: "row when" },
      h("button", { class: "primary", click: join }, "Join"),
      h("a", { class: "button", href: link }, "Look at the table"),
      h("button", { click: decline }, "Decline"),
    ),
  );
}

/** @param {Told} told @param {() => void} changed */
const word = ({ id, sentence }, changed) =>
  h(
    "li",
    { class: "table-line asked", role: "alert" },
    h("span", {}, sentence),
    h(
      "span",
      { class: "row when" },
      h("button", { click: () => post(`/api/told/${id}`, {}).then(changed, (error) => say(error.message)) }, "Dismiss"),
    ),
  );
