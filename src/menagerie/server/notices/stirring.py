"""Which tables have something to tell: written in the same transaction as what happened there, so that nothing is
forgotten in a crash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, bindparam, delete, func, select, text

from menagerie.server import rows
from menagerie.server.notices.relations import STIR_ROWS
from menagerie.server.store import Change, TableEvent

if TYPE_CHECKING:
    from menagerie.server.table import Table

_SET: Final = (
    "INSERT INTO stirred (table_id, seq) VALUES (?, 1) ON CONFLICT (table_id) DO UPDATE SET seq = stirred.seq + 1"
)
_LOOKED: Final = delete(STIR_ROWS).where(
    (STIR_ROWS.c.table_id == bindparam("table")) & (STIR_ROWS.c.seq == bindparam("often"))
)
MANY: Final = 200
"""As many tables are looked at in one go."""


def changes(table: Table, events: Sequence[TableEvent]) -> list[Change]:
    """The statement that belongs to events at a table, if somebody may have to be told: not where one person plays
    against bots, unless moves have days there, and not at lessons and replays. Once is enough until somebody looks."""
    if table.is_stirred or table.facts.lesson is not None or table.status == "replay":
        return []
    seated = [seat.guest for event in events if event.kind == rows.SEATED for seat in rows.read_seats(event)]
    people = table.owners() | {guest for guest in seated if guest is not None}
    by_days = table.clocks is not None and table.clocks.pace.by_days
    if not people or (len(people) < 2 and not by_days):
        return []
    return [(_SET, (table.id,))]


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
