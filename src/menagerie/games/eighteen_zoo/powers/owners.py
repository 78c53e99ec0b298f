"""Which player or family has which power (rules 4.3 and 6.5.1)."""

from __future__ import annotations

from typing import Final

from menagerie.games.eighteen_zoo.state import NO_ONE, Position

POWER_LIMIT: Final = 3


def holder(state: Position, power: int) -> int:
    """Return the player who holds a power, or NO_ONE."""
    for seat in range(state.players):
        if power in state.hands[seat]:
            return seat
    return NO_ONE


def mat_of(state: Position, power: int) -> int:
    """Return the family that has a power, or NO_ONE."""
    for family in state.families:
        if power in state.mats[family]:
            return family
    return NO_ONE


def spend(state: Position, family: int, power: int) -> None:
    """Take a used-up power from the family."""
    state.mats[family] = tuple([other for other in state.mats[family] if other != power])


def discard_power(state: Position, seat: int, power: int) -> None:
    """Take a power from its player."""
    state.hands[seat] = tuple([other for other in state.hands[seat] if other != power])
