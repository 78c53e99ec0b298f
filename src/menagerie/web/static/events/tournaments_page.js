/** Tournaments: those that one can enter, those that are played, and those that are over. */

import { get, me } from "../shared/api.js";
import { h, icons, part, say } from "../shared/dom.js";
import { moment } from "./tournament_types.js";
import { tournamentForm } from "./tournament_form.js";
import { pageHeader } from "../shared/page_header.js";

/** @typedef {import("./tournament_types.js").Tournament} Tournament */

/** What stands beside its name. @param {Tournament} tournament */
function standing({ status, round, rounds, starts, people }) {
  const count = `${people} ${people === 1 ? "person" : "people"}`;
  if (status === "open") return `${count} so far · starts ${starts ? moment(starts) : "when its maker says so"}`;
  if (status === "running") return `${count} · round ${round} of ${rounds}`;
  return status === "over" ? `${count} · over` : "called off";
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
      h("span", { class: "when" }, `${tournament.entered ? "you play · " : ""}${standing(tournament)}`),
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
    "For a tournament you need a name that is yours. ",
    h("a", { href: guest ? "/me" : "/sign-in?next=/tournaments" }, guest ? "Keep your name" : "Sign in"),
  );
});
await pageHeader();
await show();
setInterval(() => document.hidden || show(), 15_000);
