"""Test every moment of a game, whatever was decided, undone and redealt."""

from __future__ import annotations

import pytest

import menagerie
from menagerie.core.state import State
from menagerie.server.base.errors import Refused
from menagerie.server.table.game_history import EVERY, GameHistory
from menagerie.server.table.values import Tried

pytestmark = pytest.mark.one_store


def begun() -> GameHistory:
    """A game of two before its first decision."""
    return GameHistory(menagerie.load("zooloretto-mini").new(players=2, seed=5))


def decide(history: GameHistory, decision: str = "") -> str:
    """Let the seat to act decide; by default the first legal decision."""
    after = history.state.copy()
    seat = after.to_act[0]
    written = decision or str(after.legal(seat)[0])
    after.play(written, seat)
    seq = 100 + len(history.times)
    history.add(seat, Tried(written, after, []), seq, float(seq))
    return written


def same(state: State, other: State) -> bool:
    return (state.ply, state.to_act, state.secrets()) == (other.ply, other.to_act, other.secrets())


def test_each_moment_is_the_state_at_that_time() -> None:
    history = begun()
    seen = [history.state]
    for _ in range(3 * EVERY):
        decide(history)
        seen.append(history.state)
    assert all(same(history.moment(n), state) for n, state in enumerate(seen))


def test_there_is_no_moment_after_the_last_decision() -> None:
    history = begun()
    decide(history)
    with pytest.raises(Refused, match="There is no moment 2"):
        history.moment(2)


def test_after_an_undo_the_game_is_as_it_was_and_takes_another_course() -> None:
    history = begun()
    for _ in range(EVERY + 2):
        decide(history)
    then = history.moment(1)
    history.go_back(1, 200)
    assert (history.n, len(history.decisions), history.times) == (1, 1, [100.0])
    assert same(history.state, then)
    decide(history, "load 3")
    assert history.decisions[-1][1] == "load 3"


def test_a_moment_that_is_decided_again_has_another_stamp() -> None:
    history = begun()
    decide(history)
    before = history.stamp(1)
    history.go_back(0, 150)
    after = history.state.copy()
    after.play("draw", after.to_act[0])
    history.add(0, Tried("draw", after, []), 151, 151.0)
    assert history.stamp(1) != before


def test_a_redeal_is_part_of_every_later_moment() -> None:
    history = begun()
    decide(history)
    history.redeal(77)
    dealt = history.state
    for _ in range(3):
        decide(history)
    assert same(history.moment(1), dealt)


def test_a_drawn_tile_is_no_longer_hidden() -> None:
    """In this game a draw reveals a tile; loading it shows nothing new."""
    history = begun()
    decide(history, "draw")
    decide(history, "load 1")
    assert (history.is_open_since(0), history.is_open_since(1)) == (False, True)
    assert history.own_since(0, [0]) == 1


def test_no_one_undoes_another_players_decision_without_asking() -> None:
    history = begun()
    decide(history, "draw")
    decide(history, "load 1")
    assert history.own_since(0, [1]) is None


def test_another_seats_decision_changes_the_game_for_players_who_could_not_act() -> None:
    history = begun()
    decide(history, "draw")
    assert not history.is_changed(100, 1)
    decide(history, "load 1")
    assert history.is_changed(100, 1)
    assert history.is_changed(100, None)
    assert not history.is_changed(101, None)


def test_an_undo_changes_the_game_for_everyone() -> None:
    history = begun()
    decide(history)
    history.go_back(0, 150)
    assert history.is_changed(100, 0)
    assert not history.is_changed(150, 0)
