/** Who I am, in the header of a page: my name leads to all about me. */

import { me } from "./api.js";
import { h, part, say } from "./dom.js";

/** Show it; who has no name yet may have an account. */
export async function pageHeader() {
  const here = location.pathname === "/" ? "" : `?next=${encodeURIComponent(location.pathname)}`;
  await me().then(
    (guest) =>
      part("who").replaceChildren(
        guest
          ? h("a", { class: "me", href: "/me", "aria-label": `${guest.name}: all about me` }, guest.name)
          : h("a", { class: "me", href: `/sign-in${here}` }, "Sign in"),
      ),
    (error) => say(error.message),
  );
}
