"""What a row of numbers shows, so that only what has changed since need be written into it.

What a part of an observation depends on is compared, not watched: so nothing else in the title knows of it. Most of it
are objects that never change, in lists that do, and the same object is known at once.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.games.eighteen_zoo.holdings import Holdings
from menagerie.games.eighteen_zoo.map.board import Board, Spot
from menagerie.games.eighteen_zoo.pieces import Squirrel
from menagerie.games.eighteen_zoo.running.harvest import LastRun
from menagerie.games.eighteen_zoo.state import FAMILIES, NO_ONE, Hired, Position


@final
class Shown:
    """What was written last about one game: at first nothing, in an empty row."""

    __slots__ = (
        "acting", "arrived", "board", "called", "card_limit", "cash", "cell", "dealt", "debts", "direction",
        "ending", "hands", "holdings", "holes", "kitchen", "last_launched", "last_runs", "launched", "mats",
        "may_come_next", "midas", "on_offer", "operated", "operator", "order", "passed", "phase_number", "places",
        "plans", "power_deck", "powers", "round", "scores", "seat", "slot", "sold", "spots", "squirrels", "state",
        "stations", "supply", "tickets", "treasury", "turned", "uses", "wheat",
    )  # fmt: skip

    def __init__(self, state: Position, uses: list[int]) -> None:
        self.state: Final = state
        self.seat = NO_ONE
        """Who looks."""
        # The map.
        self.board: Board | None = None
        """The board that is shown, as it was with these:"""
        self.plans: dict[int, object] = {}
        """Another object after every change of the board."""
        self.spots: list[Spot] = []
        self.supply: list[int] = []
        self.wheat: tuple[int, ...] = ()
        self.holes: tuple[int, ...] = ()
        # Players. Masks of seats begin with the viewer's.
        self.acting = 0
        self.order: tuple[int, ...] = ()
        self.cash: list[int] = []
        self.tickets: list[int] = []
        self.debts: list[int] = []
        self.scores: list[int] = []
        self.passed = 0
        self.called = 0
        self.midas = 0
        self.sold = [0] * state.players
        self.holdings: list[Holdings] = []
        self.turned: tuple[int, ...] = ()
        # Families.
        self.cell: list[int] = []
        self.arrived: list[int] = []
        self.launched = NO_ONE
        self.last_launched = NO_ONE
        self.direction = 0
        self.may_come_next = 0
        self.places = [0] * FAMILIES
        """In the operating order, from 1 on."""
        self.operator = NO_ONE
        self.operated = 0
        self.treasury = [0] * FAMILIES
        self.stations: list[tuple[int, ...]] = [()] * FAMILIES
        self.last_runs: tuple[LastRun | None, ...] = (None,) * FAMILIES
        self.squirrels: list[tuple[Hired, ...]] = [()] * FAMILIES
        self.kitchen: tuple[Squirrel, ...] = ()
        # Time and bank.
        self.round = NO_ONE
        self.phase_number = NO_ONE
        self.ending = False
        self.card_limit = 0
        self.dealt = 0
        self.slot = NO_ONE
        """What was written about powers."""
        self.power_deck: tuple[int, ...] = ()
        self.on_offer: tuple[int, ...] = ()
        self.hands: list[tuple[int, ...]] = []
        self.mats: list[tuple[int, ...]] = []
        self.powers = [0] * len(uses)
        """By power, the places where it is, as a mask."""
        self.uses = uses
        """In the beginning as in a new game: a row that tells nothing else tells these."""

    def take(self, board: Board) -> None:
        """Write the board as it is now."""
        self.board = board
        self.plans = board.plans
        self.spots = board.spots.copy()
        self.supply = board.supply.copy()
        self.wheat = board.wheat
        self.holes = board.holes


def tell_bits(out: memoryview, at: int, now: int, before: int, count: int) -> None:
    """Write those numbers of a row of 0 and 1 that have changed, given as masks of the ones."""
    changed = now ^ before
    for number in range(count):
        if changed >> number & 1:
            out[at + number] = now >> number & 1


def from_seat(mask: int, seat: int, players: int) -> int:
    """Return a mask of seats, counted from one of them."""
    return (mask >> seat | mask << players - seat) & (1 << players) - 1


def zeros(count: int) -> memoryview:
    """So many of them, to clear a part of a row with."""
    return memoryview(bytes(2 * count)).cast("h")
