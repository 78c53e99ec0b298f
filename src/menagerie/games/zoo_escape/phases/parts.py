"""The Parts of the Machine: what each can do, and using it (rules 8.4 and 8.5)."""

from menagerie.core.action import Action
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import AtKeeper, ChangePath, Drive, Escape, Lift
from menagerie.games.zoo_escape.board import (
    IN_LINE,
    NEIGHBOURS,
    NEXT,
    OPEN,
    OPPOSITE,
    PLACES,
    TOWARDS,
    WITHIN,
    ahead,
)
from menagerie.games.zoo_escape.phases.captures import end_game, load, machine_arrives, remove_keeper
from menagerie.games.zoo_escape.phases.tiles import enter, turn_up
from menagerie.games.zoo_escape.pieces import (
    CRANE,
    CREEP,
    FLY,
    GATE,
    LEAP,
    MUCK,
    ROLL_LINE,
    SCARE,
    SHOO_LINE,
    Card,
    directions_in,
)
from menagerie.games.zoo_escape.scoring import ESCAPED
from menagerie.games.zoo_escape.state import Position


def can_escape(state: Position, card: Card, steps: int, line: int) -> bool:
    """Rule 8.5: return whether the Machine, on a Gate with all aboard, can leave with this Part."""
    laid = state.zoo[state.machine >> 2]
    if laid.feature != GATE or state.loaded != state.whole_team or card.do > FLY or card.do == LEAP or not steps:
        return False
    return card.do != ROLL_LINE or line < 0 or line == laid.turns


def list_uses(state: Position, card: Card, steps: int, line: int, changed: bool, actions: list[Action]) -> None:
    """Rule 8.4: list all that a Part can do with `steps` tiles left. `line` is the direction of its last step."""
    do = card.do
    if do <= CREEP:
        list_rolls(state, card, steps, line, changed, actions)
    elif do <= FLY:
        list_flights(state, card, actions)
    elif do == MUCK:
        list_muck(state, card, steps, actions)
    elif do == CRANE:
        list_lifts(state, card, actions)
    else:
        list_at_keepers(state, card, actions)
    if can_escape(state, card, steps, line):
        actions.append(state.catalogue.escape[card.index])


def list_rolls(state: Position, card: Card, steps: int, line: int, changed: bool, actions: list[Action]) -> None:
    """Rules 8.4.1 to 8.4.3."""
    laid = state.zoo[state.machine >> 2]
    path = state.machine & 3
    sides = laid.sides[path] if steps else 0
    if card.do == ROLL_LINE and line >= 0:
        sides &= 1 << line
    drives = state.catalogue.drive[card.index]
    for direction in directions_in(sides):
        actions.append(drives[direction][0][0])
    if card.do == CREEP and not changed and len(laid.sides) > 1:
        actions.append(state.catalogue.change_path[card.index][1 - path])


def list_flights(state: Position, card: Card, actions: list[Action]) -> None:
    """Rules 8.4.4 to 8.4.6."""
    place = state.machine >> 2
    drives = state.catalogue.drive[card.index]
    for direction in OPEN[place]:
        for choices in drives[direction]:
            there = ahead(place, direction, flight(card, choices[0].tiles))
            if there < 0:
                continue
            if state.up >> there & 1 and len(state.zoo[there].sides) > 1:
                actions.append(choices[1])
                actions.append(choices[2])
            else:
                actions.append(choices[0])


def flight(card: Card, tiles: int) -> int:
    """Return how many tiles a Part takes the Machine: the number chosen if it flies, else the number printed."""
    return tiles if card.do == FLY else card.tiles


def list_muck(state: Position, card: Card, steps: int, actions: list[Action]) -> None:
    """Rule 8.4.10."""
    if not steps:
        return
    place = state.machine >> 2
    for direction in OPEN[place]:
        if muck_spot(state, place, direction) >= 0:
            actions.append(state.catalogue.drive[card.index][direction][0][0])


