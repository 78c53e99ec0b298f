/** The link in a letter leads here: no more of them. */

import { post } from "../shared/api.js";
import { icons, part } from "../shared/dom.js";

icons();
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
await post(`/api/notices/off/${encodeURIComponent(token || "nothing")}`, {}).then(
  () => {
    part("hello").textContent = "No more letters";
    part("told").textContent =
      "You get no more notices by e-mail. If you want them again, the page about you is the place.";
  },
  (error) => {
    part("hello").textContent = "That did not work";
    part("told").textContent = error.message;
  },
);
