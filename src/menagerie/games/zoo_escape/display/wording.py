"""Decisions of Dr. Potamus' Incredible Escape in words, for people."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.display.step_guide import rule_text
from menagerie.core.state import State
from menagerie.games.zoo_escape import actions as do
from menagerie.games.zoo_escape import pieces as box
from menagerie.games.zoo_escape.board import (
    DIRECTIONS,
    DISTANCE,
    NAMES,
    NEXT,
    OPPOSITE,
    OUTSIDE,
    PLACES,
    TOWARDS,
    ahead,
)
from menagerie.games.zoo_escape.danger import Hunt, highest_card, prey
from menagerie.games.zoo_escape.events import ways_of
from menagerie.games.zoo_escape.phases.keepers import target_of
from menagerie.games.zoo_escape.phases.parts import flight
from menagerie.games.zoo_escape.pieces import CREEP, FLY, HOP, LEAP, MUCK
from menagerie.games.zoo_escape.state import Position

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
    """Whether the Keepers move now, and whom they are sure to capture or see: everything that is certain."""
    state, then = cast(Position, before), cast(Position, after)
    if then.round == state.round and not then.is_over:
        return ""
    return "; ".join(["the Keepers move now", *_certain(state, seat)])


def _certain(state: Position, seat: int) -> list[str]:
    """Every Power Card is for one move at least, so all who wait outside come in (rule 7.3.1), and who stands before
    its prey makes that step. Whoever comes near earlier may have changed it: then nothing is said."""
    told: list[tuple[int, str]] = []
    coming: list[str] = []
    for number, keeper in enumerate(state.duty):
        is_outside = state.stands[keeper] == OUTSIDE
        piece, verb = _first_catch(state, keeper), "captures"
        if piece < 0:
            piece, verb = _seen(state, keeper), "sees"
        spot = prey(state)[piece] if piece >= 0 else -1
        if piece < 0 or not all(_far(state, other, spot >> 2) for other in state.duty[:number]):
            if is_outside:
                coming.append(str(keeper + 1))
            continue
        enters = "enters and " if is_outside else ""
        told.append((verb == "sees", f"Keeper {keeper + 1} {enters}{verb} {_whom(state, seat, piece)}"))
    found = [words for _, words in sorted(told, key=lambda one: one[0])]
    if coming:
        some = coming[0] if len(coming) == 1 else f"{', '.join(coming[:-1])} and {coming[-1]}"
        found.append(f"Keeper {some} enters" if len(coming) == 1 else f"Keepers {some} enter")
    return found


def _first_catch(state: Position, keeper: int) -> int:
    """The piece that a Keeper captures with its first move, whatever card and coins say; -1 if there is none."""
    spots = prey(state)
    safe = [1.0] * len(spots)
    Hunt(state, [1.0, 1.0], spots).follow_keeper(keeper, safe)
    return next((piece for piece, chance in enumerate(safe) if chance <= 0), -1)


def _seen(state: Position, keeper: int) -> int:
    """The piece that a Keeper sees as soon as its turn begins or it has come in (rule 7.7); -1 if it sees none."""
    spot, target = state.stands[keeper], target_of(state, keeper)
    if target < 0 or state.busy >> keeper & 1 or target not in prey(state):
        return -1
    place = (spot if spot >= 0 else state.home(keeper % state.team)) >> 2
    direction = TOWARDS[place * PLACES + (target >> 2)]
    is_behind = spot >= 0 and direction == OPPOSITE[state.facing[keeper]]
    if direction < 0 or is_behind:
        return -1
    animal = keeper % state.team
    return state.team if state.loaded >> animal & 1 else animal


def _whom(state: Position, seat: int, piece: int) -> str:
    if piece == state.team:
        return "the Machine"
    is_mine = state.players > 1 and state.leader_of(piece) == seat
    return "you" if is_mine else f"the {state.animals[piece].name}"


def _far(state: Position, keeper: int, target: int) -> bool:
    """Whether a Keeper cannot come there with any Power Card."""
    spot = state.stands[keeper]
    place = (spot if spot >= 0 else state.home(keeper % state.team)) >> 2
    return DISTANCE[place * PLACES + target] > highest_card(state)


# What it says in the rules.

_FEATURES: Final = {
    box.BUILDING: "4.7.1",
    box.FUNNEL_CAKE: "4.7.2",
    box.PA: "4.7.3",
    box.SEWER: "4.7.4",
    box.AVIAN_HOUSE: "4.7.5",
    box.WORKSHOP: "4.7.6",
}
_PARTS: Final = {
    box.ROLL: "8.4.1",
    box.ROLL_LINE: "8.4.2",
    CREEP: "8.4.3",
    HOP: "8.4.4",
    LEAP: "8.4.5",
    FLY: "8.4.6",
    box.SCARE: "8.4.7",
    box.SHOO: "8.4.8",
    box.SHOO_LINE: "8.4.8",
    box.CRANE: "8.4.9",
    MUCK: "8.4.10",
}


def texts(state: State, seat: int) -> list[tuple[str, str]]:
    """The feature of the tile that the Animal at work stands on, what the seat's Animals can do, and the Parts that
    they carry or the Machine has."""
    state = cast(Position, state)
    own = [animal for animal in range(state.team) if state.leader_of(animal) == seat]
    found: list[tuple[str, str]] = []
    if state.active in own and state.spots[state.active] >= 0:
        face = state.zoo[state.spots[state.active] >> 2].face
        if face.feature in _FEATURES:
            found.append((face.name, rule_text(state.game, _FEATURES[face.feature])))
    for animal in own:
        kind = state.animals[animal]
        found.append((f"{kind.ability} of the {kind.name}", f"Once a turn it drives out {kind.help}."))
    parts = state.machine_parts
    for animal in own:
        parts |= state.carried[animal]
    has = [card for card in state.pieces.cards if parts & card.bit and card.do in _PARTS]
    return found + [(card.name, rule_text(state.game, _PARTS[card.do])) for card in has]
