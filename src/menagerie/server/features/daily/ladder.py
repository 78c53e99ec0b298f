"""Rank a week: points for places, from Monday to Sunday."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import msgspec

from menagerie.server.features.daily.attempt_results import Placed

POINTS: Final = (12, 10, 8, 7, 6, 5, 4, 3, 2)
"""For the first places of every title and day."""
OTHERS: Final = 1
"""For everyone else who has finished."""
FORMULA: Final = (
    f"For every title and day: {', '.join([str(points) for points in POINTS])} points for places 1 to "
    f"{len(POINTS)}, "
    f"and {OTHERS} for everyone else who finished. Equal results share a place and its points."
)


class Rung(msgspec.Struct, frozen=True):
    """A person's week."""

    place: int
    guest: str
    name: str
    points: int
    tries: int


def points(place: int) -> int:
    """Return the points for a place."""
    return POINTS[place - 1] if place <= len(POINTS) else OTHERS


def ladder(days: Iterable[Iterable[Placed]]) -> list[Rung]:
    """Return everyone with a ranked result, by their total points; equal ones share a place."""
    total: dict[str, int] = defaultdict(int)
    tries: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for results in days:
        for one in results:
            if one.place is None:
                continue
            guest = one.result.guest
            total[guest] += points(one.place)
            tries[guest] += 1
            names[guest] = one.result.name
    rungs: list[Rung] = []
    for number, guest in enumerate(sorted(total, key=lambda one: (-total[one], names[one], one)), start=1):
        equal = bool(rungs) and rungs[-1].points == total[guest]
        place = rungs[-1].place if equal else number
        rungs.append(Rung(place, guest, names[guest], total[guest], tries[guest]))
    return rungs
