"""The plan of the Zoo: 6 by 6 places, directions, lines and distances (rules 1.1, 1.7). The same in every game.

A place is `row * 6 + column`. A spot is a place and one of its paths, `place << 2 | path`; pieces stand on spots.
"""

from typing import Final

SIDE: Final = 6
PLACES: Final = SIDE * SIDE

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
DIRECTIONS: Final = ("north", "east", "south", "west")
LETTERS_OF_SIDES: Final = "NESW"
OPPOSITE: Final = (SOUTH, WEST, NORTH, EAST)

NO_PATH: Final = 3
"""The path of a spot on a face-down tile."""
OUTSIDE: Final = -1
"""The spot of a Keeper outside, of the Billionaire before he appears, and of an Animal aboard the Machine."""
RESERVE: Final = -2
"""The spot of a keeper in reserve."""

NAMES: Final = tuple(["ABCDEF"[place % SIDE] + str(place // SIDE + 1) for place in range(PLACES)])
"""A1 is the north-west corner."""


def place_named(name: str) -> int:
    """Return the place with this name, or -1."""
    return NAMES.index(name) if name in NAMES else -1


def ahead(place: int, direction: int, tiles: int = 1) -> int:
    """Return the place so many tiles away, -1 beyond the wall."""
    row = place // SIDE + (tiles if direction == SOUTH else -tiles if direction == NORTH else 0)
    column = place % SIDE + (tiles if direction == EAST else -tiles if direction == WEST else 0)
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else -1


NEXT: Final = [ahead(place, direction) for place in range(PLACES) for direction in range(4)]
"""By `place << 2 | direction` the neighbouring place, -1 where the outer wall is."""


def _open_sides(place: int) -> tuple[int, ...]:
    return tuple([direction for direction in range(4) if NEXT[place << 2 | direction] >= 0])


OPEN: Final = [_open_sides(place) for place in range(PLACES)]
"""By place the directions without a wall."""

INNER: Final = [len(sides) == 4 for sides in OPEN]
INNER_PLACES: Final = tuple([place for place in range(PLACES) if len(OPEN[place]) == 4])
EDGE_PLACES: Final = tuple([place for place in range(PLACES) if len(OPEN[place]) == 3])
CORNERS: Final = tuple([place for place in range(PLACES) if len(OPEN[place]) == 2])
CORNER_MASK: Final = sum([1 << corner for corner in CORNERS])

EDGE_ONWARD: Final = [
    tuple([side for side in OPEN[place] if side != OPPOSITE[direction]])
    for place in range(PLACES)
    for direction in range(4)
]
"""Rule 7.5.3: by `place << 2 | direction` where a keeper that came in that direction may turn on an edge or corner."""

BESIDE: Final = [
    tuple([side for side in ((direction + 3) % 4, (direction + 1) % 4) if NEXT[place << 2 | side] >= 0])
    for place in range(PLACES)
    for direction in range(4)
]
"""By `place << 2 | direction` the open ones of left and right (rules 4.7.5 and 7.8)."""


def _towards(place: int, other: int) -> int:
    if place == other:
        return -1
    if place // SIDE == other // SIDE:
        return EAST if other > place else WEST
    if place % SIDE == other % SIDE:
        return SOUTH if other > place else NORTH
    return -1


TOWARDS: Final = [_towards(place, other) for place in range(PLACES) for other in range(PLACES)]
"""By `place * 36 + other` the direction of another place that is in line, else -1."""

DISTANCE: Final = [
    abs(place // SIDE - other // SIDE) + abs(place % SIDE - other % SIDE)
    for place in range(PLACES)
    for other in range(PLACES)
]
"""By `place * 36 + other` the orthogonal steps between them."""


def _mask(places: list[int]) -> int:
    return sum([1 << place for place in places])


WITHIN: Final = [
    [_mask([other for other in range(PLACES) if DISTANCE[place * PLACES + other] <= reach]) for place in range(PLACES)]
    for reach in range(2 * SIDE)
]
"""By reach and place the mask of places in reach, the place itself included."""

IN_LINE: Final = [
    1 << place | _mask([other for other in range(PLACES) if TOWARDS[place * PLACES + other] >= 0])
    for place in range(PLACES)
]
"""By place the mask of its row and column."""

NEIGHBOURS: Final = [
    [_mask([NEXT[place << 2 | side] for side in OPEN[place] if sides >> side & 1]) for sides in range(16)]
    for place in range(PLACES)
]
"""By place and mask of sides the mask of neighbouring places over these sides."""


def wall_turns(place: int) -> int:
    """Return the quarter turns that put the wall of an edge tile or corner outside; 0 for an inner place."""
    sides = OPEN[place]
    if len(sides) == 3:
        return next(side for side in range(4) if side not in sides)
    if len(sides) == 2:
        return {(EAST, SOUTH): 0, (SOUTH, WEST): 1, (NORTH, WEST): 2, (NORTH, EAST): 3}[(sides[0], sides[1])]
    return 0
