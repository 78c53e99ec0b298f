/** Friends: who is here, who asks, whom I have asked; and whom I have muted or blocked. */

import { get, me, post } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";

/** @typedef {{id: string, name: string, here?: boolean, table?: string | null, plays?: string | null}} Person */

/** @param {string} path @param {string} person @param {string} done */
const act = (path, person, done) => () =>
  post(path, { person }).then(
    () => {
      say(done);
      return show();
    },
    (error) => say(error.message),
  );

/** @param {Person} person @param {(Node | null)[]} more */
const line = ({ name }, ...more) => h("li", { class: "person-line" }, h("b", {}, name), ...more);

/** @param {string} label @param {Person} person @param {() => void} click */
const button = (label, { name }, click) => h("button", { "aria-label": `${label}: ${name}`, click }, label);

/** @param {Person} one */
function where(one) {
  if (!one.here) return h("span", { class: "soft" }, "not here");
  if (!one.table) return h("span", { class: "here-now" }, "here now");
  return h(
    "span",
    {},
    h("span", { class: "here-now" }, "here now, "),
    h("a", { href: one.table }, `at a table of ${one.plays}`),
  );
}

const silent = () => h("span", { class: "soft" }, "has not answered");

/** @param {Person} one */
const askedPerson = (one) =>
  line(one, silent(), button("Withdraw", one, act("/api/friends/end", one.id, "Withdrawn.")));

/** Somebody asked by name: whether there is such an account is not told. @param {string} name */
function askedName(name) {
  const withdraw = () =>
    post("/api/friends/by-name/end", { name }).then(
      () => {
        say("Withdrawn.");
        return show();
      },
      (error) => say(error.message),
    );
  const one = { id: "", name };
  return line(one, silent(), button("Withdraw", one, withdraw));
}

/** @param {string} name @param {HTMLElement[]} lines */
function list(name, lines) {
  part(name).replaceChildren(...lines);
  part(`section-${name}`).hidden = !lines.length;
}

async function show() {
  const lists = await get("/api/friends").catch((error) => void say(error.message));
  if (!lists) return;
  part("form").hidden = !lists.account;
  part("guest").hidden = lists.account;
  part("none").hidden = !lists.account || lists.friends.length > 0;
  const /** @type {Person[]} */ friends = lists.friends;
  list(
    "friends",
    friends.map((one) =>
      line(
        one,
        where(one),
        button(
          "End the friendship",
          one,
          act("/api/friends/end", one.id, `${one.name} is no friend of yours any more.`),
        ),
      ),
    ),
  );
  list(
    "asking",
    lists.asking.map((/** @type {Person} */ one) =>
      line(
        one,
        button("Accept", one, act("/api/friends", one.id, `You and ${one.name} are friends.`)),
        button("Decline", one, act("/api/friends/end", one.id, "Declined; nobody is told.")),
      ),
    ),
  );
  list("asked", [...lists.asked.map(askedPerson), ...lists.asked_names.map(askedName)]);
  list(
    "muted",
    lists.muted.map((/** @type {Person} */ one) =>
      line(one, button("Hear again", one, act("/api/mutes/end", one.id, `You hear ${one.name} again.`))),
    ),
  );
  list(
    "blocked",
    lists.blocked.map((/** @type {Person} */ one) =>
      line(one, button("Unblock", one, act("/api/blocks/end", one.id, `${one.name} is not blocked any more.`))),
    ),
  );
}

icons();
part("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (part("name"));
  post("/api/friends/by-name", { name: field.value }).then(
    () => {
      say("If there is an account of that name, it is asked.");
      field.value = "";
      show();
    },
    (error) => say(error.message),
  );
});
if (await me().catch(() => null)) await show();
else part("guest").hidden = false;
setInterval(() => document.hidden || show(), 30_000);
