"""The Animals that a player has played in Dr. Potamus' Incredible Escape, for profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position


def animals(state: Position, seat: int) -> dict[str, int]:
    """Return each of the seat's Animals once."""
    led = [number for number in range(state.team) if state.leader_of(number) == seat]
    return {state.animals[number].name: 1 for number in led}
