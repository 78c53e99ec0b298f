"""Note who was last seen when and at which table, so that friends in any process know who is online."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.schema.social import SIGHTING_ROWS
from menagerie.server.store.schema.tables import TABLE_ROWS

HERE: Final = 150.0
"""Seconds without a sign after which a person counts as offline."""
OFTEN: Final = 60.0
"""Seconds between two notes about the same person at the same place."""
REMEMBERED: Final = 10_000


class Sighting(NamedTuple):
    """Where a person is now; a table only if it is listed."""

    table: str | None
    title: str | None


class LastSeen:
    """Notes who was seen, and looks it up. Its methods wait for the disk, so call them in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._written: dict[str, tuple[float, str | None]] = {}

    def see(self, guest: str, table: str | None) -> None:
        """Note that a person is at a table or in the lobby."""
        at, where = self._written.get(guest, (-OFTEN, None))
        if where == table and time.monotonic() - at < OFTEN:
            return
        if len(self._written) > REMEMBERED:
            self._written.clear()
        self._written[guest] = time.monotonic(), table
        seen = {"at": clock.now(), "table_id": table}
        mine = SIGHTING_ROWS.c.guest == guest
        try:
            with self._database.writing() as connection:
                if connection.execute(update(SIGHTING_ROWS).where(mine).values(seen)).rowcount == 0:
                    connection.execute(insert(SIGHTING_ROWS).values(guest=guest, **seen))
        except IntegrityError:  # another process has just written the same
            pass

    def see_all(self, where: Iterable[tuple[str, str]]) -> None:
        """Note that these people are at these tables."""
        for guest, table in where:
            self.see(guest, table)

    def here(self, people: list[str]) -> dict[str, Sighting]:
        """Return which of these people are online."""
        rows, tables = SIGHTING_ROWS.c, TABLE_ROWS.c
        listed = (rows.table_id == tables.id) & tables.public & tables.status.in_(("open", "playing"))
        query = select(rows.guest, tables.id, tables.title).select_from(SIGHTING_ROWS.outerjoin(TABLE_ROWS, listed))
        query = query.where(rows.guest.in_(people) & (rows.at > clock.now() - HERE))
        with self._database.engine.connect() as connection:
            return {row.guest: Sighting(row.id, row.title) for row in connection.execute(query)}
