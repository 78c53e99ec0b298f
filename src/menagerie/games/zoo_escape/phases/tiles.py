"""Entering tiles: revealing and turning them, and landing on one of their Paths (rules 4.3, 7.9 and 8.4.4)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import Land, TurnTile
from menagerie.games.zoo_escape.board import INNER, NAMES, NO_PATH, OPPOSITE
from menagerie.games.zoo_escape.phases.captures import animal_arrives, end_turn, machine_arrives, number_in_log
from menagerie.games.zoo_escape.phases.leading import Led
from menagerie.games.zoo_escape.pieces import BUILDING
from menagerie.games.zoo_escape.state import Position


def enter(state: Position, place: int, side: int) -> None:
    """Move the active piece to a place over a side, or from above (-1). A face-down tile is revealed first."""
    if state.up >> place & 1:
        go_on(state, place, side)
    else:
        turn_up(state, place, side)


def turn_up(state: Position, place: int, side: int) -> None:
    """Rules 4.3 and 2.5."""
    face = state.zoo[place].face
    state.up |= 1 << place
    if face.feature == BUILDING:
        loot = list(state.loot)
        loot[place] = state.pieces.loot
        state.loot = tuple(loot)
    if state.log is not None:
        state.log.append(events.TurnedUp(place, face))
    if INNER[place] and len(state.pieces.ways[face.index]) > 1:
        state.turning = place
        state.entered = side
        state.stack.append(LAY_TILE)
    else:
        uncover_keepers(state, place)
        go_on(state, place, side)


def uncover_keepers(state: Position, place: int) -> None:
    """Rule 7.9: Keepers on the tile are no longer busy and stand on one of its Paths."""
    stands = state.stands
    if place << 2 | NO_PATH not in stands:
        return
    laid = state.zoo[place]
    for keeper in range(len(stands)):
        if stands[keeper] >> 2 != place:
            continue
        path = laid.path_at[state.facing[keeper]]
        if path < 0:
            path = laid.path_at[OPPOSITE[state.facing[keeper]]]
        stands[keeper] = place << 2 | path
        state.busy &= ~(1 << keeper)
        if state.log is not None:
            state.log.append(events.KeeperUncovered(number_in_log(state, keeper), path))


def go_on(state: Position, place: int, side: int) -> None:
    """Move onto the Path that joins the side entered, or ask for the Path to land on."""
    laid = state.zoo[place]
    if side < 0 and len(laid.sides) > 1:
        state.turning = place
        state.stack.append(LANDING)
        return
    spot = place << 2 | (laid.path_at[side] if side >= 0 else 0)
    if state.active == state.team:
        state.machine = spot
        if state.log is not None and side >= 0:
            state.log.append(events.MachineMoved(state.pieces.cards[state.using], OPPOSITE[side], place))
        machine_arrives(state, spot)
        return
    state.spots[state.active] = spot
    state.hiding &= ~(1 << state.active)
    if state.log is not None:
        state.log.append(events.Moved(state.animals[state.active], OPPOSITE[side], place))
    if not animal_arrives(state, state.active, spot):
        end_turn(state)


@final
class LayTile(Led):
    """Rule 4.3: choose how an inner tile that was revealed lies."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        ready = state.catalogue.turn_tile
        return [ready[turns] for turns in state.pieces.ways[state.zoo[state.turning].face.index]]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, TurnTile):
            return Refusal(f"First choose how tile {NAMES[state.turning]} lies.", "4.4")
        return Refusal("The tile looks the same another way round. Choose one of the ways offered.", "4.3")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, TurnTile)
        place = state.turning
        zoo = list(state.zoo)
        zoo[place] = state.pieces.laid[zoo[place].face.index][action.turns]
        state.zoo = tuple(zoo)
        state.turning = -1
        state.stack.pop()
        if state.log is not None:
            state.log.append(events.TileTurned(place, zoo[place]))
        uncover_keepers(state, place)
        go_on(state, place, state.entered)

    def prompt(self, state: Position, seat: int) -> str:
        return f"Choose how tile {NAMES[state.turning]} lies."


@final
class Landing(Led):
    """Rule 8.4.4: choose the Path of a tile just revealed on which the Machine lands."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        return list(state.catalogue.land)

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        place = NAMES[state.turning]
        return Refusal(f"First choose where the Machine lands on tile {place}: Path 1 or Path 2.", "8.4.4")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Land)
        spot = state.turning << 2 | action.path
        state.turning = -1
        state.stack.pop()
        state.machine = spot
        if state.log is not None:
            state.log.append(events.MachineLanded(spot >> 2, action.path))
        machine_arrives(state, spot)

    def prompt(self, state: Position, seat: int) -> str:
        return f"Choose where the Machine lands on tile {NAMES[state.turning]}."


LAY_TILE: Final = LayTile()
LANDING: Final = Landing()
