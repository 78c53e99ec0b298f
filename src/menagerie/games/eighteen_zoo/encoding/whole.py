"""18ZOO in numbers: codes for decisions, and observations of the table, the viewer's things first.

All players see the same, so only the order of seats depends on the viewer. Hexes are those of all maps, by name, as
in the codes of decisions: those that are not on the map of a game are empty.
"""

from __future__ import annotations

from operator import index
from typing import Final, SupportsIndex, final

from menagerie.core.action import Action
from menagerie.core.encoding import Encoding, Layout
from menagerie.core.errors import IllegalAction, MenagerieError
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.actions import MOST as PRICES
from menagerie.games.eighteen_zoo.actions import (
    RANKS,
    RUN_NOTHING,
    RUNS,
    TICKET,
    WORDS,
    BuyPower,
    LayTile,
    Offer,
    Run,
    Share,
)
from menagerie.games.eighteen_zoo.catalogue import Catalogue
from menagerie.games.eighteen_zoo.encoding.bank_part import BankPart
from menagerie.games.eighteen_zoo.encoding.family_part import FamilyPart
from menagerie.games.eighteen_zoo.encoding.map_part import MapPart
from menagerie.games.eighteen_zoo.encoding.seat_part import SeatPart
from menagerie.games.eighteen_zoo.encoding.shown import Shown
from menagerie.games.eighteen_zoo.encoding.turn_part import TurnPart
from menagerie.games.eighteen_zoo.phases.operating import harvest_of
from menagerie.games.eighteen_zoo.pieces import Pieces
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import Position


@final
class RankedRun(Action):
    """Stands in the catalogue for whatever run is listed at this rank: 0 is the first one, with the most nuts."""

    __slots__ = ("rank",)

    def __init__(self, rank: int) -> None:
        self.rank: Final = rank

    @property
    def code(self) -> int:
        return RUNS + self.rank

    def __str__(self) -> str:
        return f"run number {self.rank + 1} of those listed"


