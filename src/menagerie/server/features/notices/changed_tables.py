"""Which tables have news: written in the same transaction as what happened there, so that a crash forgets nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, select, text

from menagerie.server.store import table_rows
from menagerie.server.store.events import Change, TableEvent
from menagerie.server.store.schema.notices import STIR_ROWS
from menagerie.server.table.listener import TableListener
from menagerie.server.table.table import Table

_SET: Final = (
    "INSERT INTO stirred (table_id, seq) VALUES (?, 1) ON CONFLICT (table_id) DO UPDATE SET seq = stirred.seq + 1"
)
_LOOKED: Final = delete(STIR_ROWS).where(
    (STIR_ROWS.c.table_id == bindparam("table")) & (STIR_ROWS.c.seq == bindparam("often"))
)
_MARKED: Final = "changed"
"""What a table in memory remembers that is marked. One that is read again is marked once more, which does no harm."""
MANY: Final = 200
"""As many tables are looked at in one go."""


class ChangedTables(TableListener):
    """Marks the tables at which something happens of which someone may have to be told."""

    def changes(self, table: Table, events: Sequence[TableEvent]) -> list[Change]:
        """Mark the table; once is enough until someone looks."""
        return [(_SET, (table.id,))] if self._is_news(table, events) else []

    def stored(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Remember that the table is marked."""
        if self._is_news(table, events):
            table.remembered.add(_MARKED)

    def _is_news(self, table: Table, events: Sequence[TableEvent]) -> bool:
        return _MARKED not in table.remembered and _has_readers(table, events)

    def looks(self, table: Table) -> None:
        """Have what happens from now on at a table mark it again."""
        table.remembered.discard(_MARKED)


def _has_readers(table: Table, events: Sequence[TableEvent]) -> bool:
    """Return whether someone may have to be told: not where one person plays against bots, unless moves have days
    there, and not at lessons and replays."""
    if table.facts.lesson is not None or table.status == "replay":
        return False
    people = table.owners() | {seat.guest for seat in table_rows.seats_in(events) if seat.guest is not None}
    by_days = table.clocks is not None and table.clocks.pace.by_days
    return bool(people) and (len(people) > 1 or by_days)


def mark(connection: Connection, table: str) -> None:
    """Have a table looked at because of something that is no event of it: somebody is asked to come."""
    connection.execute(text(_SET.replace("?", ":table")), {"table": table})


def tables(connection: Connection) -> dict[str, int]:
    """Return the tables to look at, with how often something has happened there."""
    # Any of them, so that those of another process that is slow do not hide ours.
    query = select(STIR_ROWS).order_by(func.random()).limit(MANY)
    return {row.table_id: row.seq for row in connection.execute(query)}


def looked(connection: Connection, seen: Iterable[tuple[str, int]]) -> None:
    """Take these tables, one at least, off the list; but for those at which something has happened meanwhile."""
    # In one go: whoever decides something waits until all of it is written.
    connection.execute(_LOOKED, [{"table": table, "often": seq} for table, seq in seen])
