"""Favourites of New York Zoo: all animals on one's board, those in houses too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Position


def animals(state: Position, seat: int) -> dict[str, int]:
    """By species."""
    found = {}
    for species in state.pieces.species:
        tiles = [place.tile.index for place in state.zoos[seat]]
        settled = sum([state.animals[tile] for tile in tiles if state.residents[tile] == species.index])
        found[species.plural] = settled + state.in_houses(seat, species.index)
    return found
