"""Keep the clocks of one table, as its events describe them.

A clock runs while its player is to act and sits there: not while a bot stands in, before the game starts, or at an
empty seat. A team shares one clock, which runs while any of its people may act. Neither server downtime nor holidays
(at tables with days per move) cost any player time.

An undo that the others agreed to sets all clocks back to that moment (with days per move, everyone gets the full time
again). An undo that needed no agreement gives no time back, and takes away what the undone decisions had added."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import msgspec

from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.table.time_controls import Pace

Stretch = tuple[float, float]
"""A start and an end."""


class Holiday(msgspec.Struct, frozen=True):
    """A holiday of a seat's player."""

    start: float
    until: float


class Clocks:
    """The time each player has left, and who is losing some now."""

    def __init__(self, pace: Pace, seats: Sequence[Seat], team: bool, stops: Sequence[Stretch] = ()) -> None:
        """`team`: all share one clock. `stops`: when the server was down, in order."""
        self.pace = pace
        self.team = team
        self.at = 0.0
        """The moment until which time is counted in `left`."""
        self.left = [pace.seconds] * (1 if team else len(seats))
        self.holidays: dict[int, list[Holiday]] = {}
        """The holidays of each seat's player."""
        self.overdue: dict[int, float] = {}
        """The seats that the others vote on, since when. Their clocks stand still."""
        self._stops = stops
        self._seats = {seat.seat: seat for seat in seats}
        self._is_playing = False
        self._acting: tuple[int, ...] = ()
        self._before: list[list[float]] = []
        """For each decision in effect, the clocks when it was made."""
        self._after: list[list[float]] = [list(self.left)]
        """For each moment, the clocks when it started."""
        self.undo_asked: int | None = None
        """The moment that a player has asked the others to go back to."""

    def twin(self) -> Clocks:
        """Return a copy to which other events may be applied."""
        twin = copy.copy(self)
        twin.left, twin.overdue = list(self.left), dict(self.overdue)
        twin.holidays = {seat: list(taken) for seat, taken in self.holidays.items()}
        twin._seats = dict(self._seats)
        twin._before, twin._after = list(self._before), list(self._after)
        return twin

    # Reading.

    def of(self, seat: int) -> int:
        """Return the index of a seat's clock."""
        return 0 if self.team else seat

    def people(self) -> list[str]:
        """Return the guests who own the seats."""
        return sorted({seat.guest for seat in self._seats.values() if seat.guest is not None})

    def running(self) -> list[int]:
        """Return the seats whose players lose time now, or would but for a holiday."""
        if not self._is_playing:
            return []
        return [seat for seat in self._acting if self._seats[seat].holder is not None and seat not in self.overdue]

    def out(self, now: float) -> list[int]:
        """Return the seats whose time has run out."""
        used = self._used(now)
        return [seat for seat in self.running() if self.left[self.of(seat)] <= used[self.of(seat)]]

    def due(self, seat: int) -> float:
        """Return when the time of a running seat will run out if nothing happens until then."""
        end = self.at + self.left[self.of(seat)]
        for start, until in self._stood(seat):  # in order
            if until > self.at and start < end:
                end += until - max(start, self.at)
        return end

    def next_due(self) -> float | None:
        """Return when these clocks must be checked; None if not before the next event."""
        if not self._is_playing:
            return None
        ends = [self.due(seat) for seat in self.running()] + [self.decided_by(seat) for seat in self.overdue]
        return min(ends, default=None)

    def decided_by(self, seat: int) -> float:
        """Return when the vote on a seat ends."""
        return self.overdue[seat] + self.pace.grace

    def is_spent(self, seat: int) -> bool:
        """Return whether a seat's time ran out for good. With days per move the next move has time again."""
        return not self.pace.by_days and self.left[self.of(seat)] <= 0

    def last_holiday(self, seat: int) -> Holiday | None:
        """Return the last known holiday of a seat's player."""
        taken = self.holidays.get(seat)
        return taken[-1] if taken else None

    def on_holiday(self, seat: int, now: float) -> float | None:
        """Return the end of the holiday that a seat's player is on now, if any."""
        holiday = self.last_holiday(seat)
        return holiday.until if holiday is not None and holiday.start <= now < holiday.until else None

    # Happening.

    def apply(self, event: TableEvent, content: EventContent) -> None:
        """Apply an event with this content."""
        if content.is_timed:
            self._count(event, is_decision=content.is_decision)
        content.apply_to_clocks(self, event)
        if content.is_timed:
            self._acting = _seats(event.to_act)

    def _count(self, event: TableEvent, *, is_decision: bool) -> None:
        """Count time until an event."""
        # While a team's bot was thinking, its people couldn't do anything about it.
        if not (self.team and is_decision and self._is_bot(event.seat)):
            for index, seconds in self._used(event.at).items():
                self.left[index] -= seconds
        self.at = max(self.at, event.at)  # another machine's clock may be slightly behind

    def _is_bot(self, seat: int | None) -> bool:
        return seat is not None and self._seats[seat].holder is None

    def decided(self, event: TableEvent) -> None:
        """Add a decision's increment to its seat."""
        seat, acting = event.seat, _seats(event.to_act)
        assert seat is not None
        index = self.of(seat)
        self._before.append(list(self.left))
        self.overdue.pop(seat, None)
        if self._is_playing and not self._is_bot(seat):
            if self.pace.by_days:
                self.left[index] = self.pace.seconds
            elif seat not in acting or len(self._seats) == 1 or self.team:
                self.left[index] = max(0.0, self.left[index]) + self.pace.increment
        if self.pace.by_days:
            # Players whose turn begins have the full time, whatever was left of the last one.
            for other in set(acting) - set(self._acting):
                self.left[self.of(other)] = self.pace.seconds
        self._after.append(list(self.left))
        self.undo_asked = None

    def go_back(self, to: int) -> None:
        """Apply an undo to the clocks."""
        if self.undo_asked == to:
            self.left = [self.pace.seconds] * len(self.left) if self.pace.by_days else list(self._after[to])
        else:
            for index, shown in enumerate(self._before[to]):
                self.left[index] = min(self.left[index], shown)
        del self._before[to:], self._after[to + 1 :]
        self.undo_asked = None
        self.overdue.clear()

    def set_status(self, status: str) -> None:
        """Run only while the game does."""
        self._is_playing = status == "playing"

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Run for the people who sit at these seats now."""
        for seat in seats:
            before, self._seats[seat.seat] = self._seats[seat.seat], seat
            if before.holder != seat.holder:
                self.overdue.pop(seat.seat, None)
            if seat.holder is not None and before.holder is None:
                self._come(seat.seat, is_new=before.guest is None)

    def _come(self, seat: int, is_new: bool) -> None:
        """Give time to someone who sits down or takes a seat back from a bot."""
        index = self.of(seat)
        if self.pace.by_days:  # starts with the full time
            self.left[index] = self.pace.seconds
        if is_new:
            self.holidays.pop(seat, None)
            # A new player must not suffer from time that the previous one used.
            self.left[index] = max(self.left[index], self.pace.grace)

    def run_out(self, seat: int, then: str) -> None:
        """Apply what happens to a seat whose time ran out: see `event_kinds.timing.TimeRanOut`."""
        index = self.of(seat)
        self.left[index] = self.pace.grace if then == "wait" else min(0.0, self.left[index])
        self.overdue.pop(seat, None)
        if then != "wait":
            self.undo_asked = None
        if then == "others":
            self.overdue[seat] = self.at

    def start_holiday(self, seat: int, holiday: Holiday) -> None:
        """Start a holiday, or change the end of the one that started at the same time."""
        taken = [other for other in self.holidays.get(seat, []) if other.start != holiday.start]
        self.holidays[seat] = [*taken, holiday]

    # Counting time.

    def _stood(self, seat: int) -> list[Stretch]:
        """Return when a seat's clock stands still, in order."""
        stops = [stop for stop in self._stops if stop[1] > self.at]
        taken = self.holidays.get(seat, []) if self.pace.by_days else []
        return merged([*stops, *[(holiday.start, holiday.until) for holiday in taken]])

    def _used(self, now: float) -> dict[int, float]:
        """Return what each running clock has lost since time was last counted. A team's clock stands still only while
        everyone who could act is on holiday."""
        used: dict[int, float] = {}
        for seat in self.running():
            used[self.of(seat)] = max(used.get(self.of(seat), 0.0), self._passed(seat, self.at, now))
        return used

    def _passed(self, seat: int, start: float, end: float) -> float:
        """Return the seconds between two moments that count."""
        passed = max(0.0, end - start)
        for begin, until in self._stood(seat):
            passed -= max(0.0, min(end, until) - max(start, begin))
        return max(0.0, passed)


def merged(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the same time as stretches that don't overlap, in order."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _seats(to_act: str) -> tuple[int, ...]:
    """Return the seats to act that an event names."""
    return tuple([int(seat) for seat in to_act.split(",") if seat])
