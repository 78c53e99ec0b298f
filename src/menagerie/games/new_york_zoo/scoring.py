"""Points and ranking of New York Zoo (rules 8.3 and 9.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from menagerie.core.seats import counted, listed

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Position


def points(state: Position, seat: int) -> int:
    """Minus the open spaces; a full board in the solo game counts the way that was left to the elephant."""
    open = state.open[seat]
    if open or state.mode.steps:
        return -open
    spaces = len(state.pieces.strip)
    if state.memory is not None:
        return (spaces - state.elephant) % spaces
    return spaces * (state.pieces.laps - state.laps) - state.elephant


def breakdown(state: Position, seat: int) -> dict[str, int]:
    """The points by what they are for: open spaces count against one; alone, the elephant's way left counts."""
    if state.open[seat] or state.mode.steps:
        return {"open spaces": points(state, seat)}
    return {"the elephant's way left": points(state, seat)}


def animals(state: Position, seat: int) -> int:
    """The tie-break: all animals on a board, those in houses too."""
    kinds = len(state.pieces.species)
    total = sum(state.houses[seat * kinds : (seat + 1) * kinds])
    for place in state.zoos[seat]:
        total += state.animals[place.tile.index]
    return total


def standing(state: Position, seat: int) -> tuple[int, ...]:
    """What the ranking compares: points, then animals."""
    return (points(state, seat), animals(state, seat))


def tie_break(state: Position, first: int, second: int) -> str:
    """`by 14 animals to 12`."""
    return f"by {counted(animals(state, first), 'animal', 'animals')} to {animals(state, second)}"


def result(state: Position, names: Sequence[str]) -> str:
    """How the game ended, in one sentence."""
    if state.players == 1:
        if state.open[0]:
            return f"{names[0]} loses: {counted(state.open[0], 'space is', 'spaces are')} still open."
        return f"{names[0]} wins with {counted(points(state, 0), 'point', 'points')}."
    winners = state.winners
    wins = "wins" if len(winners) == 1 else "share the win"
    kept = state.told_tie_break() or f" and {counted(animals(state, winners[0]), 'animal', 'animals')}"
    return f"{listed(winners, names)} {wins} with a full board{kept}."
