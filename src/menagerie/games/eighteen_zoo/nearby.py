"""Nearby families: which of them may be launched next (rule 6.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Position

FREE_LAUNCHES: Final = 5
"""With so many players any family may be launched (rule 9.1)."""


def nearby(state: Position) -> tuple[int, ...]:
    """Return the families that may be launched next; () if any may."""
    if state.players >= FREE_LAUNCHES or not state.launched:
        return ()
    if state.direction:
        return (next_family(state, state.last_launched, state.direction),)
    return (next_family(state, state.last_launched, 1), next_family(state, state.last_launched, -1))


def next_family(state: Position, family: int, step: int) -> int:
    """Return the next family by number that has not been launched, all around; -1 if there is none."""
    ring = state.families
    at = ring.index(family)
    for _ in range(len(ring)):
        at = (at + step) % len(ring)
        if state.cell[ring[at]] < 0:
            return ring[at]
    return -1


def may_come_next(state: Position) -> list[int]:
    """Return the families that are not launched and may be next."""
    following = nearby(state)
    return [family for family in state.families if state.cell[family] < 0 and (not following or family in following)]
