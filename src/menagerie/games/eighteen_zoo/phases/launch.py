"""The tiles of a newly launched family (rule 6.3)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import SEATS, counted
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo.actions import PASS, LayTile
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import NEW
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.state import NO_ONE, Position


@final
class HomeTile(building.Laying):
    """Lay the HOME tile where there is none, or upgrade it if the launch value allows."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.newcomer)]

    def colours(self, state: Position) -> int:
        """Return how many of the colours the HOME tile may have."""
        return state.pieces.launches[state.option].colours

    def legal(self, state: Position, seat: int) -> list[Action]:
        """List a pass too if HOME already has a tile, or none is left."""
        codes = refusals.home_lays(state.board, state.newcomer, self.colours(state))
        actions: list[Action] = [state.places.lay(code, -1) for code in codes]
        home = state.board.ground.homes[state.newcomer]
        if not actions or state.board.spots[home].tile is not None:
            actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is PASS:
            return Refusal("A family without a HOME tile must lay one.", "6.3")
        refusal = self.refuse_lay(state, action) if isinstance(action, LayTile) else None
        return Refusal(self.prompt(state, seat), "6.3") if refusal is None else refusal

    def refuse_lay(self, state: Position, action: LayTile, recorded: bool = False) -> Refusal | None:
        if action.by_power:
            return Refusal(self.prompt(state, state.owner(state.newcomer)), "6.3")
        code = building.code_of(state, action, recorded)
        if code == building.NO_LAY:
            return building.no_such_lay(action)
        return refusals.refuse_home_lay(state.board, state.newcomer, self.colours(state), code)

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, LayTile):
            building.lay(state, state.newcomer, building.played_code(state, action), action.copy, "", True)
        elif state.log is not None:
            state.log.append(events.LaidNone(state.pieces.families[state.newcomer], events.NO_HOME_TILE))
        self.continue_launch(state)

    def continue_launch(self, state: Position) -> None:
        """Continue with the bonus tiles, if there are any."""
        if state.extra_tiles:
            state.stack[-1] = BONUS_TILES
        else:
            state.newcomer = NO_ONE
            state.stack.pop()

    def settle(self, state: Position) -> bool:
        """Skip the decision if there is only one possibility."""
        if state.rules.explicit_passes:
            return False
        seat = state.owner(state.newcomer)
        only = state.only_choice(self, seat)
        if only is None:
            return False
        if only is PASS:
            self.continue_launch(state)
        else:
            self.play(state, seat, only)
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        name = state.pieces.families[state.newcomer].name
        legal = self.legal(state, seat)
        if PASS not in legal:
            return f"Lay the {name}' HOME tile."
        return f"Upgrade the {name}' HOME tile, or pass." if len(legal) > 1 else "No HOME tile fits. Pass."


USUAL: Final = "Lay a yellow tile within the new family's reach, or pass."


@final
class BonusTiles(building.Laying):
    """Lay the yellow tiles that come with a launch at 9 or 12."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.newcomer)]

    def legal(self, state: Position, seat: int) -> list[Action]:
        family = state.newcomer
        codes = state.board.lays(family, NEW, 1, state.treasury[family], ())
        actions: list[Action] = [state.places.lay(code, -1) for code in codes]
        actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        refusal = self.refuse_lay(state, action) if isinstance(action, LayTile) else None
        return Refusal(USUAL, "6.3") if refusal is None else refusal

    def refuse_lay(self, state: Position, action: LayTile, recorded: bool = False) -> Refusal | None:
        if action.by_power:
            return Refusal(USUAL, "6.3")
        code = building.code_of(state, action, recorded)
        if code == building.NO_LAY:
            return building.no_such_lay(action)
        family = state.newcomer
        return refusals.refuse_lay(state.board, family, NEW, 1, state.treasury[family], (), code)

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, LayTile):
            building.lay(state, state.newcomer, building.played_code(state, action), action.copy, "", True)
            state.extra_tiles -= 1
        else:
            state.extra_tiles = 0
            if state.log is not None:
                state.log.append(events.LaidNone(state.pieces.families[state.newcomer], events.NO_FURTHER_TILE))
        if not state.extra_tiles:
            self.done(state)

    def done(self, state: Position) -> None:
        """Return to the player's turn."""
        state.extra_tiles = 0
        state.newcomer = NO_ONE
        state.stack.pop()

    def settle(self, state: Position) -> bool:
        if state.rules.explicit_passes or len(self.legal(state, 0)) > 1:
            return False
        self.done(state)
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        if len(self.legal(state, seat)) == 1:
            return "No yellow tile fits. Pass."
        tiles = counted(state.extra_tiles, "yellow tile", "yellow tiles")
        return f"Lay up to {tiles} for the {state.pieces.families[state.newcomer].name}, or pass."


HOME_TILE: Final = HomeTile()
BONUS_TILES: Final = BonusTiles()
