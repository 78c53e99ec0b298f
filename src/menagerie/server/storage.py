"""Everything that is stored, opened and checked: the relations (`Database`) and the events (`EventStore`)."""

from __future__ import annotations

import threading
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from menagerie.server import last_written, sqlite_file
from menagerie.server.database import Database
from menagerie.server.file_lock import FileLock, Unusable
from menagerie.server.sqlite_events import SqliteEvents
from menagerie.server.store import Events, EventStore


class Storage:
    """A SQLite file, locked for this process. Raises Unusable, or InUse if another server has it."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(f"The folder {path.parent} cannot be made: {error.strerror}.") from None
        self.place = str(path)
        """What people are told about where the tables are."""
        self._lock = FileLock(path)
        try:
            self.database, self.store = _open(path)
        except BaseException:
            self._lock.release()
            raise

    def announce(self, address: str) -> None:
        """Let whoever wants to start another server know where this one is."""
        self._lock.announce(address)

    def close(self) -> None:
        """Finish what is under way and let go of the file."""
        self.store.close()
        self.database.close()
        self._lock.release()


def _open(path: Path) -> tuple[Database, EventStore]:
    is_new = sqlite_file.make(path)
    # SQLite lets one write at a time, and waiting for a lock is quicker than being turned away and trying again.
    turn = threading.Lock()
    try:
        sqlite_file.check(path)
        database = Database(URL.create("sqlite", database=str(path)), turn)
        store = SqliteEvents(path, turn)
    except (DBAPIError, Unusable) as error:
        if is_new:
            sqlite_file.remove(path)
        if isinstance(error, Unusable):
            raise
        raise Unusable(sqlite_file.problem(path, error.orig or error)) from None
    lost = lacks(path, store)
    if lost:
        store.close()
        database.close()
        raise Unusable(f"{lost} Restore a backup, or remove {last_written.file_of(path)} to go on with what is there.")
    return database, store


def lacks(path: Path, events: Events) -> str:
    """The sentence about what was stored last in a file and is not there any more; nothing if all is well."""
    last = last_written.read(path)
    if last is None:
        return ""
    found = events.last([last.table]).get(last.table)
    if found is not None and found.seq >= last.seq:
        return ""
    return (
        f"{path} has lost what was stored last (event {last.seq} of table {last.table}): {path}-wal is damaged or gone."
    )
