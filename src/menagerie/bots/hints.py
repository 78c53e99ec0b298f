"""Hints: the best turn step by step, why it is better than the next best, how sure that is, and two alternatives.

Everything is computed in worlds that the asking seat can imagine, so a hint reveals nothing that the seat can't know.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any, Final, final

from menagerie.bots.bot import Clock, decide
from menagerie.bots.comparing import Comparison, WeighedPlan, compare, proposals, reason
from menagerie.bots.interrupts import held_back
from menagerie.bots.kinds import strongest
from menagerie.bots.levels import Director
from menagerie.bots.montecarlo import MonteCarlo
from menagerie.bots.turn_bot import Mind
from menagerie.bots.turns import LONGEST
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.event import Event
from menagerie.core.state import State

IDEAS: Final = 3
"""The hint and two alternatives."""
WITNESSES: Final = 3
"""A step is described if it goes the same way in this many worlds, so that chance isn't described."""
CLEAR: Final = 0.04
"""A lead in win chance that counts as "clearly"; below a quarter of it two turns are equally good."""


@final
class Step:
    """A turn's decision: its notation, its name, and what it does if no chance is involved."""

    __slots__ = ("decision", "name", "words")

    def __init__(self, decision: str, words: str, name: str = "") -> None:
        self.decision: Final = decision
        self.words: Final = words
        self.name: Final = name
        """The label of its button; empty if chance must come first."""

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"decision": self.decision, "words": self.words, "name": self.name}


@final
class Idea:
    """A possible turn, as far as it can be planned."""

    __slots__ = ("chance", "reason", "steps")

    def __init__(self, steps: Sequence[Step], reason: str, chance: float | None) -> None:
        self.steps: Final = tuple(steps)
        self.reason: Final = reason
        """What distinguishes it from the best one, or the best one from the next best."""
        self.chance: Final = chance
        """The seat's win chance afterwards, or None if unknown."""

    def __str__(self) -> str:
        return ", ".join([step.decision for step in self.steps])

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"steps": [step.data() for step in self.steps], "reason": self.reason, "chance": self.chance}


@final
class Hint:
    """What a strong player would do."""

    __slots__ = ("alternatives", "before", "best", "bot", "sure")

    def __init__(
        self, bot: str, best: Idea, sure: str, before: float | None, alternatives: Sequence[Idea] = ()
    ) -> None:
        self.bot: Final = bot
        """The kind of bot that gives it."""
        self.best: Final = best
        self.sure: Final = sure
        """`clearly`, `slightly`, `a toss-up`, or `the only choice`; empty if unknown."""
        self.before: Final = before
        """The seat's win chance now."""
        self.alternatives: Final = tuple(alternatives)

    @property
    def decision(self) -> str:
        """Return the decision to make now."""
        return self.best.steps[0].decision

    def __str__(self) -> str:
        return "\n".join([f"Hint: {self.best}", *self.lines()])

    def __repr__(self) -> str:
        """Show the text in a notebook."""
        return str(self)

    def _repr_html_(self) -> str:
        from menagerie.bots.display import advising

        return advising.page(self)

    def lines(self) -> list[str]:
        """Return everything but the decisions in sentences."""
        lines = [f"{step.decision}: {step.words}" for step in self.best.steps if step.words]
        lines.append(self.best.reason)
        if self.sure:
            lines.append(self.certainty())
        return lines + [f"Or {idea}{_percent(idea.chance)}. {idea.reason}" for idea in self.alternatives]

    def certainty(self) -> str:
        """Return how sure it is, with the win chances before and after, in a sentence."""
        told = {
            "clearly": "Clearly best.",
            "slightly": "Slightly better than the next best.",
            "a toss-up": "A toss-up between this and the next best.",
            "the only choice": "The only choice.",
        }[self.sure]
        if self.before is None or self.best.chance is None:
            return told
        return f"{told} Win chance: {self.before:.0%} now, {self.best.chance:.0%} after this move."

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "bot": self.bot,
            **self.best.data(),
            "sure": self.sure,
            "certainty": self.certainty() if self.sure else "",
            "before": self.before,
            "alternatives": [idea.data() for idea in self.alternatives],
        }


def _percent(chance: float | None) -> str:
    return "" if chance is None else f" ({chance:.0%})"


