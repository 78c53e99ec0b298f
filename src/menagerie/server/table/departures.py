"""Decide what happens to a table when people leave it or their account is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from menagerie import bots
from menagerie.core.seats import listed
from menagerie.server.base.names import ERASED_NAME
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.table import forfeits
from menagerie.server.table.event_kinds.people import Left
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import LEFT

if TYPE_CHECKING:
    from menagerie.server.table.registry import Tables

ABANDONED = "The game ended unfinished because all players left."
"""The result of an abandoned game on a shared deal, which must not be deleted."""


def leave(
    tables: Tables, table: Table, seats: Sequence[int], *, is_owner: bool, is_awaited: bool, is_gone: bool = False
) -> list[TableEvent] | None:
    """Return the events of people leaving these seats of an unfinished table; None if nothing remains of it.

    `is_owner`: whether the table is theirs. `is_awaited`: whether the result counts even if players leave. `is_gone`:
    whether their account was deleted."""
    belongs = any(policy.belongs_to_owner(table) for policy in tables.policies)
    if is_owner and (table.status == "open" or table.coach is not None or belongs):
        return None
    if table.status == "open":
        return [tables.seating(table, *[Seat(seat, "open") for seat in seats])] if seats else []
    if seats and is_awaited:
        return forfeits.forfeited(tables, table, dict.fromkeys(seats, LEFT))
    if not table.owners() - {table.seats[seat].guest for seat in seats} and not table.facts.rated:
        return last_leaves(tables, table, seats)
    return _leave_seats(tables, table, seats, is_gone=is_gone)


def last_leaves(tables: Tables, table: Table, seats: Sequence[int]) -> list[TableEvent] | None:
    """Handle the departure of the last player. A game on a shared deal is kept, since its player knows the deal."""
    if table.facts.deal is None:
        return None
    free = [Seat(seat, "open") for seat in seats]
    return [*([tables.seating(table, *free)] if free else []), *forfeits.aborted(tables, table, ABANDONED)]


def _leave_seats(tables: Tables, table: Table, seats: Sequence[int], *, is_gone: bool) -> list[TableEvent]:
    """Handle a departure while others stay. Bots that stand in stay for good, and the result of a rated game counts
    anyway."""
    if not seats:
        return []
    claims = [seat for seat in seats if table.seats[seat].bot is not None]
    by_bots = seats if table.facts.rated else claims
    free = [Seat(seat, "open") for seat in seats if seat not in by_bots]
    told = _farewell(table, seats, claims, is_gone=is_gone)
    return [
        tables.seating(table, *free, *forfeits.bots_at(table, by_bots)),
        tables.event(table, Left(told), seats[0]),
    ]


def _farewell(table: Table, seats: Sequence[int], claims: Sequence[int], *, is_gone: bool) -> str:
    """Return the log line about people leaving."""
    names = [table.seats[seat].name if seat in claims else table.names[seat] for seat in seats]
    people = ERASED_NAME.capitalize() if is_gone else listed(range(len(names)), names)
    told = f"{people} leaves the table." if is_gone or len(names) == 1 else f"{people} leave the table."
    if claims:
        return f"{told} The bot stays."
    return f"{told} A bot ({bots.name_of(table.stand_in)}) takes over." if table.facts.rated else told
