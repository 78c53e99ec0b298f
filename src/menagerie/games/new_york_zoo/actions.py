"""The decisions of New York Zoo, ready-made, and their notation both ways."""

from __future__ import annotations

import re
from typing import Final, final

from mypy_extensions import i64

from menagerie.core.action import Action, ReadyMade
from menagerie.games.new_york_zoo.pieces import HOUSE, Board, Orientation, Pieces, Species, Tile, cell_name

_PLACE: Final = re.compile(r"place (\S+) (r[0-3]m?) at ([a-z])(\d{1,2})")


@final
class Walk(ReadyMade):
    """Move the elephant by that many counted spaces (rule 3.1); solo with the marker for it (rule 9.2)."""

    __slots__ = ("steps",)

    def __init__(self, steps: int) -> None:
        super().__init__(f"walk {steps}")
        self.steps: Final = steps


@final
class WalkFree(ReadyMade):
    """Move the elephant to the next animals space without a marker (rule 9.3)."""

    __slots__ = ()


@final
class Place(ReadyMade):
    """Lay a tile, the top left corner of its box on that cell (rule 2.3). The grid is the same for all boards."""

    __slots__ = ("column", "high", "low", "orientation", "row", "tile")

    def __init__(self, tile: Tile, orientation: Orientation, row: int, column: int, low: i64, high: i64) -> None:
        super().__init__()
        self.tile: Final = tile
        self.orientation: Final = orientation
        self.row: Final = row
        self.column: Final = column
        self.low: i64 = low
        self.high: i64 = high
        """The cells that it covers, in the two words of the grid."""

    def __str__(self) -> str:
        return f"place {self.tile.id} {self.orientation.name} at {cell_name(self.row, self.column)}"

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells that it covers as rows and columns, row by row."""
        return [(self.row + row, self.column + column) for row, column in self.orientation.cells]


@final
class Settle(ReadyMade):
    """Move an animal from a house or an enclosure into the new enclosure (rule 4.3)."""

    __slots__ = ("origin", "species")

    def __init__(self, species: Species, origin: int, place: str) -> None:
        super().__init__(f"settle {species.id} from {place}")
        self.species: Final[int] = species.index
        self.origin: Final = origin
        """HOUSE or the number of an enclosure."""


@final
class Acquire(ReadyMade):
    """Take an animal from the supply into a house or an enclosure (rule 5.2)."""

    __slots__ = ("species", "where")

    def __init__(self, species: Species, where: int, place: str) -> None:
        super().__init__(f"acquire {species.id} into {place}")
        self.species: Final[int] = species.index
        self.where: Final = where
        """HOUSE or the number of an enclosure."""


@final
class FollowUp(ReadyMade):
    """Let an animal from a house follow the one that has just come into an enclosure (rule 5.5)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"follow up in {tile.id}")
        self.tile: Final = tile


@final
class Complete(ReadyMade):
    """Say which of two full enclosures is settled first (rule 6.6)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"complete {tile.id}")
        self.tile: Final = tile


@final
class Keep(ReadyMade):
    """Keep one of the animals of a completed enclosure in a house, or none (rule 6.2)."""

    __slots__ = ("one",)

    def __init__(self, one: bool) -> None:
        super().__init__("keep one" if one else "keep none")
        self.one: Final = one


@final
class Breed(ReadyMade):
    """Raise offspring in one or two enclosures (rule 7.3). The order matters to the other program only (rule 10.6)."""

    __slots__ = ("first", "second")

    def __init__(self, first: Tile, second: Tile | None) -> None:
        super().__init__(f"breed {first.id}" if second is None else f"breed {first.id} {second.id}")
        self.first: Final = first
        self.second: Final = second


@final
class Bonus(ReadyMade):
    """Raise one more offspring in another enclosure (rule 7.6)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"bonus {tile.id}")
        self.tile: Final = tile


@final
class Word(ReadyMade):
    """A decision that needs no particulars: to skip something, to start over, to be ready."""

    __slots__ = ()


SETTLE_NO_MORE: Final = Word("settle no more")
ACQUIRE_NO_MORE: Final = Word("acquire no more")
NO_FOLLOW_UP: Final = Word("no follow-up")
NO_ATTRACTION: Final = Word("no attraction")
NO_BREEDING: Final = Word("no breeding")
NO_BONUS: Final = Word("no bonus")
START_OVER: Final = Word("start over")
READY: Final = Word("ready")
WALK_FREE: Final = WalkFree("walk free")
KEEP_ONE: Final = Keep(True)
KEEP_NONE: Final = Keep(False)


