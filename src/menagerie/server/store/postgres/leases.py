"""Lease tables to processes in PostgreSQL.

A lease has an epoch that grows whenever the table changes hands. Every append names its epoch, and its transaction
locks the lease's row (`postgres.events`): so a new owner sees everything that was stored before, and a former owner
can't store anything more. Stored data is therefore safe even if a living owner was taken for dead; the mistake only
costs its clients a reconnect."""

from __future__ import annotations

from sqlalchemy import Engine, insert, select, text, update
from sqlalchemy.dialects import postgresql

from menagerie.server.base.errors import no_answer
from menagerie.server.store.bus import CHANNEL
from menagerie.server.store.ownership import Elsewhere, Lease
from menagerie.server.store.postgres.processes import Processes
from menagerie.server.store.schema.tables import LEASE_ROWS, PROCESS_ROWS, TABLE_ROWS

ATTEMPTS = 5
_NOTIFY = text("SELECT pg_notify(:channel, :words)")


class Leases:
    """The leases of one process."""

    def __init__(self, engine: Engine, processes: Processes) -> None:
        self._engine = engine
        self._processes = processes
        self._process = processes.id

    def take(self, table: str, lost: str = "") -> Lease:
        """Own a table that no living process owns. Raises Elsewhere, or Refused while that is unknown."""
        if self._processes.is_out_of_touch:
            raise no_answer()
        owned = (
            select(LEASE_ROWS.c.process, LEASE_ROWS.c.epoch, PROCESS_ROWS.c.id, PROCESS_ROWS.c.address)
            .select_from(TABLE_ROWS)
            .outerjoin(LEASE_ROWS, LEASE_ROWS.c.table_id == TABLE_ROWS.c.id)
            .outerjoin(PROCESS_ROWS, PROCESS_ROWS.c.id == LEASE_ROWS.c.process)
            .where(TABLE_ROWS.c.id == table)
        )
        for _ in range(ATTEMPTS):
            with self._engine.connect() as connection:
                row = connection.execute(owned).first()
            if row is None:  # no such table, as its reader will find
                return Lease(0, is_new=False)
            if row.process == self._process:
                return Lease(row.epoch, is_new=False)
            if row.id is not None and row.id != lost:
                raise Elsewhere(row.id, row.address)
            epoch = self._take_over(table, row.process, row.epoch)
            if epoch:
                return Lease(epoch, is_new=True)
        raise Elsewhere

    def _take_over(self, table: str, before: str | None, epoch: int | None) -> int:
        """Take over a lease in the state in which it was found; return 0 if another process was faster."""
        mine = {"table_id": table, "process": self._process, "epoch": (epoch or 0) + 1}
        with self._engine.begin() as connection:
            if epoch is None:
                first = postgresql.insert(LEASE_ROWS).values(mine).on_conflict_do_nothing()
                return connection.execute(first.returning(LEASE_ROWS.c.epoch)).scalar() or 0
            found = (LEASE_ROWS.c.table_id == table) & (LEASE_ROWS.c.epoch == epoch)
            changed = update(LEASE_ROWS).where(found).values(mine).returning(LEASE_ROWS.c.epoch)
            taken = connection.execute(changed).scalar() or 0
            if taken and before is not None:
                # A former owner that is still alive would show outdated tables.
                connection.execute(_NOTIFY, {"channel": CHANNEL, "words": f"lost {before} {table} {taken}"})
            return taken

    def make(self, table: str) -> Lease:
        """Own a table that is about to be made."""
        with self._engine.begin() as connection:
            connection.execute(insert(LEASE_ROWS).values(table_id=table, process=self._process, epoch=1))
        return Lease(1, is_new=True)

    def free(self, tables: list[str]) -> list[str]:
        """Return those of these tables that no other process owns."""
        owned = (
            select(LEASE_ROWS.c.table_id)
            .join(PROCESS_ROWS, PROCESS_ROWS.c.id == LEASE_ROWS.c.process)
            .where(LEASE_ROWS.c.table_id.in_(tables) & (PROCESS_ROWS.c.id != self._process))
        )
        with self._engine.connect() as connection:
            others = set(connection.execute(owned).scalars())
        return [table for table in tables if table not in others]

    def held(self) -> dict[str, int]:
        """Return the tables that this process has leases on, with their epochs."""
        mine = select(LEASE_ROWS.c.table_id, LEASE_ROWS.c.epoch).where(LEASE_ROWS.c.process == self._process)
        with self._engine.connect() as connection:
            return {row.table_id: row.epoch for row in connection.execute(mine)}
