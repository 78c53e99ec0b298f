"""The decisions of Night at the Zoo, ready-made, and their notation both ways (rules page, section 12)."""

from typing import Final, final

from menagerie.core.action import Action, ReadyMade
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    MOST_IN_MARKET,
    MOST_POINTS,
    PENGUIN,
    SLOTH,
    SNAKE,
    TERRAINS,
    Pieces,
    Tile,
)
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, FIGURES, SIZE, SPACE_NAMES, SPACES, ZOO

# The codes: done, wait, drafts, Bonus tiles, points; what figures do; then store, discard and spaces for each tile.
DRAFTS: Final = 2
TAKES: Final = DRAFTS + MOST_IN_MARKET
GAINS: Final = TAKES + len(TERRAINS)
DISCOVERIES: Final = GAINS + MOST_POINTS
MOVES: Final = DISCOVERIES + len(ANIMALS) * FIGURES
TURNS: Final = MOVES + len(ANIMALS) * FIGURES * len(DIRECTIONS)
WAKES: Final = TURNS + FIGURES * len(DIRECTIONS)
TILES: Final = WAKES + FIGURES
PLACING: Final = 2
CODES_OF_A_TILE: Final = PLACING + SPACES - 1


@final
class Draft(ReadyMade):
    """Take a tile from the market (rule 2.2)."""

    __slots__ = ("position",)

    def __init__(self, position: int) -> None:
        super().__init__(f"draft {position + 1}", DRAFTS + position)
        self.position: Final = position


@final
class Place(ReadyMade):
    """Cover a space of the Neighborhood (rule 4.1)."""

    __slots__ = ("space", "tile")

    def __init__(self, tile: Tile, space: int) -> None:
        code = TILES + CODES_OF_A_TILE * tile.index + PLACING + (space if space < ZOO else space - 1)
        # On the Zoo is never legal (rule 4.1).
        super().__init__(f"place {tile} at {SPACE_NAMES[space]}", -1 if space == ZOO else code)
        self.tile: Final = tile
        self.space: Final = space


@final
class Store(ReadyMade):
    """Put a tile into the Warehouse (rule 3.4)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"store {tile}", TILES + CODES_OF_A_TILE * tile.index)
        self.tile: Final = tile


@final
class Discard(ReadyMade):
    """Discard a tile for a special move (rule 8.1)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"discard {tile}", TILES + CODES_OF_A_TILE * tile.index + 1)
        self.tile: Final = tile


@final
class Discover(ReadyMade):
    """Bring an undiscovered figure onto its entrance (rule 5.1)."""

    __slots__ = ("animal", "entrance", "figure")

    def __init__(self, animal: int, figure: int, entrance: str) -> None:
        super().__init__(f"discover {ANIMALS[animal]} at {entrance}", DISCOVERIES + FIGURES * animal + figure)
        self.animal: Final = animal
        self.figure: Final = figure
        self.entrance: Final = entrance


@final
class TakeBonus(ReadyMade):
    """Take a Bonus tile from a pile (rule 5.2)."""

    __slots__ = ("terrain",)

    def __init__(self, terrain: int) -> None:
        super().__init__(f"take bonus {TERRAINS[terrain]}", TAKES + terrain)
        self.terrain: Final = terrain


