"""The tiles of a family that was just launched (rule 6.3)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo.actions import PASS, LayTile
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import NEW
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.state import NOBODY, Position


@final
class HomeTile(building.Laying):
    """The HOME tile: it must be laid where there is none, and may be raised where the launch value allows it."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.owner(state.newcomer)]

    def colours(self, state: Position) -> int:
        """The HOME tile may have the first so many colours."""
        return state.pieces.launches[state.option].colours

    def legal(self, state: Position, seat: int) -> list[Action]:
        """Nothing has to be laid where a tile lies or none is left."""
        codes = refusals.home_lays(state.board, state.newcomer, self.colours(state))
        actions: list[Action] = [state.places.lay(code, -1) for code in codes]
        home = state.board.ground.homes[state.newcomer]
        if not actions or state.board.spots[home].tile is not None:
            actions.append(PASS)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is PASS:
            return Refusal("A family without a HOME tile has to lay one.", "6.3")
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
            state.log.append(events.LaidNone(state.pieces.families[state.newcomer], "HOME tile"))
        self.go_on(state)

    def go_on(self, state: Position) -> None:
        """Bonus tiles come next, if there are any."""
        if state.extra_tiles:
            state.stack[-1] = BONUS_TILES
        else:
            state.newcomer = NOBODY
            state.stack.pop()

    def settle(self, state: Position) -> bool:
        """A single HOME tile that fits, or none, needs no decision."""
        if state.rules.explicit_passes:
            return False
        seat = state.owner(state.newcomer)
        only = state.only_choice(self, seat)
        if only is None:
            return False
        if only is PASS:
            self.go_on(state)
        else:
            self.play(state, seat, only)
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        return f"Lay the HOME tile of the {state.pieces.families[state.newcomer].name}."


USUAL: Final = "Lay a yellow tile within reach of the new family, or pass."


@final
class BonusTiles(building.Laying):
    """Yellow tiles that a launch at 9 or 12 brings."""

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
                state.log.append(events.LaidNone(state.pieces.families[state.newcomer], "further tile"))
        if not state.extra_tiles:
            self.done(state)

    def done(self, state: Position) -> None:
        """The player's turn goes on."""
        state.extra_tiles = 0
        state.newcomer = NOBODY
        state.stack.pop()

    def settle(self, state: Position) -> bool:
        if state.rules.explicit_passes or len(self.legal(state, 0)) > 1:
            return False
        self.done(state)
        return True

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        count = state.extra_tiles
        return f"Lay up to {count} yellow tile{'s' if count > 1 else ''} from HOME, or pass."


HOME_TILE: Final = HomeTile()
BONUS_TILES: Final = BonusTiles()
