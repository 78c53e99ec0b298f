"""How each decision of New York Zoo is made by pointing at the scene, and what else can be tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, Placements, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import (
    Acquire,
    Bonus,
    Breed,
    Complete,
    FollowUp,
    Place,
    Settle,
    Walk,
)
from menagerie.games.new_york_zoo.display import wording
from menagerie.games.new_york_zoo.display.drawing import BORDER, CELL, HEADER, ghost, zoo_part
from menagerie.games.new_york_zoo.display.text import shape as shape  # what the terminal shows beside a decision
from menagerie.games.new_york_zoo.display.wording import words
from menagerie.games.new_york_zoo.phases.acquiring import AcquireAnimal, FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals, breeders
from menagerie.games.new_york_zoo.phases.dealing import PlaceDealt
from menagerie.games.new_york_zoo.phases.laying import Populate
from menagerie.games.new_york_zoo.phases.walking import TURN, destination, loses_at
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE, Orientation, Tile
from menagerie.games.new_york_zoo.rulebook import Completions
from menagerie.games.new_york_zoo.state import Position

__all__ = ["can_try", "choices", "meant", "trials", "words"]


def choices(state: State, seat: int) -> list[Choice | Placements]:
    """How that seat's decisions are made by pointing; those that lay the same tile are one choice."""
    state = cast(Position, state)
    told = Foretold(state, seat, wording)
    found: list[Choice | Placements] = []
    ways: dict[str, list[Place]] = {}
    for action in state.legal(seat):
        if isinstance(action, Place):
            ways.setdefault(action.tile.id, []).append(action)
        else:
            moves = isinstance(action, Acquire)
            said, then = words(state, seat, action), told.of(action)
            paths = _paths(state, seat, action)
            found += [Choice(str(action), path, moves=moves, words=said, then=then) for path in paths]
    for places in ways.values():
        # The tile that must be laid now is in hand already; others are picked up first.
        tile = places[0].tile
        found.append(_placements(state, seat, places, () if tile is state.new else (_tile_id(tile),)))
    return found


def _paths(state: Position, seat: int, action: Action) -> list[tuple[str, ...]]:
    """The ways to point at a decision: two where the order of what is pointed at does not matter."""
    if isinstance(action, Breed):
        return _breeding_paths(state, seat, action)
    return [_path(state, seat, action)]


def _breeding_paths(state: Position, seat: int, action: Breed) -> list[tuple[str, ...]]:
    """Two enclosures in either order; one alone, where two could breed, only by a button that says so."""
    first = _tile_id(action.first)
    if action.second is not None:
        second = _tile_id(action.second)
        return [(first, second)] if state.memory is not None else [(first, second), (second, first)]
    if len(breeders(state, seat, state.breeding)) == 1:
        return [(first,)]
    return [(first, button(words(state, seat, action)))]


def _path(state: Position, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Walk):
        return _walking_path(state, action)
    if isinstance(action, Settle):
        return (_house(state, seat, action.species) if action.origin == HOUSE else _enclosure(state, action.origin),)
    if isinstance(action, Acquire):
        supply = f"supply-{state.pieces.species[action.species].id}"
        return (supply, _free_house(state, seat) if action.where == HOUSE else _enclosure(state, action.where))
    if isinstance(action, (FollowUp, Complete, Bonus)):
        return (_tile_id(action.tile),)
    return (button(words(state, seat, action)),)


def _walking_path(state: Position, action: Walk) -> tuple[str, ...]:
    """Who would lose at once (rule 9.6) must say so first."""
    goal = destination(state, action)
    space = f"space-{goal.index}"
    if state.mode.steps:
        return (space,)
    path = (_marker(state, action.steps), space)
    return (button("Pass the start space and lose"), *path) if loses_at(state, goal) else path


def _marker(state: Position, steps: int) -> str:
    """The range marker for that many spaces: the last one is for all that are farther."""
    return f"marker-{min(steps, state.pieces.markers - 1)}"


def _tile_id(tile: Tile) -> str:
    return f"market-{tile.id}" if tile.is_attraction else f"tile-{tile.id}"


def _enclosure(state: Position, index: int) -> str:
    return _tile_id(state.pieces.enclosures[index])


def _house(state: Position, seat: int, species: int) -> str:
    """The first house with that species: they are filled in the order of the species."""
    before = sum([state.in_houses(seat, other) for other in range(species)])
    return f"house-{LETTERS[seat]}-{before}"


def _free_house(state: Position, seat: int) -> str:
    return f"house-{LETTERS[seat]}-{state.boards[seat].houses - state.house_room[seat]}"


# Laying tiles.


def _placements(state: Position, seat: int, places: list[Place], path: tuple[str, ...]) -> Placements:
    """All these ways to lay one tile on that seat's board."""
    tile = places[0].tile
    columns = state.pieces.columns
    bits = {turned.name: 0 for turned in tile.orientations}
    for place in places:
        bits[place.orientation.name] |= 1 << (place.row * columns + place.column)
    return Placements(
        notation=f"place {tile.id} {{turn}} at {{cell}}",
        path=path,
        columns=columns,
        x=BORDER,
        y=HEADER,
        cell=CELL,
        part=zoo_part(seat),
        ghosts={turned.name: ghost(tile, turned) for turned in tile.orientations},
        turned={turned.name: _other(tile, turned, False) for turned in tile.orientations},
        mirrored={turned.name: _other(tile, turned, True) for turned in tile.orientations},
        fits={name: f"{mask:x}" for name, mask in bits.items()},
        words=words(state, seat, places[0]),
    )


