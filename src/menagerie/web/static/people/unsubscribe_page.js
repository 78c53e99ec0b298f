/** The page behind the unsubscribe link in an email. */

import { post } from "../shared/api.js";
import { icons, part } from "../shared/dom.js";

icons();
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
await post(`/api/notices/off/${encodeURIComponent(token || "nothing")}`, {}).then(
  () => {
    part("hello").textContent = "Emails stopped";
    part("told").textContent =
      "You won't get any more notices by email. You can turn them on again on your account page.";
  },
  (error) => {
    part("hello").textContent = "That didn't work";
    part("told").textContent = error.message;
  },
);
