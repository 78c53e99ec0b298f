"""Measure how sure a bot is that one turn is best: the turn, how much of it matters, and by how much it leads.

A search proposes turns. They are tried side by side in worlds that the seat can imagine (`bots.comparing`), together
with some that start differently, however badly the search judged them. A turn is *the* answer up to the point where
every other turn that has differed by then is worse, by a margin of win chance and by more than the trial's error.

A lead may also depend on a single mistake later in the game. So a whole jury tries the closest turns, playing on with
more or less care and to different moments, and the lead must not depend on that either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from menagerie.bots.bot import Clock, no_garbage
from menagerie.bots.comparing import FEW_WORLDS, PACE, Comparison, WeighedPlan, compare, proposals
from menagerie.bots.interrupts import held_back
from menagerie.bots.levels import Director
from menagerie.bots.turn_bot import Manner, Mind
from menagerie.core.action import Action
from menagerie.core.content import Content, Entry
from menagerie.core.game import Game
from menagerie.core.state import State

ERRORS: Final = 2.0
"""A lead of fewer standard errors than this isn't certain."""
PROPOSED: Final = 24
"""How many of the search's turns to consider."""
NEAR: Final = 3
"""How many of the next best turns to try, however they start."""
CLOSEST: Final = 3
"""How many of the closest turns the whole jury tries."""
CARE: Final = 2
"""How much wider the beam is when playing on more carefully."""

Plan = tuple[Action, ...]


@dataclass(frozen=True)
class Jury:
    """The judges of the best turn: the strongest level, and the same with more care and to later moments."""

    mind: Mind
    others: tuple[Mind, ...]

    @staticmethod
    def of(game: Game) -> Jury:
        """Return a title's jury; raises BadSetup if the title has no advice."""
        values = Content(game.folder).read("levels.toml").entry(Director.kind).values
        pace, horizon = max(PACE, values["pace"]), values["horizon"]
        advice = game.advice()

        def mind(pace: int, horizon: int) -> Mind:
            return Mind(advice, Manner(Entry({**values, "pace": pace, "horizon": horizon}, "levels.toml")))

        more = pace + CARE
        return Jury(mind(pace, horizon), (mind(more, horizon), mind(pace, horizon + 1), mind(more, horizon + 1)))


@dataclass(frozen=True)
class Weighed:
    """A seat's best turn, and what it was compared with."""

    comparison: Comparison
    best: WeighedPlan
    second: WeighedPlan
    """The best of those that differ where it matters."""
    asked: int
    """How many decisions of the best turn matter: every turn that differs in these is worse. 0 for none."""
    margin: float
    """How much lower the win chance of the second best is."""
    error: float
    """The standard error of that."""

    def is_sure(self, margin: float) -> bool:
        """Return whether it is best by at least that margin of win chance, and by more than the trial's error."""
        return self.asked > 0 and leads_clearly(self.margin, self.error, margin)


def leads_clearly(lead: float, error: float, margin: float) -> bool:
    """Return whether a lead is at least this margin, and more than the trial's error."""
    return lead >= margin and lead > ERRORS * error


def weigh(
    jury: Jury, state: State, seat: int, playouts: int, seed: int, margin: float, others: int, glance: bool = False
) -> Weighed | None:
    """Return a seat's best turn, found and tried with this many evaluations. This many turns that start differently are
    tried as well. For a quick look only one juror is used. None if there is nothing to compare it with."""
    chance = Random(seed)
    clock = Clock(playouts=playouts)
    clock.start()
    imagined = state.imagine(seat, chance.getrandbits(64))
    with held_back(clock.stop), no_garbage():
        found = [tuple(plan) for plan in proposals(jury.mind, imagined, seat, PROPOSED, chance, clock)]
        plans = _to_try(jury.mind, imagined, seat, found, 1 if glance else NEAR, others)
        if len(plans) < 2:
            return None
        comparison = compare(jury.mind, imagined, seat, plans, chance, clock, 1 if glance else FEW_WORLDS)
        best = comparison.ranked(jury.mind)[0]
        rivals = [one for one in comparison.outcomes if not _is_same_turn(imagined, seat, best.plan, one.plan)]
        weighed = _weighed(comparison, best, rivals, margin)
        if glance or weighed is None or not weighed.asked:
            return weighed
        rivals.sort(key=lambda one: comparison.lead(best, one)[0])
        closest = [one for one in rivals if one.plan[: weighed.asked] != best.plan[: weighed.asked]][:CLOSEST]
        again = _by_all(jury, imagined, seat, Comparison([best, *closest], comparison.is_certain), chance, clock)
    return _weighed(again, best, closest, margin, weighed.asked)


