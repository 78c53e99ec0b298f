"""The table of New York Zoo as plain data, and as text that is good enough to play from in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from menagerie.core.seats import LETTERS
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import NONE, Space, cell_name

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Table

_MARKS: Final = "abcdefghijklmnopqrstuvwxyz"
_RIDE: Final = "*"
_OPEN: Final = "."


def view(state: Table) -> dict[str, Any]:
    """Everything on the table: nothing is hidden (rule 1.6)."""
    species = state.pieces.species
    return {
        "title": state.game.id,
        "players": state.players,
        "mode": state.mode.id,
        "to_act": list(state.to_act),
        "turn": LETTERS[state.mover],
        "elephant": state.elephant,
        "strip": [_view_space(state, space) for space in state.pieces.strip],
        "market": {
            tile.id: None if left < 0 else left
            for tile, left in zip(state.pieces.attractions, state.market, strict=True)
        },
        "breeding": None if state.breeding == NONE else species[state.breeding].id,
        "still_to_breed": [species[line].id for line in state.lines],
        "second": None if state.second == NONE else species[state.second].id,
        "received": [tile.id for tile in state.pieces.enclosures if state.received & tile.bit],
        "zoos": [_view_zoo(state, seat) for seat in range(state.players)],
        "solo": None if state.mode.steps else {"markers": markers(state), "laps": state.laps, "passed": state.passed},
        "scores": list(state.scores),
    }


def _view_space(state: Table, space: Space) -> dict[str, Any]:
    species = state.pieces.species
    return {
        "animals": [species[animal].id for animal in space.animals],
        "stack": [tile.id for tile in state.stacks[space.index]],
        "line_before": None if space.line == NONE else species[space.line].id,
    }


def _view_zoo(state: Table, seat: int) -> dict[str, Any]:
    board = state.boards[seat]
    return {
        "seat": LETTERS[seat],
        "board": board.id,
        "width": board.width,
        "barn": list(board.barn),
        "spaces": board.spaces,
        "open": state.open[seat],
        "houses": board.houses,
        "in_houses": {
            species.id: state.in_houses(seat, species.index)
            for species in state.pieces.species
            if state.in_houses(seat, species.index)
        },
        "enclosures": [_view_enclosure(state, place) for place in state.zoos[seat]],
        "attractions": [_view_place(place) for place in state.rides[seat]],
        "hand": [tile.id for tile in state.hands[seat]],
    }


def _view_place(place: Place) -> dict[str, Any]:
    return {
        "tile": place.tile.id,
        "turn": place.orientation.name,
        "at": cell_name(place.row, place.column),
        "cells": [cell_name(row, column) for row, column in place.cells],
    }


def _view_enclosure(state: Table, place: Place) -> dict[str, Any]:
    resident = state.residents[place.tile.index]
    shown = _view_place(place)
    shown["species"] = None if resident == NONE else state.pieces.species[resident].id
    shown["animals"] = state.animals[place.tile.index]
    return shown


def markers(state: Table) -> list[str]:
    """Solo: the range markers left, as they are printed."""
    last = state.pieces.markers - 1
    left = [marker for marker in range(last + 1) if state.markers >> marker & 1]
    return [f"{marker}+" if marker == last else str(marker) for marker in left]


# For the terminal.


def table(state: Table) -> str:
    """The table in lines."""
    lines = ["Strip (the elephant stands at >)", *_strip(state), "", f"Market: {_market(state)}"]
    if not state.mode.steps:
        lines.append(f"Markers: {' '.join(markers(state))} - laps: {state.laps} of {state.pieces.laps}")
    for seat in range(state.players):
        lines += ["", *_zoo(state, seat)]
    return "\n".join(lines)


def _strip(state: Table) -> list[str]:
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


def _space(state: Table, space: Space) -> str:
    if space.animals:
        return " + ".join([state.pieces.species[animal].name for animal in space.animals])
    stack = [tile.id for tile in reversed(state.stacks[space.index])]
    return f"[{stack[0]}] then {', '.join(stack[1:]) or 'nothing'}" if stack else "[empty]"


def _market(state: Table) -> str:
    shown = []
    for tile, left in zip(state.pieces.attractions, state.market, strict=True):
        if left:
            shown.append(tile.id if left < 0 else f"{tile.id} x{left}")
    return ", ".join(shown)


def _zoo(state: Table, seat: int) -> list[str]:
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
        lines.append(f"   to lay: {', '.join([tile.id for tile in state.hands[seat]])}")
    return lines


def _grid(state: Table, seat: int) -> list[list[str]]:
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


def _legend(state: Table, seat: int) -> list[str]:
    lines: list[str] = []
    for number, place in enumerate(state.zoos[seat]):
        tile = place.tile
        resident = state.residents[tile.index]
        animals = state.animals[tile.index]
        living = "empty"
        if resident != NONE:
            species = state.pieces.species[resident]
            living = f"{animals} {species.name if animals == 1 else species.plural}"
        lines.append(f"{_MARKS[number % len(_MARKS)]} {tile.id} {living}, {tile.size - animals} free")
    return lines
