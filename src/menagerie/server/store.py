"""What happened at the tables, as an append-only list of events, durable before anyone is told.

The interface is `EventStore`; this is the embedded one: SQLite with a write-ahead log and synchronous=FULL. All writing
is done by one thread. While it waits for the disk, further events queue up, and the next transaction takes them all
(group commit): many tables share the price of one fsync.

The primary key (table, seq) is the lock: of two hands on one table the second finds the number taken and gets
`Conflict`. The key that a client gives to what it wants done is unique per table, so a retry cannot be stored twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, Protocol

import msgspec

from menagerie.server.sqlite_file import connect

BATCH: Final = 512
"""The most appends in one transaction."""


class TableEvent(msgspec.Struct, frozen=True, gc=False):
    """One event of a table."""

    table: str
    seq: int
    """1, 2, 3 ... within the table, without gaps."""
    kind: str
    """play, ordered, order, withdraw, ended, anew, undo, ask, answer, hand, again, leave, sit or note."""
    seat: int | None
    data: str
    """A decision's notation, the moment that an undo goes back to, or what the kind needs."""
    at: float
    to_act: str
    """The seats to act afterwards, as text: `0` or `0,2`; empty when the game is over."""
    key: str | None = None


class Conflict(Exception):
    """Somebody else was first: the number or the key is taken."""


class StoreFailed(Exception):
    """The disk did not take it; nothing was stored."""


class EventStore(Protocol):
    """Where events are kept."""

    async def append(self, events: Sequence[TableEvent]) -> None:
        """Store events of one table, all or none. On return they are durable. Raises Conflict or StoreFailed."""

    def read(self, table: str) -> list[TableEvent]:
        """All events of a table, in order."""

    def last(self, tables: Iterable[str]) -> dict[str, TableEvent]:
        """The last event of each of these tables that has one."""

    def close(self) -> None:
        """Finish what is under way and let go of the file."""


_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    data TEXT NOT NULL,
    at REAL NOT NULL,
    to_act TEXT NOT NULL,
    key TEXT,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS events_key ON events (table_id, key) WHERE key IS NOT NULL;
"""
_COLUMNS: Final = "table_id, seq, kind, seat, data, at, to_act, key"
_INSERT: Final = f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants


class _Job:
    """Events to store, and who waits for them."""

    __slots__ = ("done", "error", "loop", "rows")

    def __init__(self, rows: list[tuple[object, ...]]) -> None:
        self.rows = rows
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.error: Exception | None = None

    def report(self) -> None:
        """Tell who waits (in its own thread)."""
        if self.done.cancelled():
            return
        if self.error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(self.error)


class SqliteEvents:
    """Events in an SQLite file. `turn` is a lock that whoever else writes to the same file takes as well: SQLite lets
    one write at a time, and waiting for a lock is quicker than being turned away and trying again."""

    def __init__(self, path: Path, turn: threading.Lock | None = None) -> None:
        self._turn = turn or threading.Lock()
        self._reader = connect(path)
        self._reader.executescript(_SCHEMA)
        self._reading = threading.Lock()
        self._writer = connect(path)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="events", daemon=True)
        self._thread.start()

    async def append(self, events: Sequence[TableEvent]) -> None:
        """Store events of one table, all or none."""
        job = _Job([(e.table, e.seq, e.kind, e.seat, e.data, e.at, e.to_act, e.key) for e in events])
        self._jobs.put(job)
        # Whoever stops waiting (a closed connection) does not stop the writing: hence the shield.
        await asyncio.shield(job.done)

    def read(self, table: str) -> list[TableEvent]:
        """All events of a table, in order."""
        query = f"SELECT {_COLUMNS} FROM events WHERE table_id = ? ORDER BY seq"  # noqa: S608 - constants
        with self._reading:
            return [TableEvent(*row) for row in self._reader.execute(query, (table,))]

    def last(self, tables: Iterable[str]) -> dict[str, TableEvent]:
        """The last event of each of these tables that has one."""
        query = f"SELECT {_COLUMNS} FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1"  # noqa: S608 - constants
        found: dict[str, TableEvent] = {}
        with self._reading:
            for table in tables:
                row = self._reader.execute(query, (table,)).fetchone()
                if row is not None:
                    found[table] = TableEvent(*row)
        return found

    def close(self) -> None:
        """Finish what is under way and let go of the file."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._writer.close()
        self._reader.close()

    # The writer thread.

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch = [job]
            with contextlib.suppress(Empty):
                while len(batch) < BATCH:
                    following = self._jobs.get_nowait()
                    if following is None:
                        self._jobs.put(None)
                        break
                    batch.append(following)
            with self._turn:
                self._commit(batch)
            self._report(batch)

    def _commit(self, batch: list[_Job]) -> None:
        writer = self._writer
        try:
            writer.execute("BEGIN IMMEDIATE")
            for job in batch:
                self._insert(job)
            writer.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                writer.execute("ROLLBACK")
            for job in batch:
                job.error = StoreFailed(f"The database did not take it: {error}.")

    def _insert(self, job: _Job) -> None:
        """One client's events; if they collide with others, only they are left out of the transaction."""
        writer = self._writer
        writer.execute("SAVEPOINT job")
        try:
            writer.executemany(_INSERT, job.rows)
        except sqlite3.IntegrityError:
            writer.execute("ROLLBACK TO job")
            job.error = Conflict()
        writer.execute("RELEASE job")

    @staticmethod
    def _report(batch: list[_Job]) -> None:
        """Wake each event loop once for all of its jobs."""
        by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        for job in batch:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, jobs in by_loop.items():
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_report_all, jobs)


def _report_all(jobs: list[_Job]) -> None:
    for job in jobs:
        job.report()
