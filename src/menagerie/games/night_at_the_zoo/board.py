"""A player board: tiles, figures, Warehouse, and what can move where."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.games.night_at_the_zoo.actions import Catalogue, Movement
from menagerie.games.night_at_the_zoo.pieces import (
    MOST_POLLEN,
    PENGUIN,
    SLOTH,
    SNAKE,
    TERRAINS,
    Gain,
    Pieces,
    SetupTile,
    Tile,
)
from menagerie.games.night_at_the_zoo.places import (
    FIGURES,
    FIGURES_IN,
    FIRST_ENTRANCE,
    NOWHERE,
    SPACES,
    UNDISCOVERED,
    ZOO,
)

ASLEEP: Final = 1


@final
class Board:
    """One player's board. Sets are masks: of figures with bit i for the figure of entrance i, of places likewise."""

    pieces: Pieces
    setup: SetupTile
    animals: tuple[int, ...]
    """By figure."""
    moves: list[list[list[Action]]]
    """By figure, then by posture * 16 + open directions: what it can do with a movement."""
    places: list[int]
    """By figure; in the Zoo: home."""
    posture: list[int]
    """By figure: the direction that a snake faces, whether a sloth is asleep; 0 for the others."""
    pollen: list[int]
    hidden: int
    """The figures not yet discovered."""
    out: int
    """The figures discovered and not yet home."""
    tiles: list[Tile | None]
    """By space."""
    free: int
    """The spaces without a tile, as a mask."""
    ways: list[int]
    """By place: the directions in which a step is possible from there, as a mask."""
    ground: list[int]
    """By terrain: the places that have it."""
    foods: int
    """The kinds of food in the Neighborhood, as a mask."""
    points: int
    """Points gained so far (rule 10.1)."""
    drafted: Tile | None
    """The tile that must be used in this phase."""
    stored: tuple[Tile, ...]
    """The tiles in the Warehouse that may be used now."""
    kept: tuple[Tile, ...]
    """The tiles in the Warehouse that were stored in this phase (rule 3.3)."""
    movers: int
    """The figures that may still move in a special move or at the end of a round."""
    runner: int
    """The cheetah that may go a second step."""

    def begin(self, pieces: Pieces, catalogue: Catalogue, setup: SetupTile, letters: tuple[int, ...]) -> None:
        """Rule 1.3; `letters` are the animals A, B and C."""
        self.pieces = pieces
        self.setup = setup
        self.animals = tuple([letters[letter] for letter in setup.letters])
        self.moves = [catalogue.moves[animal][figure] for figure, animal in enumerate(self.animals)]
        self.places = [UNDISCOVERED] * FIGURES
        self.posture = [0] * FIGURES
        self.pollen = [0] * FIGURES
        self.hidden = (1 << FIGURES) - 1
        self.out = 0
        self.tiles = [None] * SPACES
        self.free = ((1 << SPACES) - 1) & ~(1 << ZOO)
        self.ways = list(pieces.first_ways)
        self.ground = list(pieces.first_ground)
        self.foods = 0
        self.points = 0
        self.drafted = None
        self.stored = ()
        self.kept = ()
        self.movers = 0
        self.runner = 0
        for figure in setup.starters:
            self.discover(figure)

    def copy(self) -> Board:
        """An independent twin."""
        twin = Board()
        twin.pieces = self.pieces
        twin.setup = self.setup
        twin.animals = self.animals
        twin.moves = self.moves
        twin.places = self.places.copy()
        twin.posture = self.posture.copy()
        twin.pollen = self.pollen.copy()
        twin.hidden = self.hidden
        twin.out = self.out
        twin.tiles = self.tiles.copy()
        twin.free = self.free
        twin.ways = self.ways.copy()
        twin.ground = self.ground.copy()
        twin.foods = self.foods
        twin.points = self.points
        twin.drafted = self.drafted
        twin.stored = self.stored
        twin.kept = self.kept
        twin.movers = self.movers
        twin.runner = self.runner
        return twin

    # Tiles.

    @property
    def has_room(self) -> bool:
        """Rule 3.4: whether the Warehouse has a free space."""
        return len(self.stored) + len(self.kept) < self.pieces.warehouse

    def lay(self, tile: Tile, space: int) -> None:
        """Cover a space; steps onto it are possible from now on."""
        self.tiles[space] = tile
        self.free &= ~(1 << space)
        self.ground[tile.terrain] |= 1 << space
        if tile.food >= 0:
            self.foods |= 1 << tile.food
        ways = self.ways
        for place, bit in self.pieces.opens[space]:
            ways[place] |= bit

    def gain_from(self, tile: Tile, space: int) -> Gain:
        """What covering this space with this tile gives: its own condition (rules 4.3 to 4.5), or its pair's (4.6)."""
        partner = self.pieces.partner[space]
        other = self.tiles[partner] if partner != NOWHERE else None
        if other is not None and other.terrain == tile.terrain:
            return self.pieces.spaces[space].gain
        return self.pieces.gain_for[space][tile.sort]

    # Figures.

    def discover(self, figure: int) -> None:
        """Rule 5.1: the figure comes to its entrance; a snake faces the Neighborhood (7.4)."""
        self.hidden &= ~(1 << figure)
        self.out |= 1 << figure
        self.places[figure] = FIRST_ENTRANCE + figure
        if self.animals[figure] == SNAKE:
            self.posture[figure] = self.pieces.inward[figure]

    def moves_of(self, figure: int) -> list[Action]:
        """What a discovered figure that is not home can do with a movement. Not to be changed: it is ready-made."""
        return self.moves[figure][self.posture[figure] << 4 | self.ways[self.places[figure]]]

    def could(self, action: Movement) -> bool:
        """Whether this is something that its figure can do with a movement."""
        return bool(self.out >> action.figure & 1) and action in self.moves_of(action.figure)

    def can_move(self, figures: int) -> bool:
        """Whether one of these figures can do anything with a movement."""
        for figure in FIGURES_IN[figures]:
            if self.moves[figure][self.posture[figure] << 4 | self.ways[self.places[figure]]]:
                return True
        return False

    def able(self, figures: int) -> int:
        """Those of these figures that can do anything with a movement."""
        found = 0
        for figure in FIGURES_IN[figures]:
            if self.moves[figure][self.posture[figure] << 4 | self.ways[self.places[figure]]]:
                found |= 1 << figure
        return found

    def list_moves(self, figures: int, actions: list[Action]) -> None:
        """Add what these figures can do with a movement."""
        for figure in FIGURES_IN[figures]:
            actions += self.moves[figure][self.posture[figure] << 4 | self.ways[self.places[figure]]]

    def step(self, figure: int, direction: int) -> None:
        """Rules 6.2 to 6.4 and 7: one step, or a penguin's slide, in a direction that is open."""
        animal = self.animals[figure]
        there = self.end_of_move(animal, self.places[figure], direction)
        if animal == SLOTH:
            self.posture[figure] = ASLEEP
        self.places[figure] = there
        if there == ZOO:
            self.out &= ~(1 << figure)

    def end_of_move(self, animal: int, place: int, direction: int) -> int:
        """Where a step in an open direction takes an animal; a penguin slides on (rule 7.1)."""
        there = self.pieces.next[place][direction]
        if animal == PENGUIN:
            while self.ways[there] >> direction & 1:
                there = self.pieces.next[there][direction]
        return there

    def add_pollen(self, figure: int) -> None:
        """Rule 7.5."""
        if self.pollen[figure] < MOST_POLLEN:
            self.pollen[figure] += 1

    def on_terrain(self, terrain: int) -> int:
        """Rule 8.1: the figures whose place has this terrain now."""
        ground = self.ground[terrain]
        figures = 0
        for figure in FIGURES_IN[self.out]:
            if ground >> self.places[figure] & 1:
                figures |= 1 << figure
        return figures

    @property
    def home(self) -> int:
        """The figures in the Zoo."""
        return ((1 << FIGURES) - 1) & ~self.out & ~self.hidden

    def name_of(self, figure: int) -> str:
        """`wolf of entrance N2`."""
        return self.pieces.figure_name(self.animals[figure], figure)

    def most_bonus_tiles(self, terrain: int, offered: int, tiles: list[Tile], in_piles: int) -> int:
        """Rule 3.7: how many Bonus tiles of this terrain this player could still take in this phase, at most.

        `offered` may be taken already, `tiles` can be placed. Each tile covers one space, and each Bonus tile taken is
        a tile to place again: so one tile can go through all spaces that give a Bonus tile. A space that asks for
        another terrain costs a Bonus tile of that terrain, unless there is such a tile already; an empty pair takes
        two tiles of one terrain.
        """
        if not self.free:
            return offered
        takes = offered + sum([tile.bonus_tiles for tile in tiles])
        hand = takes + len(tiles)
        if not hand:
            return 0
        by_exchange = in_pairs = 0
        for space in self.pieces.bonus_spaces:
            if not self.free >> space & 1:
                continue
            gives, partner = self.pieces.spaces[space].gain.bonus_tiles, self.pieces.partner[space]
            if partner != NOWHERE and self.free >> partner & 1:
                in_pairs += gives if space < partner else 0
            else:
                cost = self._exchange_for(space, terrain, tiles, in_piles)
                if cost >= 0:
                    hand += gives - 1
                if cost == 0:
                    takes += gives
                elif cost == 1:
                    by_exchange += gives - 1
        if takes:
            takes += by_exchange
        alike = len({tile.terrain for tile in tiles}) < len(tiles)
        return takes + in_pairs if hand > 1 and (takes or alike) else takes

    def _exchange_for(self, space: int, terrain: int, tiles: list[Tile], in_piles: int) -> int:
        """How many Bonus tiles of another terrain it takes for a space to give anything: 0 or 1; -1: it cannot."""
        needs = self.pieces.spaces[space].needs
        if needs == "discover":
            return 0 if any(tile.sort & 1 for tile in tiles) else -1
        partner = self.pieces.partner[space]
        other = self.tiles[partner] if partner != NOWHERE else None
        asked = other.terrain if other is not None else TERRAINS.index(needs) if needs else terrain
        if asked == terrain or asked in [tile.terrain for tile in tiles]:
            return 0
        return 1 if in_piles >> asked & 1 else -1
