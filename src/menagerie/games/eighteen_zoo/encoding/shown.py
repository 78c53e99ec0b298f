"""What a row of numbers shows, so that only what has changed since need be written into it.

What a part of an observation depends on is compared, not watched: so nothing else in the title knows of it. Most of it
are objects that never change, in lists that do, and the same object is equal to itself at once.
"""

from __future__ import annotations

from typing import final

from menagerie.games.eighteen_zoo.map.board import Board, Spot


@final
class Shown:
    """What was told last; to begin with nothing."""

    __slots__ = ("bank", "board", "cards", "families", "holes", "seats", "spots", "supply", "treasury", "wheat")

    def __init__(self) -> None:
        self.board: Board | None = None
        """The board that is shown, as it was with these:"""
        self.spots: list[Spot] = []
        self.supply: list[int] = []
        self.wheat: tuple[int, ...] = ()
        self.holes: tuple[int, ...] = ()
        self.seats: tuple[object, ...] = ()
        """What the numbers about seats depend on; and those about cards, families and the bank."""
        self.cards: tuple[object, ...] = ()
        self.families: tuple[object, ...] = ()
        self.treasury: list[int] = []
        self.bank: tuple[object, ...] = ()

    def is_up_to_date(self, board: Board) -> bool:
        """Whether the board is shown as it is now."""
        return self.shows_marks_of(board) and board.spots == self.spots

    def shows_marks_of(self, board: Board) -> bool:
        """Whether this very board is shown, and nothing but tiles and stations can have changed."""
        return board is self.board and board.wheat == self.wheat and board.holes == self.holes

    def take(self, board: Board) -> None:
        """The board is shown as it is now."""
        self.board = board
        self.spots = board.spots.copy()
        self.supply = board.supply.copy()
        self.wheat = board.wheat
        self.holes = board.holes


def kept(about: tuple[object, ...]) -> tuple[object, ...]:
    """The same, with lists as they are now."""
    return tuple([list(part) if isinstance(part, list) else part for part in about])


def zeros(count: int) -> memoryview:
    """So many of them, to clear a part of a row with."""
    return memoryview(bytes(2 * count)).cast("h")
