"""What a row of numbers shows of New York Zoo, so that only what has changed since need be written into it.

What the numbers depend on is compared, not watched: so nothing else in the title knows of it. Zoos are tuples that
never change, and the same object is known at once.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import Board, Tile

NOBODY: Final = -1


@final
class Grid:
    """One zoo, cell by cell: what is open, and the numbers of the enclosures and attractions that cover the rest."""

    __slots__ = ("_board", "_columns", "_first_ride", "_rides", "_zoo", "laid", "open", "ridden")

    def __init__(self, cells: int, columns: int, first_ride: int) -> None:
        self.open: Final = bytearray(cells)
        self.laid: Final = bytearray(cells)
        self.ridden: Final = bytearray(cells)
        self._columns: Final = columns
        self._first_ride: Final = first_ride
        """The index of the first attraction among all tiles."""
        self._board: Board | None = None
        self._zoo: tuple[Place, ...] = ()
        self._rides: tuple[Place, ...] = ()

    def follow(self, board: Board, ground: bytes, zoo: tuple[Place, ...], rides: tuple[Place, ...]) -> bool:
        """Bring it up to date; whether something has changed. `ground` has 1 for every cell to be covered."""
        if board is self._board and zoo is self._zoo and rides is self._rides:
            return False
        if board is not self._board or not _begins(zoo, self._zoo) or not _begins(rides, self._rides):
            self.open[:] = ground
            self.laid[:] = bytes(len(ground))
            self.ridden[:] = bytes(len(ground))
            self._board, self._zoo, self._rides = board, (), ()
        for at in range(len(self._zoo), len(zoo)):
            self._cover(zoo[at], self.laid, zoo[at].tile.index + 1)
        for at in range(len(self._rides), len(rides)):
            self._cover(rides[at], self.ridden, rides[at].tile.index - self._first_ride + 1)
        self._zoo, self._rides = zoo, rides
        return True

    def _cover(self, place: Place, plane: bytearray, number: int) -> None:
        """A tile covers these cells: they are open no more."""
        corner = place.row * self._columns + place.column
        for row, column in place.orientation.cells:
            cell = corner + row * self._columns + column
            self.open[cell] = 0
            plane[cell] = number


@final
class Shown:
    """What was shown last; at first nothing, a row of zeros."""

    __slots__ = (
        "animals", "elephant", "grids", "hands", "houses", "market", "players", "received", "residents", "seat",
        "stacks", "zoos",
    )  # fmt: skip

    def __init__(self, sorts: int, players: int) -> None:
        self.players: Final = players
        self.seat = NOBODY
        """Who looks."""
        self.grids: list[Grid] = []
        """By seat."""
        self.zoos: list[tuple[Place, ...]] = []
        self.animals = [0] * sorts
        self.residents = [NOBODY] * sorts
        self.received = 0
        self.elephant = NOBODY
        self.stacks: list[tuple[Tile, ...]] = []
        self.market: list[int] = []
        self.houses: list[int] = []
        self.hands: list[tuple[Tile, ...]] = []


def _begins(row: tuple[Place, ...], beginning: tuple[Place, ...]) -> bool:
    """Return whether a row of tiles continues where this one ended."""
    return row[: len(beginning)] == beginning
