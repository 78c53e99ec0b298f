"""The table of Zooloretto Mini: piles, trucks and zoos."""

from __future__ import annotations

from typing import Any, final

from menagerie.core.errors import BadSetup
from menagerie.core.rng import Rng
from menagerie.core.state import State
from menagerie.games.zooloretto_mini import scoring
from menagerie.games.zooloretto_mini.actions import Catalogue
from menagerie.games.zooloretto_mini.display import text
from menagerie.games.zooloretto_mini.pieces import ENCLOSURES, Enclosure, Pieces, TableSize, Tile
from menagerie.games.zooloretto_mini.view import view


@final
class Position(State):
    """Everything that lies on the table. Truck and seat masks have bit i for truck or seat i."""

    pieces: Pieces
    catalogue: Catalogue
    size: TableSize
    kinds: tuple[str, ...]
    """The kinds of animals in play."""
    pile: tuple[Tile, ...]
    """All face-down tiles in the order in which they will come, the end pile last (rule 1.2)."""
    revealed: int
    """How many tiles of the pile have been turned over."""
    main_pile: int
    """How many tiles lay before the end pile."""
    trucks: list[tuple[Tile, ...]]
    with_room: int
    """The trucks in the middle that have room."""
    with_tiles: int
    """The trucks in the middle that hold tiles."""
    enclosures: list[Enclosure]
    """Three for each seat, in the order of seats."""
    barns: list[tuple[Tile, ...]]
    supply: list[int]
    """Offspring tiles left, by kind."""
    gone: tuple[Tile, ...]
    """Tiles that left the game."""
    round: int
    active: int
    out: int
    """The seats that have taken a truck this round."""
    drawn: Tile | None
    hand: tuple[Tile, ...]
    """What is left to place of the truck just taken."""
    has_filled: bool
    """Whether an enclosure was filled in this turn (rule 5.1)."""

    def deal(self, pieces: Pieces, catalogue: Catalogue) -> None:
        """Rule 1: the set-up."""
        self.pieces = pieces
        self.catalogue = catalogue
        self.size = pieces.tables[self.players]
        self.kinds = self._choose_kinds()
        self._deal_pile()
        self.trucks = [()] * len(self.size.trucks)
        self.with_room = (1 << len(self.trucks)) - 1
        self.with_tiles = 0
        self.enclosures = [Enclosure(pieces, ())] * (ENCLOSURES * self.players)
        self.barns = [()] * self.players
        self.supply = [pieces.babies_of_a_kind if kind in self.kinds else 0 for kind in pieces.kinds]
        self.gone = ()
        self.round = 1
        self.active = self.rng.below(self.players)
        self.out = 0
        self.drawn = None
        self.hand = ()
        self.has_filled = False

    def _choose_kinds(self) -> tuple[str, ...]:
        """Rule 1.1: the kinds in play."""
        removed: list[str] = list(self.setup.options["removed"])
        wanted = self.size.kinds_removed
        if not removed:
            removed = self.rng.sample(list(self.pieces.kinds), wanted)
        elif len(removed) != wanted:
            raise BadSetup(f"With {self.players} players {wanted} kinds are removed, not {len(removed)}.")
        return tuple([kind for kind in self.pieces.kinds if kind not in removed])

    def _deal_pile(self) -> None:
        tiles = self.pieces.to_draw(self.kinds)
        self.rng.shuffle(tiles)
        self.pile = tuple(tiles)
        self.revealed = 0
        self.main_pile = len(tiles) - self.pieces.end_pile

    @property
    def is_last_round(self) -> bool:
        """Rule 7.1: whether a tile of the end pile has been turned over."""
        return self.revealed > self.main_pile

    @property
    def tiles_left(self) -> int:
        """How many face-down tiles come before the end pile."""
        return max(0, self.main_pile - self.revealed)

    @property
    def end_pile_left(self) -> int:
        """How many tiles are left of the end pile."""
        return min(self.pieces.end_pile, len(self.pile) - self.revealed)

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.catalogue = self.catalogue
        twin.size = self.size
        twin.kinds = self.kinds
        twin.pile = self.pile
        twin.revealed = self.revealed
        twin.main_pile = self.main_pile
        twin.trucks = list(self.trucks)
        twin.with_room = self.with_room
        twin.with_tiles = self.with_tiles
        twin.enclosures = list(self.enclosures)
        twin.barns = list(self.barns)
        twin.supply = list(self.supply)
        twin.gone = self.gone
        twin.round = self.round
        twin.active = self.active
        twin.out = self.out
        twin.drawn = self.drawn
        twin.hand = self.hand
        twin.has_filled = self.has_filled
        return twin

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """No player knows the order of the tiles still face down; everything else is open (rule 1.6)."""
        hidden = sorted(self.pile[self.revealed :], key=lambda tile: tile.number)
        rng.shuffle(hidden)
        self.pile = self.pile[: self.revealed] + tuple(hidden)

    def score(self, seat: int) -> int:
        return scoring.points(self, seat)

    def chapter(self) -> str:
        return f"Round {self.round}"

    def breakdown(self, seat: int) -> dict[str, int]:
        return scoring.breakdown(self, seat)

    def standing(self, seat: int) -> tuple[int, ...]:
        return scoring.standing(self, seat)

    def tie_break(self, index: int, first: int, second: int) -> str:
        return scoring.tie_break(self, first, second)

    def zoo(self, seat: int) -> list[Enclosure]:
        """The enclosures of a seat."""
        return self.enclosures[ENCLOSURES * seat : ENCLOSURES * (seat + 1)]

    def view(self, seat: int | None) -> dict[str, Any]:
        return view(self, seat)

    def secrets(self) -> dict[str, Any]:
        return {"pile": [tile.name for tile in self.pile], "revealed": self.revealed, "chance": self.rng.used}

    def __str__(self) -> str:
        return text.table(self)
