"""Prepare a table's next events: number them, create those of a new table, and compute when its clocks are due."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from menagerie.server.store import due_tables, table_rows
from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import Change, TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.store.table_rows import Made, Seated, Status
from menagerie.server.table import event_kinds
from menagerie.server.table.deals import Deal
from menagerie.server.table.event_kinds.decisions import Played, Redealt
from menagerie.server.table.table import Table


def in_order(table: Table, events: Sequence[TableEvent]) -> list[TableEvent]:
    """Return the events with a table's next numbers."""
    return [
        event if event.seq == seq else msgspec.structs.replace(event, seq=seq)
        for seq, event in enumerate(events, start=table.seq + 1)
    ]


def due_after(table: Table, events: Sequence[TableEvent]) -> list[Change]:
    """Return when a table's clocks are due after these events. Stored with them, so that no expired clock goes
    unnoticed."""
    if table.clocks is None:
        return []
    clocks = table.clocks.twin()
    for event in events:
        clocks.apply(event, event_kinds.read(event))
    changes = [due_tables.change(table.id, clocks.next_due())]
    if clocks.pace.by_days and (not events or _concern_people(events)):
        changes += [due_tables.change_if_away(table.id, guest, clocks.at) for guest in clocks.people()]
    return changes


def _concern_people(events: Sequence[TableEvent]) -> bool:
    """Return whether these events may change who plays."""
    return any(isinstance(content, Seated | Status) for _, content in table_rows.row_events(events))


def first_events(
    facts: TableFacts,
    seats: Sequence[Seat],
    decisions: Sequence[tuple[int, str]],
    seconds: Sequence[float],
    deals: Sequence[Deal],
) -> list[TableEvent]:
    """Return the first events of a new table: what it is made with, who sits there, and decisions, each followed by the
    redeals there."""
    times = [facts.created + second for second in seconds] if seconds else [facts.created] * len(decisions)
    events: list[TableEvent] = []

    def happened(content: EventContent, at: float, seat: int | None = None) -> None:
        events.append(TableEvent(facts.id, len(events) + 1, content.kind, seat, content.data(), at, ""))

    happened(Made.of(facts), facts.created)
    happened(Seated(list(seats)), facts.created)
    redeals = defaultdict(list)
    for deal in deals:
        redeals[deal.n].append(Redealt(deal.seed, deal.tables))
    for n in range(len(decisions) + 1):
        at = times[n - 1] if n else facts.created
        if n:
            seat, decision = decisions[n - 1]
            happened(Played(decision), at, seat)
        for redeal in redeals[n]:
            happened(redeal, at)
    return events
