"""The standing order of Zooloretto Mini."""

from __future__ import annotations

from menagerie.core.orders import Ended

from .position import play, position


def test_draw_where_nothing_else_can_be_done() -> None:
    state = position(2)
    (order,) = state.game.orders()
    since = state.copy()
    assert order.can_be_given(state, 0)
    assert order.can_be_given(state, 1)
    assert str(order.follow(state, 0, since)) == "draw"
    assert order.follow(state, 1, since) is None, "it is not B's turn"
    play(state, "draw")
    assert order.follow(state, 0, since) is None, "which truck is a choice"
    play(state, "load 1")
    assert order.follow(state, 1, since) is None, "a truck could be taken"


def test_it_stands_until_the_end() -> None:
    state = position(2, trucks=("rhino", ""), active=1)
    (order,) = state.game.orders()
    assert not isinstance(order.follow(state, 0, state), Ended)
    state.stack.clear()
    assert not order.can_be_given(state, 0)