@final
class Catalogue:
    """Every decision there is, made once; `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces: Final = pieces
        enclosures = pieces.enclosures
        self.walks: Final = [Walk(steps) for steps in range(len(pieces.strip))]
        places = ["house"] + [tile.id for tile in enclosures]
        self.settle: Final = [[Settle(s, i + HOUSE, place) for i, place in enumerate(places)] for s in pieces.species]
        """By species, then by number of the enclosure + 1, houses first."""
        self.acquire: Final = [[Acquire(s, i + HOUSE, place) for i, place in enumerate(places)] for s in pieces.species]
        """By species, then by number of the enclosure + 1, houses first."""
        self.follow_up: Final = [FollowUp(tile) for tile in enclosures]
        self.complete: Final = [Complete(tile) for tile in enclosures]
        self.bonus: Final = [Bonus(tile) for tile in enclosures]
        self.breed: Final = [Breed(tile, None) for tile in enclosures]
        self.breed_two: Final = [[Breed(first, second) for second in enclosures] for first in enclosures]
        self.places: Final = [self._everywhere(tile) for tile in pieces.tiles]
        """All ways to lay a tile on the grid, by tile."""
        self._on_board: dict[str, list[list[Place]]] = {}
        self.by_notation: Final = {str(action).lower(): action for action in self._all_but_places()}
        """All decisions but those to lay a tile."""
        self.all: Final = self._all_but_places()
        """Every decision, in the order of the codes."""
        for places_of_tile in self.places:
            self.all.extend(places_of_tile)
        for number, action in enumerate(self.all):
            action.take_code(number)

    def _everywhere(self, tile: Tile) -> list[Place]:
        pieces = self.pieces
        found: list[Place] = []
        for turned in tile.orientations:
            for row in range(pieces.rows - turned.height + 1):
                for column in range(pieces.columns - turned.width + 1):
                    cells = tuple([(row + r, column + c) for r, c in turned.cells])
                    if pieces.has(cells):
                        low, high = pieces.words(cells)
                        found.append(Place(tile, turned, row, column, low, high))
        return found

    def on_board(self, board: Board) -> list[list[Place]]:
        """All ways to lay each tile on an empty board."""
        if board.id not in self._on_board:
            low, high = board.blocked_low, board.blocked_high
            self._on_board[board.id] = [fitting(places, low, high) for places in self.places]
        return self._on_board[board.id]

    def read(self, text: str) -> Action | None:
        """The decision with this notation, or None."""
        plain = " ".join(text.lower().split())
        match = _PLACE.fullmatch(plain)
        return self.by_notation.get(plain) if match is None else self._read_place(match)

    def _read_place(self, match: re.Match[str]) -> Action | None:
        tile = self.pieces.tiles_by_id.get(match[1].upper())
        if tile is None:
            return None
        turned = tile.orientations[tile.names[match[2]]]
        row, column = int(match[4]) - 1, ord(match[3]) - ord("a")
        for place in self.places[tile.index]:
            if place.orientation is turned and place.row == row and place.column == column:
                return place
        # Off the grid: a decision all the same, which will be refused with a reason.
        return Place(tile, turned, row, column, OFF_THE_GRID, OFF_THE_GRID)

    def _all_but_places(self) -> list[ReadyMade]:
        every: list[ReadyMade] = [
            SETTLE_NO_MORE, ACQUIRE_NO_MORE, NO_FOLLOW_UP, NO_ATTRACTION, NO_BREEDING, NO_BONUS, START_OVER, READY,
            WALK_FREE, KEEP_ONE, KEEP_NONE, *self.walks, *self.follow_up, *self.complete, *self.bonus, *self.breed,
        ]  # fmt: skip
        for number in range(len(self.settle)):
            every += self.settle[number]
            every += self.acquire[number]
        for first, pairs in enumerate(self.breed_two):
            every += [pair for second, pair in enumerate(pairs) if second != first]
        return every


OFF_THE_GRID: Final = -1
"""All bits set: covers what can never be free."""


def fitting(places: list[Place], taken_low: i64, taken_high: i64) -> list[Place]:
    """Those that cover nothing that is taken (rule 2.3)."""
    found: list[Place] = []
    for place in places:
        if place.low & taken_low == 0 and place.high & taken_high == 0:
            found.append(place)
    return found
