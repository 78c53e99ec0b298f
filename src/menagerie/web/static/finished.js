/** My finished games. */

import { me } from "./api.js";
import { icons, part, say } from "./dom.js";
import { dropping } from "./files.js";
import { games } from "./games.js";

icons();
dropping();
const none = "You have finished no game yet.";
await me()
  .then((guest) => (guest ? games(part("games"), "/api/history", "/api/history/records.zip", none) : void (part("games").textContent = none)))
  .catch((error) => say(error.message));
