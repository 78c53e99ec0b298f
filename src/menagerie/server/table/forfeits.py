"""End games early: a player's time ran out, or people left a table whose result counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_rows import Status
from menagerie.server.table.event_kinds.endings import Aborted, Forfeited
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import Lost, ends_at_once

if TYPE_CHECKING:
    from menagerie.server.table.registry import Tables


def forfeited(tables: Tables, table: Table, lost: Lost) -> list[TableEvent]:
    """Return the events by which people who left or never came lose. They keep their seats, so that their results are
    known, but can't return."""
    events = [tables.event(table, Forfeited(why), seat) for seat, why in lost.items()]
    return [*events, *after_loss(tables, table, lost)]


def after_loss(tables: Tables, table: Table, lost: Lost) -> list[TableEvent]:
    """Return the events after these seats have lost: the game ends, or bots take over."""
    all_lost = {**table.lost, **lost}
    if ends_at_once(table.state, table.seats, all_lost):
        return [over(tables, table, table.outcome_with(table.state, all_lost).sentence)]
    stands_in = [msgspec.structs.replace(table.seats[seat], bot=table.stand_in) for seat in lost]
    return [tables.seating(table, *stands_in)]


def aborted(tables: Tables, table: Table, why: str) -> list[TableEvent]:
    """Return the events that end a game without winners or losers."""
    return [tables.event(table, Aborted(why)), over(tables, table, why)]


def over(tables: Tables, table: Table, result: str) -> TableEvent:
    """Return the event that ends a game before its rules do."""
    return msgspec.structs.replace(tables.event(table, Status("over", result)), to_act="")


def bots_at(table: Table, seats: Sequence[int]) -> list[Seat]:
    """Return the table's bots in place of people who leave these seats for good."""
    bots = {seat: table.seats[seat].bot or table.stand_in for seat in seats}
    return [Seat(seat, "bot", None, bot, bot) for seat, bot in bots.items()]
