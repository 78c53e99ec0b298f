"""Players in numbers, the own seat first: money, tickets, order, and the cards of families wherever they are."""

from __future__ import annotations

from array import array
from typing import Final, final

from menagerie.core.encoding import Layout
from menagerie.games.eighteen_zoo.encoding.shown import Shown, kept, zeros
from menagerie.games.eighteen_zoo.pieces import CARDS, Pieces
from menagerie.games.eighteen_zoo.state import FAMILIES, Position

NUMBER: Final = 32767
"""The greatest number that there is."""


@final
class SeatPart:
    """What is told of players."""

    def __init__(self, layout: Layout, pieces: Pieces, seats: int) -> None:
        families = tuple([family.id for family in pieces.families])
        places = (*["own", "second", "third", "fourth", "fifth"][:seats], "lounge", "kitchen")
        self._seats: Final = seats
        self._all_cards: Final = memoryview(array("h", [1] * len(CARDS)))
        self._players: Final = layout.add(
            "players", (seats,), 0, 1, "How many play: 1 for every seat at the table, the own one first."
        )
        self._own: Final = layout.add(
            "seat", (seats,), 0, 1, "Which seat looks: 1 at its place in the order of seats, A first."
        )
        self._to_act: Final = layout.add("to_act", (seats,), 0, 1, "Who is to act, counted from the own seat.")
        self._order: Final = layout.add("order", (seats,), 0, seats, "Each seat's place in the turn order, from 1 on.")
        self._cash: Final = layout.add("cash", (seats,), 0, NUMBER, "The $N of each player.")
        self._tickets: Final = layout.add("tickets", (seats,), 0, NUMBER, "The tickets of each player.")
        self._debts: Final = layout.add("debts", (seats,), 0, NUMBER, "What is subtracted for forced purchases.")
        self._scores: Final = layout.add("scores", (seats,), -NUMBER, NUMBER, "What each player is worth now.")
        self._passed: Final = layout.add("passed", (seats,), 0, 1, "Whose last turn was a pass.")
        self._called: Final = layout.add("called", (seats,), 0, 1, "Who was asked for tickets after the stock round.")
        self._midas: Final = layout.add("midas", (seats,), 0, 1, "Who announced MIDAS in this stock round.")
        self._sold: Final = layout.add(
            "may_not_buy",
            (seats, len(families)),
            0,
            1,
            "The families that each player has sold in this stock round.",
            ((), families),
        )
        self._cards: Final = layout.add(
            "cards",
            (len(families), len(places), len(CARDS)),
            0,
            1,
            "Where the cards of each family are: with the own seat and those after it, in lounge or kitchen.",
            (families, places, CARDS),
        )
        self._turned: Final = layout.add(
            "face_down", (len(families), len(CARDS)), 0, 1, "The cards that lie face down.", (families, CARDS)
        )
        self._end: Final = layout.size
        self._no_seats: Final = zeros(self._cards - self._players)
        self._no_cards: Final = zeros(self._end - self._cards)

    def tell(self, state: Position, seat: int, out: memoryview) -> None:
        """Write it, where nothing is told yet."""
        self._tell_seats(state, seat, out)
        self._tell_cards(state, seat, out)

    def tell_again(self, state: Position, seat: int, out: memoryview, shown: Shown) -> None:
        """Write what has changed."""
        about: tuple[object, ...] = (
            seat, state.to_act, state.order, state.slot, state.cash, state.tickets, state.debts, state.cell,
            state.holdings, state.passed, state.called, state.midas, state.sold,
        )  # fmt: skip
        if about != shown.seats:
            shown.seats = kept(about)
            out[self._players : self._cards] = self._no_seats
            self._tell_seats(state, seat, out)
        about = (seat, state.turned, state.holdings)
        if about != shown.cards:
            shown.cards = kept(about)
            out[self._cards : self._end] = self._no_cards
            self._tell_cards(state, seat, out)

    def _tell_seats(self, state: Position, seat: int, out: memoryview) -> None:
        players = state.players
        out[self._own + seat] = 1
        for other in state.to_act:
            out[self._to_act + (other - seat) % players] = 1
        for place, other in enumerate(state.order):
            out[self._order + (other - seat) % players] = place + 1
        if state.midas >= 0:
            out[self._midas + (state.midas - seat) % players] = 1
        other = seat
        for place in range(players):
            self._tell_seat(state, other, place, out)
            other += 1
            if other == players:
                other = 0

    def _tell_cards(self, state: Position, seat: int, out: memoryview) -> None:
        for family in state.families:
            self._tell_cards_of(state, family, seat, out)
        if not state.rules.bundles_protected:
            for card in state.turned:  # numbered by family * 8 + card
                out[self._turned + len(CARDS) * (card >> 3) + (card & 7)] = 1

    def _tell_seat(self, state: Position, seat: int, place: int, out: memoryview) -> None:
        out[self._players + place] = 1
        out[self._cash + place] = state.cash[seat]
        out[self._tickets + place] = state.tickets[seat]
        if state.debts[seat]:
            out[self._debts + place] = state.debts[seat]
        out[self._scores + place] = state.score(seat)
        if state.passed >> seat & 1:
            out[self._passed + place] = 1
        if state.called >> seat & 1:
            out[self._called + place] = 1
        sold = 0 if state.operating else state.sold[seat]
        if sold:
            for family in range(FAMILIES):
                if sold >> family & 1:
                    out[self._sold + FAMILIES * place + family] = 1

    def _tell_cards_of(self, state: Position, family: int, seat: int, out: memoryview) -> None:
        first = self._cards + (self._seats + 2) * len(CARDS) * family
        for place, cards in enumerate(state.holdings[family].places):
            if cards:
                if place < state.players:
                    column = (place - seat) % state.players
                else:
                    column = self._seats + place - state.players
                at = first + len(CARDS) * column
                if len(cards) == len(CARDS):
                    out[at : at + len(CARDS)] = self._all_cards
                else:
                    for card in cards:
                        out[at + card] = 1
