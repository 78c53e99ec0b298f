"""Duplicates as they are stored: their rows, and who knows the deal of one. Everything here waits for the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from menagerie.server import clock
from menagerie.server.daily.days import DAY
from menagerie.server.daily.names import group_deal
from menagerie.server.daily.relations import DUPLICATE_ROWS, KNOWN_ROWS
from menagerie.server.database import Database
from menagerie.server.schema import TABLE_ROWS

ENTRY: Final = 14 * DAY
"""For so long after a duplicate was made new groups may come, unless whoever made it ends that before."""
LONGEST: Final = 90 * DAY
"""After so long its seed is told, also if some group has not finished."""


class Duplicate(msgspec.Struct, frozen=True):
    """A deal that several groups play."""

    code: str
    owner: str
    bots: dict[int, str]
    """The kinds of the bots by seat."""
    created: float
    closed: float | None

    @property
    def is_closed(self) -> bool:
        """Whether no new group may come any more."""
        return self.closed is not None or clock.now() >= self.created + ENTRY


class Known:
    """The rows of duplicates."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, code: str, owner: str, bots: Mapping[int, str]) -> None:
        """A new duplicate."""
        row = {"code": code, "owner": owner, "bots": json.dumps(bots), "created": clock.now(), "closed": None}
        with self._database.writing() as connection:
            connection.execute(insert(DUPLICATE_ROWS).values(row))

    def remove(self, code: str) -> None:
        """Forget a duplicate for which no table could be made."""
        with self._database.writing() as connection:
            connection.execute(delete(KNOWN_ROWS).where(KNOWN_ROWS.c.code == code))
            connection.execute(delete(DUPLICATE_ROWS).where(DUPLICATE_ROWS.c.code == code))

    def find(self, code: str) -> Duplicate | None:
        """The duplicate with this code."""
        with self._database.engine.connect() as connection:
            row = connection.execute(select(DUPLICATE_ROWS).where(DUPLICATE_ROWS.c.code == code)).first()
        if row is None:
            return None
        bots = {int(seat): kind for seat, kind in json.loads(row.bots).items()}
        return Duplicate(row.code, row.owner, bots, row.created, row.closed)

    def close(self, code: str) -> None:
        """Let no new group come."""
        still_open = (DUPLICATE_ROWS.c.code == code) & DUPLICATE_ROWS.c.closed.is_(None)
        with self._database.writing() as connection:
            connection.execute(update(DUPLICATE_ROWS).where(still_open).values(closed=clock.now()))

    def tables(self, code: str) -> list[str]:
        """The tables of its groups, in the order in which they came."""
        query = select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.deal == group_deal(code)).order_by(TABLE_ROWS.c.created)
        with self._database.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def is_told(self, code: str) -> bool:
        """Whether the seed may be known: no more groups may come and all have finished, or it has taken too long."""
        found = self.find(code)
        if found is None or clock.now() >= found.created + LONGEST:
            return True
        return found.is_closed and not self._database.unfinished(self.tables(code))

    # Who knows the deal.

    def note(self, code: str, guest: str, table: str) -> str:
        """Note that somebody plays or sees the deal at a table; where that person did so first. A table that was taken
        away, or never came to be, is forgotten."""
        key = (KNOWN_ROWS.c.code == code) & (KNOWN_ROWS.c.guest == guest)
        there = exists().where(TABLE_ROWS.c.id == KNOWN_ROWS.c.table_id)
        first = self._first(key)
        if first is None:
            try:
                with self._database.writing() as connection:
                    row = {"code": code, "guest": guest, "table_id": table}
                    connection.execute(insert(KNOWN_ROWS).values(row))
            except IntegrityError:  # at the same moment elsewhere
                pass
        elif first != table:
            with self._database.writing() as connection:
                connection.execute(update(KNOWN_ROWS).where(key & ~there).values(table_id=table))
        return self._first(key) or table

    def _first(self, key: ColumnElement[bool]) -> str | None:
        with self._database.engine.connect() as connection:
            return connection.execute(select(KNOWN_ROWS.c.table_id).where(key)).scalar()

    def knows(self, code: str, guest: str) -> str | None:
        """The table where somebody knows the deal from, if anywhere."""
        first = self._first((KNOWN_ROWS.c.code == code) & (KNOWN_ROWS.c.guest == guest))
        return first if first is not None and first in self.tables(code) else None
