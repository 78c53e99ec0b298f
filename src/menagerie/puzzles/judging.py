"""Judge answers to puzzles: whether they're right, why, and what they cost.

An answer with the required decisions, in any order, is right. Any other answer is tried beside the solution in worlds
that the seat can imagine. If it costs next to nothing, or no more than the trial's error, it is right too. The cost of
the second best turn is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final

from menagerie.bots.bot import Clock
from menagerie.bots.comparing import Comparison, WeighedPlan, reason
from menagerie.bots.hints import Step, tell_steps
from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.puzzles.book import Puzzle, puzzle
from menagerie.puzzles.themes import habits
from menagerie.puzzles.weighing import Jury, begins_with, try_plans

SEED: Final = 1
"""A fixed seed, so that the same answer is always judged the same."""
THINKING: Final = 3
"""How many times the usual thinking about a position goes into an answer."""
NEAR: Final = 0.25
"""An answer that costs no more than this part of the title's margin is as good."""
JUDGED: Final = 256
"""How many judgements to cache."""


@dataclass(frozen=True)
class Verdict:
    """The judgement of an answer."""

    is_right: bool
    sentences: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"right": self.is_right, "sentences": list(self.sentences)}


@dataclass(frozen=True)
class Solution:
    """A puzzle's solution, step by step like a hint."""

    steps: tuple[Step, ...]
    needed: int
    """How many of them the player must find."""
    reason: str
    certainty: str

    def data(self) -> dict[str, Any]:
        """Return it as plain data, like a hint."""
        return {
            "decision": self.steps[0].decision,
            "steps": [step.data() for step in self.steps],
            "needed": self.needed,
            "reason": self.reason,
            "certainty": self.certainty,
            "alternatives": [],
            "heading": "The answer",
        }


def is_answered(asked: Puzzle, state: State, played: Sequence[str]) -> bool:
    """Return whether a player at this state has answered: the required decisions are made, the turn is over, or
    something was revealed. After an irrelevant decision the player can still answer."""
    if not played:
        return False
    if state.is_over or asked.seat not in state.to_act:
        return True
    advice = state.game.advice()
    if advice.is_quiet(state, asked.seat) or advice.shown(state) != advice.shown(asked.position()):
        return True
    return len(played) >= asked.asked and not _is_open(asked, played)


def _is_open(asked: Puzzle, played: Sequence[str]) -> bool:
    """Return whether the required decisions are still possible: so far the player made decisions of another kind, and
    the turn continues. Otherwise a harmless poop would be as good as the answer that it delays."""
    answer = asked.answer[: asked.asked]
    missing = [decision for decision in answer if decision not in played]
    beside = [decision for decision in played if decision not in answer]
    if not missing or {_kind(decision) for decision in answer} & {_kind(decision) for decision in beside}:
        return False
    return _goes_on(asked, answer) and _goes_on(asked, (*played, *missing))


def _kind(decision: str) -> str:
    """Return the first word of its notation: `move`."""
    return decision.split()[0]


def _goes_on(asked: Puzzle, decisions: Sequence[str]) -> bool:
    """Return whether the seat can make these decisions in order without ending its turn."""
    state = asked.position()
    for decision in decisions:
        action = state.game.parse(decision)
        if state.refusal(action, asked.seat):
            return False
        state.play(action, asked.seat)
    return asked.seat in state.to_act and not state.game.advice().is_quiet(state, asked.seat)


@lru_cache(JUDGED)
def judge(title: str, number: int, played: tuple[str, ...]) -> Verdict:
    """Judge these decisions in the puzzle's position; raises BadSetup or IllegalAction."""
    asked = puzzle(title, number)
    position = asked.position()
    plan = _legal(position, asked.seat, played)
    if begins_with(position, asked.seat, plan, asked.plan(), asked.asked):
        told = solution(title, number)
        return Verdict(True, (told.reason, told.certainty))
    comparison, best, other = _beside(asked, position, plan)
    lead, error = comparison.lead(best, other)
    if tuple(played[: asked.asked]) == asked.second[: asked.asked]:
        lead, error = asked.margin, asked.error
    if lead <= max(error, NEAR * habits(title).margin):
        return Verdict(True, ("It's as good as our answer.", solution(title, number).reason))
    why = reason(position.game.advice(), other, best, False, position.names)
    return Verdict(False, (_costs(lead, best), why))


def _legal(position: State, seat: int, played: Sequence[str]) -> tuple[Action, ...]:
    """Return the decisions if they can be made in order; raises IllegalAction."""
    state = position.copy()
    for decision in played:
        state.play(decision, seat)
    if not played:
        raise IllegalAction("You haven't made a decision yet.")
    return tuple([action for _, action in state.history[position.ply :]])


def _beside(asked: Puzzle, position: State, plan: tuple[Action, ...]) -> tuple[Comparison, WeighedPlan, WeighedPlan]:
    """Try the answer and another turn side by side."""
    jury = Jury.of(position.game)
    clock = Clock(playouts=THINKING * habits(asked.title).thinking)
    clock.start()
    comparison = try_plans(jury, position, asked.seat, [asked.plan(), plan], Random(SEED), clock)
    return comparison, comparison.outcomes[0], comparison.outcomes[1]


def _costs(lead: float, best: WeighedPlan) -> str:
    """Return the cost in whole points, rounded so that the three numbers agree."""
    high = round(100 * best.expected[best.seat])
    return f"It costs {points(lead)}. The win chance is {max(0, high - _whole(lead))}% instead of {high}%."


def _whole(chance: float) -> int:
    return max(1, round(100 * chance))


def points(chance: float) -> str:
    """Return a difference of win chances in percentage points."""
    number = _whole(chance)
    return counted(number, "percentage point", "percentage points")


@lru_cache(JUDGED)
def solution(title: str, number: int) -> Solution:
    """Return a puzzle's solution, why it beats the second best, and by how much; raises BadSetup."""
    asked = puzzle(title, number)
    position = asked.position()
    second = tuple([position.game.parse(decision) for decision in asked.second])
    _, best, other = _beside(asked, position, second)
    jury = Jury.of(position.game)
    steps = tell_steps(jury.mind, position, asked.seat, asked.plan(), Random(SEED))
    why = reason(position.game.advice(), best, other, True, position.names)
    named = words_of(position, asked.seat, asked.second[: asked.asked])
    certainty = f"The second best turn ({named}) would have cost {points(asked.margin)}."
    return Solution(tuple(steps), asked.asked, why, certainty)


def words_of(position: State, seat: int, decisions: Sequence[str]) -> str:
    """Return the decisions' names in order."""
    state, named = position.copy(), []
    for decision in decisions:
        action = state.game.parse(decision)
        if state.refusal(action, seat):
            break
        named.append(state.game.words(state, seat, action))
        state.play(action, seat)
    return ", ".join(named)
