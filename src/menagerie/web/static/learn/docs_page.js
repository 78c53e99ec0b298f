/** A page of the documentation: its text is already in it, and its drawings are not. */

import { icons } from "../shared/dom.js";

icons();
