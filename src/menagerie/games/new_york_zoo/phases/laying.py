"""A new enclosure: laying it and letting animals move in (rules 2 and 4)."""

from __future__ import annotations

from typing import Final, cast, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import a
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import SETTLE_NO_MORE, Place, Settle
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE
from menagerie.games.new_york_zoo.state import Position


@final
class PlaceEnclosure(Decision):
    """Rule 4.1: lay the topmost tile of the slot."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        return cast(list[Action], state.ways_to_lay(seat, state.stacks[state.elephant][-1]))

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        tile = state.stacks[state.elephant][-1]
        if not isinstance(action, Place):
            return Refusal(f"First place the {tile.name} on your board.", "4.1")
        if action.tile is not tile:
            return Refusal(f"The elephant is at the {tile.name}. Place that tile.", "4.1")
        return why_not_lay(state, seat, action)

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Place)
        state.stacks[state.elephant] = state.stacks[state.elephant][:-1]
        state.lay(seat, action)
        state.stack[-1] = POPULATE_FIRST
        if state.log is not None:
            state.log.append(events.Laid(seat, action, state.open[seat]))

    def prompt(self, state: Position, seat: int) -> str:
        return f"Place the {state.stacks[state.elephant][-1].name} on your board."


def why_not_lay(state: Position, seat: int, place: Place) -> Refusal:
    """Rule 2.3: why a tile cannot lie there; it lies inside the construction area and covers no other."""
    if not state.can_lay(seat, place.tile):
        return Refusal(f"The {place.tile.name} doesn't fit anywhere on your board.", "2.3")
    board = state.boards[seat]
    for row, column in place.cells:
        if not 0 <= row < board.height or not 0 <= column < board.width:
            return Refusal(f"The {place.tile.name} doesn't fit on the board there.", "2.3")
        if not board.is_construction(row, column):
            return Refusal(f"The {place.tile.name} would cover the barn. Place it on construction spaces only.", "2.3")
    return Refusal(f"The {place.tile.name} would overlap another tile there.", "2.3")


@final
class Populate(Decision):
    """Rules 4.2 to 4.4: one animal must move in, a second of its species may."""

    def __init__(self, is_first: bool) -> None:
        self.is_first: Final = is_first

    def legal(self, state: Position, seat: int) -> list[Action]:
        options = self.movers(state, seat)
        if not self.is_first:
            options.append(SETTLE_NO_MORE)
        return options

    def movers(self, state: Position, seat: int) -> list[Action]:
        """Those who could move in: from houses, and from enclosures that keep one (rule 4.3)."""
        options: list[Action] = []
        settle = state.catalogue.settle
        only = NONE if self.is_first or state.new is None else state.residents[state.new.index]
        kinds = len(state.pieces.species)
        if state.house_room[seat] < state.boards[seat].houses:
            for species in range(kinds):
                if state.houses[seat * kinds + species] and only in (NONE, species):
                    options.append(settle[species][0])
        for place in state.zoos[seat]:
            index = place.tile.index
            if state.animals[index] >= 2 and only in (NONE, state.residents[index]):
                options.append(settle[state.residents[index]][index + 1])
        return options

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is SETTLE_NO_MORE:
            return Refusal("At least one animal must move into the new enclosure.", "4.2")
        if not isinstance(action, Settle):
            return Refusal("First choose an animal for the new enclosure.", "4.2")
        name = state.pieces.species[action.species].name
        if not self.is_first and state.new is not None and action.species != state.residents[state.new.index]:
            resident = state.pieces.species[state.residents[state.new.index]]
            return Refusal(f"The new enclosure has {a(resident.name)}. The second animal must be one too.", "4.4")
        if action.origin == HOUSE:
            return Refusal(f"You have no {name} in your houses.", "4.3")
        tile = state.pieces.enclosures[action.origin]
        if not state.owns(seat, tile):
            return Refusal(f"The {tile.name} isn't in your zoo. Choose one of your own animals.", "4.3")
        if state.residents[tile.index] != action.species:
            return Refusal(f"There is no {name} in the {tile.name}.", "4.3")
        return Refusal(f"The last animal must stay. The {tile.name} has only one {name}.", "4.3")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert state.new is not None
        if not isinstance(action, Settle):
            state.stack.pop()
            if state.log is not None:
                state.log.append(events.SettledNoMore(seat, state.new))
            return
        if action.origin == HOUSE:
            state.out_of_house(seat, action.species)
        else:
            state.animals[action.origin] -= 1
        state.into_enclosure(state.new, action.species)
        if state.log is not None:
            origin = None if action.origin == HOUSE else state.pieces.enclosures[action.origin]
            state.log.append(events.Settled(seat, state.pieces.species[action.species], origin, state.new))
        if self.is_first and POPULATE_SECOND.movers(state, seat):
            state.stack[-1] = POPULATE_SECOND
        else:
            state.stack.pop()
            state.flow.end_populating(state)

    def prompt(self, state: Position, seat: int) -> str:
        if self.is_first:
            return "Choose an animal for the new enclosure."
        return "Add a second animal of the same species, or skip."


PLACE_ENCLOSURE: Final = PlaceEnclosure()
POPULATE_FIRST: Final = Populate(True)
POPULATE_SECOND: Final = Populate(False)
