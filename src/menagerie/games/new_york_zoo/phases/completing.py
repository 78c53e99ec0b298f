"""Completed enclosures: one animal to keep, and an attraction (rule 6)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import KEEP_NONE, KEEP_ONE, NO_ATTRACTION, Place
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.phases.laying import why_not_lay
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.state import Position


@final
class KeepOne(Decision):
    """Rule 6.2: one of the animals may stay in a free house."""

    def __init__(self, species: int) -> None:
        self.species: Final = species

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [KEEP_ONE, KEEP_NONE]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal("First decide whether to keep one of the animals.", "6.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.stack.pop()
        if action is KEEP_ONE:
            state.into_house(seat, self.species)
            if state.log is not None:
                state.log.append(events.Kept(seat, state.pieces.species[self.species]))
        elif state.log is not None:
            state.log.append(events.KeptNone(seat, state.pieces.species[self.species]))

    def prompt(self, state: Position, seat: int) -> str:
        return f"Keep one {state.pieces.species[self.species].name} in a house?"


@final
class TakeAttraction(Decision):
    """Rules 6.3 to 6.5: choose an attraction and place it, or skip it."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        options: list[Action] = []
        if state.open[seat]:
            for number, tile in enumerate(state.pieces.attractions):
                if state.market[number]:
                    options += state.ways_to_lay(seat, tile)
        options.append(NO_ATTRACTION)
        return options

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Place) or not action.tile.is_attraction:
            return Refusal("Choose an attraction to place, or skip it.", "6.3")
        if not state.market[action.tile.index - len(state.pieces.enclosures)]:
            return Refusal("None of these are left in the market. Choose another attraction.", "6.4")
        return why_not_lay(state, seat, action)

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.stack.pop()
        if isinstance(action, Place):
            state.lay(seat, action)
            if state.log is not None:
                state.log.append(events.Laid(seat, action, state.open[seat]))
        elif state.log is not None:
            state.log.append(events.DidWithoutAttraction(seat))

    def prompt(self, state: Position, seat: int) -> str:
        return "Choose an attraction and place it, or skip it."


TAKE_ATTRACTION: Final = TakeAttraction()


def complete(state: Position, tile: Tile) -> None:
    """Rule 6.1: the animals leave a full enclosure; keeping one and the attraction come next."""
    species = state.residents[tile.index]
    state.residents[tile.index] = NONE
    state.animals[tile.index] = 0
    if state.log is not None:
        state.log.append(events.Completed(state.active, state.pieces.species[species], tile))
    state.stack.append(TAKE_ATTRACTION)
    if state.house_room[state.active] > 0:
        state.stack.append(KeepOne(species))
