"""Why a Path does not lead there, a Keeper cannot be chosen, a Part cannot do that: for both sorts of turn."""

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import counted
from menagerie.games.zoo_escape.actions import AtKeeper, ChangePath, Drive, Escape, Lift
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES, NEXT, ahead
from menagerie.games.zoo_escape.phases.parts import can_escape, flight
from menagerie.games.zoo_escape.pieces import CREEP, FLY, GATE, LEAP, MUCK, Card, directions_in
from menagerie.games.zoo_escape.state import Position


def no_way(state: Position, whose: str, spot: int, direction: int) -> str:
    """Rule 4.2: why a Path cannot be followed in this direction."""
    laid = state.zoo[spot >> 2]
    leads = [DIRECTIONS[side] for side in directions_in(laid.sides[spot & 3])]
    ways = leads[0] if len(leads) == 1 else f"{', '.join(leads[:-1])} or {leads[-1]}"
    if NEXT[(spot >> 2) << 2 | direction] < 0:
        what = "the gateway, which only the Machine passes" if laid.feature == GATE else "the wall of the Zoo"
        return f"To the {DIRECTIONS[direction]} is {what}; the Path leads {ways}."
    return f"The Path of {whose} does not lead {DIRECTIONS[direction]}; it leads {ways}."


def why_not_keeper(state: Position, keeper: int, far: str, rule: str) -> Refusal:
    """Why a Keeper cannot be chosen, `far` if he is out of reach; the Billionaire (-1) never can."""
    if keeper < 0:
        return Refusal("The Billionaire cannot be removed, scared or turned.", "9.2")
    if keeper >= state.billionaire:
        return Refusal(f"There are Keepers 1 to {state.billionaire}, no Keeper {keeper + 1}.", rule)
    if state.stands[keeper] < 0:
        return Refusal(f"Keeper {keeper + 1} is not in the Zoo.", rule)
    return Refusal(far, rule)


# Parts.

_RULES: Final = (
    "8.4.1", "8.4.2", "8.4.3", "8.4.4", "8.4.5", "8.4.6", "8.4.7", "8.4.8", "8.4.8", "8.4.9", "8.4.10",
)  # fmt: skip
"""In the order of `DOES`."""

_DOES: Final = (
    "rolls along its Path to a neighbouring tile, then on from there",
    "rolls along Paths in one direction",
    "creeps along its Path to a neighbouring tile, or to another Path of its tile",
    "hops to a neighbouring tile",
    "leaps exactly {tiles} tiles in one direction",
    "flies 1 to {tiles} tiles in one direction",
    "turns away a Keeper in line on another tile, unless it would then face a wall",
    "removes a Keeper within {reach} tiles",
    "removes a Keeper in line within {reach} tiles",
    "loads an Animal on its own tile or a neighbouring one",
    "spreads muck on clean Paths that lead to it, on face-up tiles",
)
"""What the Machine does with a Part, in the order of `DOES`."""


def what_it_does(card: Card) -> str:
    """`with the Kite Wing the Machine hops to a neighbouring tile.`"""
    return f"with the {card.name} the Machine {_DOES[card.do].format(tiles=card.tiles, reach=card.reach)}."


def why_not_part(state: Position, card: Card, steps: int, line: int, changed: bool, action: Action) -> Refusal:
    """Why a Part with so many tiles left, having gone in that direction last, cannot be used in this way."""
    rule = _RULES[card.do]
    if isinstance(action, AtKeeper):
        far = f"Keeper {action.keeper + 1} cannot be chosen: {what_it_does(card)}"
        return why_not_keeper(state, action.keeper, far, rule)
    if isinstance(action, Escape):
        return Refusal(against_escape(state, card, line), "8.5")
    if isinstance(action, Lift):
        return Refusal(against_lift(state, action), rule)
    if isinstance(action, ChangePath):
        return Refusal(against_change(state, card, changed, action.path), rule)
    if isinstance(action, Drive):
        return Refusal(against_drive(state, card, steps, line, action), rule)
    return Refusal(f"That cannot be: {what_it_does(card)}", rule)


