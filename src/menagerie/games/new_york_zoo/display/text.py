"""The table of New York Zoo as text, good enough to play from in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from menagerie.core.action import Action
from menagerie.core.display.sheet import small, upright
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import NONE, Space, Tile, cell_name
from menagerie.games.new_york_zoo.view import markers

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Position

_MARKS: Final = "abcdefghijklmnopqrstuvwxyz"
_RIDE: Final = "*"
_OPEN: Final = "."


def table(state: Position) -> str:
    """The table in lines."""
    lines = ["Strip (the elephant is at >)", *_strip(state), "", f"Market: {_market(state)}"]
    if not state.mode.steps:
        lines.append(f"Markers: {' '.join(markers(state))} - laps: {state.laps} of {state.pieces.laps}")
    for seat in range(state.players):
        lines += ["", *_zoo(state, seat)]
    return "\n".join(lines)


def shape(state: State, action: Action) -> str:
    """The tile that a decision lays, turned as it would lie."""
    return upright(action.orientation.cells) if isinstance(action, Place) else ""


def _strip(state: Position) -> list[str]:
    """One line a space, in the order in which the elephant will come to it."""
    strip = state.pieces.strip
    lines: list[str] = []
    counted = 0
    for step in range(len(strip)):
        space = strip[(state.elephant + step) % len(strip)]
        if space.line != NONE and step:
            lines.append(f"      --- {state.pieces.species[space.line].plural} breed ---")
        stack = state.stacks[space.index]
        counts = bool(space.animals or stack)
        counted += counts and step > 0
        mark = ">" if step == 0 else f"{counted}" if counts else ""
        lines.append(f"  {mark:>3} {_space(state, space)}{' (start)' if space.index == 0 else ''}")
    return lines


def _space(state: Position, space: Space) -> str:
    if space.animals:
        return " + ".join([state.pieces.species[animal].name for animal in space.animals])
    stack = [named(tile) for tile in reversed(state.stacks[space.index])]
    return f"[{stack[0]}] then {', '.join(stack[1:]) or 'nothing'}" if stack else "[empty]"


def named(tile: Tile) -> str:
    """A tile with its shape beside its name."""
    return f"{tile.id} {small(tile.orientations[0].cells)}"


def _market(state: Position) -> str:
    shown = []
    for tile, left in zip(state.pieces.attractions, state.market, strict=True):
        if left:
            shown.append(named(tile) if left < 0 else f"{named(tile)} x{left}")
    return ", ".join(shown)


def _zoo(state: Position, seat: int) -> list[str]:
    board = state.boards[seat]
    acts = "> " if seat in state.to_act else "  "
    houses = [species.name for species in state.pieces.species for _ in range(state.in_houses(seat, species.index))] + [
        "-"
    ] * state.house_room[seat]
    lines = [f"{acts}{LETTERS[seat]}: {state.open[seat]} open spaces, houses: {', '.join(houses)}"]
    lines.append("     " + " ".join([cell_name(0, column)[0] for column in range(board.width)]))
    grid = _grid(state, seat)
    legend = _legend(state, seat)
    for row in range(max(board.height, len(legend))):
        cells = f"   {row + 1} {' '.join(grid[row])}" if row < board.height else " " * (2 * board.width + 4)
        lines.append(f"{cells}   {legend[row]}" if row < len(legend) else cells)
    if state.hands[seat]:
        lines.append(f"   to lay: {', '.join([named(tile) for tile in state.hands[seat]])}")
    return lines


def _grid(state: Position, seat: int) -> list[list[str]]:
    board = state.boards[seat]
    grid = [
        [_OPEN if board.is_construction(row, column) else " " for column in range(board.width)]
        for row in range(board.height)
    ]
    for number, place in enumerate(state.zoos[seat]):
        for row, column in place.cells:
            grid[row][column] = _MARKS[number % len(_MARKS)]
    for place in state.rides[seat]:
        for row, column in place.cells:
            grid[row][column] = _RIDE
    return grid


def _legend(state: Position, seat: int) -> list[str]:
    lines: list[str] = []
    for number, place in enumerate(state.zoos[seat]):
        tile = place.tile
        resident = state.residents[tile.index]
        animals = state.animals[tile.index]
        living = "empty"
        if resident != NONE:
            species = state.pieces.species[resident]
            living = f"{animals} {species.name if animals == 1 else species.plural}"
        lines.append(f"{_MARKS[number % len(_MARKS)]} {named(tile)} {living}, {tile.size - animals} free")
    return lines
