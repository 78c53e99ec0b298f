"""What may be seen of a table of New York Zoo, as plain data: everything (rule 1.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.core.seats import LETTERS
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import NONE, Space, cell_name

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Position


def view(state: Position, seat: int | None) -> dict[str, Any]:
    """Return the table as that seat sees it: as all seats do."""
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


def _view_space(state: Position, space: Space) -> dict[str, Any]:
    species = state.pieces.species
    return {
        "animals": [species[animal].id for animal in space.animals],
        "stack": [tile.id for tile in state.stacks[space.index]],
        "line_before": None if space.line == NONE else species[space.line].id,
    }


def _view_zoo(state: Position, seat: int) -> dict[str, Any]:
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


def _view_enclosure(state: Position, place: Place) -> dict[str, Any]:
    resident = state.residents[place.tile.index]
    shown = _view_place(place)
    shown["species"] = None if resident == NONE else state.pieces.species[resident].id
    shown["animals"] = state.animals[place.tile.index]
    return shown


def markers(state: Position) -> list[str]:
    """Solo: the range markers left, as they are printed."""
    last = state.pieces.markers - 1
    left = [marker for marker in range(last + 1) if state.markers >> marker & 1]
    return [f"{marker}+" if marker == last else str(marker) for marker in left]
