"""Every moment of a game, whatever was decided, undone and dealt again."""

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
    """Let the seat to act decide; by default the first thing that is legal."""
    after = history.state.copy()
    seat = after.to_act[0]
    written = decision or str(after.legal(seat)[0])
    after.play(written, seat)
    seq = 100 + len(history.times)
    history.add(seat, Tried(written, after, []), seq, float(seq))
    return written


def same(state: State, other: State) -> bool:
    return (state.ply, state.to_act, state.secrets()) == (other.ply, other.to_act, other.secrets())


def test_each_moment_is_the_state_that_was_then() -> None:
    history = begun()
    seen = [history.state]
    for _ in range(3 * EVERY):
        decide(history)
        seen.append(history.state)
    assert all(same(history.moment(n), state) for n, state in enumerate(seen))


def test_there_is_no_moment_after_the_last_decision() -> None:
    history = begun()
    decide(history)
    with pytest.raises(Refused, match="there is no moment 2"):
        history.moment(2)


def test_after_an_undo_the_game_is_as_it_was_and_goes_another_way() -> None:
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


def test_a_new_deal_is_part_of_every_later_moment() -> None:
    history = begun()
    decide(history)
    history.redeal(77)
    dealt = history.state
    for _ in range(3):
        decide(history)
    assert same(history.moment(1), dealt)


def test_what_was_drawn_is_hidden_no_longer() -> None:
    """In this game a draw turns up a tile; to load it shows nothing new."""
    history = begun()
    decide(history, "draw")
    decide(history, "load 1")
    assert (history.is_open_since(0), history.is_open_since(1)) == (False, True)
    assert history.own_since(0, [0]) == 1


def test_nobody_goes_back_alone_past_anothers_decision() -> None:
    history = begun()
    decide(history, "draw")
    decide(history, "load 1")
    assert history.own_since(0, [1]) is None


def test_a_decision_of_another_seat_changes_the_game_for_who_could_not_act() -> None:
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
