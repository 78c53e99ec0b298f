/** The list of tournaments: open, in progress and finished. */

import { get, me } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";
import { moment } from "./tournament_types.js";
import { tournamentForm } from "./tournament_form.js";
import { pageHeader } from "../shared/page_header.js";
import { forCount } from "../shared/words.js";

/** @typedef {import("./tournament_types.js").Tournament} Tournament */

/** The status beside a tournament's name. @param {Tournament} tournament */
function standing({ status, round, rounds, starts, people }) {
  const count = forCount(people, "1 player", "{n} players");
  if (status === "open") return `${count} so far · ${starts ? `starts ${moment(starts)}` : "started by its host"}`;
  if (status === "running") return `${count} · round ${round} of ${rounds}`;
  return status === "over" ? `${count} · finished` : "cancelled";
}

/** @param {Tournament} tournament */
const line = (tournament) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: `cup-line${tournament.entered ? " mine" : ""}`, href: `/tournaments/${tournament.id}` },
      h("b", {}, tournament.name),
      h("span", {}, `${tournament.game} · ${tournament.told_system} · ${tournament.told_pace}`),
      h("span", { class: "when" }, `${tournament.entered ? "you're in · " : ""}${standing(tournament)}`),
    ),
  );

async function show() {
  const lists = await get("/api/tournaments").catch((error) => void say(error.message));
  if (!lists) return;
  for (const name of ["open", "running", "finished"]) {
    part(name).replaceChildren(...lists[name].map(line));
    part(`section-${name}`).hidden = !lists[name].length;
  }
  part("none").hidden = [lists.open, lists.running, lists.finished].some((list) => list.length);
}

icons();
part("make").addEventListener("click", async () => {
  const guest = await me().catch(() => null);
  if (guest?.account) return tournamentForm();
  say(
    "You need an account to create a tournament. ",
    h("a", { href: guest ? "/me" : "/sign-in?next=/tournaments" }, guest ? "Create an account" : "Sign in"),
  );
});
await pageHeader();
await show();
setInterval(() => document.hidden || show(), 15_000);
