"""New animals, and house animals that follow them (rule 5)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import a
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import ACQUIRE_NO_MORE, NO_FOLLOW_UP, Acquire, FollowUp
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE, Tile
from menagerie.games.new_york_zoo.state import Position


@final
class AcquireAnimal(Decision):
    """Rules 5.1 to 5.4: the two animals shown, in either order, or one of any species."""

    def __init__(self, is_first: bool) -> None:
        self.is_first: Final = is_first

    def legal(self, state: Position, seat: int) -> list[Action]:
        options: list[Action] = []
        if self.is_first:
            for species in range(len(state.pieces.species)):
                self._add_places(state, seat, species, options)
            if options:
                return options
        else:
            self._add_places(state, seat, state.second, options)
        options.append(ACQUIRE_NO_MORE)
        return options

    def _add_places(self, state: Position, seat: int, species: int, options: list[Action]) -> None:
        """Rule 5.3: houses, enclosures of the species, empty enclosures."""
        acquire = state.catalogue.acquire[species]
        if state.house_room[seat] > 0:
            options.append(acquire[0])
        residents = state.residents
        for place in state.zoos[seat]:
            tile = place.tile
            resident = residents[tile.index]
            if resident in (species, NONE) and state.flow.may_enter(state, tile):
                options.append(acquire[tile.index + 1])

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if action is ACQUIRE_NO_MORE:
            return Refusal("Take at least one animal.", "5.1")
        if not isinstance(action, Acquire):
            return Refusal("First put the new animal in a house or in one of your enclosures.", "5.2")
        species = state.pieces.species[action.species]
        if not self.is_first and action.species != state.second:
            wanted = state.pieces.species[state.second].name
            return Refusal(f"You can only add the {wanted} now, or skip it.", "5.1")
        if action.where == HOUSE:
            return self._why_not_housed(state, seat, action.species)
        return self._why_not_into(state, seat, species.name, action.species, state.pieces.enclosures[action.where])

    def _why_not_housed(self, state: Position, seat: int, species: int) -> Refusal:
        for option in state.listing(self, seat):
            if isinstance(option, Acquire) and option.species == species:
                return Refusal("All your houses are full. Choose an enclosure.", "5.3")
        name = a(state.pieces.species[species].name)
        return Refusal(f"You have no free house, and no enclosure for {name}.", "5.3")

    def _why_not_into(self, state: Position, seat: int, name: str, species: int, tile: Tile) -> Refusal:
        if not state.owns(seat, tile):
            return Refusal(f"The {tile.name} isn't in your zoo. Choose a house or one of your enclosures.", "5.3")
        resident = state.residents[tile.index]
        if resident not in (NONE, species):
            other = state.pieces.species[resident].plural
            return Refusal(f"The {tile.name} holds {other}. Put the {name} in another enclosure or a house.", "5.3")
        return Refusal(f"The {tile.name} already got two animals in this action.", "5.7")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.stack.pop()
        if not isinstance(action, Acquire):
            self.acquire_none(state, seat)
            return
        species = action.species
        if self.is_first:
            shown = state.pieces.strip[state.elephant].animals
            if species in shown:
                state.second = shown[1] if species == shown[0] else shown[0]
                state.stack.append(ACQUIRE_SECOND)
        else:
            state.second = NONE
        tile = None if action.where == HOUSE else state.pieces.enclosures[action.where]
        if tile is None:
            state.into_house(seat, species)
        else:
            state.into_enclosure(tile, species)
        if state.log is not None:
            state.log.append(events.Acquired(seat, state.pieces.species[species], tile))
        if tile is not None:
            state.flow.enter(state, tile)

    def acquire_none(self, state: Position, seat: int) -> None:
        """Rule 5.1: one of the two was enough, or there is room for none."""
        species = None if self.is_first or state.second == NONE else state.pieces.species[state.second]
        state.second = NONE
        if state.log is not None:
            state.log.append(events.AcquiredNone(seat, species))

    def prompt(self, state: Position, seat: int) -> str:
        if self.is_first:
            shown = state.pieces.strip[state.elephant].animals
            first, second = [state.pieces.species[species].name for species in shown]
            return f"Take the {first} and the {second}, or one animal of any species."
        return f"Add the {state.pieces.species[state.second].name} too, or skip it."


@final
class FollowUps(Decision):
    """Rules 5.5 and 7.4: a house animal may follow into each enclosure that has just received one."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles: Final = tiles

    def legal(self, state: Position, seat: int) -> list[Action]:
        options: list[Action] = [state.catalogue.follow_up[tile.index] for tile in self.tiles]
        options.append(NO_FOLLOW_UP)
        return options

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, FollowUp):
            return Refusal("First decide whether to move an animal from a house.", "5.5")
        names = events.enclosures(self.tiles)
        return Refusal(f"You can only move an animal from a house to {names}, one to each.", "5.5")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.stack.pop()
        if isinstance(action, FollowUp):
            state.flow.follow_up(state, action.tile)
        else:
            if state.log is not None:
                state.log.append(events.NobodyFollowed(seat, self.tiles))
            state.flow.no_follow_up(state)

    def prompt(self, state: Position, seat: int) -> str:
        resident = state.residents[self.tiles[0].index]
        # The other program asks even about an enclosure that was emptied in the meantime (rule 10.6).
        if resident == NONE:
            return f"Also move an animal from a house to {events.enclosures(self.tiles)}?"
        name = state.pieces.species[resident].name
        return f"Also move {a(name)} from a house to {events.enclosures(self.tiles)}?"


ACQUIRE_FIRST: Final = AcquireAnimal(True)
ACQUIRE_SECOND: Final = AcquireAnimal(False)
