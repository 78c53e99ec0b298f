"""Who has which power: in the hand of a player or on the mat of a family (rules 4.3 and 6.5.1)."""

from __future__ import annotations

from typing import Final

from menagerie.games.eighteen_zoo.state import NOBODY, Position

POWER_LIMIT: Final = 3


def holder(state: Position, power: int) -> int:
    """The player with a power in hand, or -1."""
    for seat in range(state.players):
        if power in state.hands[seat]:
            return seat
    return NOBODY


def whose(state: Position, power: int) -> str:
    """Who has a power, as the end of a sentence; empty if nobody has it."""
    for seat in range(state.players):
        if power in state.hands[seat]:
            return f"is in the hand of {state.names[seat]}"
    for family in state.families:
        if power in state.mats[family]:
            return f"belongs to the {state.pieces.families[family].name}"
    return ""


def spend(state: Position, family: int, power: int) -> None:
    """A power that is used up leaves the family."""
    state.mats[family] = tuple([other for other in state.mats[family] if other != power])


def discard_power(state: Position, seat: int, power: int) -> None:
    """A power leaves its player."""
    state.hands[seat] = tuple([other for other in state.hands[seat] if other != power])
