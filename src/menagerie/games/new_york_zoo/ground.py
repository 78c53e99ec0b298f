"""The open ground of a zoo board as shapes: the regions it falls into, its edge, its nooks.

Bots ask for this about every place where a tile could lie, so it is reckoned with sets of cells: the two words of the
grid (`pieces.py`). Cells are numbered row by row, so that the neighbour after a cell is a fixed distance away in most
rows: a `Beside` is all pairs of neighbours that are equally far apart.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from menagerie.games.new_york_zoo.pieces import WORD, Pieces

_BITS: Final = 0x555555555555555
_TWOS: Final = 0x333333333333333
_FOURS: Final = 0xF0F0F0F0F0F0F0F


def _count(cells: i64) -> i64:
    """How many cells are in a word: bits are added up in pairs, fours, eights, and so on."""
    cells -= (cells >> 1) & _BITS
    cells = (cells & _TWOS) + ((cells >> 2) & _TWOS)
    cells = (cells + (cells >> 4)) & _FOURS
    cells += cells >> 8
    cells += cells >> 16
    cells += cells >> 32
    return cells & 127


@final
class Beside:
    """Pairs of neighbouring cells whose numbers differ by the same distance."""

    __slots__ = ("back_high", "back_low", "distance", "falls", "high", "low", "rest", "stays")

    def __init__(self, distance: int, before: tuple[int, int], after: tuple[int, int]) -> None:
        self.distance: i64 = distance
        self.rest: i64 = WORD - distance
        """How far what goes over into the other word is shifted."""
        self.stays: i64 = (1 << (WORD - distance)) - 1
        """Of the low word, what stays in it when shifted to what comes after."""
        self.falls: i64 = (1 << distance) - 1
        """Of the high word, what goes over into the low one when shifted to what comes before."""
        self.low: i64 = before[0]
        self.high: i64 = before[1]
        """The cells that have such a neighbour after them."""
        self.back_low: i64 = after[0]
        self.back_high: i64 = after[1]
        """The cells that have one before them."""


@final
class Ground:
    """What is still open on a board."""

    __slots__ = ("edge", "large", "nooks", "pairs", "singles", "small", "triples")

    def __init__(self) -> None:
        self.singles = 0
        self.pairs = 0
        self.triples = 0
        """Regions of one, two and three spaces: only attractions can cover them."""
        self.small = 0
        """Regions that take one enclosure: 4 to 7 spaces."""
        self.large = 0
        """Regions of 8 spaces or more."""
        self.edge = 0
        """Sides of open spaces beyond which nothing can be laid."""
        self.nooks = 0
        """Open spaces with at most one open neighbour."""


@final
class Surveyor:
    """Tells the shapes of open ground on the grid of these pieces."""

    def __init__(self, pieces: Pieces) -> None:
        cells = list(pieces.bits)
        grid = pieces.words(tuple(cells))
        self._grid_low: i64 = grid[0]
        self._grid_high: i64 = grid[1]
        pairs: dict[int, list[tuple[int, int]]] = {}
        for cell, near in enumerate(pieces.neighbours):
            for other in near:
                if other > cell:
                    pairs.setdefault(other - cell, []).append((cell, other))
        self._beside: list[Beside] = []
        for distance, found in pairs.items():
            before = pieces.words(tuple([cells[cell] for cell, _ in found]))
            after = pieces.words(tuple([cells[other] for _, other in found]))
            self._beside.append(Beside(distance, before, after))

    def survey(self, taken_low: int, taken_high: int) -> Ground:
        """What is open where these cells are taken."""
        ground = Ground()
        low: i64 = self._grid_low & ~taken_low
        high: i64 = self._grid_high & ~taken_high
        self._look_along_edge(low, high, ground)
        while low != 0 or high != 0:
            region_low, region_high = self._region(low, high)
            low &= ~region_low
            high &= ~region_high
            _add_region(ground, _count(region_low) + _count(region_high))
        return ground

    def _look_along_edge(self, low: i64, high: i64, ground: Ground) -> None:
        """A space has four sides; two neighbours hide one of each other's."""
        once_low: i64 = 0
        once_high: i64 = 0
        twice_low: i64 = 0
        twice_high: i64 = 0
        touching: i64 = 0
        for beside in self._beside:
            # Open cells before an open one, and those after them.
            before_low = low & beside.low & ((low >> beside.distance) | ((high & beside.falls) << beside.rest))
            before_high = high & beside.high & (high >> beside.distance)
            after_low = (before_low & beside.stays) << beside.distance
            after_high = (before_high << beside.distance) | (before_low >> beside.rest)
            touching += _count(before_low) + _count(before_high)
            twice_low |= once_low & before_low
            twice_high |= once_high & before_high
            once_low |= before_low
            once_high |= before_high
            twice_low |= once_low & after_low
            twice_high |= once_high & after_high
            once_low |= after_low
            once_high |= after_high
        ground.edge = int(4 * (_count(low) + _count(high)) - 2 * touching)
        ground.nooks = int(_count(low & ~twice_low) + _count(high & ~twice_high))

    def _region(self, low: i64, high: i64) -> tuple[i64, i64]:
        """Of these cells, those that hang together with the first of them."""
        region_low: i64 = low & -low
        region_high: i64 = high & -high if low == 0 else 0
        while True:
            grown_low = region_low
            grown_high = region_high
            for beside in self._beside:
                on_low = grown_low & beside.low
                on_high = grown_high & beside.high
                back_low = grown_low & beside.back_low
                back_high = grown_high & beside.back_high
                grown_low |= ((on_low & beside.stays) << beside.distance) | (back_low >> beside.distance)
                grown_low |= (back_high & beside.falls) << beside.rest
                grown_high |= (on_high << beside.distance) | (on_low >> beside.rest) | (back_high >> beside.distance)
                grown_low &= low
                grown_high &= high
            if grown_low == region_low and grown_high == region_high:
                return region_low, region_high
            region_low = grown_low
            region_high = grown_high


def _add_region(ground: Ground, size: i64) -> None:
    if size >= 8:
        ground.large += 1
    elif size >= 4:
        ground.small += 1
    elif size == 3:
        ground.triples += 1
    elif size == 2:
        ground.pairs += 1
    else:
        ground.singles += 1
