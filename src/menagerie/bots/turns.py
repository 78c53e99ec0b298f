"""Turns as the unit of thought: the ways to play one, and how the game continues after it.

Everything here happens in one world: a state that a bot has imagined. What comes to light in it on the way was
invented, so a line knows how many of its decisions come before that: only those can be planned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, final

from menagerie.bots.bot import Clock
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.phase import Phase
from menagerie.core.rng import Rng
from menagerie.core.state import State

LONGEST: Final = 80
"""The most decisions of a turn to follow, so that a title with endless turns can't hold up a bot."""
CROWD: Final = 8
"""Lines wait until there are so many times the beam's width; then the worse ones are dropped: memory stays small."""
ENDS: Final = 100
"""So many ends of a turn are kept at least."""


@final
class Line:
    """Decisions of one seat, one after another, the state to which they lead in one world, and its value."""

    __slots__ = ("decisions", "has_revealed", "known", "state", "value")

    def __init__(
        self, decisions: tuple[Action, ...], known: int, has_revealed: bool, state: State, value: float
    ) -> None:
        self.decisions: Final = decisions
        self.known: Final = known
        """How many decisions can be planned: nothing that could not be foreseen comes before the last of them."""
        self.has_revealed: Final = has_revealed
        """Whether something unforeseeable was revealed on the way."""
        self.state: Final = state
        self.value: Final = value

    @property
    def plan(self) -> tuple[Action, ...]:
        """What can be decided now."""
        return self.decisions[: self.known]


@final
class Option:
    """What a seat can plan now, and how the turns that begin so have done."""

    __slots__ = ("is_finalist", "plan", "seat", "tries", "turn", "value", "values")

    def __init__(self, turn: Line, missed: int = 0, worst: float = 0.0, seat: int = 0) -> None:
        """So it goes in this world; in so many worlds before it was not found, and is taken to have come to `worst`."""
        self.seat: Final = seat
        self.plan: Final = turn.plan
        self.turn = turn
        """The whole turn as it would go in the world where it went best."""
        self.values = worst * missed
        self.tries = missed
        self.value = turn.value
        self.is_finalist = False
        """Whether its value is that of playing on: it cannot be compared with those of others that were not."""

    def add(self, value: float) -> None:
        """It has come to this in another world."""
        self.values += value
        self.tries += 1
        self.value = self.values / self.tries

    def enter_final(self) -> None:
        """Reset it, to be tried again by playing on."""
        self.values, self.tries, self.is_finalist = 0.0, 0, True


def ends_of_turn(advice: Advice, world: State, seat: int, width: int, spread: int, clock: Clock) -> list[Line]:
    """Ways to play this turn to its end, the best first: a beam search.

    At every depth the best `width` lines continue, and the best `spread` of every first decision.
    """
    ends: list[Line] = []
    lines = [Line((), 0, False, world, 0.0)]
    for _ in range(LONGEST):
        found: list[Line] = []
        for line in lines:
            if (found or ends) and clock.is_up:
                break  # the others do not look as good
            for longer in continuations(advice, line, seat, clock):
                if longer.state.is_over or advice.is_quiet(longer.state, seat):
                    ends.append(longer)
                else:
                    found.append(longer)
            if len(found) > CROWD * width:
                found = best_lines(found, seat, width, spread)
            if len(ends) > CROWD * width:
                ends = different_ends(ends)[: max(ENDS, width)]
        lines = best_lines(found, seat, width, spread)
        if not lines or (ends and clock.spent >= 1):
            break
    ends += lines  # there are none, unless time is up or the turn would not end
    return different_ends(ends)


def different_ends(ends: list[Line]) -> list[Line]:
    """The best first. Of those that begin alike and come to the same value one is kept: see `best_lines`."""
    ends.sort(key=_by_value)
    seen: set[tuple[int, float]] = set()
    kept: list[Line] = []
    for line in ends:
        key = (id(line.decisions[0]), line.value)
        if key not in seen or len(line.decisions) == 1:
            seen.add(key)
            kept.append(line)
    return kept


def _by_value(line: Line) -> float:
    return -line.value


def continuations(advice: Advice, line: Line, seat: int, clock: Clock) -> list[Line]:
    """A line with each decision that may follow; when time is up only with the most promising ones."""
    before = line.state
    phase = before.lane(seat)[-1]
    shown = advice.shown(before)
    known = line.known if line.has_revealed else line.known + 1
    found: list[Line] = []
    for action in advice.candidates(before, seat):
        if found and clock.is_up:
            break
        after = before.copy()
        after.carry_out(phase, seat, action)
        clock.tick()
        has_revealed = line.has_revealed or advice.shown(after) != shown
        if let_others_decide(advice, after, seat, clock):
            has_revealed = True
        found.append(Line((*line.decisions, action), known, has_revealed, after, advice.value(after, seat)))
    return found


