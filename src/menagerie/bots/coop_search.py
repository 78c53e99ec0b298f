"""Search for team titles, where all win or lose together and chance answers at the end of every stage.

A turn is searched as a whole, the most promising ways to play it first, and judged before chance answers, because a
single answer would favour the lucky way. The best plans are then played in more worlds, followed by the others' turns
and many answers of chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random
from typing import Final, final

from menagerie.bots.bot import Clock, no_garbage
from menagerie.bots.turns import Line, Option, best_decision
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.state import State

SEARCHING: Final = 0.35
"""The part of the time for searching turns; the rest is for playing them on."""
COMPLETIONS: Final = 2
"""In how many ways a plan continues after something was revealed."""
OTHERS: Final = 0.25
"""The part of the positions for searching the others' turns."""


def ways_of_turn(advice: Advice, state: State, seat: int, most: int, clock: Clock) -> list[Line]:
    """Return ways to play this turn, the best first, without those that only differ in their order.

    Look at this number of positions at most, those after the most promising ones.
    """
    ends: list[Line] = []
    lines = [(0.0, 0, Line((), 0, False, state, 0.0))]
    seen: set[int] = set()
    looked = 0
    while lines and looked < most:
        line = heappop(lines)[2]
        before = line.state
        phase = before.lane(seat)[-1]
        shown = advice.shown(before)
        known = line.known if line.has_revealed else line.known + 1
        for action in advice.candidates(before, seat):
            after = before.copy()
            after.carry_out(phase, seat, action)
            looked += 1
            clock.tick()
            likeness = advice.likeness(after)
            if likeness in seen:
                continue
            seen.add(likeness)
            has_revealed = line.has_revealed or advice.shown(after) != shown
            value = advice.value(after, seat)
            longer = Line((*line.decisions, action), known, has_revealed, after, value)
            if after.is_over or advice.is_quiet(after, seat):
                ends.append(longer)
            else:
                heappush(lines, (-value, looked, longer))
        if ends and clock.is_up:
            break
    if not ends:  # judge a very long turn where it has got to
        ends = [line for _, _, line in lines]
    ends.sort(key=_by_value)
    return ends


def _by_value(line: Line) -> float:
    return -line.value


def finish_stage(advice: Advice, state: State, most: int, clock: Clock) -> State:
    """Return where a held state leads if every seat still to act plays its best-looking turn, one after the other."""
    stage = advice.stage(state)
    while state.to_act and advice.stage(state) == stage:
        ways = ways_of_turn(advice, state, state.to_act[0], most, clock)
        if not ways:  # a solo player has moved every animal, and the state is held
            break
        state = ways[0].state
    return state


def after_stage(advice: Advice, state: State, seat: int, seeds: Sequence[int], clock: Clock) -> float:
    """Return a held state's average worth after chance has ended the stage."""
    if state.is_over:
        return advice.value(state, seat)
    stage = advice.stage(state)
    total = 0.0
    for seed in seeds:
        after = state.copy()
        advice.release(after, seed)
        clock.tick()
        while not after.is_over and advice.stage(after) == stage:
            asked = after.to_act[0]
            after.carry_out(after.lane(asked)[-1], asked, best_decision(advice, after, asked, clock))
        total += advice.value(after, seat)
    return total / len(seeds)


