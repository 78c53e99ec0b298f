"""The decisions of Night at the Zoo, ready-made, and their notation both ways (rules page, section 12)."""

from typing import Final, final

from menagerie.core.action import Action
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
class Draft(Action):
    """Take a tile from the market (rule 2.2)."""

    __slots__ = ("position",)

    def __init__(self, position: int) -> None:
        self.position: Final = position

    @property
    def code(self) -> int:
        return DRAFTS + self.position

    def __str__(self) -> str:
        return f"draft {self.position + 1}"


@final
class Place(Action):
    """Cover a space of the Neighborhood (rule 4.1)."""

    __slots__ = ("space", "tile")

    def __init__(self, tile: Tile, space: int) -> None:
        self.tile: Final = tile
        self.space: Final = space

    @property
    def code(self) -> int:
        if self.space == ZOO:  # never legal (rule 4.1)
            return -1
        before = self.space if self.space < ZOO else self.space - 1
        return TILES + CODES_OF_A_TILE * self.tile.index + PLACING + before

    def __str__(self) -> str:
        return f"place {self.tile} at {SPACE_NAMES[self.space]}"


@final
class Store(Action):
    """Put a tile into the Warehouse (rule 3.4)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        self.tile: Final = tile

    @property
    def code(self) -> int:
        return TILES + CODES_OF_A_TILE * self.tile.index

    def __str__(self) -> str:
        return f"store {self.tile}"


@final
class Discard(Action):
    """Discard a tile for a special move (rule 8.1)."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        self.tile: Final = tile

    @property
    def code(self) -> int:
        return TILES + CODES_OF_A_TILE * self.tile.index + 1

    def __str__(self) -> str:
        return f"discard {self.tile}"


@final
class Discover(Action):
    """Bring an undiscovered figure onto its entrance (rule 5.1)."""

    __slots__ = ("animal", "entrance", "figure")

    def __init__(self, animal: int, figure: int, entrance: str) -> None:
        self.animal: Final = animal
        self.figure: Final = figure
        self.entrance: Final = entrance

    @property
    def code(self) -> int:
        return DISCOVERIES + FIGURES * self.animal + self.figure

    def __str__(self) -> str:
        return f"discover {ANIMALS[self.animal]} at {self.entrance}"


@final
class TakeBonus(Action):
    """Take a Bonus tile from a pile (rule 5.2)."""

    __slots__ = ("terrain",)

    def __init__(self, terrain: int) -> None:
        self.terrain: Final = terrain

    @property
    def code(self) -> int:
        return TAKES + self.terrain

    def __str__(self) -> str:
        return f"take bonus {TERRAINS[self.terrain]}"


@final
class GainPoints(Action):
    """Choose the points that a tile offers (rule 5.4)."""

    __slots__ = ("points",)

    def __init__(self, points: int) -> None:
        self.points: Final = points

    @property
    def code(self) -> int:
        return GAINS + self.points - 1

    def __str__(self) -> str:
        return f"gain {self.points}"


class Movement(Action):
    """What a figure is to do with a movement (rules 6 and 7)."""

    __slots__ = ("animal", "entrance", "figure")

    def __init__(self, animal: int, figure: int, entrance: str) -> None:
        self.animal: Final = animal
        self.figure: Final = figure
        self.entrance: Final = entrance


@final
class Move(Movement):
    """A figure goes one step, or slides (rules 6.2 and 7)."""

    __slots__ = ("direction",)

    def __init__(self, animal: int, figure: int, entrance: str, direction: int) -> None:
        super().__init__(animal, figure, entrance)
        self.direction: Final = direction

    @property
    def code(self) -> int:
        return MOVES + (FIGURES * self.animal + self.figure) * len(DIRECTIONS) + self.direction

    def __str__(self) -> str:
        verb = "slide" if self.animal == PENGUIN else "move"
        return f"{verb} {ANIMALS[self.animal]} {self.entrance} {DIRECTIONS[self.direction]}"


@final
class Go(Movement):
    """A figure is to go to a place that no movement leads to: never legal, but what somebody has in mind who points."""

    __slots__ = ("place",)

    def __init__(self, animal: int, figure: int, entrance: str, place: int) -> None:
        super().__init__(animal, figure, entrance)
        self.place: Final = place

    def __str__(self) -> str:
        return f"go {ANIMALS[self.animal]} {self.entrance} to {SPACE_NAMES[self.place]}"


@final
class Turn(Movement):
    """A snake turns where it is (rule 7.4)."""

    __slots__ = ("direction",)

    def __init__(self, figure: int, entrance: str, direction: int) -> None:
        super().__init__(SNAKE, figure, entrance)
        self.direction: Final = direction

    @property
    def code(self) -> int:
        return TURNS + len(DIRECTIONS) * self.figure + self.direction

    def __str__(self) -> str:
        return f"turn snake {self.entrance} {DIRECTIONS[self.direction]}"


@final
class Wake(Movement):
    """A sloth wakes (rule 7.6)."""

    __slots__ = ()

    def __init__(self, figure: int, entrance: str) -> None:
        super().__init__(SLOTH, figure, entrance)

    @property
    def code(self) -> int:
        return WAKES + self.figure

    def __str__(self) -> str:
        return f"wake sloth {self.entrance}"


@final
class Wait(Action):
    """Let those with precedence go on before taking a Bonus tile (rule 3.7)."""

    __slots__ = ()

    @property
    def code(self) -> int:
        return 1

    def __str__(self) -> str:
        return "wait"


@final
class Done(Action):
    """Leave the rest unused: of a symbol, of a special move, or of the phase (rules 3.6, 5.6 and 8.2)."""

    __slots__ = ()

    @property
    def code(self) -> int:
        return 0

    def __str__(self) -> str:
        return "done"


@final
class Catalogue:
    """Every decision there is, made once; `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces: Final = pieces
        self.done: Final = Done()
        self.wait: Final = Wait()
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
