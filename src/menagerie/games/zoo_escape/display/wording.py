"""Button texts and consequences of Dr. Potamus' Incredible Escape."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.display.step_guide import rule_text
from menagerie.core.seats import joined
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
    "poop": "Leave a poop",
    "ransack": "Ransack the Building",
    "refill": "Fill up poop",
    "announce": "Make an announcement",
    "hide": "Hide in the Sewer",
    "scatter": "Let the birds out",
    "build": "Build the Machine",
    "end turn": "End turn",
}
_DRIVES: Final = {
    box.ROLL: "Roll {direction} to tile {place} with the {part}",
    box.ROLL_LINE: "Roll {direction} to tile {place} with the {part}",
    CREEP: "Creep {direction} to tile {place} with the {part}",
    HOP: "Hop {direction} to tile {place} with the {part}",
    LEAP: "Leap {direction} to tile {place} with the {part}",
    FLY: "Fly {direction} to tile {place} with the {part}",
    MUCK: "Drop muck {direction} on tile {place} with the {part}",
}
"""By what the Part does."""
_LANDINGS: Final = {
    HOP: "Hop {direction} to tile {place}, Path {path}, with the {part}",
    LEAP: "Leap {direction} to tile {place}, Path {path}, with the {part}",
    FLY: "Fly {direction} to tile {place}, Path {path}, with the {part}",
}
"""The same where the Path to land on is chosen, too."""


def words(state: State, seat: int, action: Action) -> str:
    """Return the text of the button for a decision."""
    state = cast(Position, state)
    if isinstance(action, do.Begin):
        return "Take the Machine's turn" if action.animal is None else f"Take the {action.animal.name}'s turn"
    if isinstance(action, do.Move):
        there = NEXT[state.spots[state.active] >> 2 << 2 | action.direction]
        return f"Move {DIRECTIONS[action.direction]} to tile {NAMES[there]}"
    if isinstance(action, do.TurnTile):
        return tile_text(state, action)
    if isinstance(action, do.UseAbility):
        return _ability(state, action)
    if isinstance(action, do.BlowWhistle):
        return f"Drive out Keeper {action.keeper + 1} with the Whistle"
    if isinstance(action, do.Add):
        return f"Add the {action.part.name} to the Machine"
    if isinstance(action, do.Remove):
        return f"Lose the {action.part.name}"
    if isinstance(action, do.Land):
        return f"Land on Path {action.path + 1}"
    if isinstance(action, do.Stop):
        return _stop(state)
    return _with_part(state, action) or _WORDS[str(action)]


def tile_text(state: Position, action: do.TurnTile) -> str:
    """Return how a tile would lie: `Turn it so that Path 1 leads north and east, Path 2 south and west`."""
    sides = state.pieces.laid[state.zoo[state.turning].face.index][action.turns].sides
    first, *others = [ways_of(path) for path in sides]
    if not others:
        return f"Turn it so that the Path leads {first}"
    return f"Turn it so that Path 1 leads {first}, Path 2 {others[0]}"


def _ability(state: Position, action: do.UseAbility) -> str:
    animal = state.animals[state.active]
    if animal.poop:
        return f"Drive out Keeper {action.keeper + 1} with {animal.ability} (costs {animal.poop} poop)"
    return f"Drive out Keeper {action.keeper + 1} with {animal.ability}"


def _stop(state: Position) -> str:
    if state.using < 0:
        return "Stop working"
    return f"Stop using the {state.pieces.cards[state.using].name}"


def _with_part(state: Position, action: Action) -> str:
    part = do.part_of(action)
    if part is None:
        return ""
    if isinstance(action, do.Drive):
        return _drive(state, action)
    if isinstance(action, do.ChangePath):
        return f"Creep to Path {action.path + 1} with the {part.name}"
    if isinstance(action, do.AtKeeper):
        if part.do == box.SCARE:
            return f"Scare Keeper {action.keeper + 1} with the {part.name}"
        return f"Drive out Keeper {action.keeper + 1} with the {part.name}"
    if isinstance(action, do.Lift):
        return f"Lift the {action.animal.name} aboard with the {part.name}"
    return f"Escape through the gateway with the {part.name}"


def _drive(state: Position, action: do.Drive) -> str:
    part, direction = action.part, DIRECTIONS[action.direction]
    near = part.do <= CREEP or part.do == MUCK
    place = NAMES[ahead(state.machine >> 2, action.direction, 1 if near else flight(part, action.tiles))]
    if action.path < 0:
        return _DRIVES[part.do].format(direction=direction, place=place, part=part.name)
    return _LANDINGS[part.do].format(direction=direction, place=place, path=action.path + 1, part=part.name)


# Consequences.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Return whether the consequences are shown: for the end of a turn, after which the Keepers may move."""
    return isinstance(action, do.EndTurn)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """Return whether the Keepers move now, and whom they are certain to capture or see."""
    state, then = cast(Position, before), cast(Position, after)
    if then.round == state.round and not then.is_over:
        return ""
    return "; ".join(["the Keepers move now", *_certain(state, seat)])