@final
class TeamSearch:
    """A search for the team's best turn: which seat's, and which turn."""

    def __init__(self, advice: Advice, most: int, chance: Random, clock: Clock) -> None:
        self._advice: Final = advice
        self._most: Final = most
        """How many positions of a turn to look at."""
        self._chance: Final = chance
        self._clock: Final = clock

    def search(self, state: State, seats: Sequence[int], worlds: int) -> list[Option]:
        """Return what these seats can plan, the best first, by average worth at the end of the turn."""
        found: dict[tuple[int, tuple[Action, ...]], Option] = {}
        for number in range(worlds):
            world = self._imagine(state, seats[0])
            best: dict[tuple[int, tuple[Action, ...]], Line] = {}
            worst = 1.0
            has_revealed = False
            for seat in seats:
                for line in ways_of_turn(self._advice, world, seat, self._most, self._clock):
                    best.setdefault((seat, line.plan), line)
                    worst = min(worst, line.value)
                    has_revealed = has_revealed or line.has_revealed
            for key, line in best.items():
                if key not in found:
                    found[key] = Option(line, number, worst, key[0])
                elif line.value > found[key].turn.value:
                    found[key].turn = line
            for key, option in found.items():
                option.add(best[key].value if key in best else worst)
            if not has_revealed or self._clock.spent >= SEARCHING * (number + 1) / (number + 2):
                break
        options = list(found.values())
        options.sort(key=_by_mean)
        return options

    def play_on(self, state: State, options: list[Option], finalists: int, samples: int) -> None:
        """Continue the best options to the end of the stage in the same worlds, dropping the worse half as time passes.
        The best comes first."""
        tried = options[:finalists]
        left = list(tried)
        for option in tried:
            option.enter_final()
        begin = self._clock.spent
        rounds = max(1, (len(left) - 1).bit_length())
        for number in range(1, rounds + 1):
            self._try_all(state, left, samples, begin + (1 - begin) * number / rounds)
            left.sort(key=_by_trial)
            del left[(len(left) + 1) // 2 :]
        tried.sort(key=lambda option: (option is not left[0], -option.tries, -option.value))
        options[:finalists] = tried

    def _try_all(self, state: State, left: list[Option], samples: int, until: float) -> None:
        """Try all of them equally often until that part of the time is used."""
        while True:
            world = self._imagine(state, left[0].seat)
            seeds = [self._chance.getrandbits(64) for _ in range(samples)]
            values: list[float] = []
            for option in left:
                values.append(self._try(world.copy(), option, seeds))
                if self._clock.spent >= 1 and left[0].tries:
                    return  # otherwise some would have been tried more often than others
                if self._clock.spent >= 1:
                    break
            for option, value in zip(left, values, strict=False):
                option.add(value)
            if self._clock.spent >= until:
                return

    def _try(self, world: State, option: Option, seeds: list[int]) -> float:
        """Play such a turn in this world, then the others' turns, then chance's answer."""
        advice, seat = self._advice, option.seat
        stage = advice.stage(world)
        for action in option.plan:
            world.carry_out(world.lane(seat)[-1], seat, action)
            self._clock.tick()
        if world.is_over or advice.stage(world) != stage:
            return advice.value(world, seat)
        ends = [world]
        if not advice.is_quiet(world, seat):
            ends = [line.state for line in ways_of_turn(advice, world, seat, self._most, self._clock)[:COMPLETIONS]]
        others = max(1, int(self._most * OTHERS))
        best = 0.0
        for end in ends:
            held = finish_stage(advice, end, others, self._clock)
            best = max(best, after_stage(advice, held, seat, seeds, self._clock))
        return best

    def _imagine(self, state: State, seat: int) -> State:
        world = state.imagine(seat, self._chance.getrandbits(64))
        self._advice.hold(world)
        return world


def _by_mean(option: Option) -> float:
    return -option.value


def _by_trial(option: Option) -> tuple[bool, float]:
    """Put those that there was no time to try last."""
    return option.tries == 0, -option.value


# Which seat goes first.

POSITIONS: Final = 150
WORLDS: Final = 2
"""How long to think about that. A turn is judged at its end, because looking further did not win more."""


def first_to_act(advice: Advice, state: State, seed: int) -> int:
    """Return the seat that should decide first of those that may. It matters in team titles where the team chooses the
    order of its turns."""
    acting = state.to_act
    if len(acting) == 1 or not (advice.cooperative and advice.stage(state)):
        return acting[0]
    clock = Clock(playouts=WORLDS * POSITIONS * len(acting) * 4)
    clock.start()
    with no_garbage():
        return TeamSearch(advice, POSITIONS, Random(seed), clock).search(state, acting, WORLDS)[0].seat
