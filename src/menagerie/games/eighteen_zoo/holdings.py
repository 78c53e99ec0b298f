"""The cards of a family and their holders: an immutable value per family, and how sales change it."""

from typing import Final, final

from menagerie.games.eighteen_zoo.pieces import CARDS, COUSIN, PARENTS, UNITS


@final
class Holdings:
    """The five cards of a family. Each place keeps its cards in the order in which they came.

    Places are the seats, then the lounge, then the kitchen; the cousin waits in the lounge, but cannot be bought
    before Wednesday (rule 6.7).
    """

    __slots__ = ("kitchen", "lounge", "owner", "places", "players", "told", "units")

    def __init__(self, places: tuple[tuple[int, ...], ...]) -> None:
        self.places: Final = places
        players = len(places) - 2
        self.players: Final = players
        self.lounge: Final = players
        """The number of the lounge among the places."""
        self.kitchen: Final = players + 1
        """The number of the kitchen among the places."""
        owner = -1
        units: list[int] = []
        for place in range(players):
            total = 0
            for card in places[place]:
                if card == PARENTS:
                    owner = place
                total += UNITS[card]
            units.append(total)
        self.owner: Final = owner
        """The seat with the parents, or -1."""
        self.units: Final = tuple(units)
        """By seat: animals held, the parents counting as two."""
        self.told: Final[list[object]] = [None] * players
        """By seat: what `encoding` has put together about these cards, once."""

    @staticmethod
    def new(players: int) -> "Holdings":
        """Return all cards in the lounge."""
        return Holdings(((),) * players + (tuple(range(len(CARDS))), ()))

    @property
    def in_lounge(self) -> tuple[int, ...]:
        """Return cards that the family sells itself."""
        return self.places[self.lounge]

    @property
    def in_kitchen(self) -> tuple[int, ...]:
        """Return cards that players have sold."""
        return self.places[self.kitchen]

    def all_with_players(self, cousin: bool) -> bool:
        """Rule 6.7: return nothing left in lounge and kitchen; the cousin counts from Wednesday on."""
        if self.places[self.kitchen]:
            return False
        lounge = self.places[self.lounge]
        return not lounge or (not cousin and lounge == (COUSIN,))

    def strongest_other(self, seat: int) -> int:
        """Return the most units that anyone else holds."""
        most = 0
        for other, units in enumerate(self.units):
            if other != seat and units > most:
                most = units
        return most

    def buy(self, seat: int, card: int, order: tuple[int, ...]) -> "Holdings":
        """Return a card goes from lounge or kitchen to a player, and PARENTS after the majority."""
        rows = [list(place) for place in self.places]
        for place in (self.lounge, self.kitchen):
            if card in rows[place]:
                rows[place].remove(card)
        rows[seat].append(card)
        units = list(self.units)
        units[seat] += UNITS[card]
        if self.owner >= 0:
            self._pass_parents(rows, units, order)
        return _frozen(rows)

    def sell(
        self, seat: int, cards: tuple[int, ...], half: bool, order: tuple[int, ...], first_back: bool
    ) -> "Holdings":
        """Return cards go into the kitchen (rule 6.2). `half`: only one of the two singles that PARENTS was
        swapped for."""
        rows = [list(place) for place in self.places]
        units = list(self.units)
        for card in cards:
            rows[seat].remove(card)
            rows[self.kitchen].append(card)
            units[seat] -= UNITS[card]
        if half:
            units[seat] += 1
        self._pass_parents(rows, units, order)
        if half:
            rows[seat].append(rows[self.kitchen].pop(0 if first_back else -1))
        return _frozen(rows)

    def _pass_parents(self, rows: list[list[int]], units: list[int], order: tuple[int, ...]) -> None:
        """PARENTS goes to who has strictly more, the next in turn order among equals. Two single cards take its place,
        with the former holder, or in the kitchen if it has been sold."""
        winner = majority(units, self.owner, order)
        if winner == self.owner:
            return
        singles = rows[winner][: UNITS[PARENTS]]
        del rows[winner][: UNITS[PARENTS]]
        for row in rows:
            if PARENTS in row:
                row.remove(PARENTS)
                row.extend(singles)
        rows[winner].append(PARENTS)


def _frozen(rows: list[list[int]]) -> Holdings:
    return Holdings(tuple([tuple(row) for row in rows]))


def majority(units: list[int], owner: int, order: tuple[int, ...]) -> int:
    """Return who holds PARENTS after a deal: the present holder unless another player has strictly more."""
    most = max(units)
    if units[owner] == most or most < UNITS[PARENTS]:
        return owner
    start = order.index(owner)
    for step in range(1, len(order)):
        seat = order[(start + step) % len(order)]
        if units[seat] == most:
            return seat
    return owner


def turned_number(family: int, card: int) -> int:
    """Return a card as a number among those face down (rule 6.2.1)."""
    return family * 8 + card
