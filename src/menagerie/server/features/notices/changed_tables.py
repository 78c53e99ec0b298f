"""Mark the tables that have news, in the transaction of the events, so that a crash loses none."""

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
"""Marks a table in memory as listed. A table that is read again is listed once more, which does no harm."""
MANY: Final = 200
"""How many tables are checked at a time."""


class ChangedTables(TableListener):
    """Lists the tables with events that someone may have to be notified of."""

    def changes(self, table: Table, events: Sequence[TableEvent]) -> list[Change]:
        """List the table. Once is enough until it is checked."""
        return [(_SET, (table.id,))] if self._is_news(table, events) else []

    def stored(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Remember that the table is listed."""
        if self._is_news(table, events):
            table.remembered.add(_MARKED)

    def _is_news(self, table: Table, events: Sequence[TableEvent]) -> bool:
        return _MARKED not in table.remembered and _has_readers(table, events)

    def looks(self, table: Table) -> None:
        """List the table again from its next event on."""
        table.remembered.discard(_MARKED)


def _has_readers(table: Table, events: Sequence[TableEvent]) -> bool:
    """Return whether someone may have to be notified: not of lessons, replays, or live games of one person against
    bots."""
    if table.facts.lesson is not None or table.status == "replay":
        return False
    people = table.owners() | {seat.guest for seat in table_rows.seats_in(events) if seat.guest is not None}
    by_days = table.clocks is not None and table.clocks.pace.by_days
    return bool(people) and (len(people) > 1 or by_days)


def mark(connection: Connection, table: str) -> None:
    """List a table because of something other than an event, such as an invitation."""
    connection.execute(text(_SET.replace("?", ":table")), {"table": table})


def tables(connection: Connection) -> dict[str, int]:
    """Return the tables to check, with how often something has happened at each."""
    # In random order, so that another process's slow tables don't hide ours.
    query = select(STIR_ROWS).order_by(func.random()).limit(MANY)
    return {row.table_id: row.seq for row in connection.execute(query)}


def looked(connection: Connection, seen: Iterable[tuple[str, int]]) -> None:
    """Remove these tables from the list, except those with news since then."""
    # In one statement, since players' decisions wait until all of it is written.
    connection.execute(_LOOKED, [{"table": table, "often": seq} for table, seq in seen])
