"""A beam over turns, for games in which nothing is hidden: alone to the end of the game, with others some turns ahead.

Positions after one's own turns wait in buckets of those that can be compared: alone by how far the game has gone
(`Advice.progress`), else by the number of turns. A sweep goes through the buckets, and the best position of each is
followed: the others play, then a turn is played in several ways, which wait in later buckets. So the beam is as wide
as there is time for sweeps, it can stop at any moment, and in a solo game it continues with what it found when the next
turn comes.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.bots.bot import Clock
from menagerie.bots.turns import Line, ends_of_turn
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.state import State

WAITING: Final = 100
"""No more positions than these wait in a bucket, the best ones."""
WIDEST: Final = 8
"""Who has tried so many ways for each first decision, and all that follows, has seen enough."""
NEVER: Final = 1e9


@final
class Course:
    """One's own turns, one after another, and the position to which they lead."""

    __slots__ = ("state", "turns", "value")

    def __init__(self, turns: tuple[Line, ...], state: State, value: float) -> None:
        self.turns: Final = turns
        self.state: Final = state
        self.value: Final = value

    def after(self, turn: Line) -> Course | None:
        """What is left of it when this turn has been played; None if it begins with another one."""
        if not self.turns or self.turns[0] is not turn:
            return None
        return Course(self.turns[1:], self.state, self.value)


@final
class LongBeam:
    """A search over turns. For a solo player it lasts the whole game."""

    def __init__(self, advice: Advice, state: State, seat: int, spread: int, horizon: int) -> None:
        """With so many ways for each first decision of a turn, and with others so many turns after the next one."""
        self._advice: Final = advice
        self._seat: Final = seat
        self._spread = spread
        self._horizon: Final = horizon
        self._from = state
        self._ends: dict[int, Course] = {}
        """The best course to the end by the turn (its `id`) with which it begins."""
        self._best: Course | None = None
        """The best of all of them."""
        self._has_swept = False
        self._begin()

    def _begin(self) -> None:
        self._followed = Course((), self._from, 0.0)
        """The course that was last followed by another turn."""
        self._at = -1.0
        """The bucket in which it waited."""
        self._waiting: dict[float, list[Course]] = {self._bucket(self._followed): [self._followed]}
        self._seen: set[tuple[float, float]] = set()

    def fits(self, state: State) -> bool:
        """Whether this is the position from which it searches."""
        return self._from.ply == state.ply and self._from.view(self._seat) == state.view(self._seat)

    def _bucket(self, course: Course) -> float:
        return self._advice.progress(course.state) if self._is_alone else float(len(course.turns))

    @property
    def _is_alone(self) -> bool:
        return self._from.players == 1

    def go_on(self, clock: Clock) -> list[Course]:
        """Search until time is up or nothing is left to try. The best course for each turn that can be played now, the
        best first; before the first sweep is done, the one that was last followed; none if there was no time."""
        while clock.spent < 1 and (self._follow_next(clock) or self._widen()):
            pass
        if self._best is not None and (self._has_swept or self._best.state.winners):
            return self._ranked()
        return [self._followed] if self._followed.turns else []

    def _widen(self) -> bool:
        """In a solo game, start again with more ways for each first decision. Return whether that makes sense."""
        root = Course((), self._from, 0.0)
        if not self._is_alone or self._spread >= WIDEST or self._bucket(root) >= self._last():
            return False
        self._spread += 1
        self._begin()
        return True

    def _ranked(self) -> list[Course]:
        found: dict[tuple[Action, ...], Course] = {}
        for course in sorted(self._ends.values(), key=_by_value):
            found.setdefault(course.turns[0].decisions, course)
        return list(found.values())

    def _follow_next(self, clock: Clock) -> bool:
        """Follow the best position of the next bucket, and begin another sweep after the last of them. Whether there
        was any."""
        later = [bucket for bucket, courses in self._waiting.items() if bucket > self._at and courses]
        if not later or min(later) >= self._last():
            self._has_swept = True
            is_left = self._at >= 0
            self._at = -1.0
            return is_left
        self._at = min(later)
        courses = self._waiting[self._at]
        courses.sort(key=_by_value)
        del courses[WAITING:]
        self._followed = courses.pop(0)
        turns = self._turns(self._followed, clock)
        if clock.spent >= 1:  # in haste only some turns were found: again when there is time
            courses.append(self._followed)
            turns = [turn for turn in turns if turn.state.is_over]
        for turn in turns:
            self._add(Course((*self._followed.turns, turn), turn.state, turn.value))
        return True

    def _last(self) -> float:
        """Alone, where the best game ends that is won: who has not won by then is no better."""
        if self._is_alone and self._best is not None and self._best.state.winners:
            return self._advice.progress(self._best.state)
        return NEVER

    def _turns(self, course: Course, clock: Clock) -> list[Line]:
        """The ways to play the next turn, when the others have played theirs."""
        state = course.state
        if course.turns:
            while not state.is_over and not self._begins_turn(state):
                state = ends_of_turn(self._advice, state, state.to_act[0], 1, 1, clock)[0].state
                if clock.spent >= 1:
                    return []
        if state.is_over:
            return [Line((), 0, False, state, self._advice.value(state, self._seat))]
        return ends_of_turn(self._advice, state, self._seat, self._spread, self._spread, clock)

    def _begins_turn(self, state: State) -> bool:
        """Whether one's next turn begins: where it is not quiet, one only has something to decide in another's turn."""
        return self._seat in state.to_act and self._advice.is_quiet(state, self._seat)

    def _add(self, course: Course) -> None:
        """Let a course wait, if it is not over; of those that come to the same one is enough."""
        if course.state.is_over or (not self._is_alone and len(course.turns) > self._horizon):
            self._keep(course)
            return
        key = (self._bucket(course), course.value)
        if key not in self._seen and self._advice.is_quiet(course.state, self._seat):
            self._seen.add(key)
            self._waiting.setdefault(key[0], []).append(course)

    def _keep(self, course: Course) -> None:
        """Keep a course to the end if it is the best of those that begin with the same turn."""
        first = id(course.turns[0])
        known = self._ends.get(first)
        if known is None or course.value > known.value:
            self._ends[first] = course
        if self._best is None or course.value > self._best.value:
            self._best = course

    def play(self, turn: Line) -> None:
        """Alone, this turn is played: forget all courses that begin otherwise."""
        self._from = turn.state
        self._followed = self._followed.after(turn) or Course((), turn.state, 0.0)
        for bucket, courses in self._waiting.items():
            self._waiting[bucket] = _following(courses, turn)
        games = _following(list(self._ends.values()), turn)
        self._ends = {}
        self._best = None
        for game in games:
            if game.turns:
                self._keep(game)


def _following(courses: list[Course], turn: Line) -> list[Course]:
    return [rest for rest in [course.after(turn) for course in courses] if rest is not None]


def _by_value(course: Course) -> float:
    return -course.value
