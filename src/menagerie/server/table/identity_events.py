"""Update the people at a table: renamed, signed in to an account, or deleted.

The process that owns the table stores this as events: at once for a table in memory, otherwise when it is next read.
Lists don't wait for that: see `store.database.same_person`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from menagerie.server.base.names import ERASED_NAME
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Standing
from menagerie.server.store.seats import Seat, names
from menagerie.server.store.table_rows import Owner, ResultReworded
from menagerie.server.table import departures, timeout_outcome
from menagerie.server.table.table import Table

if TYPE_CHECKING:
    from menagerie.server.table.registry import Tables


def events(
    tables: Tables, table: Table, people: dict[str, Standing], *, is_awaited: bool = False
) -> list[TableEvent] | None:
    """Return the events that bring everyone at a table up to date, if any. None: deleted people leave it and nothing
    remains of it. `is_awaited`: whether the result counts even if players leave."""
    stored = table.seats if table.seats_stored is None else table.seats_stored
    changed = [(seat, _seat_now(seat, people, table.is_settled())) for seat in stored]
    other = [now for seat, now in changed if now != seat]
    made = [tables.seating(table, *other), *_reworded_result(tables, table, other)] if other else []
    owner = people.get(table.facts.owner)
    if owner is not None and owner.id != table.facts.owner:
        made.append(tables.event(table, Owner(owner.id)))
    if table.is_settled():
        return made
    left, is_owner = gone(table, people), owner is not None and owner.gone
    if not left and not is_owner:
        return made
    leaves = departures.leave(tables, table, left, is_owner=is_owner, is_awaited=is_awaited, is_gone=True)
    return None if leaves is None else [*made, *leaves]


def gone(table: Table, people: dict[str, Standing]) -> list[int]:
    """Return the seats of deleted people who haven't left yet."""
    seats = [(seat.seat, people.get(seat.guest or "")) for seat in table.seats if seat.seat not in table.forfeited]
    return [seat for seat, now in seats if now is not None and now.gone]


def _reworded_result(tables: Tables, table: Table, other: Sequence[Seat]) -> list[TableEvent]:
    """Return a new result text without the name of a deleted person."""
    if (
        not table.is_settled()
        or not table.is_over
        or table.aborted
        or not any(seat.name == ERASED_NAME for seat in other)
    ):
        return []
    seats, lost = table.seats_with(*other), table.lost
    result = timeout_outcome.outcome(
        table.state, seats, lost, timeout_outcome.called(seats, names(seats), lost)
    ).sentence
    return [tables.event(table, ResultReworded(result))]


def _seat_now(seat: Seat, people: dict[str, Standing], is_settled: bool) -> Seat:
    """Return a seat with its current person. Finished games keep their names, except those of deleted people.
    `departures` says how these leave a running game."""
    now = people.get(seat.guest or "")
    if now is None or (now.gone and not is_settled):
        return seat
    name = ERASED_NAME if now.gone else now.name if seat.kind == "person" and not is_settled else seat.name
    return msgspec.structs.replace(seat, guest=now.id, name=name)