@final
class GainPoints(ReadyMade):
    """Choose the points that a tile offers (rule 5.4)."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        super().__init__(f"gain {points}", GAINS + points - 1)
        self.points: Final = points


class Movement(ReadyMade):
    """What a figure is to do with a movement (rules 6 and 7)."""

    __slots__ = ("animal", "entrance", "figure")

    def __init__(self, animal: int, figure: int, entrance: str, text: str, code: int = -1) -> None:
        super().__init__(text, code)
        self.animal: Final = animal
        self.figure: Final = figure
        self.entrance: Final = entrance


@final
class Move(Movement):
    """A figure goes one step, or slides (rules 6.2 and 7)."""

    __slots__ = ("direction",)

    def __init__(self, animal: int, figure: int, entrance: str, direction: int) -> None:
        verb = "slide" if animal == PENGUIN else "move"
        code = MOVES + (FIGURES * animal + figure) * len(DIRECTIONS) + direction
        super().__init__(animal, figure, entrance, f"{verb} {ANIMALS[animal]} {entrance} {DIRECTIONS[direction]}", code)
        self.direction: Final = direction


@final
class Go(Movement):
    """Move a figure to a place that no movement leads to: never legal, but what a player who points there means."""

    __slots__ = ("place",)

    def __init__(self, animal: int, figure: int, entrance: str, place: int) -> None:
        super().__init__(animal, figure, entrance, f"go {ANIMALS[animal]} {entrance} to {SPACE_NAMES[place]}")
        self.place: Final = place


@final
class Turn(Movement):
    """A snake turns where it is (rule 7.4)."""

    __slots__ = ("direction",)

    def __init__(self, figure: int, entrance: str, direction: int) -> None:
        code = TURNS + len(DIRECTIONS) * figure + direction
        super().__init__(SNAKE, figure, entrance, f"turn snake {entrance} {DIRECTIONS[direction]}", code)
        self.direction: Final = direction


@final
class Wake(Movement):
    """A sloth wakes (rule 7.6)."""

    __slots__ = ()

    def __init__(self, figure: int, entrance: str) -> None:
        super().__init__(SLOTH, figure, entrance, f"wake sloth {entrance}", WAKES + figure)


@final
class Wait(ReadyMade):
    """Let those with precedence continue before taking a Bonus tile (rule 3.7)."""

    __slots__ = ()


@final
class Done(ReadyMade):
    """Leave the rest unused: of a symbol, of a special move, or of the phase (rules 3.6, 5.6 and 8.2)."""

    __slots__ = ()


@final
class Catalogue:
    """Every decision there is, made once; `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces: Final = pieces
        self.done: Final = Done("done", 0)
        self.wait: Final = Wait("wait", 1)
        draft = [Draft(position) for position in range(MOST_IN_MARKET)]
        self.drafts: Final = [
            [draft[i] for i in range(MOST_IN_MARKET) if mask >> i & 1] for mask in range(1 << MOST_IN_MARKET)
        ]
        """By the mask of positions that hold a tile."""
        self.place: Final[list[list[Action]]] = [
            [Place(tile, space) for space in range(SPACES)] for tile in pieces.tiles
        ]
        """By tile and space."""
        self.place_in_row: Final = [self._rows(places) for places in self.place]
        """By tile, row, and mask of the empty spaces in the row."""
        self.store: Final = [Store(tile) for tile in pieces.tiles]
        self.discard: Final = [Discard(tile) for tile in pieces.tiles]
        take = [TakeBonus(terrain) for terrain in range(len(TERRAINS))]
        self.takes: Final = [[take[i] for i in range(3) if mask >> i & 1] for mask in range(8)]
        """By the mask of piles that hold a tile."""
        self.gains: Final = [GainPoints(points) for points in range(1, MOST_POINTS + 1)]
        """By points, less one."""
        self.discover: Final = [
            [Discover(animal, figure, pieces.entrance_names[figure]) for figure in range(FIGURES)]
            for animal in range(len(ANIMALS))
        ]
        """By animal and figure."""
        self.moves: Final = [
            [self._moves_of(animal, figure) for figure in range(FIGURES)] for animal in range(len(ANIMALS))
        ]
        """By animal and figure, then by posture * 16 + open directions (see `Board.moves`)."""
        self.by_notation: Final[dict[str, Action]] = self._by_notation(draft, take)

    def read(self, text: str) -> Action | None:
        """The decision with this notation, in capitals or not. The words `entrance` and `space`, by which people tell
        entrance E1 from space E1, may be written and say nothing new: what follows an animal is its entrance.
        """
        words = [word for word in text.lower().split() if word not in ("entrance", "space")]
        return self.by_notation.get(" ".join(words))

    def _rows(self, places: list[Action]) -> list[list[list[Action]]]:
        return [
            [[places[first + i] for i in range(SIZE) if mask >> i & 1] for mask in range(1 << SIZE)]
            for first in range(0, SPACES, SIZE)
        ]

    def list_places(self, tile: Tile, free: int, actions: list[Action]) -> None:
        """Add the ways to place a tile on one of these spaces."""
        rows = self.place_in_row[tile.index]
        actions += rows[0][free & 31]
        actions += rows[1][free >> 5 & 31]
        actions += rows[2][free >> 10 & 31]
        actions += rows[3][free >> 15 & 31]
        actions += rows[4][free >> 20]

    def _moves_of(self, animal: int, figure: int) -> list[list[Action]]:
        """Rules 7.1 to 7.6 as a table: sixteen entries for each posture."""
        name = self.pieces.entrance_names[figure]
        steps: list[Action] = [Move(animal, figure, name, direction) for direction in range(4)]
        free: list[list[Action]] = [[steps[d] for d in range(4) if ways >> d & 1] for ways in range(16)]
        if animal == SLOTH:
            return free + [[Wake(figure, name)]] * 16
        if animal != SNAKE:
            return free
        turns = [Turn(figure, name, direction) for direction in range(4)]
        facings: list[list[Action]] = []
        for facing in range(4):
            others: list[Action] = [turns[d] for d in range(4) if d != facing]
            facings += [[steps[facing]] + others if ways >> facing & 1 else others for ways in range(16)]
        return facings

    def _by_notation(self, draft: list[Draft], take: list[TakeBonus]) -> dict[str, Action]:
        every: list[Action] = [self.done, self.wait, *draft, *take, *self.store, *self.discard, *self.gains]
        for places in self.place:
            every += places
        for animal in range(len(ANIMALS)):
            every += self.discover[animal]
            for by_posture in self.moves[animal]:
                for options in by_posture:
                    every += options
        return {str(action).lower(): action for action in every}
