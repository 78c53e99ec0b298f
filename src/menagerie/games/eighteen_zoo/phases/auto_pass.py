"""When a step is skipped automatically (rules 4.3 and 7.1): only if no power or ticket that the family could use or
acquire now could change it."""

from __future__ import annotations

from typing import Final

from menagerie.core.action import Action
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.map.board import NEW
from menagerie.games.eighteen_zoo.map.tiles import YELLOW
from menagerie.games.eighteen_zoo.phases import any_time
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.powers import green
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT
from menagerie.games.eighteen_zoo.running.outlook import SPACE, STOP, STOP_OR_POOL, Means, could_reach
from menagerie.games.eighteen_zoo.state import Position

_MAPS_TILES: Final = 2
"""Tiles that ANCIENT MAPS lay."""
_GOLD_PAYS: Final = 2
"""What SHINING GOLD earns on M."""
_ANY_PURSE: Final = 99
_ADD_TRACK: Final = (box.RABBITS, box.MOLES, box.ANCIENT_MAPS, box.HOLE)


def at_hand(state: Position, family: int) -> list[int]:
    """Return the powers that the family has or could acquire, counting its leader's tickets, and PATCH in the leader's
    hand."""
    powers = list(state.mats[family])
    if squirrels.may_patch(state, family) and box.PATCH not in powers:
        powers.append(box.PATCH)
    purse = money(state, family)
    if len(state.mats[family]) < POWER_LIMIT or _can_make_room(state, family):
        for seat in state.order:
            for power in state.hands[seat]:
                if power not in powers and any_time.may_acquire(state, power, purse):
                    powers.append(power)
    return powers


def _can_make_room(state: Position, family: int) -> bool:
    """Return whether a power of the family could be used up now."""
    actions: list[Action] = []
    for power in state.mats[family]:
        green.uses(state, family, power, actions)
    return len(actions) > 0


def could_acquire_track(state: Position, family: int) -> bool:
    """Return whether the family could get a power that adds track."""
    mine = state.mats[family]
    more = [power for power in at_hand(state, family) if power in _ADD_TRACK and power not in mine]
    return len(more) > 0


def means(state: Position, family: int, powers: list[int]) -> Means:
    """Return what these powers can add to the map."""
    new = _MAPS_TILES if box.ANCIENT_MAPS in powers else 0
    rabbits = state.uses[box.RABBITS] if box.RABBITS in powers else 0
    moles = state.uses[box.MOLES] if box.MOLES in powers else 0
    hole = box.HOLE in powers and len(state.board.hole_hexes()) > 1
    purse = _ANY_PURSE if box.SHINING_GOLD in powers else money(state, family)
    return Means(new, rabbits, moles, hole, purse)


def money(state: Position, family: int) -> int:
    """Return the treasury plus what the leader's tickets can add."""
    return state.treasury[family] + state.tickets[state.owner(family)] * state.ticket_value


def gold(state: Position, family: int) -> int:
    """Return what ANCIENT MAPS could earn on M with SHINING GOLD."""
    powers = at_hand(state, family)
    if box.SHINING_GOLD not in powers or not state.board.can_lay(family, NEW, YELLOW, _ANY_PURSE, ()):
        return 0
    return _GOLD_PAYS * means(state, family, powers).new


def could_run(state: Position, family: int, runners: tuple[Runner, ...]) -> bool:
    """Return whether squirrels without a run could get one, by PATCH or by tiles.

    With PATCH one can run within its own station. Other powers make runs richer but never possible: two stops are a
    run, and a run that reaches an R area has two.
    """
    powers = at_hand(state, family)
    ways = means(state, family, powers)
    if box.PATCH in powers and (ways.new or _has_track(state, family)):
        return True
    if not (ways.new or ways.rabbits or ways.moles):
        return False
    jumping = [runner for runner in runners if runner.jumps]
    goal = STOP_OR_POOL if jumping else STOP
    return could_reach(state.board, family, ways, goal) and _something_to_use(state)


def _something_to_use(state: Position) -> bool:
    """Return whether there is anything to choose: a tile that seems to fit may not."""
    actions: list[Action] = []
    any_time.options(state, actions)
    return len(actions) > 0


def _has_track(state: Position, family: int) -> bool:
    return len([at for at in state.board.stations(family) if state.board.spots[at].track is not None]) > 0


def could_build(state: Position, family: int) -> bool:
    """Return whether a family with a station left could get a place for it, and the money.

    ON A DIET and THAT'S MINE need no step: they can be used at any time.
    """
    if state.stations_left[family][0] > money(state, family) + gold(state, family):
        return False
    if state.board.station_hexes(family):
        return True
    ways = means(state, family, at_hand(state, family))
    if not (ways.new or ways.rabbits or ways.moles or ways.hole):
        return False
    return could_reach(state.board, family, ways, SPACE) and _something_to_use(state)
