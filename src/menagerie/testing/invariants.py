"""Properties of the course of a game: chance, copies, records, pieces, points and the end."""

from __future__ import annotations

import copy
import pickle
from random import Random

from menagerie.core.playout import play_randomly
from menagerie.core.record import Record
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.looking import everything, play_some
from menagerie.testing.walks import Way


def the_same_seed_and_decisions_lead_to_the_same_state(case: Case, way: Way) -> None:
    """Chance comes from the seed alone."""
    end = way.end()
    assert everything(way.end()) == everything(end)
    if way.by_hand:
        return
    again = case.game.begin(way.start.setup)
    for seat, action in end.history:
        again.play(action, seat)
    assert everything(again) == everything(end)


def copies_are_independent(case: Case, way: Way) -> None:
    """A copy is equal, and what happens to it changes no other state."""
    for number, state in enumerate(way.positions()):
        if number % 5:
            continue
        before = everything(state)
        twin = state.copy()
        assert everything(twin) == before, "a copy differs from its original"
        play_some(twin, way.seed + number, 12)
        assert everything(state) == before, "playing on a copy changed the original"
        twin, untouched = state.copy(), state.copy()
        play_some(twin, way.seed - number, 3)
        assert everything(untouched) == before, "two copies share something"


def a_state_can_be_saved(case: Case, way: Way) -> None:
    """Pickled, copied deeply or as bytes a state is the same afterwards, and continues like the original."""
    if way.by_hand:
        return
    for number, state in enumerate(way.positions()):
        if number % 13:
            continue
        before = everything(state)
        saved = (pickle.dumps(state), bytes(state))
        for twin in (pickle.loads(saved[0]), State.from_bytes(saved[1]), copy.deepcopy(state)):  # noqa: S301 - our own
            assert everything(twin) == before, "what was saved differs from the original"
            other = state.copy()
            play_some(twin, way.seed + number, 6)
            play_some(other, way.seed + number, 6)
            assert everything(twin) == everything(other), "what was saved continues in another way"
        assert everything(state) == before, "saving changed the state"


def records_replay_to_the_same_state(case: Case, way: Way) -> None:
    """A record is exact both ways, and leads to where it was made."""
    if way.by_hand:
        return
    state = way.end()
    record = Record.of(state, names={0: "Lisa"})
    text = str(record)
    again = Record.parse(text)
    assert str(again) == text
    assert everything(again.final()) == everything(state)


def every_game_ends(case: Case, way: Way) -> None:
    """Random play ends before the title's longest game, with a result and a ranking of all seats."""
    state = way.end()
    play_randomly(state, Random(way.seed), limit=case.game.longest)
    assert state.ply <= case.game.longest
    assert (state.to_act, state.legal(0), state.is_over) == ((), [], True)
    assert state.result()
    assert sorted(seat for group in state.ranking for seat in group) == list(range(state.players))


def pieces_are_conserved(case: Case, way: Way) -> None:
    """No piece comes or goes."""
    first = case.census(way.start)
    for state in way.positions():
        assert case.census(state) == first, f"pieces came or went: {case.census(state)} instead of {first}"


def points_are_told_by_what_they_are_for(case: Case, way: Way) -> None:
    """The breakdown of a score adds up to it, at every moment."""
    for state in way.positions():
        for seat in range(state.players):
            parts = state.breakdown(seat)
            assert parts, "there is no breakdown"
            assert sum(parts.values()) == state.score(seat), f"{parts} are not {state.score(seat)}"


def scores_agree_with_a_naive_count(case: Case, way: Way) -> None:
    """Points are what a naive count of the visible table gives."""
    state = way.start
    for state in way.positions():
        assert state.scores == case.naive_scores(state)
    play_randomly(state, Random(way.seed))
    assert state.scores == case.naive_scores(state)
