"""Compare plans in the same imagined worlds, and say why one is better, for hints and reviews.

A search proposes plans. Here they are tried in new worlds, so that a plan that only looked good by luck loses its
advantage. A plan's changes are measured at the end of the turn, its worth some turns later.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final, final

from menagerie.bots.bot import Clock
from menagerie.bots.turn_bot import Mind, TurnBot, Weighing
from menagerie.bots.turns import best_of_all, play_on, play_turn
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.seats import joined
from menagerie.core.state import State

MOST_WORLDS: Final = 64
FEW_WORLDS: Final = 4
"""With fewer worlds than this the error is unknown, unless no chance was involved."""
SMALL_SAMPLE: Final = 1.75
"""How much errors are widened for few worlds, so that two standard errors always leave 5 percent of doubt (nearly
Student's t)."""
ENOUGH: Final = 100_000
"""The most evaluations for a single world."""
PACE: Final = 4
"""The least width of the beam that continues the game. Greedy continuations make mistakes, so a seat that has just
planned a turn with care would look too good."""
SEARCH: Final = 0.5
"""The part of the time for finding plans; the rest is for comparing them."""
SEARCH_OTHERS: Final = 0.15
"""The part for other plans if a search through whole sequences of turns found only one."""
NAMED: Final = 2
"""How many advantages a reason names."""
WORTH_OWNING: Final = 0.25
"""A disadvantage is named if it is at least this part of the greatest advantage."""
TRUSTED: Final = 0.04
"""A search that looked further ahead is believed if its plan costs no more win chance here than this."""
TELLING: Final = 0.05
"""Smaller differences aren't mentioned."""


@final
class WeighedPlan:
    """A seat's plan, and its outcomes in some worlds."""

    __slots__ = ("chances", "families", "later", "plan", "seat", "values")

    def __init__(self, plan: Sequence[Action], seat: int, players: int) -> None:
        self.plan: Final = tuple(plan)
        self.seat: Final = seat
        self.values: Final[list[float]] = []
        """The seat's value in each world."""
        self.chances: Final[list[tuple[float, ...]]] = []
        """All seats' win chances in each world."""
        self.families: Final[list[dict[str, float]]] = [{} for _ in range(players)]
        """For each seat the worth of families of features at the end of the turn, summed over the worlds."""
        self.later: Final[list[dict[str, float]]] = [{} for _ in range(players)]
        """The same after more turns, where the value is measured."""

    @property
    def value(self) -> float:
        """The average value."""
        return mean(self.values)

    @property
    def expected(self) -> tuple[float, ...]:
        """All seats' average win chances."""
        return tuple([mean([chances[seat] for chances in self.chances]) for seat in range(len(self.families))])

    @property
    def spread(self) -> tuple[float, ...]:
        """The standard deviation of each seat's win chances over the worlds."""
        return tuple([deviation([chances[seat] for chances in self.chances]) for seat in range(len(self.families))])

    def brings(self, seat: int, kin: str, later: bool = False) -> float:
        """Return a family's average worth to a seat at the end of the turn, or after more turns."""
        found = self.later if later else self.families
        return found[seat].get(kin, 0.0) / max(1, len(self.values))

    def try_in(self, world: State, mind: Mind, clock: Clock) -> bool:
        """Play the plan in a world, which is changed, and continue. Return whether something was revealed."""
        advice, manner, seat = mind.advice, mind.manner, self.seat
        shown, stage = advice.shown(world), advice.stage(world)
        pace = max(PACE, manner.pace)
        for action in self.plan:
            phase = world.phase(seat)
            if phase is None or phase.refuse(world, seat, action) is not None:
                break  # the seat learned something on the way that differs in this world
            world.carry_out(phase, seat, action)
        if seat in world.to_act and not advice.is_quiet(world, seat):
            world = play_turn(advice, world, seat, pace, clock)
        _note(self.families, advice, world)
        if stage:
            _reach_stage(advice, world, stage + manner.horizon, clock)
        else:
            world = play_on(advice, world, seat, manner.horizon, pace, clock)
        _note(self.later, advice, world)
        self.values.append(advice.value(world, seat))
        has_revealed = advice.shown(world) != shown
        self.chances.append(advice.chances(world) if stage else _over_a_round(advice, world, pace, clock))
        return has_revealed

    def add(self, more: WeighedPlan) -> None:
        """Add the same plan's outcomes in more worlds."""
        self.values.extend(more.values)
        self.chances.extend(more.chances)
        for seat in range(len(self.families)):
            _add_up(self.families[seat], more.families[seat])
            _add_up(self.later[seat], more.later[seat])


def _over_a_round(advice: Advice, world: State, pace: int, clock: Clock) -> tuple[float, ...]:
    """Return all seats' win chances, averaged over this moment and those after each other seat's turn, because the seat
    that has just played always looks a little better. The world is changed."""
    total = list(advice.chances(world))
    now = tuple(total)
    for _ in range(world.players - 1):
        if not world.is_over and clock.spent < 1:
            world = play_turn(advice, world, world.to_act[0], pace, clock)
            now = advice.chances(world)
        total = [sum_of + one for sum_of, one in zip(total, now, strict=True)]
    return tuple([sum_of / world.players for sum_of in total])


def _reach_stage(advice: Advice, world: State, stage: int, clock: Clock) -> None:
    """Let all seats play greedily until that stage of the game."""
    while not world.is_over and advice.stage(world) < stage and clock.spent < 1:
        mover, action = best_of_all(advice, world, clock)
        world.carry_out(world.lane(mover)[-1], mover, action)


def _note(total: list[dict[str, float]], advice: Advice, world: State) -> None:
    """Add the families' current worth to each seat."""
    for seat, families in enumerate(total):
        _add_up(families, advice.contributions(world, seat))


def _add_up(total: dict[str, float], families: dict[str, float]) -> None:
    """Add one set of amounts to another."""
    for kin, amount in families.items():
        total[kin] = total.get(kin, 0.0) + amount


@final
class Comparison:
    """The outcomes of several plans in the same worlds."""

    __slots__ = ("is_certain", "outcomes")

    def __init__(self, outcomes: list[WeighedPlan], is_certain: bool) -> None:
        self.outcomes: Final = outcomes
        self.is_certain: Final = is_certain
        """Whether no chance was involved, so that more worlds would tell nothing new."""

    def ranked(self, mind: Mind) -> list[WeighedPlan]:
        """Return the outcomes, the best first: by win chance, then by value. A search through whole sequences of turns
        without chance has looked further ahead, so its order holds unless opponents answer better here than it assumed
        and the chances are clearly worse."""
        ranked = sorted(self.outcomes, key=lambda outcome: (-round(outcome.expected[outcome.seat], 3), -outcome.value))
        if not (self.is_certain and mind.manner.turn_spread):
            return ranked
        if len(ranked[0].families) == 1:
            return self.outcomes
        seat = ranked[0].seat
        least = ranked[0].expected[seat] - TRUSTED
        near = [outcome for outcome in self.outcomes if outcome.expected[seat] >= least]
        return near + [outcome for outcome in ranked if outcome.expected[seat] < least]

    def lead(self, better: WeighedPlan, worse: WeighedPlan) -> tuple[float, float]:
        """Return how much higher the seat's win chance is with one plan than with another, and the standard error."""
        seat = better.seat
        return self._difference(
            [chances[seat] for chances in better.chances], [chances[seat] for chances in worse.chances]
        )

    def gain(self, better: WeighedPlan, worse: WeighedPlan) -> tuple[float, float]:
        """Return how much higher the value is with one plan than with another, and the standard error."""
        return self._difference(better.values, worse.values)

    def _difference(self, first: list[float], second: list[float]) -> tuple[float, float]:
        differences = [a - b for a, b in zip(first, second, strict=True)]
        if self.is_certain:
            return mean(differences), 0.0
        if len(differences) < FEW_WORLDS:
            return mean(differences), math.inf
        count = len(differences)
        return mean(differences), deviation(differences) / math.sqrt(count) * (1 + SMALL_SAMPLE / (count - 1))


def compare(
    mind: Mind, state: State, seat: int, plans: Sequence[Sequence[Action]], chance: Random, clock: Clock, least: int = 0
) -> Comparison:
    """Try a seat's plans in the same worlds until time is up, but in at `least` this many. The state is imagined."""
    outcomes = [WeighedPlan(plan, seat, state.players) for plan in plans]
    for number in range(MOST_WORLDS):
        world = state.imagine(seat, chance.getrandbits(64))
        tries = [WeighedPlan(plan, seat, state.players) for plan in plans]
        allowed = clock if number >= least else Clock(playouts=ENOUGH)
        reveals = [one.try_in(world.copy(), mind, allowed) for one in tries]
        if number and allowed.spent >= 1:
            break  # these games were cut short
        for outcome, one in zip(outcomes, tries, strict=True):
            outcome.add(one)
        if not any(reveals):
            return Comparison(outcomes, is_certain=True)
        if number + 1 >= least and clock.spent >= 1:
            break
    return Comparison(outcomes, is_certain=False)


def proposals(mind: Mind, state: State, seat: int, most: int, chance: Random, clock: Clock) -> list[Sequence[Action]]:
    """Return the plans that a search finds in its part of the time, the best first. The state is imagined.

    Of plans with the same decisions in another order only one is kept, and of plans with the same worth at the end of
    the turn all but one come last.
    """
    bot = TurnBot(chance.getrandbits(64))
    bot.use(mind)
    clock.allow(SEARCH)
    options = bot.weigh(state, seat, clock)
    if mind.manner.turn_spread and len({option.plan for option in options}) < most:
        clock.allow(SEARCH + SEARCH_OTHERS)  # all sequences may start with the same turn: search for other turns too
        options += Weighing(mind, bot.chance, clock).weigh(state, seat)
    clock.allow(1.0)
    different: list[Sequence[Action]] = []
    alike: list[Sequence[Action]] = []
    values: set[float] = set()
    seen: set[tuple[object, ...]] = set()
    for option in options:
        value = round(option.turn.value, 6)
        key = (value, *sorted([str(action) for action in option.plan]))
        if key not in seen:
            (alike if value in values else different).append(option.plan)
        seen.add(key)
        values.add(value)
    return (different + alike)[:most]


# Why one plan is better, in words.


@final
class Difference:
    """How much more or less one plan brings than another at the end of the turn, to the seat or to its rival."""

    __slots__ = ("amount", "family", "whose")

    def __init__(self, family: str, whose: int, amount: float) -> None:
        self.family: Final = family
        self.whose: Final = whose
        self.amount: Final = amount
        """From the deciding seat's point of view: what a rival gains counts as negative."""


def differences(advice: Advice, this: WeighedPlan, that: WeighedPlan, later: bool = False) -> list[Difference]:
    """Return how this plan differs from that one for its seat and the best opponent, the most important first."""
    seat, rival = this.seat, _rival(advice, that)
    found: list[Difference] = []
    for kin in _families(this, that):
        found.append(Difference(kin, seat, this.brings(seat, kin, later) - that.brings(seat, kin, later)))
        if rival >= 0:
            found.append(Difference(kin, rival, that.brings(rival, kin, later) - this.brings(rival, kin, later)))
    told = [one for one in found if abs(one.amount) >= TELLING]
    told.sort(key=lambda one: -abs(one.amount))
    return told


def _families(this: WeighedPlan, that: WeighedPlan) -> list[str]:
    """Return all families with any worth to any seat, in a stable order."""
    seats = this.families + that.families + this.later + that.later
    return sorted({kin for families in seats for kin in families})


def _rival(advice: Advice, outcome: WeighedPlan) -> int:
    """Return the opponent who is doing best then, or -1 if there are none."""
    others = [seat for seat in range(len(outcome.families)) if seat != outcome.seat]
    if advice.cooperative or not others:
        return -1
    return max(others, key=lambda other: sum(outcome.families[other].values()))


def reason(advice: Advice, this: WeighedPlan, that: WeighedPlan, is_better: bool, names: Sequence[str]) -> str:
    """Return what speaks for and against this plan compared with that one: at the end of the turn or, if that favours
    the other plan, some turns later."""
    found, later = differences(advice, this, that), False
    if _speaks_against(found, is_better):
        found, later = differences(advice, this, that, later=True), True
        if found and _speaks_against(found, is_better):
            return "Better in the long run." if is_better else "Worse in the long run."
    for_it = [one for one in found if (one.amount > 0) == is_better]
    against = [one for one in found if (one.amount > 0) != is_better]
    if not for_it:
        return "About as good."
    told = for_it[:NAMED]
    if against and abs(against[0].amount) >= abs(for_it[0].amount) * WORTH_OWNING:
        told = told + against[:1]
    return " ".join(_gains(advice, told, this.seat, names, later))


def _speaks_against(found: list[Difference], is_better: bool) -> bool:
    """Return whether these differences favour the other plan on the whole, or there are none."""
    total = sum([one.amount for one in found])
    return total <= 0 if is_better else total >= 0


def _gains(advice: Advice, found: list[Difference], seat: int, names: Sequence[str], later: bool) -> list[str]:
    """Return a sentence for each player who gains or loses: `Better: full enclosures (+4.0) and points (+1.0).`"""
    listed: dict[tuple[int, bool], list[str]] = {}
    for one in found:
        own = one.amount if one.whose == seat else -one.amount
        words = advice.weights.words.get(one.family, one.family)
        listed.setdefault((one.whose, own > 0), []).append(f"{words} ({signed(own)})")
    sentences: list[str] = []
    for (whose, grows), parts in listed.items():
        what = joined(parts)
        if whose == seat and later:
            sentences.append(f"Better later: {what}." if grows else f"Worse later: {what}.")
        elif whose == seat:
            sentences.append(f"Better: {what}." if grows else f"Worse: {what}.")
        elif later:
            name = names[whose]
            sentences.append(f"Better for {name} later: {what}." if grows else f"Worse for {name} later: {what}.")
        else:
            name = names[whose]
            sentences.append(f"Better for {name}: {what}." if grows else f"Worse for {name}: {what}.")
    return sentences


def signed(amount: float) -> str:
    """Return an amount with its sign: `+4.0`, `-12`."""
    return f"{amount:+.1f}" if abs(amount) < 10 else f"{amount:+.0f}"


# Figures.


def mean(numbers: Sequence[float]) -> float:
    """Return the average, or 0 of no numbers."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation, or 0 of fewer than two numbers."""
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return math.sqrt(sum([(number - middle) ** 2 for number in numbers]) / (len(numbers) - 1))
