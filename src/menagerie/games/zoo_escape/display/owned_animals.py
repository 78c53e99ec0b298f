"""Favourites of Dr. Potamus' Incredible Escape: the Animals that one has led."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position


def animals(state: Position, seat: int) -> dict[str, int]:
    """Each once."""
    led = [number for number in range(state.team) if state.leader_of(number) == seat]
    return {state.animals[number].name: 1 for number in led}
