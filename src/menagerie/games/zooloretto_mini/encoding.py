"""Zooloretto Mini in numbers: tiles are counted by sort, and the seat's own zoo comes first."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Encoding, Layout
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.actions import TRUCKS, Catalogue
from menagerie.games.zooloretto_mini.pieces import ENCLOSURES, Enclosure, Pieces, Tile
from menagerie.games.zooloretto_mini.state import Position

MOST_ROUNDS: Final = 60
"""In every round each player takes a truck with a tile on it, and there are not more tiles than for so many."""


@final
class TitleEncoding(Encoding):
    """Decisions and observations of Zooloretto Mini."""

    def __init__(self, game: Game) -> None:
        pieces, catalogue = game.pieces, game.catalogue  # type: ignore[attr-defined]
        assert isinstance(pieces, Pieces)
        assert isinstance(catalogue, Catalogue)
        layout = Layout(game)
        seats = game.players[-1]
        kinds = len(pieces.kinds)
        sorts = len(pieces.sorts)
        names = tuple([tile.name for tile in pieces.sorts])
        inside = (*pieces.kinds, "plain", "male", "female", "baby", *pieces.landscapes)
        spaces = pieces.spaces
        # The most tiles of a sort that can lie together.
        most = max([sum([tile.sort == sort for tile in pieces.tiles]) for sort in range(sorts)])

        self._sorts: Final = sorts
        self._seats: Final = seats
        self._inside: Final = len(inside)
        self._cells: Final = [inside.index(_cell(tile)) for tile in pieces.sorts]
        """By sort, where a tile is counted in an enclosure."""

        self._players: Final = layout.add(
            "players", (seats,), 0, 1, "How many play: 1 for every seat at the table, your own first."
        )
        self._own: Final = layout.add(
            "seat", (seats,), 0, 1, "Which seat looks: 1 at its place in the order of seats, A first."
        )
        self._to_act: Final = layout.add("to_act", (seats,), 0, 1, "Who is to act, counted from your own seat.")
        self._out: Final = layout.add(
            "out", (seats,), 0, 1, "Who has taken a truck this round, counted from your own seat."
        )
        self._round: Final = layout.add("round", (), 1, MOST_ROUNDS, "The number of the round.")
        self._last: Final = layout.add("last_round", (), 0, 1, "Whether this is the last round.")
        self._left: Final = layout.add("tiles_left", (), 0, 255, "Face-down tiles before the end pile.")
        self._end: Final = layout.add("end_pile_left", (), 0, pieces.end_pile, "Tiles that are left of the end pile.")
        self._bonus: Final = layout.add("bonus", (), 0, 1, "Whether an enclosure was filled in this turn.")
        self._kinds: Final = layout.add("kinds", (kinds,), 0, 1, "The kinds of animals in play.", (pieces.kinds,))
        self._supply: Final = layout.add(
            "supply", (kinds,), 0, pieces.babies_of_a_kind, "Offspring tiles that are left.", (pieces.kinds,)
        )
        self._drawn: Final = layout.add("drawn", (sorts,), 0, 1, "The tile that was drawn.", (names,))
        self._hand: Final = layout.add(
            "hand", (sorts,), 0, most, "What is left to place of the truck that was taken.", (names,)
        )
        self._spaces: Final = layout.add("spaces", (TRUCKS,), 0, 255, "The spaces on each truck; 0: no such truck.")
        self._in_middle: Final = layout.add("in_middle", (TRUCKS,), 0, 1, "The trucks that no player has taken.")
        self._trucks: Final = layout.add("trucks", (TRUCKS, sorts), 0, most, "The tiles on each truck.", ((), names))
        self._enclosures: Final = layout.add(
            "enclosures",
            (seats, ENCLOSURES, len(inside)),
            0,
            spaces,
            "For every seat, your own first, and each of its enclosures: the kind that lives there, its animals by "
            "what they are, and the landscapes.",
            ((), (), inside),
        )
        self._barns: Final = layout.add(
            "barns", (seats, sorts), 0, most, "The tiles in each barn, your own first.", ((), names)
        )
        self._gone: Final = layout.add("gone", (sorts,), 0, most, "The tiles that have left the game.", (names,))
        layout.leave_out("The order in which tiles lie on a truck, in an enclosure, in a barn or among those gone.")
        super().__init__(game, layout, catalogue.by_notation.values())

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        assert isinstance(state, Position)
        out[:] = self.blank
        self._tell_round(state, seat, out)
        for truck, tiles in enumerate(state.trucks):
            _count(tiles, self._trucks + self._sorts * truck, out)
        _count(state.hand, self._hand, out)
        _count(state.gone, self._gone, out)
        players = state.players
        owner = seat
        for place in range(players):
            at = self._enclosures + ENCLOSURES * self._inside * place
            for enclosure in range(ENCLOSURES * owner, ENCLOSURES * (owner + 1)):
                self._tell_enclosure(state.enclosures[enclosure], at, out)
                at += self._inside
            _count(state.barns[owner], self._barns + self._sorts * place, out)
            owner += 1
            if owner == players:
                owner = 0

    def _tell_round(self, state: Position, seat: int, out: memoryview) -> None:
        """What there is one of, and what every seat and every truck has one of."""
        players = state.players
        active = -1 if state.is_over else state.active
        everybody = state.out
        owner = seat
        for place in range(players):
            out[self._players + place] = 1
            if everybody >> owner & 1:
                out[self._out + place] = 1
            if owner == active:
                out[self._to_act + place] = 1
            owner += 1
            if owner == players:
                owner = 0
        out[self._own + seat] = 1
        out[self._round] = state.round
        if state.is_last_round:
            out[self._last] = 1
        out[self._left] = state.tiles_left
        out[self._end] = state.end_pile_left
        if state.has_filled:
            out[self._bonus] = 1
        if state.drawn is not None:
            out[self._drawn + state.drawn.sort] = 1
        for kind, name in enumerate(state.pieces.kinds):
            if name in state.kinds:
                out[self._kinds + kind] = 1
                out[self._supply + kind] = state.supply[kind]
        in_middle = state.with_room | state.with_tiles
        for truck, spaces in enumerate(state.size.trucks):
            out[self._spaces + truck] = spaces
            if in_middle >> truck & 1:
                out[self._in_middle + truck] = 1

    def _tell_enclosure(self, enclosure: Enclosure, at: int, out: memoryview) -> None:
        if enclosure.kind_bit:
            out[at + enclosure.kind_bit.bit_length() - 1] = 1
        for tile in enclosure.tiles:
            out[at + self._cells[tile.sort]] += 1


def _cell(tile: Tile) -> str:
    """Return how a tile counts in an enclosure, which has the kind apart."""
    return ("plain", "male", "female", "baby")[tile.role] if tile.is_animal else tile.name


def _count(tiles: tuple[Tile, ...], at: int, out: memoryview) -> None:
    """Count tiles by sort, from there on."""
    for tile in tiles:
        out[at + tile.sort] += 1
