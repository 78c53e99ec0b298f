"""Apply the table's rule when a player's time runs out. The table's lock must be held throughout."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from menagerie.server.base import clock
from menagerie.server.play.time import holidays
from menagerie.server.store.events import TableEvent
from menagerie.server.table import forfeits
from menagerie.server.table.event_kinds.questions import Voted
from menagerie.server.table.event_kinds.timing import OnHoliday, TimeRanOut
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import TIME

ABORTED: Final = "Game aborted. The time ran out before the first decision."
"""The result of a game in which nothing was decided."""


def is_void(table: Table, then: str) -> bool:
    """Return whether the game is aborted because nothing could be lost yet. Unrated games where a bot takes over are
    not."""
    return table.n == table.deals.dealt_at and (then == "lost" or (then == "bot" and table.facts.rated))


class Overtime:
    """Applies a table's time rule."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def look(self, table: Table) -> bool:
        """Apply whatever is due by now; return whether anything was."""
        happened = False
        if table.clocks is not None and table.clocks.out(clock.now()):
            happened = await self.store_holidays(table)  # a player who has just started a holiday isn't late
        # Where a result is needed, a player who never came loses.
        is_awaited = (is_void(table, "lost") or is_void(table, "bot")) and await self._tables.is_result_awaited(table)
        while events := self._due(table, clock.now(), is_awaited=is_awaited):
            await self._tables.advance(table, events)
            happened = True
        return happened

    async def store_holidays(self, table: Table) -> bool:
        """Store new holidays of a table's players as events; return whether there were any."""
        clocks = table.clocks
        if clocks is None or not clocks.pace.by_days or table.status != "playing":
            return False
        taken = await asyncio.to_thread(holidays.last, self._tables.database, table.owners())
        told = []
        for seat in table.seats:
            holiday, known = taken.get(seat.guest or ""), clocks.last_holiday(seat.seat)
            if holiday is not None and holiday != known and (known is not None or holiday.until > clocks.at):
                told.append(self._tables.event(table, OnHoliday.of(holiday), seat.seat))
        if told:
            await self._tables.advance(table, told)
        return bool(told)

    def _due(self, table: Table, now: float, *, is_awaited: bool) -> list[TableEvent]:
        """Return the next events that the table's rule calls for."""
        if table.clocks is None or table.status != "playing":
            return []
        out = table.clocks.out(now)
        if out:
            seats = out if table.clocks.team else out[:1]
            rule = table.facts.overtime
            then = "bot" if rule == "others" and not table.voters(seats[0]) else rule
            return self.run_out(table, seats, then, is_awaited=is_awaited)
        for seat in sorted(table.clocks.overdue):
            if not table.voters(seat) or now >= table.clocks.decided_by(seat):
                return self.run_out(table, [seat], _most(table, seat), is_awaited=is_awaited)
        return []

    def run_out(self, table: Table, seats: Sequence[int], then: str, *, is_awaited: bool) -> list[TableEvent]:
        """Return the events for seats whose time ran out. There are several only if a team shares a clock."""
        tables, out = self._tables, TimeRanOut(then)
        if then in ("wait", "others"):
            return [tables.event(table, out, seat) for seat in seats]
        if is_void(table, then) and not is_awaited:
            return forfeits.aborted(tables, table, ABORTED)
        if then == "lost":
            return [
                tables.event(table, out, seats[0]),
                *forfeits.after_loss(tables, table, dict.fromkeys(seats, TIME)),
            ]
        # The player keeps the claim to the seat and may return if the clock allows it; until then the bot decides.
        stands_in = [msgspec.structs.replace(table.seats[seat], bot=table.stand_in) for seat in seats]
        events = [tables.event(table, out, seat) for seat in seats]
        return [*events, tables.seating(table, *stands_in)]

    async def votes(self, table: Table, guest: str, seat: int, choice: str, key: str) -> list[TableEvent]:
        """Count a vote on a seat; return its event and what follows. A majority of all voters decides; if all have
        voted without one, the game waits."""
        mine = (*table.held_by(guest), *table.owned_by(guest))[0]
        vote = self._tables.event(table, Voted(guest, seat, choice), mine, key)
        asked, given = table.voters(seat), table.questions.overdue[seat].votes | {guest: choice}
        counted = Counter([vote for voter, vote in given.items() if voter in asked])
        decided = next((one for one, count in counted.items() if 2 * count > len(asked)), None)
        if decided is None and counted.total() == len(asked):
            decided = "wait"
        if decided is None:
            return [vote]
        return [vote, *self.run_out(table, [seat], decided, is_awaited=await self._tables.is_result_awaited(table))]


def _most(table: Table, seat: int) -> str:
    """Return what most of the votes so far want. With no votes or a tie, a bot takes over."""
    votes = table.questions.overdue[seat].votes
    counted = Counter([vote for voter, vote in votes.items() if voter in table.voters(seat)]).most_common(2)
    if not counted or (len(counted) == 2 and counted[0][1] == counted[1][1]):
        return "bot"
    return counted[0][0]
