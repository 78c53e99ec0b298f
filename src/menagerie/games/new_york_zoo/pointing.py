"""How each decision of New York Zoo is made by pointing at the scene, and what else can be tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menagerie.core.action import Action
from menagerie.core.choosing import Choice, Placements, button
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
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
from menagerie.games.new_york_zoo.drawing import CELL, ghost, grid_corner
from menagerie.games.new_york_zoo.phases.acquiring import AcquireAnimal, FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.phases.dealing import PlaceDealt
from menagerie.games.new_york_zoo.phases.laying import Populate
from menagerie.games.new_york_zoo.phases.walking import TURN, destination
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE, Orientation, Tile
from menagerie.games.new_york_zoo.rulebook import Completions
from menagerie.games.new_york_zoo.state import Table


def choices(state: State, seat: int) -> list[Choice | Placements]:
    """How that seat's decisions are made by pointing; those that lay the same tile are one choice."""
    table = cast(Table, state)
    found: list[Choice | Placements] = []
    ways: dict[str, list[Place]] = {}
    for action in table.legal(seat):
        if isinstance(action, Place):
            ways.setdefault(action.tile.id, []).append(action)
        else:
            found.append(Choice(str(action), _path(table, seat, action), moves=isinstance(action, Acquire)))
    for places in ways.values():
        # The tile that must be laid now is in hand already; others are picked up first.
        tile = places[0].tile
        found.append(_placements(table, seat, places, () if tile is table.new else (_tile_id(tile),)))
    return found


def _path(table: Table, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Walk):
        space = f"space-{destination(table, action).index}"
        if table.mode.steps:
            return (space,)
        return (_marker(table, action.steps), space)
    if isinstance(action, Settle):
        return (_house(table, seat, action.species) if action.origin == HOUSE else _enclosure(table, action.origin),)
    if isinstance(action, Acquire):
        supply = f"supply-{table.pieces.species[action.species].id}"
        return (supply, _free_house(table, seat) if action.where == HOUSE else _enclosure(table, action.where))
    if isinstance(action, (FollowUp, Complete, Bonus)):
        return (_tile_id(action.tile),)
    if isinstance(action, Breed):
        first = _tile_id(action.first)
        return (first,) if action.second is None else (first, _tile_id(action.second))
    return (button(_label(action)),)


def _marker(table: Table, steps: int) -> str:
    """The range marker for that many spaces: the last one is for all that are farther."""
    return f"marker-{min(steps, table.pieces.markers - 1)}"


def _label(action: Action) -> str:
    """What stands on a button."""
    if action is WALK_FREE:
        return "Walk on without a marker"
    if action is KEEP_ONE:
        return "Keep one"
    words = str(action)
    return words[0].upper() + words[1:]


def _tile_id(tile: Tile) -> str:
    return f"market-{tile.id}" if tile.is_attraction else f"tile-{tile.id}"


def _enclosure(table: Table, index: int) -> str:
    return _tile_id(table.pieces.enclosures[index])


def _house(table: Table, seat: int, species: int) -> str:
    """The first house with that species: they are filled in the order of the species."""
    before = sum([table.in_houses(seat, other) for other in range(species)])
    return f"house-{LETTERS[seat]}-{before}"


def _free_house(table: Table, seat: int) -> str:
    return f"house-{LETTERS[seat]}-{table.boards[seat].houses - table.house_room[seat]}"


# Laying tiles.