def muck_spot(state: Position, place: int, direction: int) -> int:
    """Return the spot where muck falls in that direction, -1 if it cannot."""
    there = NEXT[place << 2 | direction]
    if there < 0 or not state.up >> there & 1:
        return -1
    path = state.zoo[there].path_at[OPPOSITE[direction]]
    return -1 if state.poop[path] >> there & 1 else there << 2 | path


def list_lifts(state: Position, card: Card, actions: list[Action]) -> None:
    """Rule 8.4.9."""
    place = state.machine >> 2
    reach = NEIGHBOURS[place][15] | 1 << place
    for animal in range(state.team):
        if not state.loaded >> animal & 1 and reach >> (state.spots[animal] >> 2) & 1:
            actions.append(state.catalogue.lift[card.index][state.animals[animal].index])


def list_at_keepers(state: Position, card: Card, actions: list[Action]) -> None:
    """Rules 8.4.7 and 8.4.8."""
    for keeper in state.duty:
        if state.stands[keeper] >= 0 and is_in_reach(state, card, state.stands[keeper] >> 2):
            actions.append(state.catalogue.at_keeper[card.index][keeper])


def is_in_reach(state: Position, card: Card, place: int) -> bool:
    """Return whether the Part can scare or shoo a Keeper there."""
    here = state.machine >> 2
    if card.do == SCARE:
        direction = TOWARDS[here * PLACES + place]
        return direction >= 0 and NEXT[place << 2 | direction] >= 0
    reach = WITHIN[card.reach][here]
    if card.do == SHOO_LINE:
        reach &= IN_LINE[here]
    return reach >> place & 1 == 1


def use(state: Position, card: Card, action: Action) -> None:
    """Carry out one step of using a Part."""
    if isinstance(action, Escape):
        end_game(state, ESCAPED)
    elif isinstance(action, Drive):
        if card.do == MUCK:
            spread_muck(state, action.direction)
        else:
            drive(state, card, action)
    elif isinstance(action, ChangePath):
        state.path_changed = True
        place = state.machine >> 2
        state.machine = place << 2 | action.path
        if state.log is not None:
            state.log.append(events.MachineMoved(card, -1, place))
        machine_arrives(state, state.machine)
    elif isinstance(action, AtKeeper):
        use_at_keeper(state, card, action.keeper)
    elif isinstance(action, Lift):
        load(state, state.number_of[action.animal.index])


def drive(state: Position, card: Card, action: Drive) -> None:
    """Rules 8.4.1 to 8.4.6: move to another tile, along the Path or from above."""
    direction = action.direction
    state.steps_left -= 1
    state.line = direction
    place = state.machine >> 2
    there = NEXT[place << 2 | direction] if card.do <= CREEP else ahead(place, direction, flight(card, action.tiles))
    if card.do <= CREEP:
        enter(state, there, OPPOSITE[direction])
        return
    is_up = state.up >> there & 1 == 1
    if is_up:
        state.machine = there << 2 | max(0, action.path)
    # Above a face-down tile the Machine stays in the air until the tile is revealed and lies.
    if state.log is not None:
        state.log.append(events.MachineMoved(card, direction, there))
    if is_up:
        machine_arrives(state, state.machine)
    else:
        turn_up(state, there, -1)


def spread_muck(state: Position, direction: int) -> None:
    """Rule 8.4.10."""
    state.steps_left -= 1
    spot = muck_spot(state, state.machine >> 2, direction)
    state.poop[spot & 3] |= 1 << (spot >> 2)
    if state.log is not None:
        state.log.append(events.Pooped("The Muck Spreader", spot >> 2))


def use_at_keeper(state: Position, card: Card, keeper: int) -> None:
    """Rules 8.4.7 and 8.4.8."""
    if card.do != SCARE:
        remove_keeper(state, keeper, f"The {card.name}")
        return
    direction = TOWARDS[(state.machine >> 2) * PLACES + (state.stands[keeper] >> 2)]
    state.facing[keeper] = direction
    if state.log is not None:
        state.log.append(events.KeeperScared(keeper, direction))
