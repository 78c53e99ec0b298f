/** My name in the page header, with a link to my account. */

import { me } from "./api.js";
import { h, part, say } from "./dom.js";

/** Show my name, or a link to sign in if I have none. */
export async function pageHeader() {
  const here = location.pathname === "/" ? "" : `?next=${encodeURIComponent(location.pathname)}`;
  await me().then(
    (guest) =>
      part("who").replaceChildren(
        guest
          ? h("a", { class: "me", href: "/me", "aria-label": `${guest.name}, my account` }, guest.name)
          : h("a", { class: "me", href: `/sign-in${here}` }, "Sign in"),
      ),
    (error) => say(error.message),
  );
}