def against_escape(state: Position, card: Card, line: int) -> str:
    """Rule 8.5."""
    place = state.machine >> 2
    if state.zoo[place].feature != GATE:
        return f"The Machine escapes from a Gate; it stands on tile {NAMES[place]}, which is none."
    if state.loaded != state.everybody:
        left = [state.animals[number].name for number in range(state.team) if not state.loaded >> number & 1]
        return f"Not everybody is aboard: the {' and the '.join(left)} would be left behind."
    if card.do > FLY or card.do == LEAP:
        return f"The {card.name} does not move the Machine by one tile, so not through the gateway."
    gateway = DIRECTIONS[state.zoo[place].turns]
    return f"The {card.name} rolls in one direction, and it went {DIRECTIONS[line]}; the gateway is in the {gateway}."


def against_lift(state: Position, action: Lift) -> str:
    """Rule 8.4.9."""
    name = action.animal.name
    number = state.number_of[action.animal.index]
    if number < 0:
        return f"The {name} is not in this game."
    if state.loaded >> number & 1:
        return f"The {name} is aboard already."
    return f"The {name} is not near the Machine: the Crane reaches its own tile and the neighbouring ones."


def against_change(state: Position, card: Card, changed: bool, path: int) -> str:
    """Rule 8.4.3."""
    place = state.machine >> 2
    if len(state.zoo[place].sides) == 1:
        return f"There is no other Path to change to: {what_it_does(card)}"
    if changed:
        return f"With the {card.name} the Machine has changed the Path this turn; once is all."
    return f"The Machine is on path {path + 1} of tile {NAMES[place]} already; the other one is path {2 - path}."


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
        return f"With the {card.name} the Machine has crept {tiles} already: change to the other Path, or stop."
    laid = state.zoo[state.machine >> 2]
    if laid.feature == GATE and laid.turns == direction:
        return to_the_gateway(state, card, steps, line)
    if laid.sides[state.machine & 3] >> direction & 1:
        return f"The {card.name} rolls in one direction, and it went {DIRECTIONS[line]}: go on so, or stop."
    return no_way(state, "the Machine", state.machine, direction)


def to_the_gateway(state: Position, card: Card, steps: int, line: int) -> str:
    """Somebody wants to move out of the Zoo instead of escaping."""
    if not can_escape(state, card, steps, line):
        return against_escape(state, card, line)
    return f"There is the gateway: say {state.catalogue.escape[card.index]}."


def against_flight(state: Position, card: Card, action: Drive) -> str:
    """Rules 8.4.4 to 8.4.6."""
    tiles, way = flight(card, action.tiles), DIRECTIONS[action.direction]
    laid = state.zoo[state.machine >> 2]
    place = ahead(state.machine >> 2, action.direction, tiles)
    if place < 0:
        if tiles > 1:
            return f"{tiles} tiles to the {way} of tile {NAMES[state.machine >> 2]} is beyond the wall of the Zoo."
        if laid.feature == GATE and laid.turns == action.direction:
            return to_the_gateway(state, card, tiles, -1)
        return f"To the {way} is the wall of the Zoo."
    said = state.catalogue.drive[card.index][action.direction][action.tiles - 1][0]
    if not state.up >> place & 1:
        return f"Tile {NAMES[place]} is face down: say {said}; the Path is chosen once it is turned up."
    if len(state.zoo[place].sides) == 1:
        return f"Tile {NAMES[place]} has a single Path: say {said}."
    return f"Tile {NAMES[place]} has two Paths: say on which the Machine lands, {said} path 1 or path 2."


def against_muck(state: Position, direction: int) -> str:
    """Rule 8.4.10."""
    place = NEXT[(state.machine >> 2) << 2 | direction]
    if place < 0:
        return f"To the {DIRECTIONS[direction]} is the wall of the Zoo."
    if not state.up >> place & 1:
        return f"Tile {NAMES[place]} is face down; muck falls on face-up tiles."
    return f"There is a poop on that Path of tile {NAMES[place]} already; there is room for one."
