"""Powers that take two steps: HOLE and ANCIENT MAPS (rules 10.9 and 10.10)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events, refusals
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import PASS, LayTile, PowerAt
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.state import NOBODY, Table
from menagerie.games.eighteen_zoo.track import NEW


@final
class SecondHole(Phase[Table]):
    """Rule 10.10: the other end of HOLE."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Table, seat: int) -> list[Action]:
        return [state.places.at(box.HOLE, at) for at in state.board.hole_hexes()]

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, PowerAt) and action.power == box.HOLE:
            at = building.hex_of(state, action.at)
            return building.no_such_hex(action.at) if at < 0 else refusals.refuse_hole(state.board, at)
        return Refusal("Choose the second R area that HOLE joins.", "10.10")

    def play(self, state: Table, seat: int, action: Action) -> None:
        assert isinstance(action, PowerAt)
        state.board.dig(building.hex_of(state, action.at))
        state.stack.pop()
        building.spend(state, state.operator, box.HOLE)
        if state.log is not None:
            family = state.pieces.families[state.operator]
            state.log.append(events.UsedPower(NOBODY, family, action.name, f"at {action.at}"))

    def settle(self, state: Table) -> bool:
        """With two R areas on the map the second is clear."""
        actions = self.legal(state, 0)
        if state.rules.explicit_passes or len(actions) > 1:
            return False
        self.play(state, 0, actions[0])
        return True

    def reveals(self, state: Table) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Table, seat: int) -> str:
        return "Choose the second R area that HOLE joins."


@final
class SecondMapTile(Phase[Table]):
    """Rule 10.9: the second tile of ANCIENT MAPS, or none."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.owner(state.operator)]

    def legal(self, state: Table, seat: int) -> list[Action]:
        family = state.operator
        actions: list[Action] = [
            state.places.lay(code, box.ANCIENT_MAPS)
            for code in state.board.lays(family, NEW, 1, building.purse(state, family), ())
        ]
        actions.append(PASS)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is PASS:
            return None
        if not isinstance(action, LayTile) or action.power != box.ANCIENT_MAPS:
            return Refusal("Lay the second yellow tile of ANCIENT MAPS, or pass.", "10.9")
        code = building.code_of(state, action)
        if code < 0:
            return building.no_such_lay(action)
        family = state.operator
        return refusals.refuse_lay(state.board, family, NEW, 1, building.purse(state, family), (), code)

    def play(self, state: Table, seat: int, action: Action) -> None:
        if not isinstance(action, LayTile):
            if state.log is not None:
                tile = f"second tile with {state.ready.power_names[box.ANCIENT_MAPS]}"
                state.log.append(events.LaidNone(state.pieces.families[state.operator], tile))
            self.do_without(state)
            return
        state.stack.pop()
        building.lay(state, state.operator, building.code_of(state, action), action.copy, action.power_name)
        building.spend(state, state.operator, box.ANCIENT_MAPS)

    def do_without(self, state: Table) -> None:
        """One tile was enough."""
        state.stack.pop()
        if not state.rules.maps_stay:
            building.spend(state, state.operator, box.ANCIENT_MAPS)

    def settle(self, state: Table) -> bool:
        """Without a place for a second tile there is nothing to decide."""
        if state.rules.explicit_passes or len(self.legal(state, 0)) > 1:
            return False
        self.do_without(state)
        return True

    def reveals(self, state: Table) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Table, seat: int) -> str:
        return "Lay the second yellow tile of ANCIENT MAPS, or pass."


SECOND_HOLE: Final = SecondHole()
ANCIENT_MAPS: Final = SecondMapTile()
