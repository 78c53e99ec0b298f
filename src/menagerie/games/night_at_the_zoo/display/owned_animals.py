"""Favourites of Night at the Zoo: the animals that were brought home."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from menagerie.games.night_at_the_zoo.places import FIGURES_IN

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position

PLURALS: Final = ("penguins", "cheetahs", "wolves", "snakes", "butterflies", "sloths")
"""In the order of `ANIMALS`."""


def animals(state: Position, seat: int) -> dict[str, int]:
    """By kind."""
    board = state.boards[seat]
    return Counter([PLURALS[board.animals[figure]] for figure in FIGURES_IN[board.home]])
