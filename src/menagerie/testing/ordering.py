"""Properties of standing orders (`core.orders`). A title need not have any."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from menagerie.core.action import Action
from menagerie.core.orders import Ended, Order
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.looking import NAMES, everything
from menagerie.testing.text_checks import check_sentence
from menagerie.testing.walks import Way

WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


@dataclass(frozen=True)
class _Given:
    order: Order[Any]
    seat: int
    since: State


def standing_orders_know_what_their_seat_knows(case: Case, way: Way) -> None:
    """Whether an order can be given, and what it answers, is the same in all worlds that its seat cannot tell apart."""
    given: list[_Given] = []
    for number, state in enumerate(way.positions()):
        for one in given:
            said = _answer(one.order, state, one.seat, one.since)
            for seed in (1, 2):
                world, then = state.imagine(one.seat, seed), one.since.imagine(one.seat, seed + 2)
                assert _answer(one.order, world, one.seat, then) == said, f"{one.order.id} reads the hidden"
        given = given if number % 3 else _all_that_can_be_given(case, state)


def _all_that_can_be_given(case: Case, state: State) -> list[_Given]:
    found: list[_Given] = []
    for order in case.game.orders():
        for seat in range(state.players):
            can = order.can_be_given(state, seat)
            for seed in (1, 2):
                world = state.imagine(seat, seed)
                assert order.can_be_given(world, seat) == can, f"{order.id} is offered by what is hidden"
            if can:
                found.append(_Given(order, seat, state.copy()))
    return found


def _answer(order: Order[Any], state: State, seat: int, since: State) -> str:
    answer = order.follow(state, seat, since)
    return answer.why if isinstance(answer, Ended) else str(answer)


def standing_orders_decide_what_is_legal(case: Case, way: Way) -> None:
    """What an order decides is listed for its seat; it changes nothing, and says in a sentence that it is over."""
    named = way.start.copy()
    named.names = NAMES
    given: list[_Given] = []
    for number, state in enumerate(replace(way, start=named).positions()):
        if number % 3 == 0:
            given = _offered(case, state)
        before = everything(state) if given else {}
        for one in given:
            answer = one.order.follow(state, one.seat, one.since)
            if isinstance(answer, Action):
                assert answer in state.legal(one.seat), f"{one.order.id} decides {answer}, which is not legal"
            elif isinstance(answer, Ended):
                check_sentence(answer.why)
        assert not given or everything(state) == before, "an order changed the state"


def _offered(case: Case, state: State) -> list[_Given]:
    orders = case.game.orders()
    assert len({order.id for order in orders}) == len(orders), "two orders have the same id"
    for order in orders:
        assert WORD.fullmatch(order.id), f"{order.id!r} is not one word"
        assert order.words[:1].isupper(), f"{order.words!r} is not for people"
        assert not order.words.endswith("."), f"{order.words!r} stands on a button"
        assert 0 < len(order.short) <= 30, f"{order.short!r} is not short"
    seats = range(state.players)
    return [_Given(order, seat, state.copy()) for order in orders for seat in seats if order.can_be_given(state, seat)]


def idle(case: Case) -> list[str]:
    """The title's orders that decide nothing on any walk, by their ids."""
    busy: set[str] = set()
    for beginning in case.beginnings:
        for way in beginning.ways:
            given: list[_Given] = []
            for state in way.positions():
                given = given or _offered(case, state)
                said = [(one, one.order.follow(state, one.seat, one.since)) for one in given]
                busy.update([one.order.id for one, answer in said if isinstance(answer, Action)])
    return [order.id for order in case.game.orders() if order.id not in busy]
