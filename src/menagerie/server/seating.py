"""The people and bots at a table, in words: names that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from menagerie.core.seats import LETTERS
from menagerie.server.directory import Seat


def names(seats: Sequence[Seat]) -> list[str]:
    """The players' names by seat. Those who share one get their seat's letter: `Lisa A` and `Lisa C`."""
    told = [seat.bot or seat.name or LETTERS[seat.seat] for seat in seats]
    # Again, because somebody else may be called `Lisa A`. Two that were told apart once stay so: their letters differ.
    while max((count := Counter(told)).values()) > 1:
        told = [f"{name} {LETTERS[seat]}" if count[name] > 1 else name for seat, name in enumerate(told)]
    return told
