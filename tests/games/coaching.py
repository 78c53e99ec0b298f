"""What coaches order, against what a director thinks of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import menagerie
from menagerie import State
from menagerie.bots.bot import Clock
from menagerie.bots.comparing import compare
from menagerie.bots.levels import Director
from menagerie.bots.turn_bot import Mind
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lessons

MOST = 24
"""So many of the other decisions are compared with an ordered one."""


def lesson(title: str, number: int) -> Lesson:
    return lessons(menagerie.load(title))[number - 1]


def orders(lesson: Lesson) -> Iterator[tuple[int, State, list[str]]]:
    """The steps, counted from 0, at which there is a choice: the table, and what is ordered there."""
    coach, state = Coach(lesson), lesson.begin()
    while not coach.is_done(state):
        step = coach.step(state.ply)
        if step is None:
            seat, decision = lesson.script[state.ply]
            state.play(decision, seat)
            continue
        number = lesson.steps.index(step)
        if not step.accepts:
            coach.read(number)
            continue
        legal = [str(action) for action in state.legal(lesson.seat)]
        accepted = [one for pattern in step.accepts for one in legal if pattern.fits(one)]
        if len(legal) > 1:
            yield number, state, accepted
        state.play(accepted[0], lesson.seat)


def at_step(lesson: Lesson, step: int) -> State:
    """The table at which a step orders something."""
    return next(state.copy() for number, state, _ in orders(lesson) if number == step)


def shortfall(state: State, seat: int, ordered: str, playouts: int) -> float:
    """Return how much lower the chances to win are with what is ordered than with the best, as a director sees it."""
    legal = state.legal(seat)
    chosen = [action for action in legal if str(action) == ordered]
    others = [action for action in legal if action not in chosen]
    plans = [[action] for action in [*chosen, *Random(1).sample(others, min(MOST, len(others)))]]
    clock = Clock(playouts=playouts)
    clock.start()
    mind = Mind.of_level(state.game, Director.kind)
    outcomes = compare(mind, state, seat, plans, Random(1), clock, least=4).outcomes
    return max(one.expected[seat] for one in outcomes) - outcomes[0].expected[seat]
