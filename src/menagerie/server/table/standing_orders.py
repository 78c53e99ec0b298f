"""The standing orders of a table: the events they come from, and what the seat that gave them is told of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from menagerie.core.game import Game
from menagerie.core.orders import Book, Order
from menagerie.core.state import State
from menagerie.server.protocol.outgoing import turn
from menagerie.server.store.events import TableEvent

if TYPE_CHECKING:
    from menagerie.server.table.table import Table

QUIET: Final = ("order", "withdraw", "ended")
"""The kinds of events that are nobody's business but of the seat that they belong to."""


class Orders(Book):
    """A book of orders that is kept by events."""

    def __init__(self) -> None:
        super().__init__()
        self.quiet: dict[int, int] = {}
        """By seat the last event that only that seat may hear of."""

    def apply(self, event: TableEvent, game: Game, state: State) -> None:
        """Let an event of a quiet kind happen."""
        seat = event.seat
        assert seat is not None
        self.quiet[seat] = event.seq
        if event.kind == "withdraw":
            self.withdraw(seat, event.data)
            return
        data = json.loads(event.data)
        if event.kind == "ended":
            self.end(seat, data["order"], state.ply, data["why"])
            return
        order = game.order(data["order"])
        if order is not None:  # else an older version of the title had it
            self.give(order, seat, state, data["by"])

    def has_played(self, event: TableEvent, order: str, ply: int) -> None:
        """Note that a decision was an order's."""
        assert event.seat is not None
        given = self.find(event.seat, order)
        if given is not None:
            self.played[ply] = given


def told(table: Table, seats: Sequence[int]) -> list[turn.Orders]:
    """Return for each of these seats what it can order, what it has ordered, and what came of it."""
    orders = table.game.orders()
    if not orders or not seats or table.status != "playing" or table.is_scripted:
        return []
    return [_of_seat(table, seat, orders) for seat in seats]


def _of_seat(table: Table, seat: int, orders: Sequence[Order[Any]]) -> turn.Orders:
    book, state = table.orders, table.state
    given = [one.order for one in table.standing_orders() if one.seat == seat] if book.given else []
    offered = tuple([one for one in orders if one not in given and one.can_be_given(state, seat)])
    if not (book.given or book.news or book.played):
        return _only_offered(seat, offered)
    return turn.Orders(
        seat=seat,
        offered=_only_offered(seat, offered).offered,
        given=[turn.GivenOrder(order=one.id, words=one.words, short=one.short) for one in given],
        played=[n for n, one in book.played.items() if one.seat == seat],
        ended=[
            turn.EndedOrder(words=one.order.words, short=one.order.short, why=one.why)
            for one in book.news_for(seat, state)
        ],
    )


@cache
def _only_offered(seat: int, offered: tuple[Order[Any], ...]) -> turn.Orders:
    """Return what a seat is told at most tables, where no one has ever given an order. Not to be changed."""
    words = [turn.OfferedOrder(order=one.id, words=one.words) for one in offered]
    return turn.Orders(seat=seat, offered=words, given=(), played=(), ended=())
