"""The table of Night at the Zoo: market, Leftover zone, piles and player boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from menagerie.core.errors import BadSetup
from menagerie.core.phase import Phase
from menagerie.core.rng import Rng
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring, view
from menagerie.games.night_at_the_zoo.actions import Catalogue
from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.display import text
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, Pieces, SoloTile, Tile

NO_TERRAIN: Final = -1
LEO: Final = 1
"""The seat at which Leo drafts in the solo game (rule 11.1). It has no board and never decides."""


@final
class Position(State):
    """Everything that lies on the table."""

    pieces: Pieces
    catalogue: Catalogue
    letters: tuple[int, ...]
    """The animals A, B and C."""
    boards: list[Board]
    deck: tuple[Tile, ...]
    """All Action tiles in the order in which they come."""
    dealt: int
    """How many tiles of the deck have come."""
    market: list[Tile | None]
    in_market: int
    """The positions of the market that hold a tile, as a mask."""
    leftovers: tuple[Tile, ...]
    """The Leftover zone, from the left."""
    gone: tuple[Tile, ...]
    """Tiles that left the game."""
    piles: list[int]
    """Bonus tiles left, by terrain."""
    in_piles: int
    """The piles that hold a tile, as a mask."""
    draft: int
    """The number of the draft, from 1 on through all rounds."""
    drafters: int
    """How many take a tile in a draft: the players; two in the solo game."""
    first: int
    active: int
    """Who drafts now."""
    waiting: list[list[Phase[Any]]]
    """By seat: its phases, while it waits for others before it takes a Bonus tile (rule 3.7)."""
    leo: tuple[SoloTile, ...]
    """Leo's pile in the order in which it comes; empty with more players."""
    leo_seen: int
    """How many tiles of it lie face up."""
    leo_last: SoloTile | None
    """What he did last, also if his tiles were shuffled since."""

    def deal(self, pieces: Pieces, catalogue: Catalogue) -> None:
        """Rule 1: the set-up."""
        self.pieces = pieces
        self.catalogue = catalogue
        self.letters = self._draw_animals()
        self._deal_boards()
        deck = list(pieces.action_tiles)
        self.rng.shuffle(deck)
        self.deck = tuple(deck)
        self.dealt = 0
        self.leftovers = ()
        self.gone = ()
        self.piles = list(pieces.piles)
        self.in_piles = sum([1 << terrain for terrain, count in enumerate(self.piles) if count])
        self.draft = 1
        self.waiting = [[] for _ in range(self.players)]
        self.leo = ()
        self.leo_seen = 0
        self.leo_last = None
        if self.players == 1:
            self.drafters = 2
            self.first = LEO
            self.shuffle_leo()
        else:
            self.drafters = self.players
            self.first = self.rng.below(self.players)
        self.active = self.first
        self.fill_market()

    def _draw_animals(self) -> tuple[int, ...]:
        """Rule 1.1."""
        least = self.pieces.least_moons
        named: tuple[str, ...] = self.setup.options["animals"]
        if named:
            letters = [ANIMALS.index(name) for name in named]
            moons = sum([self.pieces.moons[animal] for animal in letters])
            if len(named) != 3 or moons < least:
                raise BadSetup(
                    f"Three animals with at least {least} moons together are in play, "
                    f"not {', '.join(named)} with {moons}."
                )
            return tuple(letters)
        while True:
            letters = self.rng.sample(list(range(len(ANIMALS))), 3)
            if sum([self.pieces.moons[animal] for animal in letters]) >= least:
                return tuple(letters)

    def _deal_boards(self) -> None:
        """Rule 1.3."""
        named: tuple[str, ...] = self.setup.options["setups"]
        setups = self.pieces.setups
        if named and len(named) != self.players:
            raise BadSetup(f"With {self.players} players {self.players} Setup tiles are named, not {len(named)}.")
        tiles = [setup for setup in setups if setup.name in named] if named else self.rng.sample(setups, self.players)
        self.boards = []
        for setup in tiles:
            board = Board()
            board.begin(self.pieces, self.catalogue, setup, self.letters)
            self.boards.append(board)

    def fill_market(self) -> None:
        """Rules 1.5 and 9.1."""
        count = self.drafters + 1
        self.market = list(self.deck[self.dealt : self.dealt + count])
        self.dealt += count
        self.in_market = (1 << count) - 1

    def take_from_market(self, position: int) -> Tile:
        """Take the tile at this position, which holds one."""
        tile = self.market[position]
        assert tile is not None
        self.market[position] = None
        self.in_market &= ~(1 << position)
        return tile

    def shuffle_leo(self) -> None:
        """Rule 11.3: all of Leo's tiles make a new pile."""
        tiles = list(self.pieces.solo_tiles)
        self.rng.shuffle(tiles)
        self.leo = tuple(tiles)
        self.leo_seen = 0

    @property
    def round(self) -> int:
        """The number of the round, from 1 on."""
        return (self.draft - 1) // self.pieces.drafts_in_a_round + 1

    @property
    def is_last_draft(self) -> bool:
        """Whether no draft follows."""
        return self.draft == self.pieces.rounds * self.pieces.drafts_in_a_round

    @property
    def ends_round(self) -> bool:
        """Whether this draft is the last of its round."""
        return self.draft % self.pieces.drafts_in_a_round == 0

    @property
    def leading(self) -> int:
        """Rule 9.2: the terrain with most tiles in the Leftover zone; of tied ones the one that lies furthest left.

        NO_TERRAIN if the zone is empty.
        """
        terrains = [tile.terrain for tile in self.leftovers]
        best = NO_TERRAIN
        for terrain in terrains:
            if terrains.count(terrain) > terrains.count(best):
                best = terrain
        return best

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.catalogue = self.catalogue
        twin.letters = self.letters
        twin.boards = [board.copy() for board in self.boards]
        twin.deck = self.deck
        twin.dealt = self.dealt
        twin.market = self.market.copy()
        twin.in_market = self.in_market
        twin.leftovers = self.leftovers
        twin.gone = self.gone
        twin.piles = self.piles.copy()
        twin.in_piles = self.in_piles
        twin.draft = self.draft
        twin.drafters = self.drafters
        twin.first = self.first
        twin.active = self.active
        twin.waiting = [lane.copy() for lane in self.waiting]
        twin.leo = self.leo
        twin.leo_seen = self.leo_seen
        twin.leo_last = self.leo_last
        return twin

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Rule 1.7: only the order of the face-down piles is unknown, to all players alike."""
        hidden = sorted(self.deck[self.dealt :], key=lambda tile: tile.index)
        rng.shuffle(hidden)
        self.deck = self.deck[: self.dealt] + tuple(hidden)
        orders = sorted(self.leo[self.leo_seen :], key=lambda tile: tile.index)
        rng.shuffle(orders)
        self.leo = self.leo[: self.leo_seen] + tuple(orders)

    def score(self, seat: int) -> int:
        return scoring.points(self.boards[seat])

    def chapter(self) -> str:
        return f"Round {self.round}"

    def breakdown(self, seat: int) -> dict[str, int]:
        return scoring.breakdown(self.boards[seat])

    def standing(self, seat: int) -> tuple[int, ...]:
        return scoring.standing(self.boards[seat])

    def tie_break(self, index: int, first: int, second: int) -> str:
        return scoring.tie_break(self.boards[first], self.boards[second])

    def tell_result(self, names: Sequence[str]) -> str:
        return scoring.solo_result(self, names[0]) if self.players == 1 else State.tell_result(self, names)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def secrets(self) -> dict[str, Any]:
        return {
            "deck": [tile.name for tile in self.deck[self.dealt :]],
            "leo": [tile.name for tile in self.leo[self.leo_seen :]],
            "chance": self.rng.used,
        }

    def __str__(self) -> str:
        return text.table(self)
