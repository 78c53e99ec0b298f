"""Events in an SQLite file with a write-ahead log and synchronous=FULL: the embedded store."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from menagerie.server import chain, rows, sqlite_file
from menagerie.server.group_writer import GroupWriter, Job, Watcher
from menagerie.server.last_written import LastWritten
from menagerie.server.store import Conflict, Damaged, StoreFailed, TableEvent

COLUMNS: Final = "table_id, seq, kind, seat, data, at, to_act, key, link"
_READ: Final = f"SELECT {COLUMNS} FROM events WHERE table_id = ? ORDER BY seq"  # noqa: S608 - constants
_LAST: Final = f"{_READ} DESC LIMIT 1"
_INSERT: Final = f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants


class SqliteReading:
    """Reads the events in a file; another process may be writing to it."""

    def __init__(self, reader: sqlite3.Connection) -> None:
        self._reader = reader
        self._reading = threading.Lock()

    def read(self, table: str) -> list[TableEvent]:
        """All events of a table, in order."""
        try:
            with self._reading:
                rows = self._reader.execute(_READ, (table,)).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise Damaged(table, f"the file cannot be read ({error})") from None
        return chain.verified(table, rows)

    def last(self, tables: Iterable[str]) -> dict[str, TableEvent]:
        """The last event of each of these tables that has one that can be read."""
        found: dict[str, TableEvent] = {}
        with self._reading:
            for table in tables:
                with contextlib.suppress(sqlite3.DatabaseError, UnicodeDecodeError):
                    row = self._reader.execute(_LAST, (table,)).fetchone()
                    if row is not None:
                        found[table] = TableEvent(*row[:-1])
        return found

    def tables(self) -> list[str]:
        """All tables that have events."""
        with self._reading:
            return [table for (table,) in self._reader.execute("SELECT DISTINCT table_id FROM events")]

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()


class SqliteEvents(SqliteReading):
    """Reads and writes. `turn` is a lock that whoever else writes to the same file takes as well: SQLite lets one write
    at a time, and waiting for a lock is quicker than being turned away and trying again."""

    def __init__(self, path: Path, turn: AbstractContextManager[object] | None = None) -> None:
        super().__init__(sqlite_file.connect(path))
        self._turn = turn or threading.Lock()
        self._writer = sqlite_file.connect(path)
        self._heads = chain.Heads(self._head)
        self._last_written = LastWritten(path)
        self._thread = GroupWriter(self._commit)

    async def append(self, events: Sequence[TableEvent], epoch: int = 0) -> None:
        """Store events of one table, all or none. Whoever has the file owns all tables."""
        await self._thread.store(events)

    def watch(self, watcher: Watcher) -> None:
        """Have somebody told of every batch."""
        self._thread.watcher = watcher

    async def probe(self) -> None:
        """Write something that changes nothing."""
        await self._thread.store(())

    def close(self) -> None:
        """Finish what is under way and let go of the file."""
        self._thread.close()
        self._writer.close()
        self._last_written.close()
        super().close()

    # In the writer's thread.

    def _head(self, table: str) -> chain.Head:
        row = self._writer.execute(_LAST, (table,)).fetchone()
        return chain.BEGINNING if row is None else (row[1], row[-1])

    def _commit(self, batch: list[Job]) -> None:
        try:
            with self._turn:
                self._write(batch)
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            for job in batch:
                self._fail(job, StoreFailed(f"The database did not take it: {error}."))
        stored = [job for job in batch if job.events and job.error is None]
        if stored:
            self._last_written.note(stored[-1].events[-1])

    def _write(self, batch: list[Job]) -> None:
        """One transaction."""
        if not all(job.events for job in batch):
            sqlite_file.probe(self._writer)
        self._writer.execute("BEGIN IMMEDIATE")
        for job in batch:
            if job.events:
                self._insert(job)
        self._writer.execute("COMMIT")

    def _insert(self, job: Job) -> None:
        """One client's events; if they cannot be stored, only they are left out of the transaction."""
        writer = self._writer
        writer.execute("SAVEPOINT job")
        try:
            links = self._heads.lengthen(job.events)
            writer.executemany(_INSERT, [_row(event, link) for event, link in zip(job.events, links, strict=True)])
            for statement, values in rows.changes(job.events):
                writer.execute(statement, values)
        except (Conflict, sqlite3.IntegrityError):
            self._fail(job, Conflict())
        except (sqlite3.DatabaseError, ValueError) as error:
            if not writer.in_transaction:  # the whole transaction is lost, not only these events
                raise
            self._fail(job, StoreFailed(f"The database did not take it: {error}."))
        if job.error is not None:
            writer.execute("ROLLBACK TO job")
        writer.execute("RELEASE job")

    def _fail(self, job: Job, error: Exception) -> None:
        job.error = error
        if job.events:
            self._heads.forget(job.events[0].table)


def _row(e: TableEvent, link: str) -> tuple[object, ...]:
    return (e.table, e.seq, e.kind, e.seat, e.data, e.at, e.to_act, e.key, link)
