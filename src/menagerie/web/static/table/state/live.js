/**
 * What connects this page with its table or puzzle. A table's page loads this first: while the other scripts are on
 * their way, the table speaks.
 */

import { Connection } from "./connection.js";
import { PuzzleClient } from "./puzzle_client.js";
import { id, puzzleAddress } from "./store.js";

export const connection = puzzleAddress ? new PuzzleClient() : new Connection(id);

if (!puzzleAddress) connection.connect();
