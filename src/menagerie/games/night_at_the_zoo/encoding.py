"""Night at the Zoo in numbers: tiles by what they show, boards with the seat's own first.

Everything lies open but the order of the face-down piles, so that only the order of seats depends on who looks.
"""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.encoding import Encoding, Layout
from menagerie.core.game import Game
from menagerie.core.phase import Phase
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.actions import Catalogue
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.phases.drafting import Drafting
from menagerie.games.night_at_the_zoo.phases.moving import MoveAll, SecondStep
from menagerie.games.night_at_the_zoo.phases.using import Resolve, UseBonusTile, UseTiles
from menagerie.games.night_at_the_zoo.pieces import (
    ACTION_TILES,
    ANIMALS,
    BONUS_TILES,
    BUTTERFLY,
    GAIN,
    MOST_IN_MARKET,
    MOST_POINTS,
    MOST_POLLEN,
    SETUP_TILES,
    SLOTH,
    SNAKE,
    SOLO_TILES,
    SYMBOLS,
    TERRAINS,
    Pieces,
    Tile,
    points_in,
)
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, FIGURES, FIGURES_IN, PLACES, SPACE_NAMES, SPACES
from menagerie.games.night_at_the_zoo.state import Position
from menagerie.games.night_at_the_zoo.view import place_name

OFFERED: Final = (*SYMBOLS, "points")
"""What an offer may hold: symbols that are there or not, and points."""
ASKED: Final = (
    "draft", "use tiles", "use a Bonus tile", "resolve", "special move", "end of the round", "second step", "waits",
)  # fmt: skip
WAITS: Final = len(ASKED) - 1
POSTURES: Final = (*DIRECTIONS, "asleep")
NUMBER: Final = 255
"""The greatest number of an observation: points above it count as this."""


