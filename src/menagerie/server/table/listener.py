"""Let features store data with table events and act on them, above all at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from menagerie.core.state import State
from menagerie.server.store import table_rows
from menagerie.server.store.events import Change, TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table import event_kinds
from menagerie.server.table.event_kinds.decisions import Decision
from menagerie.server.table.table import Table


class GameEnded(msgspec.Struct, frozen=True):
    """A game that ends with events about to be stored, or just stored."""

    facts: TableFacts
    seats: tuple[Seat, ...]
    state: State
    """The state at the end, which may not be an end by the rules if people ran out of time or left."""
    decided: float
    """When the last decision was made."""


class TableListener:
    """What one feature stores and does when something happens at a table. By default nothing.

    Changes are statements, with `?` for each value, stored in one transaction with the events: a killed server has
    stored both or neither. Anything longer belongs after `stored` or `ended`, where no player waits for it, and must
    find its unfinished work in the database at the next start."""

    def changes(self, table: Table, events: Sequence[TableEvent]) -> list[Change]:
        """Return what is stored with these events before they are applied; nothing for a new table."""
        return []

    def stored(self, table: Table, events: Sequence[TableEvent]) -> None:
        """React to stored events, before they are applied to the table."""

    def changes_at_end(self, ended: GameEnded) -> list[Change]:
        """Return what is stored with the end of a game."""
        return []

    def ended(self, ended: GameEnded) -> None:
        """React to the stored end of a game."""


class Listeners:
    """The listeners of all features."""

    def __init__(self) -> None:
        self._all: list[TableListener] = []

    def add(self, listener: TableListener) -> None:
        """Register a feature's listener."""
        self._all.append(listener)

    def changes(self, table: Table, events: Sequence[TableEvent], after: State | None = None) -> list[Change]:
        """Return what is stored with events that aren't applied yet. `after`: the state they lead to."""
        ended = _ended(table, events, after)
        at_end = [] if ended is None else [listener.changes_at_end(ended) for listener in self._all]
        return [change for some in (*[one.changes(table, events) for one in self._all], *at_end) for change in some]

    def stored(self, table: Table, events: Sequence[TableEvent], after: State | None = None) -> None:
        """Pass on that events were stored, before they are applied."""
        ended = _ended(table, events, after)
        for listener in self._all:
            listener.stored(table, events)
            if ended is not None:
                listener.ended(ended)


def _ended(table: Table, events: Sequence[TableEvent], after: State | None) -> GameEnded | None:
    """Return the end of a game among these events, if any."""
    end = table_rows.end_among(events)
    if end is None:
        return None
    seats = {seat.seat: seat for seat in (*table.seats, *table_rows.seats_in(events))}
    decisions = [event.at for event in events if isinstance(event_kinds.read(event), Decision)]
    decided = next(reversed([*table.history.times, *decisions]), end.at)
    return GameEnded(table.facts, tuple(seats.values()), table.state if after is None else after, decided)
