"""What happens when somebody's time runs out: the table's rule. All of this is for a table whose lock is held."""

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

ABORTED: Final = "Aborted: the time ran out before the first decision."
"""How a game ends in which nothing was decided."""


def is_void(table: Table, then: str) -> bool:
    """Whether nothing has been decided that could be lost: then the game is aborted, unless a bot simply goes on in a
    game that counts for nobody."""
    return table.n == table.deals.dealt_at and (then == "lost" or (then == "bot" and table.facts.rated))


class Overtime:
    """Lets the rule of a table happen."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def look(self, table: Table) -> bool:
        """Let happen what has to by now; whether anything did."""
        happened = False
        if table.clocks is not None and table.clocks.out(clock.now()):
            happened = await self.tell_holidays(table)  # who has just gone on holiday is not late
        # Where the result is awaited there has to be one: whoever never came loses.
        is_awaited = (is_void(table, "lost") or is_void(table, "bot")) and await self._tables.is_result_awaited(table)
        while events := self._due(table, clock.now(), is_awaited=is_awaited):
            await self._tables.advance(table, events)
            happened = True
        return happened

    async def tell_holidays(self, table: Table) -> bool:
        """Let a table know of its people's holidays; whether it did not."""
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
        """The next events by which the rule of a table comes true."""
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
        """The events by which that becomes of seats whose time ran out; of several only where a team has one clock."""
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
        # The person keeps the seat, and may take it back if the clock allows it; the bot decides.
        stands_in = [msgspec.structs.replace(table.seats[seat], bot=table.stand_in) for seat in seats]
        events = [tables.event(table, out, seat) for seat in seats]
        return [*events, tables.seating(table, *stands_in)]

    async def votes(self, table: Table, guest: str, seat: int, choice: str, key: str) -> list[TableEvent]:
        """Somebody says what is to become of a seat; what follows, if that decides it. With a majority of all who are
        asked it is decided; when all have answered without one, they wait."""
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
    """What most of those want who have answered in time; a bot goes on if nobody has, or they are at odds."""
    votes = table.questions.overdue[seat].votes
    counted = Counter([vote for voter, vote in votes.items() if voter in table.voters(seat)]).most_common(2)
    if not counted or (len(counted) == 2 and counted[0][1] == counted[1][1]):
        return "bot"
    return counted[0][0]
