"""Properties of what a title knows about playing it well (`core.advice`)."""

from __future__ import annotations

import math

from menagerie.core.advice import Advice
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.walks import Way


def advice_is_honest_and_adds_up(case: Case, way: Way) -> None:
    """A title's advice is the same for all worlds that a seat cannot tell apart; its features are its worth; and it
    considers legal decisions only. A title need not give any."""
    advice = given_by(case.game)
    if advice is None:
        return
    for number, state in enumerate(way.positions()):
        if number % 7:
            continue
        for seat in range(state.players):
            judged = judgement(advice, state)
            for seed in (1, 2):
                assert judgement(advice, state.imagine(seat, seed)) == judged, (
                    f"advice for seat {seat} reads the hidden"
                )
            _check_sums(advice, state, seat)
        for seat in state.to_act:
            _check_candidates(advice, state, seat)
            thoughts = prior(advice, state, seat)
            assert prior(advice, state.imagine(seat, 1), seat) == thoughts, f"seat {seat} thinks of what is hidden"
        chances = advice.chances(state)
        assert all(0 <= chance <= 1 for chance in chances)
        if state.players > 1 and not advice.cooperative:
            assert math.isclose(sum(chances), 1), "the chances of all seats add up to 1"
        assert 0 <= advice.progress(state) <= 1


def given_by(game: Game) -> Advice | None:
    """A title's advice, if it gives any."""
    try:
        return game.advice()
    except BadSetup:
        return None


def judgement(advice: Advice, state: State) -> list[object]:
    """All that advice says about a state but what depends on who asks."""
    features = [advice.features(state, seat) for seat in range(state.players)]
    quiet = [advice.is_quiet(state, seat) for seat in range(state.players)]
    return [features, quiet, advice.shown(state), advice.progress(state)]


def prior(advice: Advice, state: State, seat: int) -> list[object]:
    """All that advice says to a seat that is to decide: what it considers, what it wants, how far a plan goes."""
    candidates = [str(action) for action in advice.candidates(state.copy(), seat)]
    return [candidates, advice.value(state, seat), advice.stage(state)]


def _check_sums(advice: Advice, state: State, seat: int) -> None:
    worth = advice.worth(state, seat)
    weighed = sum([advice.weights.of(name) * amount for name, amount in advice.features(state, seat).items()])
    assert math.isclose(worth, weighed, rel_tol=1e-6, abs_tol=1e-6), (
        f"{worth} is not the sum of the features, {weighed}"
    )
    for family in advice.contributions(state, seat):
        assert family in advice.weights.words, f"the feature {family} has no words"


def _check_candidates(advice: Advice, state: State, seat: int) -> None:
    legal = {str(action) for action in state.legal(seat)}
    candidates = [str(action) for action in advice.candidates(state.copy(), seat)]
    assert candidates, "no decision is worth a thought"
    assert legal.issuperset(candidates), "advice considers what is not legal"
