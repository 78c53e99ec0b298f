/** My finished games. */

import { me } from "../shared/api.js";
import { icons, part, say } from "../shared/dom.js";
import { dropping } from "../shared/record_files.js";
import { gameSearch } from "../shared/game_search.js";

icons();
dropping();
const none = "You haven't finished any games yet.";
await me()
  .then((guest) =>
    guest
      ? gameSearch(part("games"), "/api/history", "/api/history/records.zip", none)
      : void (part("games").textContent = none),
  )
  .catch((error) => say(error.message));
