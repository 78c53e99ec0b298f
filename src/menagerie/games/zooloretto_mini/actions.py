"""The decisions of Zooloretto Mini, ready-made, and their notation both ways."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.seats import LETTERS
from menagerie.games.zooloretto_mini.pieces import BARN, ENCLOSURES, Pieces, Tile

TRUCKS: Final = 5

# The codes: draw, no bonus, loads, takes; then for every sort of tile discard, the places for it, and for every seat
# the enclosures into which it can be taken over from there.
LOADS: Final = 2
TAKES: Final = LOADS + TRUCKS
SORTS: Final = TAKES + TRUCKS
PLACING: Final = 1
TAKING_OVER: Final = PLACING + BARN + 1
CODES_OF_A_SORT: Final = TAKING_OVER + ENCLOSURES * len(LETTERS)

PLACES: Final = ("enclosure 1", "enclosure 2", "enclosure 3", "barn")


@final
class Draw(Action):
    """Turn over a tile (rule 2.2)."""

    __slots__ = ()

    @property
    def code(self) -> int:
        return 0

    def __str__(self) -> str:
        return "draw"


@final
class Load(Action):
    """Put the tile that was drawn onto a truck (rule 2.3)."""

    __slots__ = ("truck",)

    def __init__(self, truck: int) -> None:
        self.truck: Final = truck

    @property
    def code(self) -> int:
        return LOADS + self.truck

    def __str__(self) -> str:
        return f"load {self.truck + 1}"


@final
class Take(Action):
    """Take a truck and be out for the round (rule 2.4)."""

    __slots__ = ("truck",)

    def __init__(self, truck: int) -> None:
        self.truck: Final = truck

    @property
    def code(self) -> int:
        return TAKES + self.truck

    def __str__(self) -> str:
        return f"take {self.truck + 1}"


@final
class Place(Action):
    """Put a tile of the truck into the own zoo (rule 3.1)."""

    __slots__ = ("tile", "where")

    def __init__(self, tile: Tile, where: int) -> None:
        self.tile: Final = tile
        self.where: Final = where

    @property
    def code(self) -> int:
        return SORTS + CODES_OF_A_SORT * self.tile.sort + PLACING + self.where

    def __str__(self) -> str:
        return f"place {self.tile} in {PLACES[self.where]}"


@final
class TakeOver(Action):
    """Take a tile from another barn into an own enclosure (rule 5.3)."""

    __slots__ = ("owner", "tile", "where")

    def __init__(self, tile: Tile, owner: int, where: int) -> None:
        self.tile: Final = tile
        self.owner: Final = owner
        self.where: Final = where

    @property
    def code(self) -> int:
        if self.where == BARN:  # never legal (rule 5.3)
            return -1
        return SORTS + CODES_OF_A_SORT * self.tile.sort + TAKING_OVER + ENCLOSURES * self.owner + self.where

    def __str__(self) -> str:
        return f"take over {self.tile} from {LETTERS[self.owner]} into {PLACES[self.where]}"


@final
class Discard(Action):
    """Remove a tile from the own barn (rule 5.5)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        self.tile: Final = tile

    @property
    def code(self) -> int:
        return SORTS + CODES_OF_A_SORT * self.tile.sort

    def __str__(self) -> str:
        return f"discard {self.tile}"


@final
class NoBonus(Action):
    """Do without the bonus action (rule 5.6)."""

    __slots__ = ()

    @property
    def code(self) -> int:
        return 1

    def __str__(self) -> str:
        return "no bonus"


@final
class Catalogue:
    """Every decision there is, made once; `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.draw: Final = Draw()
        self.no_bonus: Final = NoBonus()
        load = [Load(truck) for truck in range(TRUCKS)]
        take = [Take(truck) for truck in range(TRUCKS)]
        self.loads: Final = [[load[i] for i in range(TRUCKS) if mask >> i & 1] for mask in range(1 << TRUCKS)]
        """By the mask of trucks with room."""
        self.takes: Final = [[take[i] for i in range(TRUCKS) if mask >> i & 1] for mask in range(1 << TRUCKS)]
        """By the mask of trucks with tiles."""
        self.place: Final = [[Place(tile, where) for where in range(BARN + 1)] for tile in pieces.sorts]
        self.take_over: Final = [
            [[TakeOver(tile, owner, where) for where in range(BARN + 1)] for tile in pieces.sorts]
            for owner in range(len(LETTERS))
        ]
        """By owner, sort and place. Into the barn is never legal (rule 5.3), but can be said, and is answered."""
        self.discard: Final = [Discard(tile) for tile in pieces.sorts]
        self.by_notation: Final[dict[str, Action]] = self._name_all(load, take)

    def read(self, text: str) -> Action | None:
        """The decision with this notation, or None."""
        return self.by_notation.get(" ".join(text.lower().split()))

    def _name_all(self, load: list[Load], take: list[Take]) -> dict[str, Action]:
        every: list[Action] = [self.draw, self.no_bonus, *load, *take, *self.discard]
        for places in self.place:
            every += places
        for owner in self.take_over:
            for choices in owner:
                every += choices
        return {str(action).lower(): action for action in every}
