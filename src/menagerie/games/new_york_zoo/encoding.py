"""New York Zoo in numbers: boards as grids, enclosures by their numbers, the seat's own zoo first."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.encoding import Encoding, Layout
from menagerie.core.game import Game
from menagerie.core.phase import Phase
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import Catalogue
from menagerie.games.new_york_zoo.phases.acquiring import AcquireAnimal, FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.phases.completing import KeepOne, TakeAttraction
from menagerie.games.new_york_zoo.phases.laying import PlaceEnclosure, Populate
from menagerie.games.new_york_zoo.phases.walking import Turn
from menagerie.games.new_york_zoo.pieces import NONE, Board, Pieces, Tile
from menagerie.games.new_york_zoo.rulebook import Completions
from menagerie.games.new_york_zoo.shown import Grid, Shown
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
            "players", (seats,), 0, 1, "How many play: 1 for every seat at the table, your own first."
        )
        self._own: Final = layout.add(
            "seat", (seats,), 0, 1, "Which seat looks: 1 at its place in the order of seats, A first."
        )
        self._mode: Final = layout.add("mode", (len(self._modes),), 0, 1, "Which game it is.", (tuple(self._modes),))
        self._reference: Final = layout.add("reference", (), 0, 1, "Whether it is played as the other program plays.")
        self._to_act: Final = layout.add("to_act", (seats,), 0, 1, "Who is to act, counted from your own seat.")
        self._turn: Final = layout.add("turn", (seats,), 0, 1, "Whose turn it is, counted from your own seat.")
        self._asked: Final = layout.add("asked", (len(ASKED),), 0, 1, "What your own seat must decide now.", (ASKED,))
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
            "In whose zoo each enclosure lies, counted from your own seat.",
            (enclosures,),
        )
        most = max([board.houses for board in pieces.boards.values()])
        self._houses: Final = layout.add("houses", (seats,), 0, most, "How many houses each zoo has, your own first.")
        self._housed: Final = layout.add(
            "in_houses", (seats, kinds), 0, most, "The animals in each zoo's houses, your own first.", ((), species)
        )
        self._hands: Final = layout.add(
            "hands",
            (HANDS, sorts),
            0,
            1,
            "In the short game the dealt enclosures that are not laid yet, your own first.",
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
        self._no_turn: Final = bytes(self._elephant - self._players)
        self._no_breeding: Final = bytes(self._received - self._breeding)
        self._no_owners: Final = bytes(self._houses - self._owners)
        self._no_houses: Final = bytes(self._open - self._houses)
        super().__init__(game, layout, catalogue.all)

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        self.encode_again(state, seat, out, None)

    def encode_again(self, state: State, seat: int, out: memoryview, shown: object) -> object:
        assert isinstance(state, Position)
        if isinstance(shown, Shown) and shown.players == state.players:
            before = shown
        else:
            out[:] = self.blank
            before = Shown(self._sorts, state.players)
        moved = seat != before.seat
        before.seat = seat
        self._tell_turn(state, seat, out)
        self._tell_breeding(state, out)
        self._tell_strip(state, out, before)
        self._tell_animals(state, out, before)
        self._tell_zoos(state, seat, out, before, moved)
        self._tell_houses(state, seat, out, before, moved)
        if state.mode.steps == 0:
            self._tell_solo(state, out)
        return before

    def _tell_turn(self, state: Position, seat: int, out: memoryview) -> None:
        """Which game it is, who looks, and what is asked."""
        out[self._players : self._elephant] = self._no_turn
        out[self._own + seat] = 1
        out[self._mode + self._modes.index(state.mode.id)] = 1
        if state.memory is not None:
            out[self._reference] = 1
        acting = state.to_act
        if seat in acting:
            out[self._asked + _asked(state.lane(seat)[-1])] = 1
        players = state.players
        for place in range(players):
            out[self._players + place] = 1
        for other in acting:
            out[self._to_act + (other - seat) % players] = 1
        out[self._turn + (state.mover - seat) % players] = 1

    def _tell_breeding(self, state: Position, out: memoryview) -> None:
        """Write what is being decided."""
        out[self._breeding : self._received] = self._no_breeding
        if state.breeding != NONE:
            out[self._breeding + state.breeding] = 1
        for number, species in enumerate(state.lines):
            out[self._lines + species] = number + 1
        if state.second != NONE:
            out[self._second + state.second] = 1

    def _tell_strip(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write what all players may take."""
        if state.elephant != shown.elephant:
            if shown.elephant >= 0:
                out[self._elephant + shown.elephant] = 0
            out[self._elephant + state.elephant] = 1
            shown.elephant = state.elephant
        if state.stacks != shown.stacks:
            for space, stack in enumerate(state.stacks):
                if not shown.stacks or stack is not shown.stacks[space]:
                    self._tell_stack(stack, self._stacks + self._depth * space, out)
            shown.stacks = state.stacks.copy()
        if state.market != shown.market:
            for shape, left in enumerate(state.market):
                out[self._market + shape] = 0 if left == UNLIMITED else left
            shown.market = state.market.copy()

    def _tell_stack(self, stack: tuple[Tile, ...], at: int, out: memoryview) -> None:
        for depth in range(self._depth):
            below = len(stack) - 1 - depth
            out[at + depth] = stack[below].index + 1 if below >= 0 else 0

    def _tell_animals(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Who lives where, and came there now."""
        if state.animals != shown.animals or state.residents != shown.residents:
            for number in range(self._sorts):
                count, kind = state.animals[number], state.residents[number]
                if count != shown.animals[number] or kind != shown.residents[number]:
                    self._tell_residents(number, count, kind, out, shown)
        changed = state.received ^ shown.received
        if changed:
            for number in range(self._sorts):
                if changed >> number & 1:
                    out[self._received + number] = state.received >> number & 1
            shown.received = state.received

    def _tell_residents(self, number: int, count: int, kind: int, out: memoryview, shown: Shown) -> None:
        first = self._residents + self._kinds * number
        if shown.animals[number]:
            out[first + shown.residents[number]] = 0
        if count:
            out[first + kind] = 1
        out[self._animals + number] = count
        shown.animals[number] = count
        shown.residents[number] = kind

    def _tell_zoos(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        """Boards and what lies on them; `moved`: others sit at the places, counted from who looks."""
        players = state.players
        if not shown.grids:
            shown.grids = [Grid(self._cells, self._columns, self._sorts) for _ in range(players)]
        for place in range(players):
            owner = (seat + place) % players
            board = state.boards[owner]
            grid = shown.grids[owner]
            changed = grid.follow(board, self._ground[board.id], state.zoos[owner], state.rides[owner])
            if changed or moved:
                at = self._cells * place
                out[self._open + at : self._open + at + self._cells] = grid.open
                out[self._laid + at : self._laid + at + self._cells] = grid.laid
                out[self._rides + at : self._rides + at + self._cells] = grid.ridden
        if moved or state.zoos != shown.zoos:
            self._tell_owners(state, seat, out)
            shown.zoos = state.zoos.copy()

    def _tell_owners(self, state: Position, seat: int, out: memoryview) -> None:
        out[self._owners : self._houses] = self._no_owners
        for owner, zoo in enumerate(state.zoos):
            place = (owner - seat) % state.players
            for laid in zoo:
                out[self._owners + self._seats * laid.tile.index + place] = 1

    def _tell_houses(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        """Houses with their animals, and dealt tiles."""
        if not moved and state.houses == shown.houses and state.hands == shown.hands:
            return
        shown.houses = state.houses.copy()
        shown.hands = state.hands.copy()
        out[self._houses : self._open] = self._no_houses
        for owner in range(state.players):
            place = (owner - seat) % state.players
            out[self._houses + place] = state.boards[owner].houses
            for species in range(self._kinds):
                housed = state.houses[self._kinds * owner + species]
                if housed:
                    out[self._housed + self._kinds * place + species] = housed
            for tile in state.hands[owner]:
                out[self._hands + self._sorts * place + tile.index] = 1

    def _tell_solo(self, state: Position, out: memoryview) -> None:
        for marker in range(state.pieces.markers):
            out[self._markers + marker] = state.markers >> marker & 1
        out[self._laps] = min(state.laps, state.pieces.laps)
        out[self._passed] = 1 if state.passed else 0


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
