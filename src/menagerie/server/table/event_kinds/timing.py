"""Events of clocks and holidays."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.table import timeout_outcome
from menagerie.server.table.clocks import Holiday
from menagerie.server.table.open_questions import OverdueSeat

if TYPE_CHECKING:
    from menagerie.server.table.clocks import Clocks
    from menagerie.server.table.table import Table


class TimeRanOut(EventContent, frozen=True, gc=False):
    """A player's time ran out, or the others have voted on it."""

    kind: ClassVar[str] = "overtime"
    is_early_end: ClassVar[bool] = True
    then: str
    """`wait`, `others` (they vote), `bot` or `lost`."""

    def apply(self, table: Table, event: TableEvent) -> None:
        seat = event.seat
        assert seat is not None
        assert table.clocks is not None
        table.questions.overdue.pop(seat, None)
        if self.then != "wait":
            table.questions.ask = None  # it assumed that this player still had time
        if self.then == "others":
            table.questions.overdue[seat] = OverdueSeat(table.number)
        elif self.then == "lost":
            seats = range(table.facts.players) if table.clocks.team else [seat]
            table.lost |= dict.fromkeys(seats, timeout_outcome.TIME)
        is_end = timeout_outcome.ends_at_once(table.state, table.seats, table.lost)
        name, bot = table.names[seat], table.stand_in
        line = timeout_outcome.timeout_text(self.then, name, bot, is_team=table.clocks.team, is_end=is_end)
        table.add_log_line(event, line, in_record=True)

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        if event.seat is not None:
            clocks.run_out(event.seat, self.then)


class OnHoliday(EventContent, frozen=True, gc=False):
    """A player's holiday starts, is extended, or ends early."""

    kind: ClassVar[str] = "holiday"
    is_timed: ClassVar[bool] = False  # the next event may start another player's holiday
    start: float
    until: float

    @classmethod
    def of(cls, holiday: Holiday) -> Self:
        """Return the content for a holiday."""
        return cls(holiday.start, holiday.until)

    def data(self) -> str:
        return msgspec.json.encode(self).decode()

    def apply(self, table: Table, event: TableEvent) -> None:
        assert event.seat is not None
        table.add_log_line(event, timeout_outcome.holiday_text(table.names[event.seat], self.until, event.at))

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        if event.seat is not None:
            clocks.start_holiday(event.seat, Holiday(self.start, self.until))
