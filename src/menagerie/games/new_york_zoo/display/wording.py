"""Decisions of New York Zoo in words, for people."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.seats import a
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import (
    KEEP_NONE,
    KEEP_ONE,
    NO_ATTRACTION,
    NO_BONUS,
    NO_BREEDING,
    WALK_FREE,
    Acquire,
    Bonus,
    Breed,
    Complete,
    FollowUp,
    Place,
    Settle,
    Walk,
)
from menagerie.games.new_york_zoo.phases.breeding import breeders
from menagerie.games.new_york_zoo.phases.walking import destination
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE, Space, Tile
from menagerie.games.new_york_zoo.state import Position

_WORDS: Final[dict[Action, str]] = {
    WALK_FREE: "Walk on without a marker",
    KEEP_ONE: "Keep one",
    KEEP_NONE: "Keep none",
    NO_ATTRACTION: "No attraction: forgo the one that you have earned",
    NO_BONUS: "No bonus: forgo one offspring",
}


def words(state: State, seat: int, action: Action) -> str:
    """What that seat would do."""
    state = cast(Position, state)
    if isinstance(action, Walk):
        return f"Move the elephant to {space_words(state, destination(state, action))}"
    if isinstance(action, Place):
        return f"Lay the {action.tile.name}"
    if isinstance(action, Settle):
        return f"Let {a(state.pieces.species[action.species].name)} move in from {_origin(state, action.origin)}"
    if isinstance(action, Acquire):
        return f"Put a new {state.pieces.species[action.species].name} into {_origin(state, action.where)}"
    return _with_enclosures(state, seat, action)


def _with_enclosures(state: Position, seat: int, action: Action) -> str:
    if isinstance(action, FollowUp):
        return f"Let one follow into {the(state, action.tile)}"
    if isinstance(action, Complete):
        return f"Settle {the(state, action.tile)} first"
    if isinstance(action, Bonus):
        return f"Raise one more in {the(state, action.tile)}"
    if isinstance(action, Breed):
        first = the(state, action.first)
        if action.second is not None:
            return f"Breed in {first} and in {the(state, action.second)}"
        alone = len(breeders(state, seat, state.breeding)) == 1
        return f"Breed in {first}" if alone else f"Breed only in {first}: forgo one offspring"
    if action is NO_BREEDING:
        lost = "one" if len(breeders(state, seat, state.breeding)) == 1 else "two"
        return f"No breeding: forgo {lost} offspring"
    text = str(action)
    return _WORDS.get(action, text[0].upper() + text[1:])


def the(state: Position, tile: Tile) -> str:
    """An enclosure by its size and who lives in it."""
    resident = state.residents[tile.index]
    if resident == NONE:
        return f"the {tile.name}"
    return f"the {tile.name} of the {state.pieces.species[resident].plural}"


def space_words(state: Position, space: Space) -> str:
    """A space of the strip by what is there."""
    if space.animals:
        first, second = [state.pieces.species[species].name for species in space.animals]
        return f"the space with {a(first)} and {a(second)}"
    stack = state.stacks[space.index]
    return f"the slot with {a(stack[-1].name)}" if stack else "an empty slot"


def _origin(state: Position, where: int) -> str:
    return "a house" if where == HOUSE else the(state, state.pieces.enclosures[where])


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Walks that cross a breeding line."""
    return isinstance(action, Walk) and any(space.line != NONE for space in cast(Position, state).pieces.strip)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """Who breeds once the walk's action is done, and how many pairs of them this seat has now. Who has lost with this
    walk need not know."""
    state, walked = cast(Position, before), cast(Position, after)
    told: list[str] = []
    if walked.passed:
        return ""
    for species in walked.lines:
        pairs = len(breeders(state, seat, species))
        have = f"you have {'a pair' if pairs == 1 else f'{pairs} pairs' if pairs else 'no pair'}"
        told.append(f"{state.pieces.species[species].plural} breed, {have}")
    return "; ".join(told)
