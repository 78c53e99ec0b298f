"""Decisions of Dr. Potamus' Incredible Escape in words, for people."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.state import State
from menagerie.games.zoo_escape import actions as do
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES, NEXT, OUTSIDE, PLACES, SIDE, TOWARDS, ahead
from menagerie.games.zoo_escape.events import ways_of
from menagerie.games.zoo_escape.phases.keepers import target_of
from menagerie.games.zoo_escape.phases.parts import flight
from menagerie.games.zoo_escape.pieces import CREEP, FLY, HOP, LEAP, MUCK
from menagerie.games.zoo_escape.state import Position

MOST_MOVES: Final = 4
"""The highest Power Card."""
_WORDS: Final = {
    "poop": "Poop",
    "ransack": "Ransack the building",
    "refill": "Fill up poop",
    "announce": "Make an announcement",
    "hide": "Hide",
    "scatter": "Let the birds out",
    "build": "Build the Machine",
    "end turn": "End turn",
    "stop": "Stop",
}


def words(state: State, seat: int, action: Action) -> str:
    """What that seat would do."""
    state = cast(Position, state)
    if isinstance(action, do.Begin):
        return "Begin the turn of the Machine" if action.animal is None else f"Begin with the {action.animal.name}"
    if isinstance(action, do.Move):
        there = NEXT[state.spots[state.active] >> 2 << 2 | action.direction]
        return f"Move {DIRECTIONS[action.direction]} to tile {NAMES[there]}"
    if isinstance(action, do.TurnTile):
        sides = state.pieces.laid[state.zoo[state.turning].face.index][action.turns].sides
        return f"Lay the tile so that it leads {' and '.join([ways_of(path) for path in sides])}"
    if isinstance(action, do.UseAbility):
        return f"{state.animals[state.active].ability}: Keeper {action.keeper + 1} leaves"
    if isinstance(action, do.BlowWhistle):
        return f"Whistle: Keeper {action.keeper + 1} leaves"
    if isinstance(action, do.Add):
        return f"Add the {action.part.name} to the Machine"
    if isinstance(action, do.Remove):
        return f"Give up the {action.part.name}"
    if isinstance(action, do.Land):
        return f"Land on path {action.path + 1}"
    return _with_part(state, action) or _WORDS[str(action)]


def _with_part(state: Position, action: Action) -> str:
    part = do.part_of(action)
    if part is None:
        return ""
    if isinstance(action, do.Drive):
        return f"{part.name}: {_drive(state, action)}"
    if isinstance(action, do.ChangePath):
        return f"{part.name}: creep to path {action.path + 1}"
    if isinstance(action, do.AtKeeper):
        return f"{part.name}: at Keeper {action.keeper + 1}"
    if isinstance(action, do.Lift):
        return f"{part.name}: lift the {action.animal.name} aboard"
    return f"{part.name}: escape through the gateway"


def _drive(state: Position, action: do.Drive) -> str:
    part = action.part
    near = part.do <= CREEP or part.do == MUCK
    there = NAMES[ahead(state.machine >> 2, action.direction, 1 if near else flight(part, action.tiles))]
    path = f", path {action.path + 1}" if action.path >= 0 else ""
    if part.do == MUCK:
        return f"muck {DIRECTIONS[action.direction]} onto tile {there}"
    verb = {HOP: "hop", LEAP: "leap", FLY: "fly"}.get(part.do, "roll")
    return f"{verb} {DIRECTIONS[action.direction]} to tile {there}{path}"


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """The end of a turn, which may be the beginning of the Keepers'."""
    return isinstance(action, do.EndTurn)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """Whether the Keepers set off, and who comes in and sees somebody at once: everything that is certain."""
    state, then = cast(Position, before), cast(Position, after)
    if then.round == state.round and not then.is_over:
        return ""
    return "; ".join(["the Keepers set off", *_entries(state)])


def _entries(state: Position) -> list[str]:
    """Every Power Card is for one move at least, so all who wait outside come in (rule 7.3.1)."""
    coming: list[str] = []
    told: list[str] = []
    for number, keeper in enumerate(state.duty):
        if state.stands[keeper] == OUTSIDE:
            home, target = state.home(keeper % state.team) >> 2, target_of(state, keeper) >> 2
            sees = target == home or (target >= 0 and TOWARDS[home * PLACES + target] >= 0)
            # Whoever comes near it before may have changed where it is.
            sees = sees and all(_far(state, other, target) for other in state.duty[:number])
            coming.append(str(keeper + 1))
            if sees:
                verb = "captures" if target == home else "sees"
                animal = keeper % state.team
                whom = "Machine" if state.loaded >> animal & 1 else state.animals[animal].name
                told.append(f"Keeper {keeper + 1} {verb} the {whom}")
    if not coming:
        return []
    if len(coming) == 1:
        return [f"Keeper {coming[0]} enters", *told]
    return [f"Keepers {', '.join(coming[:-1])} and {coming[-1]} enter", *told]


def _far(state: Position, keeper: int, target: int) -> bool:
    """Whether a Keeper cannot come there with any Power Card."""
    spot = state.stands[keeper]
    place = (spot if spot >= 0 else state.home(keeper % state.team)) >> 2
    return abs(place % SIDE - target % SIDE) + abs(place // SIDE - target // SIDE) > MOST_MOVES
