"""How a game ends, and its score: all players win or all lose (section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from menagerie.core.seats import counted

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position

PLAYING: Final = 0
ESCAPED: Final = 1
ALL_CAPTURED: Final = 2
NO_KEEPER: Final = 3
NO_POWER: Final = 4
KIND_GONE: Final = 5
DAWN: Final = 6
ENDINGS: Final = ("playing", "escaped", "all captured", "no keeper", "no power card", "kind gone", "dawn")


def points(state: Position) -> int:
    """Rule 10.3: return 1 for each player after an escape, else 0."""
    return 1 if state.ending == ESCAPED else 0


def breakdown(state: Position) -> dict[str, int]:
    """Return all that scores."""
    return {"escaped": points(state)}


def result(state: Position) -> str:
    """Return how the game ended. Records hold this sentence, so it stays as it is."""
    rounds = counted(state.round, "round", "rounds")
    if state.ending == ESCAPED:
        return f"Won after {rounds}: the Incredible Machine has escaped with everybody aboard."
    return f"Lost after {rounds}: {why_lost(state)}."


def why_lost(state: Position) -> str:
    """Rule 10.2: return the reason for a loss."""
    if state.ending == ALL_CAPTURED:
        return "all Animals were captured in one round"
    if state.ending == NO_KEEPER:
        return f"no Keeper of the {state.animals[state.ending_of].name} is left to add"
    if state.ending == NO_POWER:
        return "no Power Card is left to add"
    if state.ending == KIND_GONE:
        return f"no Part of the kind {state.pieces.kinds[state.ending_of]} is left"
    return "dawn has broken"
