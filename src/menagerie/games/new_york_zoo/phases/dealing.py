"""The enclosures dealt in the short game (rule 11)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import READY, START_OVER, Place
from menagerie.games.new_york_zoo.phases.laying import why_not_lay
from menagerie.games.new_york_zoo.state import Position


@final
class PlaceDealt(Phase[Position]):
    """Rules 11.2 and 11.3: both players lay their dealt enclosures, and may start over until they are ready."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Position, seat: int) -> list[Action]:
        options: list[Action] = []
        for tile in state.hands[seat]:
            options += state.ways_to_lay(seat, tile)
        if not state.hands[seat]:
            options.append(READY)
        if state.zoos[seat]:
            options.append(START_OVER)
        return options

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is START_OVER:
            return Refusal("You haven't placed anything yet.", "11.3")
        if isinstance(action, Place) and action.tile in state.hands[seat]:
            return why_not_lay(state, seat, action)
        if isinstance(action, Place) and state.owns(seat, action.tile):
            return Refusal(f"The {action.tile.name} is already placed. Start over to move it.", "11.3")
        if not state.hands[seat]:
            return Refusal("All enclosures are placed. Press Ready or start over.", "11.3")
        if isinstance(action, Place):
            return Refusal(f"The {action.tile.name} wasn't dealt to you. Place one of yours.", "11.2")
        return Refusal("First place the enclosures dealt to you.", "11.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, Place):
            state.lay(seat, action)
            state.hands[seat] = tuple([tile for tile in state.hands[seat] if tile is not action.tile])
            if state.log is not None:
                state.log.append(events.Laid(seat, action, state.open[seat]))
            # The other program does not ask for a confirmation (rule 10.10).
            if not state.hands[seat] and state.memory is not None:
                state.lane(seat).pop()
        elif action is READY:
            state.lane(seat).pop()
            if state.log is not None:
                state.log.append(events.GotReady(seat))
        else:
            state.hands[seat] = tuple([place.tile for place in state.zoos[seat]]) + state.hands[seat]
            state.clear_board(seat)
            if state.log is not None:
                state.log.append(events.StartedOver(seat))

    def settle(self, state: Position) -> bool:
        """If no tile fits any more, all that is left is to start over."""
        for tile in state.hands[self.seat]:
            if state.can_lay(self.seat, tile):
                return False
        if not state.hands[self.seat]:
            return False
        self.play(state, self.seat, START_OVER)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        if state.hands[seat]:
            return "Place your dealt enclosures in any order."
        return "All enclosures are placed. Press Ready or start over."