def let_others_decide(advice: Advice, state: State, seat: int, clock: Clock) -> bool:
    """Where others decide in the middle of a seat's turn, let them do what looks best. Whether they had to."""
    had_to = False
    while not state.is_over and seat not in state.to_act and not advice.is_quiet(state, seat):
        other = state.to_act[0]
        state.carry_out(state.lane(other)[-1], other, best_decision(advice, state, other, clock))
        had_to = True
    return had_to


def best_lines(lines: list[Line], seat: int, width: int, spread: int) -> list[Line]:
    """The best lines, and some of every first decision.

    Of lines that come to the same value in the same phase one is kept: nearly always they are the same decisions in
    another order. (Single decisions are not: two tiles of which the title thinks alike are two tiles.)
    """
    lines.sort(key=_by_value)
    kept: list[Line] = []
    of_first: dict[int, int] = {}
    seen: set[tuple[int, float]] = set()
    for line in lines:
        first = id(line.decisions[0])
        count = of_first.get(first, 0)
        if len(kept) >= width and count >= spread:
            continue
        key = (id(_phase(line.state, seat)), line.value)
        if key in seen and len(line.decisions) > 1:
            continue
        seen.add(key)
        of_first[first] = count + 1
        kept.append(line)
    return kept


def _phase(state: State, seat: int) -> Phase[State]:
    return state.lane(seat)[-1]


def play_turn(advice: Advice, state: State, seat: int, width: int, clock: Clock) -> State:
    """Where a seat's turn ends, the state being the bot's own to change: greedily with width 1, else by a beam."""
    if width > 1:
        return ends_of_turn(advice, state, seat, width, 0, clock)[0].state
    for _ in range(LONGEST):
        action = best_decision(advice, state, seat, clock)
        state.carry_out(state.lane(seat)[-1], seat, action)
        let_others_decide(advice, state, seat, clock)
        if state.is_over or advice.is_quiet(state, seat):
            break
    return state


def best_decision(advice: Advice, state: State, seat: int, clock: Clock) -> Action:
    """Return the decision after which the position looks best."""
    actions = advice.candidates(state, seat)
    best = actions[0]
    if len(actions) == 1:
        return best
    phase = state.lane(seat)[-1]
    highest = 0.0
    for number, action in enumerate(actions):
        after = state.copy()
        after.carry_out(phase, seat, action)
        clock.tick()
        value = advice.value(after, seat)
        if number == 0 or value > highest:
            highest = value
            best = action
        if clock.is_up:
            break
    return best


def play_on(advice: Advice, state: State, seat: int, turns: int, width: int, clock: Clock) -> State:
    """Where it leads if all seats play on until this seat has played so many more turns, the game is over, or time is
    up; the state is the bot's own to change."""
    while turns > 0 and clock.spent < 1:
        acting = state.to_act
        if not acting:
            break
        mover = seat if seat in acting else acting[0]
        state = play_turn(advice, state, mover, width, clock)
        if mover == seat:
            turns -= 1
    return state


def play_to_stage(
    advice: Advice, state: State, seat: int, plan: Sequence[Action], stage: int, seeds: Sequence[int], clock: Clock
) -> tuple[float, bool]:
    """What a plan comes to if all seats play on greedily until that stage of the game, on average; and whether nothing
    came to light on the way, so that the same would come of it again.

    What a stage ends with may be mostly chance: the last decision before it is carried out once more for each
    of these seeds.
    """
    before, mover, action = state, seat, plan[0]
    shown = advice.shown(state)
    number = 0
    while not state.is_over and advice.stage(state) < stage and clock.spent < 1:
        if number < len(plan):
            mover, action = seat, plan[number]
        else:
            mover, action = best_of_all(advice, state, clock)
        number += 1
        before = state
        state = before.copy()
        state.carry_out(state.lane(mover)[-1], mover, action)
    total = advice.value(state, seat)
    is_certain = advice.shown(state) == shown
    if clock.spent >= 1:
        return total, is_certain
    for seed in seeds:
        other = before.copy()
        other.rng = Rng(seed)
        other.carry_out(other.lane(mover)[-1], mover, action)
        clock.tick()
        while not other.is_over and advice.stage(other) < stage:
            then, choice = best_of_all(advice, other, clock)
            other.carry_out(other.lane(then)[-1], then, choice)
        total += advice.value(other, seat)
    return total / (1 + len(seeds)), is_certain


def best_of_all(advice: Advice, state: State, clock: Clock) -> tuple[int, Action]:
    """Who decides next, and what. Where all win together, the seat whose decision looks best; else the first."""
    acting = state.to_act
    best, action = acting[0], best_decision(advice, state, acting[0], clock)
    if len(acting) == 1 or not advice.cooperative:
        return best, action
    highest = -math.inf
    for seat in acting:
        choice = best_decision(advice, state, seat, clock)
        after = state.copy()
        after.carry_out(after.lane(seat)[-1], seat, choice)
        value = advice.value(after, seat)
        if value > highest:
            best, action, highest = seat, choice, value
    return best, action
