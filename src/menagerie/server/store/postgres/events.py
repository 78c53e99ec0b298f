"""Store events in PostgreSQL: a batch is one INSERT of arrays, for the tables that this process still owns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from menagerie.server.store import event_reader, hash_chain, table_rows
from menagerie.server.store.event_writer import EventWriter, Row, row
from menagerie.server.store.events import Conflict, Damaged, Lost, StoreFailed, TableEvent, Unanswered, why_refused
from menagerie.server.store.file_lock import InUse
from menagerie.server.store.group_writer import Job
from menagerie.server.store.postgres.session import PostgresSession

_INSERT: Final = """
    INSERT INTO events (table_id, seq, kind, seat, data, at, to_act, key, link)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::text[], %s::float8[], %s::text[],
                         %s::text[], %s::text[])
"""
_HOLD: Final = """
    SELECT table_id FROM leases JOIN unnest(%s::text[], %s::int[]) AS ours (table_id, epoch) USING (table_id, epoch)
    WHERE process = %s FOR SHARE OF leases
"""
"""Another process that wants one of these tables waits until this transaction has ended."""
_HEAD: Final = "SELECT seq, link FROM events WHERE table_id = %s ORDER BY seq DESC LIMIT 1"
_PROBE: Final = "UPDATE alembic_version SET version_num = version_num"


class PostgresEvents(EventWriter):
    """Reads on the engine's connections, and writes on the session's, in one thread."""

    def __init__(self, engine: Engine, session: PostgresSession, process: str = "") -> None:
        """`process`: the writer's name; None if no other process can use the database meanwhile."""
        self._engine = engine
        self._process = process
        self._session = session
        super().__init__()

    def read(self, table: str) -> list[TableEvent]:
        """Return all events of a table, in order."""
        try:
            with self._engine.connect() as connection:
                return event_reader.read(connection, table)
        except OperationalError:  # a lost connection says nothing about what is stored
            raise
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            raise Damaged(table, f"it cannot be read ({error.orig})") from None

    def last(self, tables: Iterable[str], without: Sequence[str] = ()) -> dict[str, TableEvent]:
        """Return the last event of each of these tables, `without` these kinds."""
        with self._engine.connect() as connection:
            return event_reader.last(connection, tables, without)

    def tables(self) -> list[str]:
        """Return all tables that have events."""
        with self._engine.connect() as connection:
            return event_reader.tables(connection)

    def close(self) -> None:
        """Finish current work."""
        self._thread.close()

    # In the writer's thread.

    def _head(self, table: str) -> hash_chain.Head:
        row = self._session.connection.execute(_HEAD, [table]).fetchone()
        return hash_chain.BEGINNING if row is None else (row[0], row[1])

    def _commit(self, batch: list[Job]) -> None:
        try:
            connection = self._session.connection
            if not all(job.events for job in batch):
                connection.execute(_PROBE)
            jobs = [job for job in batch if job.events]
            try:
                with connection.transaction():
                    self._insert(connection, jobs)
            except (psycopg.errors.UniqueViolation, psycopg.DataError, ValueError):
                self._one_by_one(connection, jobs)
        except (psycopg.Error, InUse) as error:
            # A lost connection may have stored everything before we heard of it.
            failed = Unanswered if isinstance(error, psycopg.OperationalError) else StoreFailed
            for job in batch:
                self._fail(job, failed(why_refused(error)))

    def _insert(self, connection: psycopg.Connection[Any], jobs: Sequence[Job]) -> None:
        """Insert the events of all jobs at once; those whose numbers are taken are left out."""
        written: list[Row] = []
        for job in self._ours(connection, jobs):
            try:
                links = self._heads.lengthen(job.events, job.epoch)
            except Conflict as error:
                self._fail(job, error)
                continue
            written += [row(event, link) for event, link in zip(job.events, links, strict=True)]
        if written:
            connection.execute(_INSERT, [list(column) for column in zip(*written, strict=True)])
            for job in jobs:
                if job.error is None:
                    for statement, values in (*table_rows.changes(job.events), *job.also):
                        connection.execute(statement.replace("?", "%s"), values)

    def _ours(self, connection: psycopg.Connection[Any], jobs: Sequence[Job]) -> Sequence[Job]:
        """Return the jobs about tables that are ours and stay so until they are stored; the others fail."""
        if not self._process or not jobs:
            return jobs
        tables, epochs = [job.events[0].table for job in jobs], [job.epoch for job in jobs]
        held = {table for (table,) in connection.execute(_HOLD, [tables, epochs, self._process])}
        for job in jobs:
            if job.events[0].table not in held:
                self._fail(job, Lost())
        return [job for job in jobs if job.error is None]

    def _one_by_one(self, connection: psycopg.Connection[Any], jobs: Sequence[Job]) -> None:
        """Store the jobs one by one after a failed batch, leaving out only those that collide or can't be stored."""
        for job in jobs:
            self._fail(job, None)
        with connection.transaction():
            for job in jobs:
                try:
                    with connection.transaction():
                        self._insert(connection, [job])
                except psycopg.errors.UniqueViolation:
                    self._fail(job, Conflict())
                except (psycopg.DataError, ValueError) as error:
                    self._fail(job, StoreFailed(why_refused(error)))
