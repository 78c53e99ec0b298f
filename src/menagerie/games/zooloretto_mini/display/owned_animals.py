"""Favourites of Zooloretto Mini: the animals in a player's enclosures. Those in the barn were not wanted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.zooloretto_mini.state import Position


def animals(state: Position, seat: int) -> dict[str, int]:
    """By kind, offspring too."""
    plurals = state.pieces.plurals
    groups = [tile.group for enclosure in state.zoo(seat) for tile in enclosure.tiles]
    return Counter([plurals[group] for group in groups if group in plurals])
