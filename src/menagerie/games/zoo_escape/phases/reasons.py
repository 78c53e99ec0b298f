"""Reasons for refusals, on turns of Animals and of the Machine: Paths, Keepers and Parts."""

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import counted, either, joined
from menagerie.games.zoo_escape.actions import AtKeeper, ChangePath, Drive, Escape, Lift
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES, NEXT, ahead
from menagerie.games.zoo_escape.phases.parts import can_escape, flight
from menagerie.games.zoo_escape.pieces import CREEP, FLY, GATE, LEAP, MUCK, Card, directions_in
from menagerie.games.zoo_escape.state import Position


def no_way(state: Position, name: str, spot: int, direction: int) -> str:
    """Rule 4.2: return why the Path of the Animal or the Machine cannot be followed in this direction."""
    laid = state.zoo[spot >> 2]
    ways = either([DIRECTIONS[side] for side in directions_in(laid.sides[spot & 3])])
    if NEXT[(spot >> 2) << 2 | direction] >= 0:
        return f"The {name}'s Path doesn't lead {DIRECTIONS[direction]}. It leads {ways}."
    if laid.feature == GATE and laid.turns == direction:
        return f"Only the Machine can go through the gateway. The Path leads {ways}."
    return f"{_wall(direction)} The Path leads {ways}."


def _wall(direction: int) -> str:
    return f"The wall of the Zoo is to the {DIRECTIONS[direction]}."


def why_not_keeper(state: Position, keeper: int, far: str, rule: str) -> Refusal:
    """Return why a Keeper cannot be chosen, `far` if it is out of reach. The Billionaire is -1."""
    if keeper < 0:
        return Refusal("You can't remove, scare or turn the Billionaire.", "9.2")
    if keeper >= state.billionaire:
        return Refusal(f"There is no Keeper {keeper + 1}. They are numbered 1 to {state.billionaire}.", rule)
    if state.stands[keeper] < 0:
        return Refusal(f"Keeper {keeper + 1} isn't in the Zoo.", rule)
    return Refusal(far, rule)


# Parts.

_RULES: Final = (
    "8.4.1", "8.4.2", "8.4.3", "8.4.4", "8.4.5", "8.4.6", "8.4.7", "8.4.8", "8.4.8", "8.4.9", "8.4.10",
)  # fmt: skip
"""In the order of `DOES`."""

_USES: Final = (
    "With the {part}, the Machine rolls along Paths from tile to tile.",
    "With the {part}, the Machine rolls along Paths in one direction.",
    "With the {part}, the Machine creeps along its Path, or to another Path of its tile.",
    "With the {part}, the Machine hops to a neighbouring tile.",
    "With the {part}, the Machine leaps exactly {tiles} in one direction.",
    "With the {part}, the Machine flies up to {tiles} in one direction.",
    "With the {part}, the Machine turns away a Keeper in line on another tile, unless it would face a wall.",
    "With the {part}, the Machine drives out a Keeper within {reach}.",
    "With the {part}, the Machine drives out a Keeper in line within {reach}.",
    "With the {part}, the Machine loads an Animal on its own tile or a neighbouring one.",
    "With the {part}, the Machine drops poop on clean Paths that lead to it, on face-up tiles.",
)
"""In the order of `DOES`."""


def how_it_is_used(card: Card) -> str:
    """Return what a Part does: `With the Kite Wing, the Machine hops to a neighbouring tile.`"""
    tiles, reach = counted(card.tiles, "tile", "tiles"), counted(card.reach, "tile", "tiles")
    return _USES[card.do].format(part=card.name, tiles=tiles, reach=reach)


def why_not_part(state: Position, card: Card, steps: int, line: int, changed: bool, action: Action) -> Refusal:
    """Return why a Part cannot be used in this way, with `steps` tiles left and its last step in direction `line`."""
    rule = _RULES[card.do]
    if isinstance(action, AtKeeper):
        far = f"You can't choose Keeper {action.keeper + 1}. {how_it_is_used(card)}"
        return why_not_keeper(state, action.keeper, far, rule)
    if isinstance(action, Escape):
        return Refusal(against_escape(state, card, line), "8.5")
    if isinstance(action, Lift):
        return Refusal(against_lift(state, action), rule)
    if isinstance(action, ChangePath):
        return Refusal(against_change(state, card, changed, action.path), rule)
    if isinstance(action, Drive):
        return Refusal(against_drive(state, card, steps, line, action), rule)
    return Refusal(f"You can't do that. {how_it_is_used(card)}", rule)


