"""Standing orders: formalities that a seat has done for it until something happens that it had better see.

A title offers them in a module `orders` with a function `orders(game)`. What an order answers comes from what its seat
can see, now and when it was given (`menagerie.testing` checks it), and it decides only what is listed as legal. Servers
and terminals keep the orders that were given in a `Book`. Records know nothing of them: they hold the decisions.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.state import State

S = TypeVar("S", bound=State)

MOST_IN_A_ROW: Final = 60
"""So many decisions may orders make with nobody deciding in between; then the next one is over."""


@final
class Ended:
    """An order is over; why, in a sentence for who gave it."""

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why: Final = why


@mypyc_attr(allow_interpreted_subclasses=True)
class Order(Generic[S]):
    """One standing order of a title. It never changes: the same object serves all seats of all games."""

    def __init__(self, id: str, words: str, short: str, about: str = "") -> None:
        self.id: Final = id
        """One word, for programs."""
        self.words: Final = words
        """What is ordered, for who gives it: `Pass until the stock round ends`."""
        self.short: Final = short
        """The same where there is little room, while it stands: `Passing`."""
        self.about: Final = about or id
        """What it is about: a seat has one order about the same thing, and the next one takes its place."""

    def can_be_given(self, state: S, seat: int) -> bool:
        """Whether that seat can give it now."""
        raise NotImplementedError

    def follow(self, state: S, seat: int, since: S) -> Action | Ended | None:
        """What that seat decides now, or that the order is over; None: neither, it waits. `since` is the state in which
        it was given. Neither state may be changed."""
        raise NotImplementedError


@final
class Given:
    """An order that stands."""

    __slots__ = ("by", "order", "seat", "since")

    def __init__(self, order: Order[Any], seat: int, since: State, by: str) -> None:
        self.order: Final = order
        self.seat: Final = seat
        self.since: Final = since
        """The state in which it was given."""
        self.by: Final = by
        """The person who gave it, where seats change hands."""

    def answer(self, state: State) -> Action | Ended | None:
        """What is to be decided now; that it is over, and why; or nothing for now."""
        if state.is_over:
            return Ended("The game is over.")
        answer = self.order.follow(state, self.seat, self.since)
        if isinstance(answer, Action) and answer not in state.legal(self.seat):
            return Ended("It cannot be carried out now.")
        return answer


@final
class News:
    """Something that who gave an order has not done: it is over."""

    __slots__ = ("order", "ply", "seat", "why")

    def __init__(self, given: Given, ply: int, why: str) -> None:
        self.seat: Final = given.seat
        self.order: Final = given.order
        self.ply: Final = ply
        """After so many decisions."""
        self.why: Final = why


@mypyc_attr(allow_interpreted_subclasses=True)
class Book:
    """The orders that stand at a table, and what they have done."""

    def __init__(self) -> None:
        self.given: list[Given] = []
        """In the order in which they were given: where two of a seat could act, the older one does."""
        self.played: dict[int, Given] = {}
        """The decisions that orders have made, by number from 1 on."""
        self.news: list[News] = []

    def find(self, seat: int, id: str) -> Given | None:
        """The order of that seat, if it stands."""
        for given in self.given:
            if given.seat == seat and given.order.id == id:
                return given
        return None

    def give(self, order: Order[Any], seat: int, state: State, by: str = "") -> None:
        """An order is given, instead of another one about the same thing."""
        self.given = [given for given in self.given if given.seat != seat or given.order.about != order.about]
        self.given.append(Given(order, seat, state, by))

    def withdraw(self, seat: int, id: str) -> None:
        """An order is given up by its seat."""
        self.given = [given for given in self.given if given.seat != seat or given.order.id != id]

    def end(self, seat: int, id: str, ply: int, why: str) -> None:
        """An order is over after so many decisions."""
        given = self.find(seat, id)
        if given is not None:
            self.given.remove(given)
            self.news.append(News(given, ply, why))

    def take_back(self, ply: int) -> None:
        """The game goes back to the moment after so many decisions. Orders that were given later are forgotten; those
        of which a decision is taken back are over, or they would decide the same again."""
        taken = [given for number, given in self.played.items() if number > ply]
        self.played = {number: given for number, given in self.played.items() if number <= ply}
        self.news = [news for news in self.news if news.ply <= ply]
        for given in self.given.copy():
            if given.since.ply > ply:
                self.given.remove(given)
            elif given in taken:
                self.end(given.seat, given.order.id, ply, "What it decided was taken back.")

    def next(self, state: State, standing: list[Given]) -> tuple[Given, Action | Ended] | None:
        """The first of these orders that has something to say now, and what."""
        for given in standing:
            answer = given.answer(state)
            if isinstance(answer, Action) and self.in_a_row(state.ply) >= MOST_IN_A_ROW:
                return given, Ended(f"Orders have made {MOST_IN_A_ROW} decisions in a row: look at the table first.")
            if answer is not None:
                return given, answer
        return None

    def in_a_row(self, ply: int) -> int:
        """How many of the last decisions were made by orders."""
        count = 0
        while ply - count in self.played:
            count += 1
        return count

    def news_for(self, seat: int, state: State) -> list[News]:
        """What a seat has to be told: what has ended since the last decision that it made itself."""
        step = state.past
        while step is not None and (step.seat != seat or step.number in self.played):
            step = step.before
        last = 0 if step is None else step.number
        return [news for news in self.news if news.seat == seat and news.ply >= last]
