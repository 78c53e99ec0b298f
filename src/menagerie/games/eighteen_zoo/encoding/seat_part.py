"""Players in numbers, the viewer's seat first: money, tickets, order, and all cards of families."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Layout
from menagerie.games.eighteen_zoo.encoding.shown import Shown, from_seat, tell_bits, zeros
from menagerie.games.eighteen_zoo.holdings import Holdings
from menagerie.games.eighteen_zoo.pieces import CARDS, Pieces
from menagerie.games.eighteen_zoo.state import FAMILIES, Position

NUMBER: Final = 32767
"""The greatest number that there is."""


@final
class SeatPart:
    """The part about players."""

    def __init__(self, layout: Layout, pieces: Pieces, seats: int) -> None:
        families = tuple([family.id for family in pieces.families])
        places = (*["own", "second", "third", "fourth", "fifth"][:seats], "lounge", "kitchen")
        self._seats: Final = seats
        self._players: Final = layout.add(
            "players", (seats,), 0, 1, "How many play: 1 for every seat at the table, your own first."
        )
        self._own: Final = layout.add(
            "seat", (seats,), 0, 1, "Which seat looks: 1 at its place in the order of seats, A first."
        )
        self._to_act: Final = layout.add("to_act", (seats,), 0, 1, "Who is to act, counted from your own seat.")
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
            "Where the cards of each family are: with your own seat and those after it, in lounge or kitchen.",
            (families, places, CARDS),
        )
        self._turned: Final = layout.add(
            "face_down", (len(families), len(CARDS)), 0, 1, "The cards that lie face down.", (families, CARDS)
        )
        self._end: Final = layout.size
        self._of_family: Final = len(places) * len(CARDS)
        self._none_turned: Final = zeros(self._end - self._turned)
        self._who: Final = [[_who(seats, players, seat) for seat in range(players)] for players in range(seats + 1)]
        """By number of players and seat, how many play and which seat looks."""

    def tell_again(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        """Write what has changed; `moved`: the seats are counted from another viewer."""
        if moved:
            out[self._players : self._to_act] = self._who[state.players][seat]
        self._tell_masks(state, seat, out, shown, moved)
        self._tell_money(state, seat, out, shown, moved)
        if moved or state.holdings != shown.holdings:
            self._tell_cards(state, seat, out, shown, moved)
        turned = state.turned
        if turned is not shown.turned:
            shown.turned = turned
            if not state.rules.bundles_protected:
                out[self._turned : self._end] = self._none_turned
                for card in turned:  # numbered by family * 8 + card
                    out[self._turned + len(CARDS) * (card >> 3) + (card & 7)] = 1

    def _tell_masks(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        """Write who is to act, who has passed, and so on."""
        players = state.players
        acting = 0
        for other in state.to_act:
            acting |= 1 << (other - seat) % players
        passed, called = from_seat(state.passed, seat, players), from_seat(state.called, seat, players)
        midas = 0 if state.midas < 0 else 1 << (state.midas - seat) % players
        if acting != shown.acting:
            tell_bits(out, self._to_act, acting, shown.acting, players)
            shown.acting = acting
        if passed != shown.passed:
            tell_bits(out, self._passed, passed, shown.passed, players)
            shown.passed = passed
        if called != shown.called:
            tell_bits(out, self._called, called, shown.called, players)
            shown.called = called
        if midas != shown.midas:
            tell_bits(out, self._midas, midas, shown.midas, players)
            shown.midas = midas
        if moved or state.order is not shown.order:
            for place, other in enumerate(state.order):
                out[self._order + (other - seat) % players] = place + 1
            shown.order = state.order
        operating = state.operating
        for other in range(players):
            place = (other - seat) % players
            sold = 0 if operating else state.sold[other]
            if sold != shown.sold[place]:
                tell_bits(out, self._sold + FAMILIES * place, sold, shown.sold[place], FAMILIES)
                shown.sold[place] = sold

    def _tell_money(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        """Write what players have, and what they are worth."""
        changed = (
            state.cash != shown.cash
            or state.cell != shown.cell
            or state.holdings != shown.holdings
            or state.tickets != shown.tickets
            or state.debts != shown.debts
        )
        players = state.players
        if changed:
            shown.cash = state.cash.copy()
            shown.tickets = state.tickets.copy()
            shown.debts = state.debts.copy()
            shown.scores = [state.score(other) for other in range(players)]
        elif not moved:
            return
        for place in range(players):
            other = (seat + place) % players
            out[self._cash + place] = state.cash[other]
            out[self._tickets + place] = state.tickets[other]
            out[self._debts + place] = state.debts[other]
            out[self._scores + place] = shown.scores[other]

    def _tell_cards(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        for family in state.families:
            holdings = state.holdings[family]
            if moved or holdings is not shown.holdings[family]:
                first = self._cards + self._of_family * family
                out[first : first + self._of_family] = self._row(holdings, seat)
        shown.holdings = state.holdings.copy()

    def _row(self, holdings: Holdings, seat: int) -> memoryview:
        """Return where the cards of a family are, for who looks; put together once for holdings as they are."""
        known = holdings.told[seat]
        if isinstance(known, memoryview):
            return known
        row = memoryview(bytearray(2 * self._of_family)).cast("h")
        for place, cards in enumerate(holdings.places):
            if place < holdings.players:
                column = (place - seat) % holdings.players
            else:
                column = self._seats + place - holdings.players
            for card in cards:
                row[len(CARDS) * column + card] = 1
        holdings.told[seat] = row
        return row


def _who(seats: int, players: int, seat: int) -> memoryview:
    """1 for every seat at the table, then 1 for the one that looks."""
    row = memoryview(bytearray(4 * seats)).cast("h")
    for place in range(players):
        row[place] = 1
    row[seats + seat] = 1
    return row
