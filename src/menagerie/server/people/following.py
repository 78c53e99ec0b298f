"""What a table learns when the people at it are others by now: renamed, signed in to an account, or gone.

It is written as events of the table by whichever process owns it: at once if it is in memory, else when it is next
read. Lists do not wait for that: see `database.same_person`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from menagerie.server import rows
from menagerie.server.database import Standing
from menagerie.server.pace import outcome
from menagerie.server.people.names import SOMEBODY
from menagerie.server.seats import Seat, names
from menagerie.server.store import TableEvent
from menagerie.server.table import Table

if TYPE_CHECKING:
    from menagerie.server.tables import Tables


def events(tables: Tables, table: Table, people: dict[str, Standing]) -> list[TableEvent]:
    """The events by which everybody at a table is who they are by now; none if they are already."""
    made = []
    stored = table.seats if table.seats_stored is None else table.seats_stored
    changed = [(seat, _seat_now(seat, people, table.is_settled())) for seat in stored]
    other = [now for seat, now in changed if now != seat]
    if other:
        made.append(tables.seating(table, *other))
        made += _told_again(tables, table, other)
    left = [seat.seat for seat, now in changed if seat.guest is not None and now.guest is None]
    if left and table.status == "playing":
        made.append(tables.event(table, "leave", f"{SOMEBODY.capitalize()} leaves the table.", left[0]))
    owner = people.get(table.facts.owner)
    if owner is not None and owner.id != table.facts.owner:
        made.append(tables.event(table, rows.OWNER, owner.id))
    return made


def _told_again(tables: Tables, table: Table, other: Sequence[Seat]) -> list[TableEvent]:
    """How a game ended, told without the name of somebody who is gone."""
    if not table.is_settled() or not table.is_over or not any(seat.name == SOMEBODY for seat in other):
        return []
    seats, lost = table.seats_with(*other), table.lost_order
    result = outcome.outcome(table.state, seats, lost, outcome.called(seats, names(seats), lost)).sentence
    return [tables.event(table, rows.RETOLD, result)]


def _seat_now(seat: Seat, people: dict[str, Standing], is_settled: bool) -> Seat:
    """Who sits there now. A game that is over keeps the names that it was played with, but for those who are gone."""
    now = people.get(seat.guest or "")
    if now is None:
        return seat
    if not now.gone:
        name = now.name if seat.kind == "person" and not is_settled else seat.name
        return msgspec.structs.replace(seat, guest=now.id, name=name)
    if is_settled:
        return msgspec.structs.replace(seat, guest=now.id, name=SOMEBODY)
    return Seat(seat.seat, "open") if seat.bot is None else Seat(seat.seat, "bot", None, seat.bot, seat.bot)