def _other(tile: Tile, turned: Orientation, mirror: bool) -> str:
    """The orientation that a quarter turn clockwise, or a mirror, makes of one."""
    if mirror:
        cells = [(row, turned.width - 1 - column) for row, column in turned.cells]
    else:
        cells = [(column, turned.height - 1 - row) for row, column in turned.cells]
    wanted = tuple(sorted(cells))
    return next(other.name for other in tile.orientations if other.cells == wanted)


# What a player who points at something that cannot be chosen means.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not."""
    state = cast(Position, state)
    kind, _, name = path[-1].partition("-")
    if kind == "space":
        return _walk_to(state, int(name), path[0])
    if kind == "step":
        return state.catalogue.walks[int(name)]
    if kind == "marker":
        return state.catalogue.walks[int(name)]
    if kind == "supply":
        return _acquire(state, seat, state.pieces.species_by_id[name])
    if kind == "house":
        return _with_house(state, seat, path)
    if kind in ("tile", "market"):
        return _with_tile(state, seat, path, state.pieces.tiles_by_id[name])
    if kind == "animal":
        return _with_tile(state, seat, path, state.pieces.tiles_by_id[name.rpartition("-")[0]])
    return None


def _walk_to(state: Position, index: int, picked: str) -> Action | None:
    """The walk that ends there; none ends at an empty slot, or where the marker that was picked does not lead."""
    strip = state.pieces.strip
    at, steps = state.elephant, 0
    while at != index:
        at = (at + 1) % len(strip)
        if strip[at].animals or state.stacks[at]:
            steps += 1
        elif at == index:
            return None
    if picked.startswith("marker-") and picked != _marker(state, steps):
        return None
    return state.catalogue.walks[steps]


def _acquire(state: Position, seat: int, species: int) -> Action:
    """A new animal of that species, wherever there is room for it."""
    for option in state.legal(seat):
        if isinstance(option, Acquire) and option.species == species:
            return option
    return state.catalogue.acquire[species][HOUSE + 1]


def _with_house(state: Position, seat: int, path: Sequence[str]) -> Action | None:
    _, letter, number = path[-1].split("-")
    if letter != LETTERS[seat]:
        return None
    phase = state.phase(seat)
    if isinstance(phase, AcquireAnimal):
        return state.catalogue.acquire[_new_animal(state, path, NONE)][HOUSE + 1]
    if isinstance(phase, Populate):
        inside = [s.index for s in state.pieces.species for _ in range(state.in_houses(seat, s.index))]
        return state.catalogue.settle[inside[int(number)]][HOUSE + 1] if int(number) < len(inside) else None
    return None


def _new_animal(state: Position, path: Sequence[str], resident: int) -> int:
    """The species that is to be acquired: the one picked, the one still to come, or who lives there already."""
    if path[0].startswith("supply-"):
        return state.pieces.species_by_id[path[0].removeprefix("supply-")]
    if state.second != NONE:
        return state.second
    return resident if resident != NONE else state.pieces.strip[state.elephant].animals[0]


def _with_tile(state: Position, seat: int, path: Sequence[str], tile: Tile) -> Action | None:
    for space, stack in enumerate(state.stacks):
        if tile in stack and state.phase(seat) is TURN:
            return _walk_to(state, space, path[0])
    if any(state.owns(owner, tile) for owner in range(state.players)):
        return _with_enclosure(state, seat, path, tile)
    return _lay(state, seat, tile)


def _lay(state: Position, seat: int, tile: Tile) -> Action:
    """A tile that is to be laid, wherever there is room for it."""
    ways = state.ways_to_lay(seat, tile)
    return ways[0] if ways else state.catalogue.places[tile.index][0]


def _with_enclosure(state: Position, seat: int, path: Sequence[str], tile: Tile) -> Action | None:
    """Return what an enclosure is for in each phase, on any board."""
    phase = state.phase(seat)
    resident = state.residents[tile.index]
    if isinstance(phase, AcquireAnimal):
        return state.catalogue.acquire[_new_animal(state, path, resident)][tile.index + 1]
    if isinstance(phase, Populate) and resident != NONE and tile is not state.new:
        return state.catalogue.settle[resident][tile.index + 1]
    if isinstance(phase, FollowUps):
        return state.catalogue.follow_up[tile.index]
    if isinstance(phase, Completions):
        return state.catalogue.complete[tile.index]
    if isinstance(phase, BreedAnimals):
        return _breed(state, path[0], tile)
    if isinstance(phase, BonusBreeding):
        return state.catalogue.bonus[tile.index]
    return _lay(state, seat, tile) if isinstance(phase, PlaceDealt) else None


def _breed(state: Position, picked: str, second: Tile) -> Action:
    first = state.pieces.tiles_by_id.get(picked.removeprefix("tile-"), second)
    if first is second or first.is_attraction:
        return state.catalogue.breed[second.index]
    return state.catalogue.breed_two[first.index][second.index]


# Trying out.


def can_try(state: State, seat: int) -> bool:
    """Whether there is something to try out now."""
    return cast(Position, state).open[seat] > 0


def trials(state: State, seat: int) -> list[Placements]:
    """Return where on the seat's board the tiles at the strip and in the market would fit."""
    state = cast(Position, state)
    tiles = [stack[-1] for stack in state.stacks if stack]
    tiles += [tile for tile, left in zip(state.pieces.attractions, state.market, strict=True) if left]
    ways = [state.ways_to_lay(seat, tile) for tile in tiles]
    return [_placements(state, seat, places, (_tile_id(places[0].tile),)) for places in ways if places]
