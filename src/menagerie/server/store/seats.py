"""Describe who sits in each seat of a table, and everyone's name there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from menagerie import bots
from menagerie.core.seats import LETTERS
from menagerie.server.base.names import folded


class Seat(msgspec.Struct, frozen=True):
    """Who sits in a seat: `person` (a guest), `hotseat` (a person at a guest's screen), `bot`, or `open`.

    A seat in which a bot stands in stays its person's, and has a bot as well."""

    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    bot: str | None = None

    @property
    def holder(self) -> str | None:
        """Return the guest who decides here; None if a bot does."""
        return self.guest if self.bot is None else None

    @property
    def claimant(self) -> str | None:
        """Return the guest for whom a bot stands in, and who may take the seat back."""
        return self.guest if self.bot is not None else None


def names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the players' names by seat. Identical or similar names get their seat's letter: `Lisa A` and `Iisa C`."""
    told = [bots.name_of(seat.bot) if seat.bot else seat.name or LETTERS[seat.seat] for seat in seats]
    # Repeated, because another player may be called `Lisa A`. Names once distinguished stay so, since their letters
    # differ.
    while max((count := Counter([_look(name) for name in told])).values()) > 1:
        told = [f"{name} {LETTERS[seat]}" if count[_look(name)] > 1 else name for seat, name in enumerate(told)]
    return tuple(told)


@lru_cache(4096)
def _look(name: str) -> str:
    return folded(name)
