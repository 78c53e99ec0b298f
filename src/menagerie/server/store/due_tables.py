"""Keep an indexed list in the database of which tables must be checked when, so that no table is forgotten while it
isn't in memory, and none is checked needlessly.

A due time is never later than the truth. A check that comes too early stores the next time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import and_, delete, or_, select, update

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.tables import SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.schema.time import DUE_ROWS

_SET: Final = "INSERT INTO due (table_id, at) VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
_AWAY: Final = (
    "UPDATE due SET at = ? WHERE table_id = ? AND EXISTS (SELECT 1 FROM holidays WHERE guest = ? AND until > ?)"
)
AT_ONCE: Final = 0.0
MANY: Final = 200
"""How many tables are read at a time."""

Due = tuple[float, str]
"""When a table is due, and which."""


def change(table: str, at: float | None) -> tuple[str, tuple[Any, ...]]:
    """Return the statement to store with events after which a table is due then; `?` stands for each value."""
    return _SET, (table, at)


def change_if_away(table: str, guest: str, now: float) -> tuple[str, tuple[Any, ...]]:
    """Return the statement that makes a table due now if this guest, who plays from now on, is on holiday."""
    return _AWAY, (AT_ONCE, table, guest, now)


def tables(database: Database, now: float, after: Due | None = None) -> list[Due]:
    """Return the tables that are due, the most urgent first; with `after`, those after it."""
    at, id = DUE_ROWS.c.at, DUE_ROWS.c.table_id
    query = select(at, id).where(at <= now).order_by(at, id).limit(MANY)
    if after is not None:
        query = query.where(or_(at > after[0], and_(at == after[0], id > after[1])))
    with database.engine.connect() as connection:
        return [(row.at, row.table_id) for row in connection.execute(query)]


def oldest(database: Database) -> Due | None:
    """Return the table that is due first."""
    query = select(DUE_ROWS).where(DUE_ROWS.c.at > AT_ONCE).order_by(DUE_ROWS.c.at).limit(1)
    with database.engine.connect() as connection:
        row = connection.execute(query).first()
    return None if row is None else (row.at, row.table_id)


def postpone(database: Database, table: str, before: float, at: float | None) -> None:
    """Set a later time, unless an event has set another one meanwhile."""
    found = (DUE_ROWS.c.table_id == table) & (DUE_ROWS.c.at == before)
    with database.writing() as connection:
        connection.execute(update(DUE_ROWS).where(found).values(at=at))


def forget(database: Database, table: str) -> None:
    """Forget a removed table."""
    with database.writing() as connection:
        connection.execute(delete(DUE_ROWS).where(DUE_ROWS.c.table_id == table))


def of(database: Database, ids: Sequence[str]) -> dict[str, float]:
    """Return when these tables are due, if their clocks run."""
    query = select(DUE_ROWS).where(DUE_ROWS.c.table_id.in_(ids) & (DUE_ROWS.c.at > AT_ONCE))
    with database.engine.connect() as connection:
        return {row.table_id: row.at for row in connection.execute(query)}


def left(database: Database, ids: Sequence[str]) -> dict[str, float]:
    """Return how many seconds are left until then."""
    now = clock.now()
    return {id: round(max(0.0, at - now), 1) for id, at in of(database, ids).items()}


def tables_by_days(guest: str) -> Any:
    """Return the query for a guest's games with days per move."""
    sits = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.guest.in_(same_person(guest))
    by_days = TABLE_ROWS.c.pace.like("%d") | TABLE_ROWS.c.pace.like("%h")
    return select(TABLE_ROWS.c.id).join(SEAT_ROWS, sits).where((TABLE_ROWS.c.status == "playing") & by_days)
