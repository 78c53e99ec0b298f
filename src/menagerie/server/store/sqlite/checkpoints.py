"""What is in SQLite's write-ahead log is brought into the file itself by a thread of its own.

Left to itself SQLite does this now and then in the middle of a commit, and all who wait for that commit wait for the
whole of it. Here commits go on meanwhile. The log begins anew when all of it is in the file; if that never happens by
itself, a commit does what is left, which is little (`MOST`).
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path
from typing import Final

from menagerie.server.store.sqlite import database_file

LOG: Final = logging.getLogger("menagerie.server")
EVENTS: Final = 400
"""After so many events the log is looked at; each takes two pages or three."""
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
        """So many events more are in the log."""
        self._events += events
        if self._events >= EVENTS:
            self._events = 0
            self._is_due.set()

    def close(self) -> None:
        """Finish what is under way. Whoever closes the file last empties the log."""
        self._is_closed = True
        self._is_due.set()
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while self._is_due.wait() and not self._is_closed:
            self._is_due.clear()
            try:
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            except sqlite3.Error as error:  # the disk is full, say: what was committed is in the log all the same
                LOG.warning("the write-ahead log was not brought into the file: %s", error)
