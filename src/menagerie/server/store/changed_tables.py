"""Which tables have something to tell: written in the same transaction as what happened there, so that nothing is
forgotten in a crash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, select, text

from menagerie.server.store.events import Change
from menagerie.server.store.schema.notices import STIR_ROWS

_SET: Final = (
    "INSERT INTO stirred (table_id, seq) VALUES (?, 1) ON CONFLICT (table_id) DO UPDATE SET seq = stirred.seq + 1"
)
_LOOKED: Final = delete(STIR_ROWS).where(
    (STIR_ROWS.c.table_id == bindparam("table")) & (STIR_ROWS.c.seq == bindparam("often"))
)
MANY: Final = 200
"""As many tables are looked at in one go."""


def mark(table: str) -> Change:
    """Return the statement by which a table is looked at, to be stored with events there."""
    return (_SET, (table,))


def stir(connection: Connection, table: str) -> None:
    """Have a table looked at because of something that is no event of it: somebody is asked to come."""
    connection.execute(text(_SET.replace("?", ":table")), {"table": table})


def tables(connection: Connection) -> dict[str, int]:
    """The tables that somebody has to look at, with how often something has happened there."""
    # Any of them, so that those of another process that is slow do not hide ours.
    query = select(STIR_ROWS).order_by(func.random()).limit(MANY)
    return {row.table_id: row.seq for row in connection.execute(query)}


def looked(connection: Connection, seen: Iterable[tuple[str, int]]) -> None:
    """These tables, one at least, were looked at; but for those at which something has happened meanwhile."""
    # In one go: whoever decides something waits until all of it is written.
    connection.execute(_LOOKED, [{"table": table, "often": seq} for table, seq in seen])
