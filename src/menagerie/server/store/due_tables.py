"""Which tables somebody has to look at, and when: an indexed list in the database, so that no table is forgotten that
nobody has in memory, and none is looked at for nothing.

What stands there is never later than the truth. Who looks too early writes down when to look again."""

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
"""As many tables are read in one go; then come those after them."""

Due = tuple[float, str]
"""When a table is due, and which."""


def change(table: str, at: float | None) -> tuple[str, tuple[Any, ...]]:
    """The statement that belongs to the events after which a table is due then; `?` stands for each value."""
    return _SET, (table, at)


def change_if_away(table: str, guest: str, now: float) -> tuple[str, tuple[Any, ...]]:
    """The statement by which somebody looks at once if this guest, who plays from now on, is on holiday."""
    return _AWAY, (AT_ONCE, table, guest, now)


def tables(database: Database, now: float, after: Due | None = None) -> list[Due]:
    """The tables that are due, the most urgent first; `after` one of them, the next ones."""
    at, id = DUE_ROWS.c.at, DUE_ROWS.c.table_id
    query = select(at, id).where(at <= now).order_by(at, id).limit(MANY)
    if after is not None:
        query = query.where(or_(at > after[0], and_(at == after[0], id > after[1])))
    with database.engine.connect() as connection:
        return [(row.at, row.table_id) for row in connection.execute(query)]


def oldest(database: Database) -> Due | None:
    """The table that is due first."""
    query = select(DUE_ROWS).where(DUE_ROWS.c.at > AT_ONCE).order_by(DUE_ROWS.c.at).limit(1)
    with database.engine.connect() as connection:
        row = connection.execute(query).first()
    return None if row is None else (row.at, row.table_id)


def put_off(database: Database, table: str, before: float, at: float | None) -> None:
    """Look again later, unless something has happened meanwhile that says otherwise."""
    found = (DUE_ROWS.c.table_id == table) & (DUE_ROWS.c.at == before)
    with database.writing() as connection:
        connection.execute(update(DUE_ROWS).where(found).values(at=at))


def forget(database: Database, table: str) -> None:
    """There is no such table any more."""
    with database.writing() as connection:
        connection.execute(delete(DUE_ROWS).where(DUE_ROWS.c.table_id == table))


def of(database: Database, ids: Sequence[str]) -> dict[str, float]:
    """When these tables are due, as far as their clocks run."""
    query = select(DUE_ROWS).where(DUE_ROWS.c.table_id.in_(ids) & (DUE_ROWS.c.at > AT_ONCE))
    with database.engine.connect() as connection:
        return {row.table_id: row.at for row in connection.execute(query)}


def left(database: Database, ids: Sequence[str]) -> dict[str, float]:
    """How many seconds there are until then."""
    now = clock.now()
    return {id: round(max(0.0, at - now), 1) for id, at in of(database, ids).items()}


def tables_by_days(guest: str) -> Any:
    """The query for the games at which somebody plays where moves have days."""
    sits = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.guest.in_(same_person(guest))
    by_days = TABLE_ROWS.c.pace.like("%d") | TABLE_ROWS.c.pace.like("%h")
    return select(TABLE_ROWS.c.id).join(SEAT_ROWS, sits).where((TABLE_ROWS.c.status == "playing") & by_days)
