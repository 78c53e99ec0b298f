"""Decisions of New York Zoo in words, for people."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.seats import a, counted
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import (
    ACQUIRE_NO_MORE,
    KEEP_NONE,
    KEEP_ONE,
    NO_ATTRACTION,
    NO_BONUS,
    NO_BREEDING,
    NO_FOLLOW_UP,
    SETTLE_NO_MORE,
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
    WALK_FREE: "Move without a marker",
    ACQUIRE_NO_MORE: "Skip the second animal",
    SETTLE_NO_MORE: "Skip the second animal",
    NO_FOLLOW_UP: "Move none",
    KEEP_ONE: "Keep one",
    KEEP_NONE: "Keep none",
    NO_ATTRACTION: "Skip the attraction",
    NO_BONUS: "Skip bonus",
}


def words(state: State, seat: int, action: Action) -> str:
    """Return what that seat would do."""
    state = cast(Position, state)
    if isinstance(action, Walk):
        return f"Move the elephant to {space_words(state, destination(state, action))}"
    if isinstance(action, Place):
        return f"Place the {action.tile.name}"
    if isinstance(action, Settle):
        name = state.pieces.species[action.species].name
        if action.origin == HOUSE:
            return f"Move {a(name)} in from a house"
        return f"Move {a(name)} in from {the(state, state.pieces.enclosures[action.origin])}"
    if isinstance(action, Acquire):
        name = state.pieces.species[action.species].name
        if action.where == HOUSE:
            return f"Put a new {name} in a house"
        return f"Put a new {name} in {the(state, state.pieces.enclosures[action.where])}"
    return _with_enclosures(state, seat, action)


def _with_enclosures(state: Position, seat: int, action: Action) -> str:
    if isinstance(action, FollowUp):
        return f"Move one to {the(state, action.tile)}"
    if isinstance(action, Complete):
        return f"Finish {the(state, action.tile)} first"
    if isinstance(action, Bonus):
        return f"Breed one more in {the(state, action.tile)}"
    if isinstance(action, Breed):
        first = the(state, action.first)
        if action.second is not None:
            return f"Breed in {first} and {the(state, action.second)}"
        alone = len(breeders(state, seat, state.breeding)) == 1
        return f"Breed in {first}" if alone else f"Breed only in {first}"
    if action is NO_BREEDING:
        return "Skip breeding"
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


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Return whether the decision is a walk that may cross a breeding line."""
    return isinstance(action, Walk) and any(space.line != NONE for space in cast(Position, state).pieces.strip)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """Return who breeds after the walk's action, and how many pairs this seat has now; nothing if the walk has lost the
    game."""
    state, walked = cast(Position, before), cast(Position, after)
    told: list[str] = []
    if walked.passed:
        return ""
    for species in walked.lines:
        pairs = len(breeders(state, seat, species))
        plural = state.pieces.species[species].plural
        if pairs:
            told.append(f"{plural} breed, you have {counted(pairs, 'pair', 'pairs')} now")
        else:
            told.append(f"{plural} breed, you have no pair yet")
    return "; ".join(told)
