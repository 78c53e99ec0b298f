"""Store duplicates, and who knows the deal of each. Everything here waits for the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.features.daily.deal_days import DAY
from menagerie.server.features.daily.shared_deals import group_deal
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.deals import DUPLICATE_ROWS, KNOWN_ROWS
from menagerie.server.store.schema.tables import TABLE_ROWS

ENTRY: Final = 14 * DAY
"""How long new groups may join a duplicate, unless its host closes it earlier."""
LONGEST: Final = 90 * DAY
"""When its seed is revealed even if a group hasn't finished."""
MAKING: Final = 60.0
"""Seconds that making a table may take."""


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
        """Return whether no new group may join."""
        return self.closed is not None or clock.now() >= self.created + ENTRY


class DuplicateStore:
    """The stored duplicates."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, code: str, owner: str, bots: Mapping[int, str]) -> None:
        """Add a duplicate."""
        row = {"code": code, "owner": owner, "bots": json.dumps(bots), "created": clock.now(), "closed": None}
        with self._database.writing() as connection:
            connection.execute(insert(DUPLICATE_ROWS).values(row))

    def remove(self, code: str) -> None:
        """Remove a duplicate whose table could not be made."""
        with self._database.writing() as connection:
            connection.execute(delete(KNOWN_ROWS).where(KNOWN_ROWS.c.code == code))
            connection.execute(delete(DUPLICATE_ROWS).where(DUPLICATE_ROWS.c.code == code))

    def find(self, code: str) -> Duplicate | None:
        """Return the duplicate with this code."""
        with self._database.engine.connect() as connection:
            row = connection.execute(select(DUPLICATE_ROWS).where(DUPLICATE_ROWS.c.code == code)).first()
        if row is None:
            return None
        bots = {int(seat): kind for seat, kind in json.loads(row.bots).items()}
        return Duplicate(row.code, row.owner, bots, row.created, row.closed)

    def is_owner(self, code: str, guest: str) -> bool:
        """Return whether a guest has made it."""
        made = (DUPLICATE_ROWS.c.code == code) & DUPLICATE_ROWS.c.owner.in_(same_person(guest))
        with self._database.engine.connect() as connection:
            return connection.execute(select(DUPLICATE_ROWS.c.code).where(made)).first() is not None

    def close(self, code: str) -> None:
        """Close it to new groups."""
        still_open = (DUPLICATE_ROWS.c.code == code) & DUPLICATE_ROWS.c.closed.is_(None)
        with self._database.writing() as connection:
            connection.execute(update(DUPLICATE_ROWS).where(still_open).values(closed=clock.now()))

    def tables(self, code: str) -> list[str]:
        """Return the groups' tables in the order in which they joined."""
        query = select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.deal == group_deal(code)).order_by(TABLE_ROWS.c.created)
        with self._database.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def is_revealed(self, code: str) -> bool:
        """Return whether the seed may be revealed: all groups have finished and no more can join, or time is up."""
        found = self.find(code)
        if found is None or clock.now() >= found.created + LONGEST:
            return True
        return found.is_closed and not table_index.unfinished(self._database, self.tables(code))

    # Who knows the deal.

    def note(self, code: str, guest: str, table: str) -> str:
        """Note that a person plays or sees the deal at a table; return where they first did. A note for a table that
        doesn't exist counts for a minute, since the table may be in the making."""
        noted = self._noted(code, guest)
        if not noted:
            old = (KNOWN_ROWS.c.code == code) & (KNOWN_ROWS.c.guest == guest)
            row = {"code": code, "guest": guest, "table_id": table, "at": clock.now()}
            try:
                with self._database.writing() as connection:
                    connection.execute(delete(KNOWN_ROWS).where(old & ~_counts()))
                    connection.execute(insert(KNOWN_ROWS).values(row))
            except IntegrityError:  # at the same moment from elsewhere
                pass
            noted = self._noted(code, guest)
        return table if table in noted or not noted else noted[0]

    def _noted(self, code: str, guest: str) -> list[str]:
        known = (KNOWN_ROWS.c.code == code) & KNOWN_ROWS.c.guest.in_(same_person(guest)) & _counts()
        with self._database.engine.connect() as connection:
            return list(connection.execute(select(KNOWN_ROWS.c.table_id).where(known)).scalars())

    def knows(self, code: str, guest: str) -> str | None:
        """Return the table where a person got to know the deal, if any."""
        return next(iter(self._noted(code, guest)), None)

    def forget(self, table: str) -> None:
        """Forget a table that was removed or could not be made, where no one learned anything."""
        with self._database.writing() as connection:
            connection.execute(delete(KNOWN_ROWS).where(KNOWN_ROWS.c.table_id == table))


def _counts() -> ColumnElement[bool]:
    """Return whether a note is valid: its table exists or is being made."""
    return exists().where(TABLE_ROWS.c.id == KNOWN_ROWS.c.table_id) | (KNOWN_ROWS.c.at > clock.now() - MAKING)
