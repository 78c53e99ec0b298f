"""Standing orders: decisions made for a seat until something happens that the player should see.

A title offers them in a module `orders` with a function `orders(game)`. An order may only use what its seat can see,
now and when it was given (`menagerie.testing` checks it), and only makes decisions listed as legal. Servers and
terminals keep the orders in a `Book`. Records don't contain them, only the decisions.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.state import State

S = TypeVar("S", bound=State)

MOST_IN_A_ROW: Final = 60
"""How many decisions in a row orders may make without a player's decision; then the next order ends."""


@final
class Ended:
    """An order has ended, with the reason in a sentence for its player."""

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why: Final = why


@mypyc_attr(allow_interpreted_subclasses=True)
class Order(Generic[S]):
    """A title's standing order. It never changes: the same object serves all seats of all games."""

    def __init__(self, id: str, words: str, short: str, about: str = "") -> None:
        self.id: Final = id
        """One word for programs."""
        self.words: Final = words
        """The order in words for the player: `Pass until the stock round ends`."""
        self.short: Final = short
        """The active order in few words: `Passing`."""
        self.about: Final = about or id
        """Its subject: a seat has one order per subject, and a new one replaces it."""

    def can_be_given(self, state: S, seat: int) -> bool:
        """Return whether that seat can give it now."""
        raise NotImplementedError

    def follow(self, state: S, seat: int, since: S) -> Action | Ended | None:
        """Return that seat's decision now, or that the order has ended, or None to wait. `since` is the state in which
        the order was given. Neither state may be changed."""
        raise NotImplementedError


@final
class Given:
    """An active order."""

    __slots__ = ("by", "order", "seat", "since")

    def __init__(self, order: Order[Any], seat: int, since: State, by: str) -> None:
        self.order: Final = order
        self.seat: Final = seat
        self.since: Final = since
        """The state in which it was given."""
        self.by: Final = by
        """The person who gave it, because seats can change hands."""

    def answer(self, state: State) -> Action | Ended | None:
        """Return the decision to make now, the reason why the order has ended, or None for now."""
        if state.is_over:
            return Ended("The game is over.")
        answer = self.order.follow(state, self.seat, self.since)
        if isinstance(answer, Action) and answer not in state.legal(self.seat):
            return Ended("It cannot be carried out now.")
        return answer


@final
class News:
    """An order's end that its player didn't cause."""

    __slots__ = ("order", "ply", "seat", "why")

    def __init__(self, given: Given, ply: int, why: str) -> None:
        self.seat: Final = given.seat
        self.order: Final = given.order
        self.ply: Final = ply
        """The number of decisions before it."""
        self.why: Final = why


@mypyc_attr(allow_interpreted_subclasses=True)
class Book:
    """A table's active orders, and what they have done."""

    def __init__(self) -> None:
        self.given: list[Given] = []
        """Oldest first: if two of a seat's orders could act, the older one does."""
        self.played: dict[int, Given] = {}
        """The numbers, from 1, of the decisions that orders have made."""
        self.news: list[News] = []

    def find(self, seat: int, id: str) -> Given | None:
        """Return that seat's order if it is active."""
        for given in self.given:
            if given.seat == seat and given.order.id == id:
                return given
        return None

    def give(self, order: Order[Any], seat: int, state: State, by: str = "") -> None:
        """Add an order, replacing one on the same subject."""
        self.given = [given for given in self.given if given.seat != seat or given.order.about != order.about]
        self.given.append(Given(order, seat, state, by))

    def withdraw(self, seat: int, id: str) -> None:
        """Cancel an order for its player."""
        self.given = [given for given in self.given if given.seat != seat or given.order.id != id]

    def end(self, seat: int, id: str, ply: int, why: str) -> None:
        """End an order after this number of decisions."""
        given = self.find(seat, id)
        if given is not None:
            self.given.remove(given)
            self.news.append(News(given, ply, why))

    def take_back(self, ply: int) -> None:
        """Return to the moment after this number of decisions. Later orders are forgotten. Orders that made an undone
        decision end, since they would make it again."""
        taken = [given for number, given in self.played.items() if number > ply]
        self.played = {number: given for number, given in self.played.items() if number <= ply}
        self.news = [news for news in self.news if news.ply <= ply]
        for given in self.given.copy():
            if given.since.ply > ply:
                self.given.remove(given)
            elif given in taken:
                self.end(given.seat, given.order.id, ply, "Its move was undone.")

    def next(self, state: State, standing: list[Given]) -> tuple[Given, Action | Ended] | None:
        """Return the first order that acts or ends now, and its answer."""
        for given in standing:
            answer = given.answer(state)
            if isinstance(answer, Action) and self.in_a_row(state.ply) >= MOST_IN_A_ROW:
                return given, Ended(f"Orders have made {MOST_IN_A_ROW} decisions in a row. Check the table first.")
            if answer is not None:
                return given, answer
        return None

    def in_a_row(self, ply: int) -> int:
        """Return how many of the last decisions orders made in a row."""
        count = 0
        while ply - count in self.played:
            count += 1
        return count

    def news_for(self, seat: int, state: State) -> list[News]:
        """Return a seat's orders that have ended since its own last decision."""
        step = state.past
        while step is not None and (step.seat != seat or step.number in self.played):
            step = step.before
        last = 0 if step is None else step.number
        return [news for news in self.news if news.seat == seat and news.ply >= last]
