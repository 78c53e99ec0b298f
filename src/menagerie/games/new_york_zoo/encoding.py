"""New York Zoo in numbers: boards as grids, enclosures by their numbers, the own zoo first."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.encoding import Encoding, Layout
from menagerie.core.game import Game
from menagerie.core.phase import Phase
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import Catalogue, Place
from menagerie.games.new_york_zoo.phases.acquiring import AcquireAnimal, FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.phases.completing import KeepOne, TakeAttraction
from menagerie.games.new_york_zoo.phases.laying import PlaceEnclosure, Populate
from menagerie.games.new_york_zoo.phases.walking import Turn
from menagerie.games.new_york_zoo.pieces import NONE, Board, Pieces
from menagerie.games.new_york_zoo.rulebook import Completions
from menagerie.games.new_york_zoo.state import UNLIMITED, Position

ASKED: Final = (
    "walk", "lay", "populate", "populate more", "acquire", "acquire more", "follow up", "complete", "keep",
    "attraction", "breed", "bonus", "lay dealt",
)  # fmt: skip
"""What a phase asks."""
HANDS: Final = 2
"""Tiles are dealt in the short game only, which is for two."""


@final
class TitleEncoding(Encoding):
    """Decisions and observations of New York Zoo."""

    def __init__(self, game: Game) -> None:
        pieces, catalogue = game.pieces, game.catalogue  # type: ignore[attr-defined]
        assert isinstance(pieces, Pieces)
        assert isinstance(catalogue, Catalogue)
        seats = game.players[-1]
        species = tuple([kind.id for kind in pieces.species])
        enclosures = tuple([tile.id for tile in pieces.enclosures])
        attractions = tuple([tile.id for tile in pieces.attractions])
        strip = len(pieces.strip)
        rows, columns = pieces.rows, pieces.columns
        sorts, kinds = len(enclosures), len(species)
        self._depth: Final = max([len(space.stack) for space in pieces.strip])
        self._kinds: Final = kinds
        self._sorts: Final = sorts
        self._seats: Final = seats
        self._columns: Final = columns
        self._cells: Final = rows * columns
        self._ground: Final = {board.id: _ground(board, rows, columns) for board in pieces.boards.values()}
        """By board the cells to be covered."""
        self._modes: Final = list(pieces.modes)

        layout = Layout(game)
        self._players: Final = layout.add(
            "players", (seats,), 0, 1, "How many play: 1 for every seat at the table, the own one first."
        )
        self._own: Final = layout.add(
            "seat", (seats,), 0, 1, "Which seat looks: 1 at its place in the order of seats, A first."
        )
        self._mode: Final = layout.add("mode", (len(self._modes),), 0, 1, "Which game it is.", (tuple(self._modes),))
        self._reference: Final = layout.add("reference", (), 0, 1, "Whether it is played as the other program plays.")
        self._to_act: Final = layout.add("to_act", (seats,), 0, 1, "Who is to act, counted from the own seat.")
        self._turn: Final = layout.add("turn", (seats,), 0, 1, "Whose turn it is, counted from the own seat.")
        self._asked: Final = layout.add("asked", (len(ASKED),), 0, 1, "What the own seat has to decide now.", (ASKED,))
        self._elephant: Final = layout.add("elephant", (strip,), 0, 1, "Where the elephant stands, the start first.")
        self._stacks: Final = layout.add(
            "stacks",
            (strip, self._depth),
            0,
            sorts,
            "The enclosures at each space of the strip, the topmost first: 1 for the first enclosure in the order of "
            "`animals`, and so on; 0: none.",
        )
        self._market: Final = layout.add(
            "market",
            (len(attractions),),
            0,
            max([tile.count for tile in pieces.attractions]),
            "The attractions that are left; 0 also for those without limit.",
            (attractions,),
        )
        self._breeding: Final = layout.add("breeding", (kinds,), 0, 1, "The species that breeds now.", (species,))
        self._lines: Final = layout.add(
            "still_to_breed",
            (kinds,),
            0,
            kinds,
            "The species that breed later in this turn: 1 for the next, 2 for the one after it, and so on.",
            (species,),
        )
        self._second: Final = layout.add(
            "second", (kinds,), 0, 1, "The other species of the animals space, while it can be acquired.", (species,)
        )
        self._received: Final = layout.add(
            "received", (sorts,), 0, 1, "The enclosures into which animals came in this action.", (enclosures,)
        )
        largest = max([tile.size for tile in pieces.enclosures])
        self._animals: Final = layout.add(
            "animals", (sorts,), 0, largest, "How many animals live in each enclosure.", (enclosures,)
        )
        self._residents: Final = layout.add(
            "residents", (sorts, kinds), 0, 1, "Which species lives in each enclosure.", (enclosures, species)
        )
        self._owners: Final = layout.add(
            "owners",
            (sorts, seats),
            0,
            1,
            "In whose zoo each enclosure lies, counted from the own seat.",
            (enclosures,),
        )
        most = max([board.houses for board in pieces.boards.values()])
        self._houses: Final = layout.add(
            "houses", (seats,), 0, most, "How many houses each zoo has, the own one first."
        )
        self._housed: Final = layout.add(
            "in_houses", (seats, kinds), 0, most, "The animals in each zoo's houses, the own ones first.", ((), species)
        )
        self._hands: Final = layout.add(
            "hands",
            (HANDS, sorts),
            0,
            1,
            "In the short game the dealt enclosures that are not laid yet, the own ones first.",
            ((), enclosures),
        )
        grid = (seats, rows, columns)
        self._open: Final = layout.add("open", grid, 0, 1, "The cells of each board that are still to be covered.")
        self._laid: Final = layout.add(
            "enclosures", grid, 0, sorts, "The enclosure that covers each cell, by its number as in `stacks`."
        )
        self._rides: Final = layout.add(
            "attractions", grid, 0, len(attractions), "The attraction that covers each cell, 1 for the first shape."
        )
        self._markers: Final = layout.add(
            "markers", (pieces.markers,), 0, 1, "Solo: the range markers that are left, 0 first."
        )
        self._laps: Final = layout.add("laps", (), 0, pieces.laps, "Solo: how often the elephant has come round.")
        self._passed: Final = layout.add("passed", (), 0, 1, "Solo: whether it has gone past the start once too often.")
        layout.leave_out(
            "The order in which tiles were laid.",
            "Where one attraction ends and another one of the same shape beside it begins.",
        )
        super().__init__(game, layout, catalogue.all)

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        assert isinstance(state, Position)
        out[:] = self.blank
        self._tell_turn(state, out)
        self._tell_strip(state, out)
        out[self._own + seat] = 1
        players = state.players
        acting = state.to_act
        if seat in acting:
            out[self._asked + _asked(state.lane(seat)[-1])] = 1
        owner = seat
        for place in range(players):
            out[self._players + place] = 1
            if owner in acting:
                out[self._to_act + place] = 1
            if owner == state.mover:
                out[self._turn + place] = 1
            self._tell_zoo(state, owner, place, out)
            owner += 1
            if owner == players:
                owner = 0

    def _tell_turn(self, state: Position, out: memoryview) -> None:
        """Which game it is, and what is going on."""
        out[self._mode + self._modes.index(state.mode.id)] = 1
        if state.memory is not None:
            out[self._reference] = 1
        if state.breeding != NONE:
            out[self._breeding + state.breeding] = 1
        for number, species in enumerate(state.lines):
            out[self._lines + species] = number + 1
        if state.second != NONE:
            out[self._second + state.second] = 1
        if state.mode.steps == 0:
            for marker in range(state.pieces.markers):
                if state.markers >> marker & 1:
                    out[self._markers + marker] = 1
            out[self._laps] = min(state.laps, state.pieces.laps)
            if state.passed:
                out[self._passed] = 1

    def _tell_strip(self, state: Position, out: memoryview) -> None:
        """What everybody may take."""
        out[self._elephant + state.elephant] = 1
        at = self._stacks
        for stack in state.stacks:
            below = len(stack) - 1
            for depth in range(len(stack)):
                out[at + below - depth] = stack[depth].index + 1
            at += self._depth
        at = self._market
        for left in state.market:
            if left != UNLIMITED:
                out[at] = left
            at += 1

    def _tell_zoo(self, state: Position, owner: int, place: int, out: memoryview) -> None:
        """A board with all that lies and lives on it; `place` is where its owner sits, counted from who looks."""
        board = state.boards[owner]
        grid = self._cells * place
        open = self._open + grid
        out[open : open + self._cells] = self._ground[board.id]
        for laid in state.zoos[owner]:
            number = laid.tile.index
            self._cover(laid, open, self._laid + grid, number + 1, out)
            out[self._owners + self._seats * number + place] = 1
            if state.animals[number]:
                out[self._animals + number] = state.animals[number]
                out[self._residents + self._kinds * number + state.residents[number]] = 1
            if state.received & laid.tile.bit:
                out[self._received + number] = 1
        for laid in state.rides[owner]:
            self._cover(laid, open, self._rides + grid, laid.tile.index - self._sorts + 1, out)
        out[self._houses + place] = board.houses
        for species in range(self._kinds):
            housed = state.houses[self._kinds * owner + species]
            if housed:
                out[self._housed + self._kinds * place + species] = housed
        for tile in state.hands[owner]:
            out[self._hands + self._sorts * place + tile.index] = 1

    def _cover(self, laid: Place, open: int, plane: int, number: int, out: memoryview) -> None:
        """A tile covers these cells: they are open no more."""
        corner = laid.row * self._columns + laid.column
        for row, column in laid.orientation.cells:
            cell = corner + row * self._columns + column
            out[open + cell] = 0
            out[plane + cell] = number


def _ground(board: Board, rows: int, columns: int) -> bytes:
    """1 for every cell that is to be covered."""
    cells = [board.is_construction(row, column) for row in range(rows) for column in range(columns)]
    return bytes([int(cell) for cell in cells])


def _asked(phase: Phase[Any]) -> int:
    """What a phase asks, as a place in `ASKED`."""
    if isinstance(phase, Turn):
        return 0
    if isinstance(phase, PlaceEnclosure):
        return 1
    if isinstance(phase, Populate):
        return 2 if phase.is_first else 3
    if isinstance(phase, AcquireAnimal):
        return 4 if phase.is_first else 5
    if isinstance(phase, FollowUps):
        return 6
    if isinstance(phase, Completions):
        return 7
    if isinstance(phase, KeepOne):
        return 8
    if isinstance(phase, TakeAttraction):
        return 9
    if isinstance(phase, BreedAnimals):
        return 10
    return 11 if isinstance(phase, BonusBreeding) else 12
