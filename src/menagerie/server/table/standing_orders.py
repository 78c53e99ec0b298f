"""Show seats the standing orders of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from menagerie.core.orders import Order
from menagerie.server.protocol.outgoing import turn

if TYPE_CHECKING:
    from menagerie.server.table.table import Table


def payload(table: Table, seats: Sequence[int]) -> list[turn.Orders]:
    """Return for each of these seats the orders it can give, has given, and what came of them."""
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
    """Return the orders at a table where no one has given one, as at most tables. Do not change it."""
    words = [turn.OfferedOrder(order=one.id, words=one.words) for one in offered]
    return turn.Orders(seat=seat, offered=words, given=(), played=(), ended=())
