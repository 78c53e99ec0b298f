/** My friends, friend requests, and the people I've muted or blocked. */

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
  if (!one.here) return h("span", { class: "soft" }, "offline");
  if (!one.table) return h("span", { class: "here-now" }, "online");
  return h(
    "span",
    {},
    h("span", { class: "here-now" }, "online, "),
    h("a", { href: one.table }, `playing ${one.plays}`),
  );
}

const silent = () => h("span", { class: "soft" }, "no answer yet");

/** @param {Person} one */
const askedPerson = (one) =>
  line(one, silent(), button("Withdraw", one, act("/api/friends/end", one.id, "Request withdrawn.")));

/** A request sent to a name. The server doesn't reveal whether there is such an account. @param {string} name */
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
        button("Remove friend", one, act("/api/friends/end", one.id, `${one.name} is no longer your friend.`)),
      ),
    ),
  );
  list(
    "asking",
    lists.asking.map((/** @type {Person} */ one) =>
      line(
        one,
        button("Accept", one, act("/api/friends", one.id, `You and ${one.name} are now friends.`)),
        button("Decline", one, act("/api/friends/end", one.id, "Request declined. They won't be notified.")),
      ),
    ),
  );
  list("asked", [...lists.asked.map(askedPerson), ...lists.asked_names.map(askedName)]);
  list(
    "muted",
    lists.muted.map((/** @type {Person} */ one) =>
      line(one, button("Unmute", one, act("/api/mutes/end", one.id, `You've unmuted ${one.name}.`))),
    ),
  );
  list(
    "blocked",
    lists.blocked.map((/** @type {Person} */ one) =>
      line(one, button("Unblock", one, act("/api/blocks/end", one.id, `You've unblocked ${one.name}.`))),
    ),
  );
}

icons();
part("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (part("name"));
  post("/api/friends/by-name", { name: field.value }).then(
    () => {
      say("If that account exists, we've sent your friend request.");
      field.value = "";
      show();
    },
    (error) => say(error.message),
  );
});
if (await me().catch(() => null)) await show();
else part("guest").hidden = false;
setInterval(() => document.hidden || show(), 30_000);
