/** The next table where it is my turn: one key, and a button with how many there are. */

import { get } from "./api.js";
import { h, part, say } from "./dom.js";

/** The key, as the help for keys lists it. */
export const KEY = "g";

/** @typedef {{count: number, next: string | null}} Turns */

/** @param {string} here the table that this page shows; empty: none @returns {Promise<Turns>} */
const ask = (here) => get(`/api/turns${here ? `?at=${encodeURIComponent(here)}` : ""}`);

/** Go to the next table that waits for me. @param {string} here */
export async function goToNext(here) {
  const found = await ask(here).catch((error) => {
    say(error.message);
    return null;
  });
  if (found?.next) location.assign(`/table/${found.next}`);
  else if (found) say(here ? "No other table waits for you." : "No table waits for you.");
}

/** Say how many other tables wait for me. @param {string} here */
export async function countTurns(here) {
  const found = await ask(here).catch(() => null);
  if (!found) return;
  const place = part("turns");
  place.hidden = !found.count;
  const words = found.count === 1 ? "Another table waits for you" : `${found.count} other tables wait for you`;
  if (place.getAttribute("data-count") === String(found.count)) return;
  place.setAttribute("data-count", String(found.count));
  place.replaceChildren(
    h(
      "button",
      {
        class: "next-table",
        title: `${words}: to the next (${KEY.toUpperCase()})`,
        "aria-label": `${words}: go to the next`,
        click: () => goToNext(here),
      },
      h("span", { class: "wide" }, "Your turn elsewhere "),
      h("b", {}, String(found.count)),
    ),
  );
}
