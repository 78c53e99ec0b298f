"""Open and check everything stored: the relations (`Database`) and the events (`EventStore`)."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import URL

from menagerie.server.store import engines
from menagerie.server.store.database import Database
from menagerie.server.store.events import EventStore
from menagerie.server.store.file_lock import FileLock, Unusable
from menagerie.server.store.ownership import Alone, Ownership
from menagerie.server.store.sqlite import database_file, last_written
from menagerie.server.store.sqlite.events import SqliteEvents

if TYPE_CHECKING:
    from menagerie.server.store.postgres.processes import Processes


class Claim(Protocol):
    """Keeps other servers from using a database."""

    def announce(self, address: str) -> None:
        """Store this server's address for others that want the database."""

    def release(self) -> None:
        """Release the database."""


class Storage:
    """A database that only this process writes to or, if it is `shared`, other servers, too (on PostgreSQL). Raises
    Unusable, or InUse if others have it."""

    def __init__(self, database: str | Path, shared: bool = False) -> None:
        url = engines.url_of(database)
        self.place = engines.place(url)
        """Where the tables are, for people."""
        self.claim: Claim
        self.database: Database
        self.store: EventStore
        self.ownership: Ownership = Alone()
        self.processes: Processes | None = None
        """The servers that share the database; None on a file."""
        if engines.is_file(url):
            self._open_file(Path(str(url.database)), url)
        else:
            self._open_server(url, shared)

    def close(self) -> None:
        """Finish current work and close the database."""
        self.store.close()
        if self.processes is not None:
            self.processes.close()
        self.database.close()
        self.claim.release()

    def _open_file(self, path: Path, url: URL) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(f"The folder {path.parent} cannot be created: {error.strerror}.") from None
        self.claim = FileLock(path)
        try:
            self.database, self.store = _open_sqlite(path, url)
        except BaseException:
            self.claim.release()
            raise

    def _open_server(self, url: URL, shared: bool) -> None:
        with engines.explaining(url):
            # Not at the top: servers with an SQLite file may lack the driver.
            from menagerie.server.store.postgres.events import PostgresEvents
            from menagerie.server.store.postgres.leases import Leases
            from menagerie.server.store.postgres.processes import Processes
            from menagerie.server.store.postgres.session import PostgresSession

            with contextlib.ExitStack() as opened:
                self.claim = session = PostgresSession(url, shared)
                opened.callback(session.release)
                self.database = Database(url, threading.Lock(), may_upgrade=session.is_alone)
                opened.callback(self.database.close)
                if shared:
                    session.share()
                    self.processes = Processes(url)
                    self.ownership = Leases(self.database.engine, self.processes)
                opened.pop_all()  # opened successfully, so `close` closes it
            process = self.processes.id if self.processes is not None else ""
            self.store = PostgresEvents(self.database.engine, session, process)


def _open_sqlite(path: Path, url: URL) -> tuple[Database, EventStore]:
    is_new = database_file.make(path)
    # SQLite lets one write at a time, and waiting for a lock is faster than being refused and retrying.
    turn = threading.Lock()
    try:
        database_file.check(path)
        with engines.explaining(url):
            database = Database(url, turn)
        store = SqliteEvents(path, turn)
        database_file.mark_served(path, True)
    except Unusable:
        if is_new:
            database_file.remove(path)
        raise
    lost = last_written.lost(path, store.last)
    if lost:
        store.close()
        database.close()
        raise Unusable(
            f"{lost} Restore a backup, or remove {last_written.file_of(path)} to continue with what is there."
        )
    return database, store
