"""How each decision of Zooloretto Mini is made by pointing at the scene, and what else can be tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.actions import Discard, Draw, Load, Place, Take, TakeOver
from menagerie.games.zooloretto_mini.display import wording
from menagerie.games.zooloretto_mini.display.wording import words
from menagerie.games.zooloretto_mini.phases import LOAD_TRUCK
from menagerie.games.zooloretto_mini.pieces import BARN, Tile, find
from menagerie.games.zooloretto_mini.state import Position

__all__ = ["can_try", "choices", "meant", "trials", "words"]

NOWHERE: Final = -1
MOVES: Final = (Place, TakeOver)
ABOUT_TRUCKS: Final = (Load, Take)
"""Kinds of decisions. As tuples: `Load | Take` would be built again for every choice of every table."""


def choices(state: State, seat: int) -> list[Choice]:
    """How that seat's decisions are made by pointing."""
    state = cast(Position, state)
    told = Foretold(state, seat, wording)
    return [
        Choice(
            str(action),
            _path(state, seat, action),
            moves=isinstance(action, MOVES),
            words=words(state, seat, action),
            then=told.of(action),
            carries=f"tile-{state.drawn.number}" if isinstance(action, Load) and state.drawn is not None else "",
        )
        for action in state.legal(seat)
    ]


def _path(state: Position, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Draw):
        return ("pile",)
    if isinstance(action, ABOUT_TRUCKS):
        return (f"truck-{action.truck + 1}",)
    if isinstance(action, Place):
        return (_tile_id(state.hand, action.tile), _place_id(seat, action.where))
    if isinstance(action, TakeOver):
        return (_tile_id(state.barns[action.owner], action.tile), _place_id(seat, action.where))
    if isinstance(action, Discard):
        return (_tile_id(state.barns[seat], action.tile),)
    return (button(wording.SKIP_BONUS),)


def _tile_id(tiles: tuple[Tile, ...], sort: Tile) -> str:
    return f"tile-{tiles[find(tiles, sort.sort)].number}"


def _place_id(seat: int, where: int) -> str:
    return f"barn-{LETTERS[seat]}" if where == BARN else f"enclosure-{LETTERS[seat]}-{where + 1}"


# What a player who points at something that cannot be chosen means.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not."""
    state = cast(Position, state)
    where = _place_of(state, seat, path[-1])
    if path[0] == "pile":
        return state.catalogue.draw
    if path[0].startswith("tile-"):
        if len(path) > 1 and where == NOWHERE:
            return None
        return _with_tile(state, seat, int(path[0].removeprefix("tile-")), where if len(path) > 1 else NOWHERE)
    if path[0].startswith("truck-"):
        return _with_truck(state, int(path[0].removeprefix("truck-")) - 1)
    if where != NOWHERE and state.hand:
        return state.catalogue.place[state.hand[0].sort][where]
    return None


def _place_of(state: Position, seat: int, target: str) -> int:
    """Return the seat's enclosure or barn that is pointed at, itself or by a tile in it."""
    tiles = [enclosure.tiles for enclosure in state.zoo(seat)] + [state.barns[seat]]
    for where in range(BARN + 1):
        if target == _place_id(seat, where) or target in [f"tile-{tile.number}" for tile in tiles[where]]:
            return where
    return NOWHERE


def _with_truck(state: Position, truck: int) -> Action:
    loading = state.stack[-1] is LOAD_TRUCK
    return state.catalogue.loads[1 << truck][0] if loading else state.catalogue.takes[1 << truck][0]


def _with_tile(state: Position, seat: int, number: int, where: int) -> Action | None:
    """What is done with a tile, by where it lies; nowhere: anywhere that takes it."""
    for truck, tiles in enumerate(state.trucks):
        if _holds(tiles, number):
            return _with_truck(state, truck)
    for owner, barn in enumerate(state.barns):
        if tile := _holds(barn, number):
            if owner != seat:
                return state.catalogue.take_over[owner][tile.sort][_home(state, seat, tile, where)]
            # Pointing from your own barn to an enclosure is a move inside the zoo, which there is not (rule 3.6).
            if where == NOWHERE:
                return state.catalogue.discard[tile.sort]
            return state.catalogue.place[tile.sort][where]
    tile = _holds(state.hand, number)
    return state.catalogue.place[tile.sort][_home(state, seat, tile, where)] if tile else None


def _home(state: Position, seat: int, tile: Tile, where: int) -> int:
    """That place, or if none was pointed at the first enclosure that takes the tile."""
    if where != NOWHERE:
        return where
    fitting = [number for number, enclosure in enumerate(state.zoo(seat)) if enclosure.accepts & tile.bit]
    return fitting[0] if fitting else 0


def _holds(tiles: tuple[Tile, ...], number: int) -> Tile | None:
    return next((tile for tile in tiles if tile.number == number), None)


# Trying out.


def can_try(state: State, seat: int) -> bool:
    """Whether there is something to try out now."""
    return any(cast(Position, state).trucks)


def trials(state: State, seat: int) -> list[Choice]:
    """Return where in the seat's zoo the tiles on the trucks would fit."""
    state = cast(Position, state)
    zoo = state.zoo(seat)
    return [
        Choice(
            str(state.catalogue.place[tile.sort][where]),
            (f"tile-{tile.number}", _place_id(seat, where)),
            moves=True,
            words=words(state, seat, state.catalogue.place[tile.sort][where]),
        )
        for tiles in state.trucks
        for tile in tiles
        for where in range(BARN + 1)
        if where == BARN or zoo[where].accepts & tile.bit
    ]
