/** A record file, chosen or dropped, becomes a replay. */

import { icons, part } from "./dom.js";
import { dropping, replay } from "./files.js";
import { who } from "./who.js";

icons();
who();
dropping();
const chooser = /** @type {HTMLInputElement} */ (part("file"));
chooser.addEventListener("change", () => chooser.files?.[0] && replay(chooser.files[0]));