def _certain(state: Position, seat: int) -> list[str]:
    """Return what the Keepers are certain to do.

    Every Power Card gives at least one move, so all Keepers outside enter (rule 7.3.1), and a Keeper beside its prey
    takes that step. Where an earlier Keeper could come near and change this, nothing is said.
    """
    certain: list[tuple[bool, str]] = []
    coming: list[str] = []
    for number, keeper in enumerate(state.duty):
        is_outside = state.stands[keeper] == OUTSIDE
        piece = _first_catch(state, keeper)
        captures = piece >= 0
        if not captures:
            piece = _seen(state, keeper)
        spot = prey(state)[piece] if piece >= 0 else -1
        if piece < 0 or not all(_far(state, other, spot >> 2) for other in state.duty[:number]):
            if is_outside:
                coming.append(str(keeper + 1))
            continue
        verb = "captures" if captures else "sees"
        whom = _whom(state, seat, piece)
        if is_outside:
            certain.append((not captures, f"Keeper {keeper + 1} enters and {verb} {whom}"))
        else:
            certain.append((not captures, f"Keeper {keeper + 1} {verb} {whom}"))
    found = [words for _, words in sorted(certain, key=lambda one: one[0])]
    if coming:
        found.append(f"Keeper {coming[0]} enters" if len(coming) == 1 else f"Keepers {joined(coming)} enter")
    return found


def _first_catch(state: Position, keeper: int) -> int:
    """Return the piece that a Keeper captures with its first move, whatever the card and the coin; -1 if none."""
    spots = prey(state)
    safe = [1.0] * len(spots)
    Hunt(state, [1.0, 1.0], spots).follow_keeper(keeper, safe)
    return next((piece for piece, chance in enumerate(safe) if chance <= 0), -1)


def _seen(state: Position, keeper: int) -> int:
    """Return the piece that a Keeper sees as its turn starts or it enters (rule 7.7); -1 if it sees none."""
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
    """Return whether no Power Card can bring a Keeper there."""
    spot = state.stands[keeper]
    place = (spot if spot >= 0 else state.home(keeper % state.team)) >> 2
    return DISTANCE[place * PLACES + target] > highest_card(state)


# Rules beside the board.

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
    """Return texts about the feature under the active Animal, the seat's abilities, and its Parts and the Machine's."""
    state = cast(Position, state)
    own = [animal for animal in range(state.team) if state.leader_of(animal) == seat]
    found: list[tuple[str, str]] = []
    if state.active in own and state.spots[state.active] >= 0:
        face = state.zoo[state.spots[state.active] >> 2].face
        if face.feature in _FEATURES:
            found.append((face.name, rule_text(state.game, _FEATURES[face.feature])))
    for animal in own:
        kind = state.animals[animal]
        found.append((f"The {kind.name}'s {kind.ability}", f"Once per turn, drive out {kind.help}."))
    parts = state.machine_parts
    for animal in own:
        parts |= state.carried[animal]
    has = [card for card in state.pieces.cards if parts & card.bit and card.do in _PARTS]
    return found + [(card.name, rule_text(state.game, _PARTS[card.do])) for card in has]