@final
class TitleEncoding(Encoding):
    """Decisions and observations of 18ZOO."""

    def __init__(self, game: Game) -> None:
        pieces, catalogue = game.pieces, game.catalogue  # type: ignore[attr-defined]
        assert isinstance(pieces, Pieces)
        assert isinstance(catalogue, Catalogue)
        layout = Layout(game, "int16")
        self._map: Final = MapPart(layout, pieces, catalogue.codes)
        self._map_size: Final = layout.size
        self._seats: Final = SeatPart(layout, pieces, game.players[-1])
        self._families: Final = FamilyPart(layout, pieces)
        self._bank: Final = BankPart(layout, pieces, game.players[-1])
        self._turn: Final = TurnPart(layout, pieces, catalogue.codes.hexes)
        layout.leave_out(
            "The ways of runs that were made; nuts and $N of each family's last runs are included.",
            "The order of cards, powers and squirrels in one place, and in which of a tile's spaces a station stands.",
            "When a family came to its cell: the operating order, which follows from that, is included.",
            'Under rules="site", which sets of cards are protected against a second fall.',
        )
        actions: list[Action] = [*WORDS, RUN_NOTHING]
        actions += [RankedRun(rank) for rank in range(RANKS)]
        actions += [Offer(price) for price in range(PRICES)]
        actions += [Share(amount) for amount in range(TICKET)]
        actions += catalogue.ready
        actions += catalogue.codes.actions
        super().__init__(game, layout, actions)
        self._uses: Final = [power.uses for power in pieces.powers]
        begin = layout.buffer()
        self._bank.tell_uses(begin, self._uses)
        self._rest: Final = begin[self._map_size :]
        """What is encoded of all but the map in every game, to begin with."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        self.encode_again(state, seat, out, None)

    def encode_again(self, state: State, seat: int, out: memoryview, shown: object) -> object:
        assert isinstance(state, Position)
        if isinstance(shown, Shown) and shown.state is state:
            before = shown
        else:
            before = Shown(state, self._uses)
            out[self._map_size :] = self._rest
        moved = seat != before.seat
        before.seat = seat
        self._map.tell_again(state.board, out, before)
        self._seats.tell_again(state, seat, out, before, moved)
        self._families.tell_again(state, out, before)
        self._bank.tell_again(state, seat, out, before, moved)
        self._turn.tell_again(state, out)
        return before

    # Codes.

    def codes(self, state: State, seat: int) -> list[int]:
        phase = state.phase(seat)
        if phase is None:
            return []
        codes: list[int] = []
        rank = 0
        for action in state.listing(phase, seat):
            code = action.code
            if code < 0:
                code = _ranked(action, rank)
                rank += 1
            codes.append(code)
        return codes

    def code(self, state: State, seat: int, action: Action) -> int:
        """Return the code of a decision. What a recorded game writes otherwise has the code of what is listed for
        it: a lay of
        one very tile or in another rotation of the same track, a power at an old price, a run that brings the same."""
        assert isinstance(state, Position)
        if isinstance(action, Run) and action.legs:
            return self._code_of_run(state, seat, action)
        code = action.code
        if code < 0 and isinstance(action, LayTile):
            code = _listed_lay(state, action)
        elif code < 0 and isinstance(action, BuyPower):
            code = state.catalogue.buy_power[action.power].code
        if code < 0:
            raise IllegalAction(f"'{action}' has no code: it can be decided on no map.")
        return code

    def _code_of_run(self, state: Position, seat: int, action: Run) -> int:
        """Return the rank of a run; of one that is right and not listed, that of the run which brings the same."""
        runs = _runs(state, seat)
        for rank, run in enumerate(runs):
            if run == action:
                return _ranked(run, rank)
        made = harvest_of(state, action) if runs else None
        for rank, run in enumerate(runs):
            listed = harvest_of(state, run)
            if isinstance(made, Harvest) and isinstance(listed, Harvest):
                if (made.nuts, made.pools) == (listed.nuts, listed.pools):
                    return _ranked(run, rank)
        raise IllegalAction(f"'{action}' has no code: no run is listed that brings as much.")

    def action(self, state: State, seat: int, code: SupportsIndex) -> Action:
        rank = index(code) - RUNS
        if not 0 <= rank < RANKS:
            return super().action(state, seat, code)
        phase = state.phase(seat)
        if phase is None:
            raise state.not_to_act(seat)
        runs = _runs(state, seat)
        if rank >= len(runs):
            raise IllegalAction(f"There is no run number {rank + 1}: {len(runs)} are listed now.")
        return runs[rank]

    def listed(self, state: State, seat: int, code: int) -> Action:
        if not RUNS <= code < RUNS + RANKS:
            return super().listed(state, seat, code)
        return _runs(state, seat)[code - RUNS]


def _runs(state: State, seat: int) -> list[Run]:
    """Return the runs that are listed, in the order of the listing."""
    phase = state.phase(seat)
    if phase is None:
        return []
    return [action for action in state.listing(phase, seat) if isinstance(action, Run) and action.legs]


def _ranked(action: Action, rank: int) -> int:
    """Return the code of a listed decision that has none of its own: the rank of a run, the first one 0."""
    if not isinstance(action, Run):
        raise MenagerieError(f"18ZOO lists '{action}', for which the catalogue of decisions has no code.")
    if rank >= RANKS:
        raise MenagerieError(f"18ZOO lists more than {RANKS} runs: there are no codes for so many.")
    return RUNS + rank


def _listed_lay(state: Position, action: LayTile) -> int:
    """Return the code of the lay that is listed for one that gives the same track; -1 if there is none."""
    ground = state.board.ground
    at = ground.by_name.get(action.at, -1)
    tile = ground.tile_named(action.tile, at) if at >= 0 else None
    if tile is None:
        return -1
    rotation = tile.first_rotation[action.rotation]
    same = LayTile(action.tile, rotation, action.at, -1, action.power, action.power_name, action.codes)
    return same.code
