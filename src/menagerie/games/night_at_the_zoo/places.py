"""Where a figure can be on a player board, and how places lie to each other (rules 1.2 and 6.2).

A place is a small number: 0 to 24 are the 5 x 5 spaces row by row, the Zoo among them; then the nine entrances; then
one number for all spaces of undiscovered animals. So a set of places fits into one machine word.
"""

from typing import Final

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
DIRECTIONS: Final = ("north", "east", "south", "west")

SIZE: Final = 5
SPACES: Final = SIZE * SIZE
ZOO: Final = 12
ENTRANCES: Final = 9
FIRST_ENTRANCE: Final = SPACES
UNDISCOVERED: Final = FIRST_ENTRANCE + ENTRANCES
PLACES: Final = UNDISCOVERED + 1
NOWHERE: Final = -1

SPACE_NAMES: Final = tuple([f"{column}{row + 1}" for row in range(SIZE) for column in "ABCDE"])
SPACE_BY_NAME: Final = {name: space for space, name in enumerate(SPACE_NAMES)}

FIGURES: Final = ENTRANCES
"""A player's figures are numbered like the entrances that they belong to."""

FIGURES_IN: Final = tuple([tuple([i for i in range(FIGURES) if mask >> i & 1]) for mask in range(1 << FIGURES)])
"""For every set of figures, as a mask, the figures in it."""


def neighbour(space: int, direction: int) -> int:
    """The space next to this one, or NOWHERE."""
    row, column = divmod(space, SIZE)
    row += (-1, 0, 1, 0)[direction]
    column += (0, 1, 0, -1)[direction]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else NOWHERE


def opposite(direction: int) -> int:
    """The direction back."""
    return (direction + 2) % 4
