/** The page that opens a record file as a replay. */

import { icons, part } from "../shared/dom.js";
import { dropping, replay } from "../shared/record_files.js";
import { pageHeader } from "../shared/page_header.js";

icons();
pageHeader();
dropping();
const chooser = /** @type {HTMLInputElement} */ (part("file"));
chooser.addEventListener("change", () => chooser.files?.[0] && replay(chooser.files[0]));
