"""The standing orders: play in seat order, end spent turns, never let the Keepers set off."""

from __future__ import annotations

from menagerie.core.orders import Ended
from menagerie.games.zoo_escape.state import Position

from .position import GAME, zoo


def answer(order: str, state: Position, seat: int) -> str:
    state.changed_by_hand()
    found = GAME.order(order)
    assert found is not None
    said = found.follow(state, seat, state)
    assert not isinstance(said, Ended)
    return str(said or "")


def begun(*had_turn: int) -> Position:
    """Return three Animals. Those of these seats have had their turn."""
    state = zoo("cobra", "gorilla", "owl")
    for seat in had_turn:
        state.had_turn |= 1 << seat
    return state


def test_begin_after_the_players_before_me() -> None:
    assert answer("begin", begun(), 0) == "begin cobra"
    assert answer("begin", begun(), 1) == "", "A sits before B"
    assert answer("begin", begun(0), 1) == "begin gorilla"
    assert answer("begin", begun(0), 0) == ""


def test_a_single_player_chooses() -> None:
    state = zoo("cobra", "gorilla", players=1)
    order = GAME.order("begin")
    assert order is not None
    assert not order.can_be_given(state, 0)


def test_end_a_turn_with_nothing_left_but_poop() -> None:
    state = begun()
    state.play("begin cobra", 0)
    assert answer("end-turn", state, 0) == "", "it may still move"
    state.moves_left = 0
    state.feature_used = state.ability_used = True
    assert answer("end-turn", state, 0) == "end turn"
    assert answer("end-turn", state, 1) == ""


def test_the_last_turn_of_a_round_is_ended_by_hand() -> None:
    state = begun()
    state.play("begin cobra", 0)
    state.had_turn |= 0b110
    state.moves_left = 0
    state.feature_used = state.ability_used = True
    assert set(map(str, state.legal(0))) <= {"poop", "end turn"}
    assert answer("end-turn", state, 0) == "", "the keepers come next"
