"""Move SQLite's write-ahead log into the file in a separate thread.

On its own SQLite does so occasionally during a commit, and everyone waiting for that commit waits for all of it. Here
commits continue meanwhile. The log restarts once all of it is in the file; if that never happens, a commit moves the
rest, which is little (`MOST`)."""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path
from typing import Final

from menagerie.server.store.sqlite import database_file

LOG: Final = logging.getLogger("menagerie.server")
EVENTS: Final = 400
"""Events between two checkpoints; each takes two or three pages."""
MOST: Final = 6000
"""Pages of the log at which a commit empties it itself: about 25 MB."""


class Checkpoints:
    """The thread, for the file that `writer` writes to."""

    def __init__(self, path: Path, writer: sqlite3.Connection) -> None:
        writer.execute(f"PRAGMA wal_autocheckpoint = {MOST}")
        self._connection = database_file.connect(path)
        self._events = 0
        self._is_due = threading.Event()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="checkpoints", daemon=True)
        self._thread.start()

    def stored(self, events: int) -> None:
        """Count events added to the log."""
        self._events += events
        if self._events >= EVENTS:
            self._events = 0
            self._is_due.set()

    def close(self) -> None:
        """Finish current work. Closing the file's last connection empties the log."""
        self._is_closed = True
        self._is_due.set()
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while self._is_due.wait() and not self._is_closed:
            self._is_due.clear()
            try:
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            except sqlite3.Error as error:  # a full disk, for example; what was committed is in the log all the same
                LOG.warning("The write-ahead log could not be moved into the file: %s", error)
