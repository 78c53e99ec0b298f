"""Offspring, and the bonus (rule 7)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.new_york_zoo.actions import NO_BONUS, NO_BREEDING, Bonus, Breed
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.pieces import Tile
from menagerie.games.new_york_zoo.state import Position


@final
class BreedAnimals(Decision):
    """Rules 7.2 and 7.3: offspring in up to two enclosures."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        tiles = breeders(state, seat, state.breeding)
        ready = state.catalogue
        options: list[Action] = []
        for number, first in enumerate(tiles):
            options.append(ready.breed[first.index])
            for other, second in enumerate(tiles):
                # The order matters only to the other program (rule 10.6).
                if other > number or (state.memory is not None and other != number):
                    options.append(ready.breed_two[first.index][second.index])
        options.append(NO_BREEDING)
        return options

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Two enclosures are listed in the order in which they were laid; the other order means the same (rule 7.3)."""
        if not isinstance(action, Breed) or action.second is None:
            return False
        return state.catalogue.breed_two[action.second.index][action.first.index] in state.listing(self, seat)

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        plural = state.pieces.species[state.breeding].plural
        if not isinstance(action, Breed):
            return Refusal(f"Choose where your {plural} breed, or skip.", "7.3")
        return Refusal(f"Only your enclosures with at least two {plural} can breed now.", "7.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.stack.pop()
        if not isinstance(action, Breed):
            state.flow.breed(state, ())
        elif action.second is None:
            state.flow.breed(state, (action.first,))
        elif state.memory is None:
            chosen = [place.tile for place in state.zoos[seat] if place.tile in (action.first, action.second)]
            state.flow.breed(state, tuple(chosen))
        else:
            state.flow.breed(state, (action.first, action.second))

    def prompt(self, state: Position, seat: int) -> str:
        plural = state.pieces.species[state.breeding].plural
        can = breeders(state, seat, state.breeding)
        if len(can) == 1:
            return f"Breed your {plural} in the {can[0].name}, or skip."
        return f"Choose up to two enclosures in which your {plural} breed."


def breeders(state: Position, seat: int, species: int) -> list[Tile]:
    """The enclosures of a seat with two or more of that species."""
    found: list[Tile] = []
    for place in state.zoos[seat]:
        index = place.tile.index
        if state.residents[index] == species and state.animals[index] >= 2:
            found.append(place.tile)
    return found


def bonus_breeders(state: Position, seat: int) -> list[Tile]:
    """Rule 7.6: enclosures with a pair that have received nothing in this breeding."""
    found: list[Tile] = []
    for place in state.zoos[seat]:
        if state.animals[place.tile.index] >= 2 and not state.received & place.tile.bit:
            found.append(place.tile)
    return found


@final
class BonusBreeding(Decision):
    """Rule 7.6: one more offspring in another enclosure."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        options: list[Action] = [state.catalogue.bonus[tile.index] for tile in bonus_breeders(state, seat)]
        options.append(NO_BONUS)
        return options

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Bonus):
            return Refusal("Choose an enclosure for the bonus offspring, or skip.", "7.6")
        if state.owns(seat, action.tile) and state.received & action.tile.bit:
            return Refusal(f"The {action.tile.name} already got an animal in this breeding. Choose another.", "7.6")
        return Refusal("Only your enclosures with at least two animals can have the bonus offspring.", "7.6")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.stack.pop()
        state.flow.bonus(state, action.tile if isinstance(action, Bonus) else None)

    def prompt(self, state: Position, seat: int) -> str:
        return "Bonus: choose another enclosure for one offspring, or skip."


BREED_ANIMALS: Final = BreedAnimals()
BONUS_BREEDING: Final = BonusBreeding()
