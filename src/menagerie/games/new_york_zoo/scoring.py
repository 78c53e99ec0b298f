"""Points and ranking of New York Zoo (rules 8.3 and 9.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.core.seats import letters_of

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Table


def points(state: Table, seat: int) -> int:
    """Minus the open spaces; a full board in the solo game counts the way that was left to the elephant."""
    open = state.open[seat]
    if open or state.mode.steps or state.passed:
        return -open
    spaces = len(state.pieces.strip)
    if state.memory is not None:
        return (spaces - state.elephant) % spaces
    return max(0, spaces * (state.pieces.laps - state.laps) - state.elephant)


def animals(state: Table, seat: int) -> int:
    """The tie-break: all animals on a board, those in houses too."""
    kinds = len(state.pieces.species)
    total = sum(state.houses[seat * kinds : (seat + 1) * kinds])
    for place in state.zoos[seat]:
        total += state.animals[place.tile.index]
    return total


def result(state: Table) -> str:
    """How the game ended, in one sentence."""
    if state.players == 1:
        if state.open[0] or state.passed:
            return f"A loses: {count(state.open[0], 'space is', 'spaces are')} still open."
        return f"A wins with {count(points(state, 0), 'point', 'points')}."
    winners = state.winners
    wins = "wins" if len(winners) == 1 else "share the win"
    kept = count(animals(state, winners[0]), "animal", "animals")
    return f"{letters_of(winners)} {wins} with a full board and {kept}."


def count(number: int, one: str, many: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {one if number == 1 else many}"
