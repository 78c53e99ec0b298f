"""Powers that take two steps: HOLE and ANCIENT MAPS (rules 10.9 and 10.10)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import PASS, LayTile, PowerAt
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import NEW
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.powers.owners import spend
from menagerie.games.eighteen_zoo.state import NO_ONE, Position

USUAL: Final = "Lay the second yellow tile of ANCIENT MAPS, or pass."


@final
class SecondHole(Phase[Position]):
    """Rule 10.10: choose the other end of HOLE."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [state.places.at(box.HOLE, at) for at in state.board.hole_hexes()]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        refusal: Refusal | None = None
        if isinstance(action, PowerAt) and action.power == box.HOLE:
            at = building.hex_of(state, action.at)
            refusal = (
                building.no_such_hex(action.at) if at == building.NOWHERE else refusals.refuse_hole(state.board, at)
            )
        return Refusal("Choose the second R area for HOLE.", "10.10") if refusal is None else refusal

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, PowerAt)
        state.board.dig(building.hex_of(state, action.at))
        state.stack.pop()
        spend(state, state.operator, box.HOLE)
        if state.log is not None:
            family = state.pieces.families[state.operator]
            state.log.append(events.UsedPower(NO_ONE, family, action.name, at=action.at))

    def settle(self, state: Position) -> bool:
        """Take the only second R area that is left."""
        seat = state.owner(state.operator)
        return not state.rules.explicit_passes and self.take_only_choice(state, seat)

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        return "Choose the second R area for HOLE."


@final
class SecondMapTile(building.Laying):
    """Rule 10.9: lay the second tile of ANCIENT MAPS, or decline it."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        family = state.operator
        actions: list[Action] = [
            state.places.lay(code, box.ANCIENT_MAPS)
            for code in state.board.lays(family, NEW, 1, building.purse(state, family), ())
        ]
        actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        refusal = self.refuse_lay(state, action) if isinstance(action, LayTile) else None
        return Refusal(USUAL, "10.9") if refusal is None else refusal

    def refuse_lay(self, state: Position, action: LayTile, recorded: bool = False) -> Refusal | None:
        if action.power != box.ANCIENT_MAPS:
            return Refusal(USUAL, "10.9")
        code = building.code_of(state, action, recorded)
        if code == building.NO_LAY:
            return building.no_such_lay(action)
        family = state.operator
        return refusals.refuse_lay(state.board, family, NEW, 1, building.purse(state, family), (), code)

    def play(self, state: Position, seat: int, action: Action) -> None:
        if not isinstance(action, LayTile):
            if state.log is not None:
                state.log.append(events.LaidNone(state.pieces.families[state.operator], events.NO_SECOND_MAP_TILE))
            self.decline(state)
            return
        state.stack.pop()
        building.lay(state, state.operator, building.played_code(state, action), action.copy, action.power_name)
        spend(state, state.operator, box.ANCIENT_MAPS)

    def decline(self, state: Position) -> None:
        """Lay no second tile."""
        state.stack.pop()
        if not state.rules.maps_stay:
            spend(state, state.operator, box.ANCIENT_MAPS)

    def settle(self, state: Position) -> bool:
        """Decline automatically if no second tile fits."""
        if state.rules.explicit_passes or state.only_choice(self, state.owner(state.operator)) is None:
            return False
        self.decline(state)
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        return USUAL if len(self.legal(state, seat)) > 1 else "No second tile fits. Pass."


SECOND_HOLE: Final = SecondHole()
ANCIENT_MAPS: Final = SecondMapTile()
