"""Store the chat of tables. The functions wait for the disk, so call them in a thread."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Row, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.store.schema.tables import REMARK_ROWS


class Remark(msgspec.Struct, frozen=True):
    """A chat message."""

    id: int
    name: str
    seat: int | None
    text: str
    at: float
    guest: str
    """The author, known only to the server."""


_SAID: Final = (
    select(REMARK_ROWS)
    .where(REMARK_ROWS.c.table_id == bindparam("table"))
    .order_by(REMARK_ROWS.c.id.desc())
    .limit(bindparam("count"))
)


def say(database: Database, table: str, guest: Guest, seat: int | None, words: str, key: str) -> tuple[Remark, bool]:
    """Store a chat message; return it, or the earlier one with the same key, and whether it is new."""
    values: dict[str, Any] = {"table_id": table, "guest": guest.id, "name": guest.name, "seat": seat, "text": words}
    values |= {"at": clock.now(), "key": f"{guest.id} {key}"}
    try:
        with database.writing() as connection:
            connection.execute(insert(REMARK_ROWS).values(values))
        is_new = True
    except IntegrityError:
        is_new = False
    with database.engine.connect() as connection:
        query = select(REMARK_ROWS).where((REMARK_ROWS.c.table_id == table) & (REMARK_ROWS.c.key == values["key"]))
        return _remark(connection.execute(query).one()), is_new


def said(database: Database, table: str, count: int = 100) -> list[Remark]:
    """Return the latest messages at a table, in order."""
    with database.engine.connect() as connection:
        rows = connection.execute(_SAID, {"table": table, "count": count}).all()
        return [_remark(row) for row in reversed(rows)]


def find(database: Database, table: str, id: int) -> Remark | None:
    """Return a message at a table."""
    query = select(REMARK_ROWS).where((REMARK_ROWS.c.table_id == table) & (REMARK_ROWS.c.id == id))
    with database.engine.connect() as connection:
        row = connection.execute(query).first()
    return None if row is None else _remark(row)


def _remark(row: Row[Any]) -> Remark:
    return Remark(row.id, row.name, row.seat, row.text, row.at, row.guest)
