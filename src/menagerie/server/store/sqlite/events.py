"""Store events in an SQLite file with a write-ahead log and synchronous=FULL."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from menagerie.server.base.errors import unquoted
from menagerie.server.store import hash_chain, table_rows
from menagerie.server.store.event_writer import EventWriter, Row, row
from menagerie.server.store.events import Change, Conflict, Damaged, StoreFailed, TableEvent, why_refused
from menagerie.server.store.group_writer import Job
from menagerie.server.store.sqlite import database_file
from menagerie.server.store.sqlite.checkpoints import Checkpoints
from menagerie.server.store.sqlite.last_written import LastWritten

COLUMNS: Final = "table_id, seq, kind, seat, data, at, to_act, key, link"
_READ: Final = f"SELECT {COLUMNS} FROM events WHERE table_id = ? ORDER BY seq"  # noqa: S608 - constants
_LAST: Final = f"{_READ} DESC LIMIT 1"
_LAST_BUT: Final = _LAST.replace(" ORDER", " AND kind NOT IN ({}) ORDER")
_VALUES: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
ROWS: Final = 64
"""The most events in one statement. While SQLite executes a statement, other threads run, and then it waits for its
turn: one statement per event would make it wait long on a busy server."""
_INSERT: Final = [
    f"INSERT INTO events ({COLUMNS}) VALUES {', '.join([_VALUES] * size)}"  # noqa: S608 - constants
    for size in range(ROWS + 1)
]
"""By number of events."""


class SqliteReading:
    """Reads the events in a file that another process may be writing to."""

    def __init__(self, reader: sqlite3.Connection) -> None:
        self._reader = reader
        self._reading = threading.Lock()

    def read(self, table: str) -> list[TableEvent]:
        """Return all events of a table, in order."""
        try:
            with self._reading:
                rows = self._reader.execute(_READ, (table,)).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise Damaged(table, f"the file cannot be read ({unquoted(error)})") from None
        return hash_chain.verified(table, rows)

    def last(self, tables: Iterable[str], without: Sequence[str] = ()) -> dict[str, TableEvent]:
        """Return the last readable event of each of these tables, `without` these kinds."""
        query = _LAST_BUT.format(", ".join("?" * len(without)))
        found: dict[str, TableEvent] = {}
        with self._reading:
            for table in tables:
                with contextlib.suppress(sqlite3.DatabaseError, UnicodeDecodeError):
                    row = self._reader.execute(query, (table, *without)).fetchone()
                    if row is not None:
                        found[table] = TableEvent(*row[:-1])
        return found

    def tables(self) -> list[str]:
        """Return all tables that have events."""
        with self._reading:
            return [table for (table,) in self._reader.execute("SELECT DISTINCT table_id FROM events")]

    def close(self) -> None:
        """Close the file."""
        self._reader.close()


class SqliteEvents(SqliteReading, EventWriter):
    """Reads and writes events. `turn`: a lock shared with all other writers to the file, since waiting for a lock is
    faster than being refused by SQLite and retrying."""

    def __init__(self, path: Path, turn: AbstractContextManager[object] | None = None) -> None:
        SqliteReading.__init__(self, database_file.connect(path))
        self._turn = turn or threading.Lock()
        self._writer = database_file.connect(path)
        self._last_written = LastWritten(path)
        if self._last_written.is_new or not database_file.was_served(path):
            self._last_written.begin()
        self._checkpoints = Checkpoints(path, self._writer)
        EventWriter.__init__(self)

    def let_go(self, table: str) -> None:
        super().let_go(table)
        self._last_written.let_go(table)

    def close(self) -> None:
        """Finish current work and close the file."""
        self._thread.close()
        self._checkpoints.close()
        self._writer.close()
        self._last_written.close()
        super().close()

    # In the writer's thread.

    def _head(self, table: str) -> hash_chain.Head:
        row = self._writer.execute(_LAST, (table,)).fetchone()
        return hash_chain.BEGINNING if row is None else (row[1], row[-1])

    def _commit(self, batch: list[Job]) -> None:
        try:
            with self._turn:
                self._write(batch)
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            for job in batch:
                self._fail(job, StoreFailed(why_refused(error)))
        stored = [job for job in batch if job.events and job.error is None]
        if stored:
            self._last_written.note(stored[-1].events[-1])
            self._checkpoints.stored(sum([len(job.events) for job in stored]))

    def _write(self, batch: list[Job]) -> None:
        """Write a batch in one transaction."""
        if not all(job.events for job in batch):
            database_file.probe(self._writer)
        jobs = [job for job in batch if job.events]
        statements = self._statements(jobs)
        if len(statements) == 1 and self._stores_alone(statements[0]):  # the usual case
            return
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            self._execute(statements)
        except (sqlite3.DatabaseError, ValueError):
            if not self._writer.in_transaction:  # the whole transaction is lost, whichever job caused it
                raise
            self._writer.execute("ROLLBACK")
            self._writer.execute("BEGIN IMMEDIATE")
            self._one_by_one(jobs)
        self._writer.execute("COMMIT")

    def _stores_alone(self, statement: Change) -> bool:
        """Run one statement as its own transaction; return whether all of it could be stored."""
        try:
            self._execute([statement])
        except sqlite3.OperationalError:  # the disk, for example: no job's fault
            raise
        except (sqlite3.DatabaseError, ValueError):
            return False
        return True

    def _execute(self, statements: Iterable[Change]) -> None:
        for statement, values in statements:
            self._writer.execute(statement, values)

    def _statements(self, jobs: Sequence[Job]) -> list[Change]:
        """Return the statements for the events of all jobs; those whose numbers are taken are left out."""
        written: list[Row] = []
        further: list[Change] = []
        for job in jobs:
            try:
                links = self._heads.lengthen(job.events)
            except Conflict as error:
                self._fail(job, error)
                continue
            written += [row(event, link) for event, link in zip(job.events, links, strict=True)]
            further += (*table_rows.changes(job.events), *job.also)
        parts = [written[first : first + ROWS] for first in range(0, len(written), ROWS)]
        return [(_INSERT[len(part)], tuple([value for row in part for value in row])) for part in parts] + further

    def _one_by_one(self, jobs: Sequence[Job]) -> None:
        """Store the jobs one by one after a failed batch, leaving out only those that collide or can't be stored."""
        for job in jobs:
            self._fail(job, None)
        for job in jobs:
            self._writer.execute("SAVEPOINT job")
            try:
                self._execute(self._statements([job]))
            except sqlite3.IntegrityError:
                self._fail(job, Conflict())
            except (sqlite3.DatabaseError, ValueError) as error:
                if not self._writer.in_transaction:  # the whole transaction is lost, not only these events
                    raise
                self._fail(job, StoreFailed(why_refused(error)))
            if job.error is not None:
                self._writer.execute("ROLLBACK TO job")
            self._writer.execute("RELEASE job")