def against_escape(state: Position, card: Card, line: int) -> str:
    """Rule 8.5."""
    place = state.machine >> 2
    if state.zoo[place].feature != GATE:
        return f"Tile {NAMES[place]} isn't a Gate. The Machine can only escape from a Gate."
    if state.loaded != state.whole_team:
        left = [state.animals[number].name for number in range(state.team) if not state.loaded >> number & 1]
        return f"You would leave {joined([f'the {name}' for name in left])} behind. First get every Animal aboard."
    if card.do > FLY or card.do == LEAP:
        return f"You can't escape with the {card.name}. Use a Part that moves the Machine by 1 tile."
    gateway = DIRECTIONS[state.zoo[place].turns]
    return f"With the {card.name}, the Machine must keep going {DIRECTIONS[line]}. The gateway is to the {gateway}."


def against_lift(state: Position, action: Lift) -> str:
    """Rule 8.4.9."""
    name = action.animal.name
    number = state.number_of[action.animal.index]
    if number < 0:
        return f"The {name} isn't in this game."
    if state.loaded >> number & 1:
        return f"The {name} is already aboard."
    return f"The {name} is too far away. Choose an Animal on the Machine's tile or a neighbouring one."


def against_change(state: Position, card: Card, changed: bool, path: int) -> str:
    """Rule 8.4.3."""
    place = state.machine >> 2
    if len(state.zoo[place].sides) == 1:
        return f"Tile {NAMES[place]} has only one Path."
    if changed:
        return f"With the {card.name}, the Machine can change Path once per turn."
    return f"The Machine is already on Path {path + 1} of tile {NAMES[place]}. Choose Path {2 - path}."


def against_drive(state: Position, card: Card, steps: int, line: int, action: Drive) -> str:
    """Rules 8.4.1 to 8.4.6 and 8.4.10."""
    if card.do == MUCK:
        return against_muck(state, action.direction)
    if card.do <= CREEP:
        return against_roll(state, card, steps, line, action.direction)
    return against_flight(state, card, action)


def against_roll(state: Position, card: Card, steps: int, line: int, direction: int) -> str:
    """Rules 8.4.1 to 8.4.3."""
    if not steps:
        tiles = counted(card.tiles, "tile", "tiles")
        return f"The Machine has already crept {tiles}. Change to the other Path or stop."
    laid = state.zoo[state.machine >> 2]
    if laid.feature == GATE and laid.turns == direction:
        return to_the_gateway(state, card, steps, line)
    if laid.sides[state.machine & 3] >> direction & 1:
        return f"With the {card.name}, the Machine must keep going {DIRECTIONS[line]} or stop."
    return no_way(state, "Machine", state.machine, direction)


def to_the_gateway(state: Position, card: Card, steps: int, line: int) -> str:
    """Rule 8.5: return why the Machine cannot move through the gateway: escaping is a decision of its own."""
    if not can_escape(state, card, steps, line):
        return against_escape(state, card, line)
    return "Choose Escape to leave through the gateway."


def against_flight(state: Position, card: Card, action: Drive) -> str:
    """Rules 8.4.4 to 8.4.6."""
    tiles, way = flight(card, action.tiles), DIRECTIONS[action.direction]
    laid = state.zoo[state.machine >> 2]
    place = ahead(state.machine >> 2, action.direction, tiles)
    if place < 0:
        if tiles > 1:
            return f"{tiles} tiles {way} of tile {NAMES[state.machine >> 2]} is outside the Zoo."
        if laid.feature == GATE and laid.turns == action.direction:
            return to_the_gateway(state, card, tiles, -1)
        return _wall(action.direction)
    if not state.up >> place & 1:
        return f"Tile {NAMES[place]} is face down. You choose the Path after it is revealed."
    if len(state.zoo[place].sides) == 1:
        return f"Tile {NAMES[place]} has only one Path, so there is none to choose."
    return f"Tile {NAMES[place]} has 2 Paths. Choose one to land on."


def against_muck(state: Position, direction: int) -> str:
    """Rule 8.4.10."""
    place = NEXT[(state.machine >> 2) << 2 | direction]
    if place < 0:
        return _wall(direction)
    if not state.up >> place & 1:
        return f"Tile {NAMES[place]} is face down. Choose a face-up tile."
    return f"That Path of tile {NAMES[place]} already has a poop."
