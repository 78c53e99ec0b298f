"""What a table learns when the people at it are others by now: renamed, signed in to an account, or gone.

It is written as events of the table by whichever process owns it: at once if it is in memory, else when it is next
read. Lists do not wait for that: see `store.database.same_person`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from menagerie.server.base.names import SOMEBODY
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Standing
from menagerie.server.store.seats import Seat, names
from menagerie.server.store.table_rows import Owner, Retold
from menagerie.server.table import departures, timeout_outcome
from menagerie.server.table.table import Table

if TYPE_CHECKING:
    from menagerie.server.table.registry import Tables


def events(
    tables: Tables, table: Table, people: dict[str, Standing], *, is_awaited: bool = False
) -> list[TableEvent] | None:
    """The events by which everybody at a table is who they are by now; none if they are already. None: people who are
    gone leave it, and nothing remains of it. `is_awaited`: whether the result counts even if players leave."""
    stored = table.seats if table.seats_stored is None else table.seats_stored
    changed = [(seat, _seat_now(seat, people, table.is_settled())) for seat in stored]
    other = [now for seat, now in changed if now != seat]
    made = [tables.seating(table, *other), *_told_again(tables, table, other)] if other else []
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
    """The seats of people who are gone and have not left yet."""
    seats = [(seat.seat, people.get(seat.guest or "")) for seat in table.seats if seat.seat not in table.forfeited]
    return [seat for seat, now in seats if now is not None and now.gone]


def _told_again(tables: Tables, table: Table, other: Sequence[Seat]) -> list[TableEvent]:
    """How a game ended, told without the name of somebody who is gone."""
    if not table.is_settled() or not table.is_over or table.aborted or not any(seat.name == SOMEBODY for seat in other):
        return []
    seats, lost = table.seats_with(*other), table.lost
    result = timeout_outcome.outcome(
        table.state, seats, lost, timeout_outcome.called(seats, names(seats), lost)
    ).sentence
    return [tables.event(table, Retold(result))]


def _seat_now(seat: Seat, people: dict[str, Standing], is_settled: bool) -> Seat:
    """Who sits there now. A game that is over keeps the names that it was played with, but for those who are gone; how
    these leave a game that goes on, `departures` says."""
    now = people.get(seat.guest or "")
    if now is None or (now.gone and not is_settled):
        return seat
    name = SOMEBODY if now.gone else now.name if seat.kind == "person" and not is_settled else seat.name
    return msgspec.structs.replace(seat, guest=now.id, name=name)