def advise(state: State, seat: int, clock: Clock, seed: int = 0, mind: Mind | None = None) -> Hint:
    """Return a hint for a seat to act, in a real or imagined game; raises IllegalAction if it isn't to act.

    `mind` gives the hint: by default the director, or many random games if the title has no advice.
    """
    if state.phase(seat) is None:
        raise state.not_to_act(seat)
    if mind is None:
        if strongest(state.game) != Director.kind:
            return _at_random(state, seat, clock, seed)
        mind = Mind.of_level(state.game, Director.kind)
    chance = Random(seed)
    clock.start()
    imagined = state.imagine(seat, chance.getrandbits(64))
    with held_back(clock.stop):
        return _advise(mind, imagined, seat, chance, clock)


def _advise(mind: Mind, imagined: State, seat: int, chance: Random, clock: Clock) -> Hint:
    advice = mind.advice
    begun, begins = _without_choice(advice, imagined, seat)
    plans = proposals(mind, begins, seat, IDEAS, chance, clock)
    comparison = compare(mind, begins, seat, plans, chance, clock, least=1)
    ranked = comparison.ranked(mind)
    best = ranked[0]
    ideas: list[Idea] = []
    for outcome in ranked:
        why = "There is only one move."
        if len(ranked) > 1:
            other = ranked[1] if outcome is best else best
            why = reason(advice, outcome, other, outcome is best, imagined.names)
        steps = tell_steps(mind, imagined, seat, [*begun, *outcome.plan], chance)
        ideas.append(Idea(steps, why, outcome.expected[seat]))
    sure = _sure(comparison, ranked)
    if len(ranked) == 1 and len(begins.legal(seat)) > 1:
        ideas[0] = Idea(ideas[0].steps, "No other move comes close.", best.expected[seat])
        sure = "clearly"
    return Hint(Director.kind, ideas[0], sure, advice.chances(imagined)[seat], ideas[1:])


def _without_choice(advice: Advice, imagined: State, seat: int) -> tuple[list[Action], State]:
    """Return the forced decisions at the start of a turn, and where they lead, because the question is what comes
    then."""
    begun: list[Action] = []
    state = imagined
    shown = advice.shown(state)
    while len(begun) < LONGEST and len(state.legal(seat)) == 1:
        only = state.legal(seat)[0]
        after = state.copy()
        after.carry_out(after.lane(seat)[-1], seat, only)
        if seat not in after.to_act or advice.is_quiet(after, seat) or advice.shown(after) != shown:
            break
        begun.append(only)
        state = after
    return begun, state


def _sure(comparison: Comparison, ranked: list[WeighedPlan]) -> str:
    """Return how far the best is ahead of the next, compared with the error."""
    if len(ranked) == 1:
        return "the only choice"
    lead, error = comparison.lead(ranked[0], ranked[1])
    if math.isinf(error):  # too few worlds for an error, but 64 % and 40 % must not be called equal
        return "slightly" if lead >= CLEAR else "a toss-up"
    if lead >= CLEAR and lead > 2 * error:
        return "clearly"
    if lead < CLEAR / 4 or lead < error:
        return "a toss-up"
    return "slightly"


def tell_steps(mind: Mind, imagined: State, seat: int, plan: Sequence[Action], chance: Random) -> list[Step]:
    """Return a plan's decisions, with descriptions where no chance is involved."""
    tellings: list[list[str]] = []
    called: list[str] = []
    for _ in range(WITNESSES):
        world = imagined.imagine(seat, chance.getrandbits(64))
        told: list[str] = []
        for action in plan:
            phase = world.phase(seat)
            if phase is None or phase.refuse(world, seat, action) is not None:
                break
            if len(called) == len(told):
                called.append(world.game.words(world, seat, action))
            told.append(_told(mind, world, seat, action))
        tellings.append(told + [""] * (len(plan) - len(told)))
    alike = [len({telling[number] for telling in tellings}) == 1 for number in range(len(plan))]
    called += [""] * (len(plan) - len(called))
    return [
        Step(str(action), tellings[0][number] if alike[number] else "", called[number])
        for number, action in enumerate(plan)
    ]


def _told(mind: Mind, world: State, seat: int, action: Action) -> str:
    """Play a decision and return what it does in words, or empty if it reveals something."""
    shown = mind.advice.shown(world)
    events: list[Event] = []
    world.carry_out(world.lane(seat)[-1], seat, action, events)
    if mind.advice.shown(world) != shown:
        return ""
    return " ".join([event.tell(world.names) for event in events])


def _at_random(state: State, seat: int, clock: Clock, seed: int) -> Hint:
    """Return a hint for a title without advice."""
    bot = MonteCarlo(seed)
    decide(bot, state, seat, clock)
    ideas = [
        Idea([Step(str(action), "", state.game.words(state, seat, action))], words, None)
        for action, words in bot.found()[:IDEAS]
    ]
    return Hint(bot.kind, ideas[0], "", None, ideas[1:])