@final
class TitleEncoding(Encoding):
    """Decisions and observations of Night at the Zoo."""

    def __init__(self, game: Game) -> None:
        pieces, catalogue = game.pieces, game.catalogue  # type: ignore[attr-defined]
        assert isinstance(pieces, Pieces)
        assert isinstance(catalogue, Catalogue)
        layout = Layout(game)
        self._seats: Final = game.players[-1]
        self._shown: Final = (*TERRAINS, "Bonus tile", *OFFERED, *pieces.foods)
        self._face: Final = len(self._shown)
        self._faces: Final = [_face(tile, self._face) for tile in pieces.tiles]
        """By tile, what it shows."""
        self._in_warehouse: Final = pieces.warehouse
        self._most_offers: Final = 1 + max([len(space.gain.offers) for space in pieces.spaces])
        self._add_table(layout, pieces)
        self._add_boards(layout, pieces)
        self._add_decisions(layout, pieces)
        layout.leave_out(
            "The names of tiles, except your own and those face down: tiles that show the same look the same.",
            "Of a tile on a board or in the Leftover zone all but its terrain; the foods of a board are added up.",
            "Which tiles have left the game, and in which order Leo's open tiles came.",
        )
        legal = [action for action in catalogue.by_notation.values() if action.code >= 0]
        super().__init__(game, layout, sorted(legal, key=lambda action: action.code))

    # What an observation is made of.

    def _add_table(self, layout: Layout, pieces: Pieces) -> None:
        seats, shown = self._seats, self._shown
        drafts = pieces.rounds * pieces.drafts_in_a_round
        self._players = layout.add(
            "players", (seats,), 0, 1, "How many play: 1 for every seat at the table, your own first."
        )
        self._own = layout.add(
            "seat", (seats,), 0, 1, "Which seat looks: 1 at its place in the order of seats, A first."
        )
        self._to_act = layout.add("to_act", (seats,), 0, 1, "Who is to act, counted from your own seat.")
        self._first = layout.add(
            "first", (seats + 1,), 0, 1, "Who drafts first, counted from your own seat; the last place is Leo's."
        )
        self._draft = layout.add("draft", (), 1, drafts, "The number of the draft, through all rounds.")
        self._letters = layout.add(
            "animals", (3, len(ANIMALS)), 0, 1, "Which animal is A, B and C.", (("A", "B", "C"), ANIMALS)
        )
        self._market = layout.add(
            "market", (MOST_IN_MARKET, len(shown)), 0, MOST_POINTS, "What the tile at each position shows.", ((), shown)
        )
        self._leftovers = layout.add(
            "leftovers",
            (pieces.drafts_in_a_round, len(TERRAINS)),
            0,
            1,
            "The terrain of each tile in the Leftover zone, from the left.",
            ((), TERRAINS),
        )
        self._piles = layout.add("piles", (len(TERRAINS),), 0, BONUS_TILES, "Bonus tiles that are left.", (TERRAINS,))
        names = tuple([tile.name for tile in pieces.tiles])
        self._deck = layout.add(
            "face_down", (ACTION_TILES,), 0, 1, "The Action tiles that have not come yet.", (names[:ACTION_TILES],)
        )
        self._orders = layout.add(
            "leo",
            (2, SOLO_TILES),
            0,
            1,
            "Leo's tiles: what he did last, and which of them lie open.",
            (("last", "open"), tuple([tile.name for tile in pieces.solo_tiles])),
        )
        self._hand = layout.add(
            "own_tiles",
            (len(names),),
            0,
            BONUS_TILES,
            "Your own tiles by name: drafted and in the Warehouse.",
            (names,),
        )

    def _add_boards(self, layout: Layout, pieces: Pieces) -> None:
        seats, shown = self._seats, self._shown
        figures = pieces.entrance_names
        self._tiles = layout.add(
            "tiles",
            (seats, 1 + self._in_warehouse, len(shown) + 1),
            0,
            MOST_POINTS,
            "What the drafted tile and those in the Warehouse show, and which of them can be used now.",
            ((), (), (*shown, "usable")),
        )
        setups = tuple([setup.name for setup in pieces.setups])
        self._setups = layout.add("setups", (seats, SETUP_TILES), 0, 1, "Each board's Setup tile.", ((), setups))
        self._animals = layout.add(
            "figures", (seats, FIGURES, len(ANIMALS)), 0, 1, "The animal of each entrance.", ((), figures, ANIMALS)
        )
        self._places = layout.add(
            "places",
            (seats, FIGURES, PLACES),
            0,
            1,
            "Where the animal of each entrance is; in the Zoo it is home.",
            ((), figures, tuple([place_name(pieces, place) for place in range(PLACES)])),
        )
        self._postures = layout.add(
            "postures",
            (seats, FIGURES, len(POSTURES)),
            0,
            1,
            "The direction that a discovered snake faces, and whether a sloth is asleep.",
            ((), figures, POSTURES),
        )
        self._pollen = layout.add(
            "pollen", (seats, FIGURES), 0, MOST_POLLEN, "The pollen of butterflies.", ((), figures)
        )
        self._ground = layout.add(
            "terrain",
            (seats, len(TERRAINS), SPACES),
            0,
            1,
            "The terrain of the tile on each space.",
            ((), TERRAINS, SPACE_NAMES),
        )
        self._foods = layout.add(
            "foods", (seats, len(pieces.foods)), 0, 1, "The foods on each board.", ((), pieces.foods)
        )
        self._points = layout.add(
            "points", (seats, 2), 0, NUMBER, "Points gained, and the score as it is now.", ((), ("gained", "score"))
        )

    def _add_decisions(self, layout: Layout, pieces: Pieces) -> None:
        seats, figures = self._seats, pieces.entrance_names
        self._asked = layout.add(
            "asked", (seats, len(ASKED)), 0, 1, "What each seat is asked now, and whether it waits.", ((), ASKED)
        )
        self._bonus = layout.add(
            "bonus_in_hand", (seats, len(TERRAINS)), 0, 1, "The Bonus tile to be used now.", ((), TERRAINS)
        )
        self._offers = layout.add(
            "offers",
            (seats, self._most_offers, len(OFFERED)),
            0,
            MOST_POINTS,
            "What can be resolved now: one symbol of each offer.",
            ((), (), OFFERED),
        )
        self._pending = layout.add(
            "pending", (seats, len(OFFERED)), 0, NUMBER, "What can be resolved after that, in all.", ((), OFFERED)
        )
        self._movers = layout.add(
            "movers",
            (seats, FIGURES),
            0,
            1,
            "Who may still move in a special move or at the end of a round.",
            ((), figures),
        )
        self._runner = layout.add(
            "runner", (seats, FIGURES), 0, 1, "The cheetah that may go a second step.", ((), figures)
        )

    # Telling a position.

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        assert isinstance(state, Position)
        out[:] = self.blank
        self._tell_table(state, seat, out)
        board = state.boards[seat]
        if board.drafted is not None:
            out[self._hand + board.drafted.index] += 1
        for tile in board.stored + board.kept:
            out[self._hand + tile.index] += 1
        players = state.players
        owner = seat
        for place in range(players):
            out[self._players + place] = 1
            if owner == state.first:
                out[self._first + place] = 1
            board = state.boards[owner]
            self._tell_figures(board, place, out)
            self._tell_tiles(board, place, out)
            self._tell_asked(state, owner, place, out)
            owner += 1
            if owner == players:
                owner = 0

    def _tell_table(self, state: Position, seat: int, out: memoryview) -> None:
        out[self._own + seat] = 1
        if state.first >= state.players:
            out[self._first + self._seats] = 1
        out[self._draft] = state.draft
        for letter, animal in enumerate(state.letters):
            out[self._letters + len(ANIMALS) * letter + animal] = 1
        at = self._market
        for tile in state.market:
            if tile is not None:
                self._tell_face(tile, at, out)
            at += self._face
        at = self._leftovers
        for tile in state.leftovers:
            out[at + tile.terrain] = 1
            at += len(TERRAINS)
        for terrain, left in enumerate(state.piles):
            out[self._piles + terrain] = left
        for number in range(state.dealt, len(state.deck)):
            out[self._deck + state.deck[number].index] = 1
        if state.leo_last is not None:
            out[self._orders + state.leo_last.index] = 1
        for number in range(state.leo_seen):
            out[self._orders + SOLO_TILES + state.leo[number].index] = 1

    def _tell_face(self, tile: Tile, at: int, out: memoryview) -> None:
        """What a tile shows."""
        out[at : at + self._face] = self._faces[tile.index]

    def _tell_figures(self, board: Board, place: int, out: memoryview) -> None:
        for figure in range(FIGURES):
            animal, spot = board.animals[figure], board.places[figure]
            number = FIGURES * place + figure
            out[self._animals + len(ANIMALS) * number + animal] = 1
            out[self._places + PLACES * number + spot] = 1
            if animal == BUTTERFLY:
                out[self._pollen + number] = board.pollen[figure]
            elif animal == SNAKE and not board.hidden >> figure & 1:
                out[self._postures + len(POSTURES) * number + board.posture[figure]] = 1
            elif animal == SLOTH and board.posture[figure] == ASLEEP:
                out[self._postures + len(POSTURES) * number + len(DIRECTIONS)] = 1

    def _tell_tiles(self, board: Board, place: int, out: memoryview) -> None:
        out[self._setups + SETUP_TILES * place + board.setup.index] = 1
        row = self._face + 1
        at = self._tiles + (1 + self._in_warehouse) * row * place
        if board.drafted is not None:
            self._tell_face(board.drafted, at, out)
            out[at + row - 1] = 1
        for tile in board.stored:
            at += row
            self._tell_face(tile, at, out)
            out[at + row - 1] = 1
        for tile in board.kept:
            at += row
            self._tell_face(tile, at, out)
        for terrain, ground in enumerate(board.ground):
            at = self._ground + SPACES * (len(TERRAINS) * place + terrain)
            covered = ground & ((1 << SPACES) - 1)
            while covered:
                out[at + (covered & -covered).bit_length() - 1] = 1
                covered &= covered - 1
        at = self._foods + len(board.pieces.foods) * place
        for food in range(len(board.pieces.foods)):
            if board.foods >> food & 1:
                out[at + food] = 1
        at = self._points + 2 * place
        out[at] = min(NUMBER, board.points)
        out[at + 1] = min(NUMBER, scoring.points(board))

    def _tell_asked(self, state: Position, owner: int, place: int, out: memoryview) -> None:
        """What a seat decides now, and what comes after that in its turn."""
        at = self._asked + len(ASKED) * place
        lane: list[Phase[Any]] = []
        if state.lanes:
            lane = state.lanes[owner]
            if state.waiting[owner]:
                lane = state.waiting[owner]
                out[at + WAITS] = 1
            elif lane:
                out[self._to_act + place] = 1
        elif state.stack and state.stack[-1].seats(state) == (owner,):
            lane = state.stack
            out[self._to_act + place] = 1
        if not lane:
            return
        phase = lane[-1]
        if isinstance(phase, Drafting):
            out[at] = 1
        elif isinstance(phase, UseTiles):
            out[at + 1] = 1
        elif isinstance(phase, UseBonusTile):
            out[at + 2] = 1
            out[self._bonus + len(TERRAINS) * place + phase.terrain] = 1
        elif isinstance(phase, Resolve):
            out[at + 3] = 1
            first = self._offers + self._most_offers * len(OFFERED) * place
            for offer in phase.offers:
                _add_offer(offer, first, out)
                first += len(OFFERED)
        elif isinstance(phase, MoveAll):
            out[at + (4 if phase.special else 5)] = 1
        elif isinstance(phase, SecondStep):
            out[at + 6] = 1
            out[self._runner + FIGURES * place + state.boards[owner].runner] = 1
        for figure in FIGURES_IN[state.boards[owner].movers]:
            out[self._movers + FIGURES * place + figure] = 1
        for below in lane[:-1]:
            if isinstance(below, Resolve):
                for offer in below.offers:
                    _add_offer(offer, self._pending + len(OFFERED) * place, out)


def _face(tile: Tile, length: int) -> bytes:
    """What a tile shows, in the order of `_shown`: its terrain, what it gives, its food."""
    numbers = bytearray(length)
    numbers[tile.terrain] = 1
    numbers[len(TERRAINS)] = 1 if tile.is_bonus else 0
    first = len(TERRAINS) + 1
    _add_offer(tile.offer, first, memoryview(numbers))
    numbers[first + len(SYMBOLS)] += tile.points
    if tile.food >= 0:
        numbers[first + len(OFFERED) + tile.food] = 1
    return bytes(numbers)


def _add_offer(offer: int, at: int, out: memoryview) -> None:
    """Add the symbols and points of an offer to what stands there."""
    for symbol in range(len(SYMBOLS)):
        if offer >> symbol & 1:
            out[at + symbol] += 1
    if offer & GAIN:
        out[at + len(SYMBOLS)] += points_in(offer)
