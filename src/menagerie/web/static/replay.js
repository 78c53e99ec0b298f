/** A record file, chosen or dropped, becomes a replay. */

import { me } from "./api.js";
import { icons, part } from "./dom.js";
import { dropping, replay } from "./files.js";
import { who } from "./who.js";

icons();
who();
dropping();
me().catch(() => null);
const chooser = /** @type {HTMLInputElement} */ (part("file"));
chooser.addEventListener("change", () => chooser.files?.[0] && replay(chooser.files[0]));
