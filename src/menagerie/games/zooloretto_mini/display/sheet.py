"""The sheet of Zooloretto Mini: points, and the tiles that are still to come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from menagerie.core.display.sheet import Chart, Row, Sheet, capital, chart, points
from menagerie.core.seats import counted
from menagerie.games.zooloretto_mini.pieces import BABY, FEMALE, MALE, PLAIN, Tile

if TYPE_CHECKING:
    from menagerie.games.zooloretto_mini.state import Position


def sheet(state: Position, seat: int | None) -> Sheet:
    """Return the same sheet for every seat: only the order of the face-down tiles is hidden (rule 1.6)."""
    return Sheet((points(state), _animals(state), _landscapes(state), _worth(state)))


def _animals(state: Position) -> Chart:
    left = Counter(state.pile[state.revealed :])
    rows: list[Row] = []
    for kind in state.kinds:
        down = {role: _count(left, kind, role) for role in (PLAIN, MALE, FEMALE)}
        number = state.pieces.kinds.index(kind)
        seen = sum([tile.group == kind and tile.role != BABY for tile in state.pile[: state.revealed]])
        rows.append(
            (capital(state.pieces.plurals[kind]), sum(down.values()), *down.values(), seen, state.supply[number])
        )
    columns = ("", "Face down", "Plain", "Male", "Female", "Seen", "Offspring left")
    pile = f"{counted(state.tiles_left, 'tile', 'tiles')}, then {state.end_pile_left} in the end pile."
    gone = Counter([tile.name for tile in state.gone])
    out = ", ".join([name if count == 1 else f"{name} x{count}" for name, count in gone.items()])
    return chart("Animals to come", columns, rows, f"{pile} Out of the game: {out}." if out else pile)


def _landscapes(state: Position) -> Chart:
    left = Counter(state.pile[state.revealed :])
    seen = Counter(state.pile[: state.revealed])
    rows = [
        (capital(landscape), _count(left, landscape, PLAIN), _count(seen, landscape, PLAIN))
        for landscape in state.pieces.landscapes
    ]
    return chart("Landscapes to come", ("", "Face down", "Seen"), rows)


def _count(tiles: Counter[Tile], group: str, role: int) -> int:
    return sum([count for tile, count in tiles.items() if tile.group == group and tile.role == role])


def _worth(state: Position) -> Chart:
    """Rules 7.3 to 7.5."""
    pieces = state.pieces
    rows: list[Row] = [
        (counted(animals, "animal in an enclosure", "animals in an enclosure"), worth)
        for animals, worth in enumerate(pieces.by_animals)
        if animals
    ]
    rows.append(("Each type of landscape in enclosures", pieces.landscape_in_enclosures))
    rows.append(("Each kind of animal in the barn", pieces.kind_in_barn))
    rows.append(("Each type of landscape in the barn", pieces.landscape_in_barn))
    return chart("What scores", ("", "Points"), rows)
