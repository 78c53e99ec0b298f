"""How the decisions of New York Zoo are made by pointing at the scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from menagerie.core.action import Action
from menagerie.core.choosing import Choice, Placements, button
from menagerie.core.seats import LETTERS
from menagerie.games.new_york_zoo.actions import (
    KEEP_ONE,
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
from menagerie.games.new_york_zoo.phases.walking import destination
from menagerie.games.new_york_zoo.pieces import HOUSE, Orientation, Tile
from menagerie.games.new_york_zoo.state import Table

CELL: Final = 36
"""A space of a board, in the scene."""
HEADER: Final = 40
BORDER: Final = 8
"""Where the spaces of a board begin."""

Drawing = Callable[[Tile, Orientation], str]
Layout = dict[int, tuple[float, float]]
"""Where the boards lie in the scene, by seat."""


def choices(table: Table, seat: int, layout: Layout, drawing: Drawing) -> list[Choice | Placements]:
    """How each legal decision of that seat is made; those that lay the same tile are one choice."""
    found: list[Choice | Placements] = []
    ways: dict[str, list[Place]] = {}
    actions = table.legal(seat)
    for action in actions:
        if isinstance(action, Place):
            ways.setdefault(action.tile.id, []).append(action)
        else:
            found.append(Choice(str(action), _path(table, seat, action)))
    for places in ways.values():
        found.append(_placements(table, places, layout[seat], drawing))
    return found


def _path(table: Table, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Walk):
        space = f"space-{destination(table, action).index}"
        if table.mode.steps:
            return (space,)
        return (f"marker-{min(action.steps, table.pieces.markers - 1)}", space)
    if isinstance(action, Settle):
        return (_house(table, seat, action.species) if action.origin == HOUSE else _tile(table, action.origin),)
    if isinstance(action, Acquire):
        supply = f"supply-{table.pieces.species[action.species].id}"
        return (supply, _free_house(table, seat) if action.where == HOUSE else _tile(table, action.where))
    if isinstance(action, (FollowUp, Complete, Bonus)):
        return (f"tile-{action.tile.id}",)
    if isinstance(action, Breed):
        first = f"tile-{action.first.id}"
        return (first,) if action.second is None else (first, f"tile-{action.second.id}")
    return (button(_label(action)),)


def _label(action: Action) -> str:
    """What stands on a button."""
    if action is WALK_FREE:
        return "Walk on without a marker"
    if action is KEEP_ONE:
        return "Keep one"
    words = str(action)
    return words[0].upper() + words[1:]


def _tile(table: Table, index: int) -> str:
    return f"tile-{table.pieces.enclosures[index].id}"


def _house(table: Table, seat: int, species: int) -> str:
    """The first house with that species: they are filled in the order of the species."""
    before = sum([table.in_houses(seat, other) for other in range(species)])
    return f"house-{LETTERS[seat]}-{before}"


def _free_house(table: Table, seat: int) -> str:
    return f"house-{LETTERS[seat]}-{table.boards[seat].houses - table.house_room[seat]}"


# Laying tiles.


def _placements(table: Table, places: list[Place], corner: tuple[float, float], drawing: Drawing) -> Placements:
    """All ways to lay one tile. The one that must be laid now is in hand already; others are picked up first."""
    tile = places[0].tile
    columns = table.pieces.columns
    bits = {turned.name: 0 for turned in tile.orientations}
    for place in places:
        bits[place.orientation.name] |= 1 << (place.row * columns + place.column)
    target = f"market-{tile.id}" if tile.is_attraction else f"tile-{tile.id}"
    return Placements(
        notation=f"place {tile.id} {{turn}} at {{cell}}",
        path=() if table.new is tile else (target,),
        columns=columns,
        x=corner[0] + BORDER,
        y=corner[1] + HEADER,
        cell=CELL,
        ghosts={turned.name: drawing(tile, turned) for turned in tile.orientations},
        turned={turned.name: _other(tile, turned, False) for turned in tile.orientations},
        mirrored={turned.name: _other(tile, turned, True) for turned in tile.orientations},
        fits={name: f"{mask:x}" for name, mask in bits.items()},
    )


def _other(tile: Tile, turned: Orientation, mirror: bool) -> str:
    """The orientation that a quarter turn clockwise, or a mirror, makes of one."""
    if mirror:
        cells = [(row, turned.width - 1 - column) for row, column in turned.cells]
    else:
        cells = [(column, turned.height - 1 - row) for row, column in turned.cells]
    wanted = tuple(sorted(cells))
    return next(other.name for other in tile.orientations if other.cells == wanted)
