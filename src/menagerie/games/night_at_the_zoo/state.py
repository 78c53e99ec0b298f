"""The table of Night at the Zoo: market, Leftover zone, piles and player boards."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.errors import BadSetup
from menagerie.core.phase import Phase
from menagerie.core.rng import Rng
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring, text
from menagerie.games.night_at_the_zoo.actions import Decisions
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    BUTTERFLY,
    POSITIONS,
    SLOTH,
    SNAKE,
    TERRAINS,
    Pieces,
    SoloTile,
    Tile,
)
from menagerie.games.night_at_the_zoo.places import (
    DIRECTIONS,
    FIGURES,
    FIRST_ENTRANCE,
    SPACE_NAMES,
    SPACES,
    UNDISCOVERED,
    ZOO,
)

LEO: Final = 1
"""The seat at which Leo drafts in the solo game (rule 11.1). It has no board and never decides."""


@final
class Table(State):
    """Everything that lies on the table."""

    pieces: Pieces
    ready: Decisions
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
    """By seat: its lane, while it waits for others before it may take a Bonus tile (rule 3.7)."""
    leo: tuple[SoloTile, ...]
    """Leo's pile in the order in which it comes; empty with more players."""
    leo_seen: int
    """How many tiles of it lie face up."""

    def deal(self, pieces: Pieces, ready: Decisions) -> None:
        """Rule 1: the set-up."""
        self.pieces = pieces
        self.ready = ready
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
            board.begin(self.pieces, self.ready, setup, self.letters)
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

    def copy(self) -> Table:
        twin = Table()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.ready = self.ready
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
        return twin

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Rule 1.7: only the order of the face-down piles is unknown, and to everybody alike."""
        hidden = sorted(self.deck[self.dealt :], key=lambda tile: tile.index)
        rng.shuffle(hidden)
        self.deck = self.deck[: self.dealt] + tuple(hidden)
        orders = sorted(self.leo[self.leo_seen :], key=lambda tile: tile.index)
        rng.shuffle(orders)
        self.leo = self.leo[: self.leo_seen] + tuple(orders)

    def score(self, seat: int) -> int:
        return scoring.points(self.boards[seat])

    def standing(self, seat: int) -> tuple[int, ...]:
        return (self.score(seat), scoring.at_home(self.boards[seat]))

    def result(self) -> str:
        if self.players > 1 or not self.is_over:
            return State.result(self)
        points = self.score(0)
        return f"A reaches {points} points against Leo: {self.pieces.rank(points)}."

    # What can be seen: everything but the face-down piles.

    def view(self, seat: int | None) -> dict[str, Any]:
        view: dict[str, Any] = {
            "title": self.game.id,
            "players": self.players,
            "animals": [ANIMALS[animal] for animal in self.letters],
            "round": self.round,
            "draft": self.draft,
            "drafts": self.pieces.rounds * self.pieces.drafts_in_a_round,
            "to_act": list(self.to_act),
            "first": self._drafter(self.first),
            "market": [None if tile is None else _view_tile(self.pieces, tile) for tile in self.market],
            "leftovers": [_view_tile(self.pieces, tile) for tile in self.leftovers],
            "deck_left": len(self.deck) - self.dealt,
            "bonus_piles": dict(zip(TERRAINS, self.piles, strict=True)),
            "gone": [tile.name for tile in self.gone],
            "boards": [self._view_board(owner) for owner in range(self.players)],
            "scores": list(self.scores),
        }
        if self.leo:
            view["leo"] = {
                "open": [_view_order(tile) for tile in self.leo[: self.leo_seen]],
                "face_down": len(self.leo) - self.leo_seen,
                "rank": self.pieces.rank(self.score(0)),
            }
        return view

    def _drafter(self, seat: int) -> str:
        return "Leo" if seat >= self.players else LETTERS[seat]

    def _view_board(self, seat: int) -> dict[str, Any]:
        board, pieces = self.boards[seat], self.pieces
        spaces: dict[str, Any] = {}
        for space in range(SPACES):
            if space != ZOO:
                tile = board.tiles[space]
                spaces[SPACE_NAMES[space]] = {
                    "gives": list(pieces.spaces[space].gain.words),
                    "needs": _needs(pieces, space),
                    "tile": None if tile is None else _view_tile(pieces, tile),
                }
        return {
            "seat": LETTERS[seat],
            "setup": board.setup.name,
            "prompt": self.prompt(seat),
            "waits": bool(self.waiting[seat]),
            "spaces": spaces,
            "figures": [self._view_figure(board, figure) for figure in range(FIGURES)],
            "drafted": None if board.drafted is None else _view_tile(pieces, board.drafted),
            "warehouse": [_view_tile(pieces, tile) for tile in board.stored + board.kept],
            "usable": [tile.name for tile in board.stored],
            "foods": [food for number, food in enumerate(pieces.foods) if board.foods >> number & 1],
            "points": {
                "gained": board.points,
                "animals": scoring.animals_at_home(board),
                "discovered": scoring.discovered(board),
                "foods": scoring.foods(board),
            },
        }

    def _view_figure(self, board: Board, figure: int) -> dict[str, Any]:
        animal, place = board.animals[figure], board.places[figure]
        seen: dict[str, Any] = {
            "animal": ANIMALS[animal],
            "entrance": self.pieces.entrance_names[figure],
            "place": place_name(self.pieces, place),
        }
        if animal == SNAKE and place != UNDISCOVERED:
            seen["faces"] = DIRECTIONS[board.posture[figure]]
        elif animal == SLOTH:
            seen["asleep"] = board.posture[figure] == ASLEEP
        elif animal == BUTTERFLY:
            seen["pollen"] = board.pollen[figure]
        return seen

    def secrets(self) -> dict[str, Any]:
        return {
            "deck": [tile.name for tile in self.deck[self.dealt :]],
            "leo": [tile.name for tile in self.leo[self.leo_seen :]],
            "chance": self.rng.position,
        }

    def __str__(self) -> str:
        return text.table(self.view(None))


def place_name(pieces: Pieces, place: int) -> str:
    """`C2`, `zoo`, `entrance N2` or `undiscovered`."""
    if place == ZOO:
        return "zoo"
    if place < SPACES:
        return SPACE_NAMES[place]
    return "undiscovered" if place == UNDISCOVERED else f"entrance {pieces.entrance_names[place - FIRST_ENTRANCE]}"


def _needs(pieces: Pieces, space: int) -> str:
    """A space's condition: a terrain, `discover`, `same as D1` or nothing."""
    partner = pieces.partner[space]
    return f"same as {SPACE_NAMES[partner]}" if partner >= 0 else pieces.spaces[space].needs


def _view_tile(pieces: Pieces, tile: Tile) -> dict[str, Any]:
    return {
        "name": tile.name,
        "terrain": TERRAINS[tile.terrain],
        "gives": list(tile.gives),
        "food": None if tile.food < 0 else pieces.foods[tile.food],
    }


def _view_order(tile: SoloTile) -> dict[str, Any]:
    return {"name": tile.name, "takes": [POSITIONS[position] for position in tile.takes], "shuffle": tile.shuffle}
