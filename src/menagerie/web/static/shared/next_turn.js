/** The next table where it's my turn: a key, and a button that counts such tables. */

import { get } from "./api.js";
import { h, part, say } from "./dom.js";
import { forCount } from "./words.js";

/** The key, as listed in the menu. */
export const KEY = "g";

/** @typedef {{count: number, next: string | null}} Turns */

/** @param {string} here the table on this page, or empty @returns {Promise<Turns>} */
const ask = (here) => get(`/api/turns${here ? `?at=${encodeURIComponent(here)}` : ""}`);

/** Go to the next table where it's my turn. @param {string} here */
export async function goToNext(here) {
  const found = await ask(here).catch((error) => {
    say(error.message);
    return null;
  });
  if (found?.next) location.assign(`/table/${found.next}`);
  else if (found) say(here ? "It's not your turn at any other table." : "It's not your turn at any table.");
}

/** Show at how many other tables it's my turn. @param {string} here */
export async function countTurns(here) {
  const found = await ask(here).catch(() => null);
  if (!found) return;
  const place = part("turns");
  place.hidden = !found.count;
  const words = forCount(found.count, "It's your turn at 1 other table", "It's your turn at {n} other tables");
  if (place.getAttribute("data-count") === String(found.count)) return;
  place.setAttribute("data-count", String(found.count));
  place.replaceChildren(
    h(
      "button",
      {
        class: "next-table",
        title: `${words} (${KEY.toUpperCase()})`,
        "aria-label": `${words}. Go to the next one.`,
        click: () => goToNext(here),
      },
      h("span", { class: "wide" }, "Other turns "),
      h("b", {}, String(found.count)),
    ),
  );
}