def _placements(table: Table, seat: int, places: list[Place], path: tuple[str, ...]) -> Placements:
    """All these ways to lay one tile on that seat's board."""
    tile = places[0].tile
    columns = table.pieces.columns
    bits = {turned.name: 0 for turned in tile.orientations}
    for place in places:
        bits[place.orientation.name] |= 1 << (place.row * columns + place.column)
    x, y = grid_corner(table, seat)
    return Placements(
        notation=f"place {tile.id} {{turn}} at {{cell}}",
        path=path,
        columns=columns,
        x=x,
        y=y,
        cell=CELL,
        ghosts={turned.name: ghost(tile, turned) for turned in tile.orientations},
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


# What somebody means who points at something that cannot be chosen.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not."""
    table = cast(Table, state)
    kind, _, name = path[-1].partition("-")
    if kind == "space":
        return _walk_to(table, int(name), path[0])
    if kind == "marker":
        return table.ready.walks[int(name)]
    if kind == "supply":
        return _acquire(table, table.pieces.species_by_id[name])
    if kind == "house":
        return _with_house(table, seat, path)
    if kind in ("tile", "market"):
        return _with_tile(table, seat, path, table.pieces.tiles_by_id[name])
    if kind == "animal":
        return _with_tile(table, seat, path, table.pieces.tiles_by_id[name.rpartition("-")[0]])
    return None


def _walk_to(table: Table, index: int, picked: str) -> Action | None:
    """The walk that ends there; none ends at an empty slot, or where the marker that was picked does not lead."""
    strip = table.pieces.strip
    at, steps = table.elephant, 0
    while at != index:
        at = (at + 1) % len(strip)
        if strip[at].animals or table.stacks[at]:
            steps += 1
        elif at == index:
            return None
    if picked.startswith("marker-") and picked != _marker(table, steps):
        return None
    return table.ready.walks[steps]


def _acquire(table: Table, species: int) -> Action:
    """A new animal of that species, wherever there is room for it."""
    for option in table.options:
        if isinstance(option, Acquire) and option.species == species:
            return option
    return table.ready.acquire[species][HOUSE + 1]


def _with_house(table: Table, seat: int, path: Sequence[str]) -> Action | None:
    _, letter, number = path[-1].split("-")
    if letter != LETTERS[seat]:
        return None
    phase = table.phase(seat)
    if isinstance(phase, AcquireAnimal):
        return table.ready.acquire[_new_animal(table, path, NONE)][HOUSE + 1]
    if isinstance(phase, Populate):
        inside = [s.index for s in table.pieces.species for _ in range(table.in_houses(seat, s.index))]
        return table.ready.settle[inside[int(number)]][HOUSE + 1] if int(number) < len(inside) else None
    return None


def _new_animal(table: Table, path: Sequence[str], resident: int) -> int:
    """The species that is to be acquired: the one picked, the one still to come, or who lives there already."""
    if path[0].startswith("supply-"):
        return table.pieces.species_by_id[path[0].removeprefix("supply-")]
    if table.second != NONE:
        return table.second
    return resident if resident != NONE else table.pieces.strip[table.elephant].animals[0]


def _with_tile(table: Table, seat: int, path: Sequence[str], tile: Tile) -> Action | None:
    for space, stack in enumerate(table.stacks):
        if tile in stack and table.phase(seat) is TURN:
            return _walk_to(table, space, path[0])
    if any(table.owns(owner, tile) for owner in range(table.players)):
        return _with_enclosure(table, seat, path, tile)
    return _lay(table, seat, tile)


def _lay(table: Table, seat: int, tile: Tile) -> Action:
    """A tile that is to be laid, wherever there is room for it."""
    ways = table.ways_to_lay(seat, tile)
    return ways[0] if ways else table.ready.places[tile.index][0]


def _with_enclosure(table: Table, seat: int, path: Sequence[str], tile: Tile) -> Action | None:
    """What an enclosure is for in each phase, whoever has it."""
    phase = table.phase(seat)
    resident = table.residents[tile.index]
    if isinstance(phase, AcquireAnimal):
        return table.ready.acquire[_new_animal(table, path, resident)][tile.index + 1]
    if isinstance(phase, Populate) and resident != NONE and tile is not table.new:
        return table.ready.settle[resident][tile.index + 1]
    if isinstance(phase, FollowUps):
        return table.ready.follow_up[tile.index]
    if isinstance(phase, Completions):
        return table.ready.complete[tile.index]
    if isinstance(phase, BreedAnimals):
        return _breed(table, path[0], tile)
    if isinstance(phase, BonusBreeding):
        return table.ready.bonus[tile.index]
    return _lay(table, seat, tile) if isinstance(phase, PlaceDealt) else None


def _breed(table: Table, picked: str, second: Tile) -> Action:
    first = table.pieces.tiles_by_id.get(picked.removeprefix("tile-"), second)
    if first is second or first.is_attraction:
        return table.ready.breed[second.index]
    return table.ready.breed_two[first.index][second.index]


# Trying out.


def trials(state: State, seat: int) -> list[Placements]:
    """Where on the own board the tiles at the strip and in the market would fit."""
    table = cast(Table, state)
    tiles = [stack[-1] for stack in table.stacks if stack]
    tiles += [tile for tile, left in zip(table.pieces.attractions, table.market, strict=True) if left]
    ways = [table.ways_to_lay(seat, tile) for tile in tiles]
    return [_placements(table, seat, places, (_tile_id(places[0].tile),)) for places in ways if places]