def try_plans(
    jury: Jury, imagined: State, seat: int, plans: Sequence[Plan], chance: Random, clock: Clock
) -> Comparison:
    """Try some turns side by side with the whole jury."""
    first = compare(jury.mind, imagined, seat, plans, chance, clock, FEW_WORLDS)
    return _by_all(jury, imagined, seat, first, chance, clock)


def _by_all(jury: Jury, imagined: State, seat: int, first: Comparison, chance: Random, clock: Clock) -> Comparison:
    """Let the other jurors try what the first one has tried."""
    outcomes = first.outcomes
    plans = [one.plan for one in outcomes]
    for mind in jury.others:
        more = compare(mind, imagined, seat, plans, chance, clock, 1 if first.is_certain else 2)
        for outcome, one in zip(outcomes, more.outcomes, strict=True):
            outcome.add(one)
    return Comparison(outcomes, is_certain=False)


def _to_try(mind: Mind, imagined: State, seat: int, found: Sequence[Plan], near: int, others: int) -> list[Plan]:
    """Return the turns worth trying: the best ones, then the best for every other first decision, and finally decisions
    that the search did not even propose."""
    plans = list(found[: 1 + near])
    begun = {plan[0] for plan in plans}
    single = [(action,) for action in mind.advice.candidates(imagined, seat)]
    room = others
    for plan in [*found, *single]:
        if room > 0 and plan[0] not in begun and not _is_same_turn(imagined, seat, found[0], plan):
            begun.add(plan[0])
            plans.append(plan)
            room -= 1
    return plans


def _weighed(
    comparison: Comparison, best: WeighedPlan, rivals: list[WeighedPlan], margin: float, most: int | None = None
) -> Weighed | None:
    """Return how many decisions of the best turn can be required, at most `most`."""
    closest: tuple[float, float, WeighedPlan] | None = None
    for asked in range(len(best.plan) if most is None else most, 0, -1):
        departing = [one for one in rivals if tuple(one.plan[:asked]) != tuple(best.plan[:asked])]
        leads = [(*comparison.lead(best, one), one) for one in departing]
        if not leads:
            break
        lead, error, second = closest = min(leads, key=lambda one: (one[0], one[1]))
        if all(leads_clearly(one[0], one[1], margin) for one in leads):
            return Weighed(comparison, best, second, asked, lead, error)
    if closest is None:
        return None
    lead, error, second = closest
    return Weighed(comparison, best, second, 0, lead, error)


def _is_same_turn(imagined: State, seat: int, best: Sequence[Action], other: Sequence[Action]) -> bool:
    """Return whether a turn, or one starting with this decision, is the best one in another order."""
    rest = list(best)
    for action in other:
        if action not in rest:
            return False
        rest.remove(action)
    after = end_of(imagined, seat, [*other, *rest])
    return after is not None and after == end_of(imagined, seat, best)


def end_of(world: State, seat: int, plan: Iterable[Action]) -> dict[str, Any] | None:
    """Return what the seat sees after these decisions, or None if they cannot be made."""
    after = world.copy()
    for action in plan:
        phase = after.phase(seat)
        if phase is None or phase.refuse(after, seat, action) is not None:
            return None
        after.carry_out(phase, seat, action)
    return after.view(seat)


def begins_with(world: State, seat: int, played: Sequence[Action], answer: Sequence[Action], asked: int) -> bool:
    """Return whether these decisions contain the required part of the answer, in any order."""
    is_alike = len(played) >= asked and tuple(played[:asked]) == tuple(answer[:asked])
    return is_alike or (len(played) >= asked and _is_same_turn(world, seat, answer, played))
