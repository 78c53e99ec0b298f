"""The table of New York Zoo: strip, stacks, market and zoos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from menagerie.core.rng import Rng
from menagerie.core.state import State
from menagerie.games.new_york_zoo import scoring
from menagerie.games.new_york_zoo.actions import Catalogue, Place, fitting
from menagerie.games.new_york_zoo.display import text
from menagerie.games.new_york_zoo.flow import Flow
from menagerie.games.new_york_zoo.pieces import NONE, Board, Mode, Pieces, Tile
from menagerie.games.new_york_zoo.view import view

UNLIMITED: Final = -1
"""In the market: as many as are wanted."""


@final
class Memory:
    """What the other program remembers between decisions (rule 10); see `reference.py`."""

    __slots__ = (
        "bonus", "bonus_done", "bred", "offered", "offered_second", "offered_species", "remaining", "resolving",
        "second_line", "trigger",
    )  # fmt: skip

    def __init__(self, players: int) -> None:
        self.second_line = NONE
        """The species of a second line, still to come."""
        self.trigger = 0
        """Who crossed the line."""
        self.remaining = [0] * players
        """By seat, how many enclosures can breed, until it has chosen."""
        self.bred = 0
        """The seats that had offspring in this breeding, as a mask."""
        self.bonus_done = 0
        """The seats that had their bonus in this breeding, or cannot have one, as a mask."""
        self.bonus = False
        """Whether a bonus breeding is on."""
        self.resolving = 0
        """Which of two follow-ups of a breeding comes next, 1 or 2; 0 if none."""
        self.offered_species = NONE
        self.offered: Tile | None = None
        self.offered_second: Tile | None = None
        """Species and enclosures for follow-ups; what was not used stays, and can mislead a later one (rule 10.7)."""

    def copy(self) -> Memory:
        """An independent twin."""
        twin = Memory(0)
        twin.second_line = self.second_line
        twin.trigger = self.trigger
        twin.remaining = list(self.remaining)
        twin.bred = self.bred
        twin.bonus_done = self.bonus_done
        twin.bonus = self.bonus
        twin.resolving = self.resolving
        twin.offered_species = self.offered_species
        twin.offered = self.offered
        twin.offered_second = self.offered_second
        return twin


@final
class Position(State):
    """Everything that lies on the table. Masks of enclosures have the bit of each tile's number."""

    pieces: Pieces
    catalogue: Catalogue
    flow: Flow
    mode: Mode
    boards: tuple[Board, ...]
    """By seat."""
    elephant: int
    stacks: list[tuple[Tile, ...]]
    """By space of the strip, the lowest tile first; animals spaces have none."""
    market: list[int]
    """Attractions left, by shape; UNLIMITED for the smallest."""
    taken_low: list[int]
    taken_high: list[int]
    """By seat, what cannot be built on any more, in the two words of the grid."""
    open: list[int]
    """By seat, how many construction spaces are still uncovered."""
    fits: list[list[Place]]
    """By seat and tile: what is left to look through for ways to lay it. A board only ever gets fuller, so what
    does not fit once need not be looked at again. These lists never change, they are replaced."""
    zoos: list[tuple[Place, ...]]
    """By seat, the enclosures in the order in which they were laid."""
    rides: list[tuple[Place, ...]]
    """By seat, the attractions in the order in which they were laid."""
    residents: list[int]
    """By enclosure, the species that lives there, or NONE."""
    animals: list[int]
    """By enclosure, how many live there."""
    houses: list[int]
    """By seat and species, how many stand in houses."""
    house_room: list[int]
    """By seat, how many houses are free."""
    hands: list[tuple[Tile, ...]]
    """By seat, the tiles dealt in the short game that are not laid yet."""
    mover: int
    """Whose turn it is."""
    active: int
    """Who decides now."""
    second: int
    """The other species of the animals space, while it can still be acquired."""
    new: Tile | None
    """The enclosure that is being populated."""
    lines: tuple[int, ...]
    """The species whose lines were crossed and whose breeding is still to come."""
    breeding: int
    """The species that breeds now, or NONE."""
    breeder: int
    """How many seats have been looked at in this breeding."""
    received: int
    received_twice: int
    """The enclosures into which animals came in this action, once or more, and twice or more."""
    followed: int
    """The enclosures into which a house animal followed in this action."""
    markers: int
    """Solo: the range markers not yet used."""
    laps: int
    """How often the elephant has reached the start space; it ends the solo game, and divides the story of all."""
    passed: bool
    """Solo: whether it went past the start space for the last time, so that the game is lost (rule 9.6)."""
    memory: Memory | None
    """Only under the other program's rules."""

    def set_up(self, pieces: Pieces, catalogue: Catalogue, flow: Flow, mode: Mode, boards: tuple[Board, ...]) -> None:
        """Rule 1, but for the enclosures."""
        self.pieces = pieces
        self.catalogue = catalogue
        self.flow = flow
        self.mode = mode
        self.boards = boards
        self.elephant = 0
        self.market = [tile.count or UNLIMITED for tile in pieces.attractions]
        self.taken_low = [board.blocked_low for board in boards]
        self.taken_high = [board.blocked_high for board in boards]
        self.open = [board.spaces for board in boards]
        self.fits = []
        for board in boards:
            self.fits += catalogue.on_board(board)
        self.zoos = [()] * self.players
        self.rides = [()] * self.players
        self.residents = [NONE] * len(pieces.enclosures)
        self.animals = [0] * len(pieces.enclosures)
        self.houses = [board.animals.count(species.index) for board in boards for species in pieces.species]
        self.house_room = [board.houses - len(board.animals) for board in boards]
        self.hands = [()] * self.players
        self.mover = self.active = 0
        self.second = self.breeding = NONE
        self.new = None
        self.lines = ()
        self.breeder = self.received = self.received_twice = self.followed = 0
        self.markers = (1 << pieces.markers) - 1 if mode.steps == 0 else 0
        self.laps = 0
        self.passed = False
        self.memory = None

    def deal(self, never_dealt: list[str]) -> None:
        """Rules 1.4 and 11.1: mix the enclosures by size onto their slots, and deal those of the short game."""
        stacks: list[list[Tile]] = [[] for _ in self.pieces.strip]
        for size in sorted({tile.size for tile in self.pieces.enclosures}):
            tiles = [tile for tile in self.pieces.enclosures if tile.size == size]
            self.rng.shuffle(tiles)
            for space in self.pieces.strip:
                for _ in range(space.stack.count(size)):
                    stacks[space.index].append(tiles.pop())
        aside: list[Tile] = []
        for stack in stacks:
            while len(stack) > self.mode.tiles_left:
                aside.append(stack.pop())
        self.stacks = [tuple(stack) for stack in stacks]
        if self.mode.id == "short":
            self._deal_hands([tile for tile in aside if tile.id not in never_dealt])

    def _deal_hands(self, aside: list[Tile]) -> None:
        for size, each in self.pieces.dealt:
            tiles = [tile for tile in aside if tile.size == size]
            self.rng.shuffle(tiles)
            for seat in range(self.players):
                self.hands[seat] += tuple(tiles[seat * each : (seat + 1) * each])

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.catalogue = self.catalogue
        twin.flow = self.flow
        twin.mode = self.mode
        twin.boards = self.boards
        twin.elephant = self.elephant
        twin.stacks = list(self.stacks)
        twin.market = list(self.market)
        twin.taken_low = list(self.taken_low)
        twin.taken_high = list(self.taken_high)
        twin.open = list(self.open)
        twin.fits = list(self.fits)
        twin.zoos = list(self.zoos)
        twin.rides = list(self.rides)
        twin.residents = list(self.residents)
        twin.animals = list(self.animals)
        twin.houses = list(self.houses)
        twin.house_room = list(self.house_room)
        twin.hands = list(self.hands)
        twin.mover = self.mover
        twin.active = self.active
        twin.second = self.second
        twin.new = self.new
        twin.lines = self.lines
        twin.breeding = self.breeding
        twin.breeder = self.breeder
        twin.received = self.received
        twin.received_twice = self.received_twice
        twin.followed = self.followed
        twin.markers = self.markers
        twin.laps = self.laps
        twin.passed = self.passed
        twin.memory = None if self.memory is None else self.memory.copy()
        return twin

    # Laying tiles (rule 2).

    def ways_to_lay(self, seat: int, tile: Tile) -> list[Place]:
        """Every way to lay that tile on that seat's board now."""
        at = seat * len(self.pieces.tiles) + tile.index
        found = fitting(self.fits[at], self.taken_low[seat], self.taken_high[seat])
        self.fits[at] = found
        return found

    def can_lay(self, seat: int, tile: Tile) -> bool:
        """Whether that tile fits somewhere on that seat's board."""
        places = self.fits[seat * len(self.pieces.tiles) + tile.index]
        return bool(places) and (self.is_free(seat, places[0]) or bool(self.ways_to_lay(seat, tile)))

    def is_free(self, seat: int, place: Place) -> bool:
        """Whether nothing lies where this would be laid, and all of it is construction area."""
        return place.low & self.taken_low[seat] == 0 and place.high & self.taken_high[seat] == 0

    def lay(self, seat: int, place: Place) -> None:
        """Lay a tile; it stays where it is for the rest of the game (rule 2.4)."""
        self.taken_low[seat] |= place.low
        self.taken_high[seat] |= place.high
        self.open[seat] -= place.tile.size
        if place.tile.is_attraction:
            self.rides[seat] += (place,)
            at = place.tile.index - len(self.pieces.enclosures)
            if self.market[at] != UNLIMITED:
                self.market[at] -= 1
        else:
            self.zoos[seat] += (place,)

    def clear_board(self, seat: int) -> None:
        """Remove everything that was placed there: the short game's new start (rule 11.3)."""
        board = self.boards[seat]
        self.taken_low[seat] = board.blocked_low
        self.taken_high[seat] = board.blocked_high
        self.open[seat] = board.spaces
        self.zoos[seat] = ()
        each = len(self.pieces.tiles)
        self.fits[seat * each : (seat + 1) * each] = self.catalogue.on_board(board)

    # Animals (rules 4 to 7).

    def in_houses(self, seat: int, species: int) -> int:
        """How many of that species stand in that seat's houses."""
        return self.houses[seat * len(self.pieces.species) + species]

    def into_house(self, seat: int, species: int) -> None:
        """Put an animal into a free house."""
        self.houses[seat * len(self.pieces.species) + species] += 1
        self.house_room[seat] -= 1

    def out_of_house(self, seat: int, species: int) -> None:
        """Take an animal out of a house."""
        self.houses[seat * len(self.pieces.species) + species] -= 1
        self.house_room[seat] += 1

    def into_enclosure(self, tile: Tile, species: int) -> None:
        """Put an animal into an enclosure, and remember that it has received one in this action."""
        index = tile.index
        self.residents[index] = species
        self.animals[index] += 1
        if self.received & tile.bit:
            self.received_twice |= tile.bit
        self.received |= tile.bit

    def is_full(self, tile: Tile) -> bool:
        """Whether every space of an enclosure holds an animal."""
        return self.animals[tile.index] >= tile.size

    def can_breed(self, seat: int, species: int) -> bool:
        """Whether that seat has an enclosure with a pair of that species (rule 7.2)."""
        for place in self.zoos[seat]:
            index = place.tile.index
            if self.residents[index] == species and self.animals[index] >= 2:
                return True
        return False

    def owns(self, seat: int, tile: Tile) -> bool:
        """Whether that enclosure lies in that seat's zoo."""
        return any(place.tile is tile for place in self.zoos[seat])

    # The contract.

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Nothing is hidden, and nothing is left to chance after the set-up (rule 1.6)."""

    def score(self, seat: int) -> int:
        return scoring.points(self, seat)

    def told_score(self, seat: int) -> str:
        if self.open[seat]:
            return f"{self.open[seat]} to cover"
        return "full" if self.mode.steps else str(self.score(seat))  # alone a full board is worth points

    def chapter(self) -> str:
        """The elephant's way round the strip; alone it is sent there only a few times."""
        return f"Lap {self.laps + 1 if self.mode.steps else min(self.laps + 1, self.pieces.laps)}"

    def breakdown(self, seat: int) -> dict[str, int]:
        return scoring.breakdown(self, seat)

    def standing(self, seat: int) -> tuple[int, ...]:
        return scoring.standing(self, seat)

    def tie_break(self, index: int, first: int, second: int) -> str:
        return scoring.tie_break(self, first, second)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the winners; none in the solo game if the board is not full in time (rule 9.7)."""
        if self.mode.steps == 0 and self.open[0]:
            return ()
        return self.ranking[0] if self.is_over else ()

    def tell_result(self, names: Sequence[str]) -> str:
        return scoring.result(self, names)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view(self, seat)

    def secrets(self) -> dict[str, Any]:
        return {"chance": self.rng.used}

    def __str__(self) -> str:
        return text.table(self)
