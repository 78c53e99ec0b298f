"""Reputation on the stock board (rule 6.1)."""

from __future__ import annotations

from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo.state import Position


def put(state: Position, family: int, cell: int) -> None:
    """Put a token in a cell, under those already there."""
    state.cell[family] = cell
    state.arrived[family] = state.clock
    state.clock += 1
    if state.pieces.cells[cell].ends_game and (state.operating or state.rules.stock_24_ends):
        state.ending = True


def move(state: Position, family: int, cell: int) -> None:
    """Move a token; one that can't move goes under the others in an operating round."""
    before = state.cell[family]
    if cell != before:
        put(state, family, cell)
        if state.log is not None:
            cells = state.pieces.cells
            state.log.append(events.Moved(state.pieces.families[family], cells[before].value, cells[cell].value))
    elif state.operating and state.rules.stay_goes_under:
        state.arrived[family] = state.clock
        state.clock += 1


def right(state: Position, family: int) -> None:
    """Move one column right, or along the arrow."""
    move(state, family, state.cell_of(family).right)


def left(state: Position, family: int) -> None:
    """Move one column left, or along the arrow."""
    move(state, family, state.cell_of(family).left)


def down(state: Position, family: int, rows: int) -> None:
    """Move down a row for every animal sold; only the last cell counts."""
    cell = state.cell[family]
    for _ in range(rows):
        cell = state.pieces.cells[cell].down
    move(state, family, cell)


def up(state: Position, family: int) -> None:
    """Move one row up, for a sold-out family (rule 6.7)."""
    move(state, family, state.cell_of(family).up)
