"""The clocks of one table, as its events tell them.

A clock runs while its player is to act and sits there: not while a bot stands in, before the game begins, or when
nobody is at the seat. A team has one clock, which runs while one of its people may act. Time at which the server did
not run costs nobody anything, and neither do holidays, where moves have days.

What an undo gives back: one that the others agreed to sets all clocks to what they showed at that moment (by days,
everybody has the whole time again). One that nobody had to be asked for gives nothing back, neither time nor what the
decisions that are taken back had brought.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

import msgspec

from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.table.time_controls import Pace

Stretch = tuple[float, float]
"""From when until when."""


class Holiday(msgspec.Struct, frozen=True):
    """When the player of a seat is on holiday."""

    start: float
    until: float


class Clocks:
    """How much time everybody has left, and who is losing some now."""

    def __init__(self, pace: Pace, seats: Sequence[Seat], team: bool, stops: Sequence[Stretch] = ()) -> None:
        """`team`: all have one clock. `stops`: when the server did not run, in order."""
        self.pace = pace
        self.team = team
        self.at = 0.0
        """Until when time is counted in `left`."""
        self.left = [pace.seconds] * (1 if team else len(seats))
        self.holidays: dict[int, list[Holiday]] = {}
        """The holidays of the player of each seat."""
        self.overdue: dict[int, float] = {}
        """The seats about which the others are to decide, since when: their clocks stand."""
        self._stops = stops
        self._seats = {seat.seat: seat for seat in seats}
        self._is_playing = False
        self._acting: tuple[int, ...] = ()
        self._before: list[list[float]] = []
        """For every decision that stands, what the clocks showed when it was made."""
        self._after: list[list[float]] = [list(self.left)]
        """For every moment, what they showed when it began."""
        self.undo_asked: int | None = None
        """The moment to which someone has asked the others to go back."""

    def twin(self) -> Clocks:
        """A twin to which other events may happen."""
        twin = copy.copy(self)
        twin.left, twin.overdue = list(self.left), dict(self.overdue)
        twin.holidays = {seat: list(taken) for seat, taken in self.holidays.items()}
        twin._seats = dict(self._seats)
        twin._before, twin._after = list(self._before), list(self._after)
        return twin

    # Reading.

    def of(self, seat: int) -> int:
        """Which of the clocks is that of a seat."""
        return 0 if self.team else seat

    def people(self) -> list[str]:
        """The guests to whom the seats belong."""
        return sorted({seat.guest for seat in self._seats.values() if seat.guest is not None})

    def running(self) -> list[int]:
        """The seats whose players lose time now, or would but for a holiday."""
        if not self._is_playing:
            return []
        return [seat for seat in self._acting if self._seats[seat].holder is not None and seat not in self.overdue]

    def out(self, now: float) -> list[int]:
        """The seats whose time has run out by now."""
        used = self._used(now)
        return [seat for seat in self.running() if self.left[self.of(seat)] <= used[self.of(seat)]]

    def due(self, seat: int) -> float:
        """When the time of a seat whose clock runs will have run out, if nothing happens until then."""
        end = self.at + self.left[self.of(seat)]
        for start, until in self._stood(seat):  # in order
            if until > self.at and start < end:
                end += until - max(start, self.at)
        return end

    def next_due(self) -> float | None:
        """When somebody has to look at these clocks; None: not before something happens."""
        if not self._is_playing:
            return None
        ends = [self.due(seat) for seat in self.running()] + [self.decided_by(seat) for seat in self.overdue]
        return min(ends, default=None)

    def decided_by(self, seat: int) -> float:
        """Until when the others may say what becomes of a seat whose time ran out."""
        return self.overdue[seat] + self.pace.grace

    def is_spent(self, seat: int) -> bool:
        """Whether the time of a seat ran out for good: only where moves have days there is more of it."""
        return not self.pace.by_days and self.left[self.of(seat)] <= 0

    def last_holiday(self, seat: int) -> Holiday | None:
        """The last holiday of the player of a seat that is known here."""
        taken = self.holidays.get(seat)
        return taken[-1] if taken else None

    def on_holiday(self, seat: int, now: float) -> float | None:
        """Until when the player of a seat is on holiday, if now."""
        holiday = self.last_holiday(seat)
        return holiday.until if holiday is not None and holiday.start <= now < holiday.until else None

    # Happening.

    def apply(self, event: TableEvent, content: EventContent) -> None:
        """Let an event happen that says this."""
        if content.is_timed:
            self._count(event, is_decision=content.is_decision)
        content.apply_to_clocks(self, event)
        if content.is_timed:
            self._acting = _seats(event.to_act)

    def _count(self, event: TableEvent, *, is_decision: bool) -> None:
        """Count time until an event."""
        # A bot's decision in a team: while it thought, the people could not do anything about it.
        if not (self.team and is_decision and self._is_bot(event.seat)):
            for index, seconds in self._used(event.at).items():
                self.left[index] -= seconds
        self.at = max(self.at, event.at)  # another machine's clock may be a little behind

    def _is_bot(self, seat: int | None) -> bool:
        return seat is not None and self._seats[seat].holder is None

    def decided(self, event: TableEvent) -> None:
        """Give a seat what its decision brings."""
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
            # Whose turn it is now has the whole time, whatever was left the last time.
            for other in set(acting) - set(self._acting):
                self.left[self.of(other)] = self.pace.seconds
        self._after.append(list(self.left))
        self.undo_asked = None

    def go_back(self, to: int) -> None:
        """Show what follows from an undo."""
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
        """Run for those who sit at these seats now."""
        for seat in seats:
            before, self._seats[seat.seat] = self._seats[seat.seat], seat
            if before.holder != seat.holder:
                self.overdue.pop(seat.seat, None)
            if seat.holder is not None and before.holder is None:
                self._come(seat.seat, is_new=before.guest is None)

    def _come(self, seat: int, is_new: bool) -> None:
        """Let someone have time who sits down, or comes back and takes a seat from a bot."""
        index = self.of(seat)
        if self.pace.by_days:  # and begins with the whole time
            self.left[index] = self.pace.seconds
        if is_new:
            self.holidays.pop(seat, None)
            # Nobody plays with what somebody else has used up.
            self.left[index] = max(self.left[index], self.pace.grace)

    def run_out(self, seat: int, then: str) -> None:
        """Let that become of a seat whose time ran out: see `event_kinds.timing.TimeRanOut`."""
        index = self.of(seat)
        self.left[index] = self.pace.grace if then == "wait" else min(0.0, self.left[index])
        self.overdue.pop(seat, None)
        if then != "wait":
            self.undo_asked = None
        if then == "others":
            self.overdue[seat] = self.at

    def go_on_holiday(self, seat: int, holiday: Holiday) -> None:
        """Let a holiday be taken, made longer, or ended; the last two are about the one that began then."""
        taken = [other for other in self.holidays.get(seat, []) if other.start != holiday.start]
        self.holidays[seat] = [*taken, holiday]

    # Time that counts.

    def _stood(self, seat: int) -> list[Stretch]:
        """When the clock of a seat stands still, in order."""
        stops = [stop for stop in self._stops if stop[1] > self.at]
        taken = self.holidays.get(seat, []) if self.pace.by_days else []
        return merged([*stops, *[(holiday.start, holiday.until) for holiday in taken]])

    def _used(self, now: float) -> dict[int, float]:
        """What each clock that runs has lost since time was last counted. That of a team stands only while nobody could
        act who is not on holiday."""
        used: dict[int, float] = {}
        for seat in self.running():
            used[self.of(seat)] = max(used.get(self.of(seat), 0.0), self._passed(seat, self.at, now))
        return used

    def _passed(self, seat: int, start: float, end: float) -> float:
        """The seconds that count between two moments."""
        passed = max(0.0, end - start)
        for begin, until in self._stood(seat):
            passed -= max(0.0, min(end, until) - max(start, begin))
        return max(0.0, passed)


def merged(stretches: Sequence[Stretch]) -> list[Stretch]:
    """The same time in stretches that do not overlap, in order."""
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
