"""How each decision of Zooloretto Mini is made by pointing at the scene, and what else can be tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.choosing import Choice, button
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.actions import Discard, Draw, Load, Place, Take, TakeOver
from menagerie.games.zooloretto_mini.phases import LOAD_TRUCK
from menagerie.games.zooloretto_mini.pieces import BARN, ENCLOSURES, Tile, find
from menagerie.games.zooloretto_mini.state import Table

NOWHERE: Final = -1


def choices(state: State, seat: int) -> list[Choice]:
    """How that seat's decisions are made by pointing."""
    table = cast(Table, state)
    return [
        Choice(str(action), _path(table, seat, action), moves=isinstance(action, Place | TakeOver))
        for action in table.legal(seat)
    ]


def _path(table: Table, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Draw):
        return ("pile",)
    if isinstance(action, Load | Take):
        return (f"truck-{action.truck + 1}",)
    if isinstance(action, Place):
        return (_tile_id(table.hand, action.tile), _place_id(seat, action.where))
    if isinstance(action, TakeOver):
        return (_tile_id(table.barns[action.owner], action.tile), _place_id(seat, action.where))
    if isinstance(action, Discard):
        return (_tile_id(table.barns[seat], action.tile),)
    return (button("No bonus"),)


def _tile_id(tiles: tuple[Tile, ...], sort: Tile) -> str:
    return f"tile-{tiles[find(tiles, sort.sort)].number}"


def _place_id(seat: int, where: int) -> str:
    return f"barn-{LETTERS[seat]}" if where == BARN else f"enclosure-{LETTERS[seat]}-{where + 1}"


# What somebody means who points at something that cannot be chosen.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not."""
    table = cast(Table, state)
    where = _place_of(seat, path[-1])
    if path[0] == "pile":
        return table.ready.draw
    if path[0].startswith("tile-"):
        return _with_tile(table, seat, int(path[0].removeprefix("tile-")), where)
    if path[0].startswith("truck-"):
        return _with_truck(table, int(path[0].removeprefix("truck-")) - 1)
    if where != NOWHERE and table.hand:
        return table.ready.place[table.hand[0].sort][where]
    return None


def _place_of(seat: int, target: str) -> int:
    places = [_place_id(seat, where) for where in range(BARN + 1)]
    return places.index(target) if target in places else NOWHERE


def _with_truck(table: Table, truck: int) -> Action:
    loading = table.stack[-1] is LOAD_TRUCK
    return table.ready.loads[1 << truck][0] if loading else table.ready.takes[1 << truck][0]


def _with_tile(table: Table, seat: int, number: int, where: int) -> Action | None:
    for truck, tiles in enumerate(table.trucks):
        if _holds(tiles, number):
            return _with_truck(table, truck)
    for owner, barn in enumerate(table.barns):
        if tile := _holds(barn, number):
            if owner == seat:
                return table.ready.discard[tile.sort]
            return table.ready.take_over[owner][tile.sort][where if 0 <= where < ENCLOSURES else 0]
    tile = _holds(table.hand, number)
    return table.ready.place[tile.sort][max(where, 0)] if tile else None


def _holds(tiles: tuple[Tile, ...], number: int) -> Tile | None:
    return next((tile for tile in tiles if tile.number == number), None)


# Trying out.


def trials(state: State, seat: int) -> list[Choice]:
    """Where in the own zoo the tiles on the trucks would fit."""
    table = cast(Table, state)
    zoo = table.zoo(seat)
    return [
        Choice(str(table.ready.place[tile.sort][where]), (f"tile-{tile.number}", _place_id(seat, where)), moves=True)
        for tiles in table.trucks
        for tile in tiles
        for where in range(BARN + 1)
        if where == BARN or zoo[where].accepts & tile.bit
    ]
