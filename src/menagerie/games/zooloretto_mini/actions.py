"""The decisions of Zooloretto Mini, ready-made, and their notation both ways."""

from typing import Final, final

from menagerie.core.action import Action, ReadyMade
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
class Draw(ReadyMade):
    """Turn over a tile (rule 2.2)."""

    __slots__ = ()


@final
class Load(ReadyMade):
    """Put the tile that was drawn onto a truck (rule 2.3)."""

    __slots__ = ("truck",)

    def __init__(self, truck: int) -> None:
        super().__init__(f"load {truck + 1}", LOADS + truck)
        self.truck: Final = truck


@final
class Take(ReadyMade):
    """Take a truck and be out for the round (rule 2.4)."""

    __slots__ = ("truck",)

    def __init__(self, truck: int) -> None:
        super().__init__(f"take {truck + 1}", TAKES + truck)
        self.truck: Final = truck


@final
class Place(ReadyMade):
    """Put a tile of the truck into the seat's zoo (rule 3.1)."""

    __slots__ = ("tile", "where")

    def __init__(self, tile: Tile, where: int) -> None:
        super().__init__(f"place {tile} in {PLACES[where]}", SORTS + CODES_OF_A_SORT * tile.sort + PLACING + where)
        self.tile: Final = tile
        self.where: Final = where


@final
class TakeOver(ReadyMade):
    """Take a tile from another barn into an own enclosure (rule 5.3)."""

    __slots__ = ("owner", "tile", "where")

    def __init__(self, tile: Tile, owner: int, where: int) -> None:
        code = SORTS + CODES_OF_A_SORT * tile.sort + TAKING_OVER + ENCLOSURES * owner + where
        # Into the barn is never legal (rule 5.3).
        super().__init__(f"take over {tile} from {LETTERS[owner]} into {PLACES[where]}", -1 if where == BARN else code)
        self.tile: Final = tile
        self.owner: Final = owner
        self.where: Final = where


@final
class Discard(ReadyMade):
    """Remove a tile from the seat's barn (rule 5.5)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"discard {tile}", SORTS + CODES_OF_A_SORT * tile.sort)
        self.tile: Final = tile


@final
class NoBonus(ReadyMade):
    """Skip the bonus action (rule 5.6)."""

    __slots__ = ()


@final
class Catalogue:
    """Every decision there is, made once; `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.draw: Final = Draw("draw", 0)
        self.no_bonus: Final = NoBonus("no bonus", 1)
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
