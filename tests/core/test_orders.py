"""The book of standing orders: which one speaks, what an undo does to them, and what keeps them from going on."""

from __future__ import annotations

import menagerie
from menagerie.core.action import Action
from menagerie.core.orders import MOST_IN_A_ROW, Book, Ended, Order
from menagerie.core.state import State


class DrawAlways(Order[State]):
    """Draws even where that is not legal."""

    def __init__(self, id: str = "draw", about: str = "") -> None:
        super().__init__(id, "Draw", "Drawing", about)

    def can_be_given(self, state: State, seat: int) -> bool:
        return True

    def follow(self, state: State, seat: int, since: State) -> Action | Ended | None:
        return state.game.parse("draw") if seat in state.to_act else None


def table() -> State:
    """Zooloretto Mini; A begins."""
    return next(
        state for seed in range(99) if (state := menagerie.load("zooloretto-mini").new(seed=seed)).to_act == (0,)
    )


def speaks(book: Book, state: State) -> str:
    found = book.next(state, book.given)
    if found is None:
        return ""
    return found[1].why if isinstance(found[1], Ended) else f"{found[0].order.id}: {found[1]}"


def test_the_older_order_speaks_first_and_each_for_its_own_seat() -> None:
    state, book = table(), Book()
    book.give(DrawAlways("b"), 1, state.copy())
    assert speaks(book, state) == ""
    book.give(DrawAlways("first"), 0, state.copy())
    book.give(DrawAlways("second"), 0, state.copy())
    assert speaks(book, state) == "first: draw"
    book.withdraw(0, "first")
    assert speaks(book, state) == "second: draw"


def test_a_seat_has_one_order_about_a_thing() -> None:
    state, book = table(), Book()
    for seat, id in ((0, "one"), (1, "one"), (0, "two")):
        book.give(DrawAlways(id, "drawing"), seat, state.copy())
    assert [(given.seat, given.order.id) for given in book.given] == [(1, "one"), (0, "two")]


def test_what_is_not_legal_ends_an_order() -> None:
    state, book = table(), Book()
    book.give(DrawAlways(), 0, state.copy())
    state.play("draw")
    assert speaks(book, state) == "It cannot be carried out now."


def test_the_end_of_the_game_ends_every_order() -> None:
    state, book = table(), Book()
    book.give(DrawAlways(), 0, state.copy())
    state.stack.clear()
    assert speaks(book, state) == "The game is over."


def test_an_undo_forgets_what_came_later_and_ends_what_it_takes_back() -> None:
    state, book = table(), Book()
    book.give(DrawAlways("early"), 0, state.copy())
    book.give(DrawAlways("quiet"), 1, state.copy())
    early = book.given[0]
    state.play("draw")
    book.played[1] = early
    book.give(DrawAlways("late"), 1, state.copy())
    book.take_back(0)
    assert [given.order.id for given in book.given] == ["quiet"]
    assert [(news.order.id, news.why) for news in book.news] == [("early", "Its move was undone.")]
    assert book.played == {}


def test_news_is_told_until_its_seat_decides_by_hand() -> None:
    state, book = table(), Book()
    book.give(DrawAlways(), 0, state.copy())
    book.end(0, "draw", 0, "So be it.")
    assert [news.why for news in book.news_for(0, state)] == ["So be it."]
    assert book.news_for(1, state) == []
    state.play("draw")
    assert book.news_for(0, state) == []


def test_orders_do_not_go_on_for_ever() -> None:
    state, book = table(), Book()
    book.give(DrawAlways(), 0, state.copy())
    while state.ply < MOST_IN_A_ROW or state.to_act != (0,) or "draw" not in map(str, state.legal(0)):
        state.play(state.legal(state.to_act[0])[0])
    for ply in range(state.ply - MOST_IN_A_ROW + 1, state.ply + 1):
        book.played[ply] = book.given[0]
    assert speaks(book, state).startswith(f"Orders have made {MOST_IN_A_ROW} decisions in a row")
    del book.played[state.ply]
    assert speaks(book, state) == "draw: draw"
