/**
 * The page's connection to its table or puzzle. A table's page loads this first, so that messages arrive while the
 * other scripts are still loading.
 */

import { Connection } from "./connection.js";
import { PuzzleClient } from "./puzzle_client.js";
import { id, puzzleAddress } from "./store.js";

export const connection = puzzleAddress ? new PuzzleClient() : new Connection(id);

if (!puzzleAddress) connection.connect();
