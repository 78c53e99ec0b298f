"""The sheet of New York Zoo: the zoos, the animals, and what is left on the strip and in the market."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.core.display.sheet import Chart, Row, Shape, Sheet, capital, chart
from menagerie.games.new_york_zoo import scoring
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.view import markers

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Position


def sheet(state: Position, seat: int | None) -> Sheet:
    """Return the same for all seats: nothing is hidden (rule 1.6)."""
    return Sheet((_zoos(state), _animals(state), _strip(state), _market(state)))


def shape(tile: Tile) -> Shape:
    """A tile as a cell: its shape, and what people call it."""
    spaces = f"{tile.size}-space" if tile.size > 1 else "1-space"
    return Shape(f"{spaces} {'attraction' if tile.is_attraction else 'enclosure'}", tile.orientations[0].cells)


def _zoos(state: Position) -> Chart:
    rows: list[Row] = []
    seats = range(state.players)
    rows.append(("Spaces to cover", *[state.open[seat] for seat in seats]))
    rows.append(("Covered", *[state.boards[seat].spaces - state.open[seat] for seat in seats]))
    rows.append(("Enclosures", *[len(state.zoos[seat]) for seat in seats]))
    rows.append(("Attractions", *[len(state.rides[seat]) for seat in seats]))
    rows.append(("Animals", *[scoring.animals(state, seat) for seat in seats]))
    rows.append(("Free houses", *[state.house_room[seat] for seat in seats]))
    note = "The first to cover the whole board wins. If tied, the most animals win."
    if not state.mode.steps:
        note = f"Laps: {state.laps} of {state.pieces.laps}. Markers left: {', '.join(markers(state)) or 'none'}."
    return chart("Zoos", ("", *state.names[: state.players]), rows, note)


def _animals(state: Position) -> Chart:
    """By species: how many live in enclosures and stand in houses."""
    rows: list[Row] = []
    for species in state.pieces.species:
        cells: list[str] = []
        for seat in range(state.players):
            living = sum(
                [
                    state.animals[place.tile.index]
                    for place in state.zoos[seat]
                    if state.residents[place.tile.index] == species.index
                ]
            )
            houses = state.in_houses(seat, species.index)
            cells.append(f"{living} + {houses}" if houses else str(living))
        rows.append((capital(species.plural), *cells))
    return chart("Animals, in enclosures + in houses", ("", *state.names[: state.players]), rows)


def _strip(state: Position) -> Chart:
    """The tiles in the order in which the elephant comes to them."""
    rows: list[Row] = []
    strip, steps = state.pieces.strip, 0
    for ahead in range(len(strip)):
        space = strip[(state.elephant + ahead) % len(strip)]
        stack = state.stacks[space.index]
        if ahead and (space.animals or stack):
            steps += 1
        if space.line != NONE and ahead:
            rows.append(("", f"{capital(state.pieces.species[space.line].plural)} breed", ""))
        if stack:
            below = ", ".join([str(tile.size) for tile in reversed(stack[:-1])])
            rows.append((steps if ahead else "here", shape(stack[-1]), below or "-"))
    return chart("Enclosures on the strip", ("Steps", "On top", "Sizes below"), rows)


def _market(state: Position) -> Chart:
    rows: list[Row] = [
        (shape(tile), "without end" if left < 0 else left)
        for tile, left in zip(state.pieces.attractions, state.market, strict=True)
    ]
    return chart("Attractions in the market", ("", "Left"), rows)
