"""Favourites of 18ZOO: the families of which one holds cards, by what those are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Position


def animals(state: Position, seat: int) -> dict[str, int]:
    """Return by family."""
    worth = {family: state.value(family) * state.holdings[family].units[seat] for family in state.families}
    return {state.pieces.families[family].name: points for family, points in worth.items() if points}
