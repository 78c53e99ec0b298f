"""Some plans compared in the same imagined worlds, and in words why one is better: for hints and for reviews.

A search proposes plans; here they are tried anew, so that the one which the search liked by luck alone has no luck any
more. What a plan changes is read off at the end of the turn, what it is worth some turns later.
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
from menagerie.core.state import State

MOST_WORLDS: Final = 64
FEW_WORLDS: Final = 4
"""With fewer worlds than this nothing is known about the error, unless there was no chance in them."""
SMALL_SAMPLE: Final = 1.75
"""How much wider errors are taken to be the fewer worlds there are, so that two of them always leave 5 percent of
doubt (nearly Student's t)."""
ENOUGH: Final = 100_000
"""More evaluations than this no single world is worth."""
PACE: Final = 4
"""How wide the beam is, at least, with which everybody goes on. Who goes on greedily makes slips, and whoever has just
planned a turn with care looks too good."""
SEARCH: Final = 0.5
"""The part of the time that goes into finding plans; the rest compares them."""
SEARCH_OTHERS: Final = 0.15
"""The part for other plans, where a search through whole courses of turns has found one only."""
NAMED: Final = 2
"""How many differences a sentence names on either side."""
WORTH_OWNING: Final = 0.25
"""What speaks against a plan is named if it is at least this part of what speaks for it."""
TRUSTED: Final = 0.04
"""A search that has seen further is believed if its plan costs no more chances than this by what is seen here."""
TELLING: Final = 0.05
"""Differences below this are not worth a word."""


@final
class WeighedPlan:
    """A plan of a seat, and what came of it in some worlds."""

    __slots__ = ("chances", "families", "later", "plan", "seat", "values")

    def __init__(self, plan: Sequence[Action], seat: int, players: int) -> None:
        self.plan: Final = tuple(plan)
        self.seat: Final = seat
        self.values: Final[list[float]] = []
        """The value for the seat, world by world."""
        self.chances: Final[list[tuple[float, ...]]] = []
        """The chances of all seats, world by world."""
        self.families: Final[list[dict[str, float]]] = [{} for _ in range(players)]
        """By seat what the families of features bring as the turn ends, added up over the worlds."""
        self.later: Final[list[dict[str, float]]] = [{} for _ in range(players)]
        """The same where the value is taken: after more turns."""

    @property
    def value(self) -> float:
        """The value on average."""
        return mean(self.values)

    @property
    def expected(self) -> tuple[float, ...]:
        """The chances of all seats on average."""
        return tuple([mean([chances[seat] for chances in self.chances]) for seat in range(len(self.families))])

    @property
    def spread(self) -> tuple[float, ...]:
        """By how much the chances of each seat differ from world to world: the standard deviation."""
        return tuple([deviation([chances[seat] for chances in self.chances]) for seat in range(len(self.families))])

    def brings(self, seat: int, kin: str, later: bool = False) -> float:
        """What a family of features brings a seat as the turn ends, or after more turns, on average."""
        found = self.later if later else self.families
        return found[seat].get(kin, 0.0) / max(1, len(self.values))

    def try_in(self, world: State, mind: Mind, clock: Clock) -> bool:
        """Play the plan in a world, which is changed, and go on. Whether something came to light."""
        advice, manner, seat = mind.advice, mind.manner, self.seat
        shown, stage = advice.shown(world), advice.stage(world)
        pace = max(PACE, manner.pace)
        for action in self.plan:
            phase = world.phase(seat)
            if phase is None or phase.refuse(world, seat, action) is not None:
                break  # the seat has learned something on the way that is otherwise here
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
        """What came of the same plan in more worlds."""
        self.values.extend(more.values)
        self.chances.extend(more.chances)
        for seat in range(len(self.families)):
            _add_up(self.families[seat], more.families[seat])
            _add_up(self.later[seat], more.later[seat])


def _over_a_round(advice: Advice, world: State, pace: int, clock: Clock) -> tuple[float, ...]:
    """The chances of all seats, averaged over this moment and those after the turns of as many others as there are:
    who has just played always looks a little better. The world is changed."""
    total = list(advice.chances(world))
    now = tuple(total)
    for _ in range(world.players - 1):
        if not world.is_over and clock.spent < 1:
            world = play_turn(advice, world, world.to_act[0], pace, clock)
            now = advice.chances(world)
        total = [sum_of + one for sum_of, one in zip(total, now, strict=True)]
    return tuple([sum_of / world.players for sum_of in total])


def _reach_stage(advice: Advice, world: State, stage: int, clock: Clock) -> None:
    """Let everybody go on greedily until that stage of the game."""
    while not world.is_over and advice.stage(world) < stage and clock.spent < 1:
        mover, action = best_of_all(advice, world, clock)
        world.carry_out(world.lane(mover)[-1], mover, action)


def _note(total: list[dict[str, float]], advice: Advice, world: State) -> None:
    """Add what the families of features bring each seat now."""
    for seat, families in enumerate(total):
        _add_up(families, advice.contributions(world, seat))


def _add_up(total: dict[str, float], families: dict[str, float]) -> None:
    """Add one set of amounts to another."""
    for kin, amount in families.items():
        total[kin] = total.get(kin, 0.0) + amount


@final
class Comparison:
    """Outcomes of several plans in the same worlds."""

    __slots__ = ("is_certain", "outcomes")

    def __init__(self, outcomes: list[WeighedPlan], is_certain: bool) -> None:
        self.outcomes: Final = outcomes
        self.is_certain: Final = is_certain
        """Whether there was no chance in it: another world would have told nothing more."""

    def ranked(self, mind: Mind) -> list[WeighedPlan]:
        """The best first: by chances, and where these are alike by value. Where the search that proposed them has gone
        through whole courses of turns, and met with no chance, it has seen further than this: its order holds, but
        where others answer less carelessly here than it thought, and chances are clearly worse."""
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
        """How much higher the chances of the seat are with one plan than with another, and the standard error."""
        seat = better.seat
        return self._difference(
            [chances[seat] for chances in better.chances], [chances[seat] for chances in worse.chances]
        )

    def gain(self, better: WeighedPlan, worse: WeighedPlan) -> tuple[float, float]:
        """How much higher the value is with one plan than with another, and the standard error."""
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
    """Try plans of a seat in the same worlds, until time is up, but in so many at `least`. The state is imagined."""
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
    """The best plans that a search finds in its part of the time, the best first. The state is imagined.

    Of the same decisions in another order, which come to the same, one plan is enough; and of plans that are worth the
    same as the turn ends all but one have to wait.
    """
    bot = TurnBot(chance.getrandbits(64))
    bot.use(mind)
    clock.allow(SEARCH)
    options = bot.weigh(state, seat, clock)
    if mind.manner.turn_spread and len({option.plan for option in options}) < most:
        clock.allow(SEARCH + SEARCH_OTHERS)  # all courses may begin with the same turn: others are found by themselves
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
    """What one plan brings more, or less, than another as the turn ends: one's own, or taken from another seat."""

    __slots__ = ("amount", "family", "whose")

    def __init__(self, family: str, whose: int, amount: float) -> None:
        self.family: Final = family
        self.whose: Final = whose
        self.amount: Final = amount
        """As it counts for who decides: what another seat gains counts against it."""


def differences(advice: Advice, this: WeighedPlan, that: WeighedPlan, later: bool = False) -> list[Difference]:
    """How this plan differs from that one for its seat, and for the best other; what matters most comes first."""
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
    """All families that bring anybody anything, in a stable order."""
    seats = this.families + that.families + this.later + that.later
    return sorted({kin for families in seats for kin in families})


def _rival(advice: Advice, outcome: WeighedPlan) -> int:
    """The other seat that stands best then; -1 where nobody plays against this one."""
    others = [seat for seat in range(len(outcome.families)) if seat != outcome.seat]
    if advice.cooperative or not others:
        return -1
    return max(others, key=lambda other: sum(outcome.families[other].values()))


def reason(advice: Advice, this: WeighedPlan, that: WeighedPlan, is_better: bool, names: Sequence[str]) -> str:
    """What speaks for this plan and what for that one, in a sentence: as the turn ends or, where what is better then is
    not the better plan, some turns later."""
    found, when = differences(advice, this, that), ""
    if _speaks_against(found, is_better):
        found, when = differences(advice, this, that, later=True), "later "
        if found and _speaks_against(found, is_better):
            return f"{'Better' if is_better else 'Worse'} in the long run: the search sees further than the next turns."
    for_it = [one for one in found if (one.amount > 0) == is_better]
    against = [one for one in found if (one.amount > 0) != is_better]
    if not for_it:
        return "It comes to much the same."
    sentence = when + _listed(advice, for_it[:NAMED], this.seat, names)
    if against and abs(against[0].amount) >= abs(for_it[0].amount) * WORTH_OWNING:
        sentence += f", but {_listed(advice, against[:1], this.seat, names)}"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _speaks_against(found: list[Difference], is_better: bool) -> bool:
    """Whether all in all these differences are for the other plan, or there are none."""
    total = sum([one.amount for one in found])
    return total <= 0 if is_better else total >= 0


def _listed(advice: Advice, found: list[Difference], seat: int, names: Sequence[str]) -> str:
    """`more from full enclosures (+4.0) and points (+1.0)`, `less for Ben from a barn with few kinds (+1.5)`."""
    parts: list[str] = []
    last = ""
    for one in found:
        is_own = one.whose == seat
        grows = (one.amount > 0) == is_own
        lead = f"{'more' if grows else 'less'}{'' if is_own else f' for {names[one.whose]}'} from "
        words = advice.weights.words.get(one.family, one.family)
        parts.append(f"{'' if lead == last else lead}{words} ({signed(one.amount)})")
        last = lead
    return " and ".join(parts)


def signed(amount: float) -> str:
    """`+4.0`, `-12`."""
    return f"{amount:+.1f}" if abs(amount) < 10 else f"{amount:+.0f}"


# Figures.


def mean(numbers: Sequence[float]) -> float:
    """The average; 0 of nothing."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def deviation(numbers: Sequence[float]) -> float:
    """The standard deviation; 0 where there are fewer than two."""
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return math.sqrt(sum([(number - middle) ** 2 for number in numbers]) / (len(numbers) - 1))
