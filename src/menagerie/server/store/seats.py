"""Who sits at a seat of a table, and what everybody there is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from menagerie import bots
from menagerie.core.seats import LETTERS
from menagerie.server.base.names import folded


class Seat(msgspec.Struct, frozen=True):
    """Who sits at a seat: `person` (a guest), `hotseat` (somebody at a guest's screen), `bot`, or `open` (nobody).

    The seat of a person for whom a bot stands in stays that person's, and has a bot as well.
    """

    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    bot: str | None = None

    @property
    def holder(self) -> str | None:
        """The guest who decides here; nobody where a bot does."""
        return self.guest if self.bot is None else None

    @property
    def claimant(self) -> str | None:
        """The guest for whom a bot stands in, and who may take the seat back."""
        return self.guest if self.bot is not None else None


def names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The players' names by seat. Those who share one, or whose names look alike, get their seat's letter: `Lisa A` and
    `Iisa C`."""
    told = [bots.name_of(seat.bot) if seat.bot else seat.name or LETTERS[seat.seat] for seat in seats]
    # Again, because somebody else may be called `Lisa A`. Two that were told apart once stay so: their letters differ.
    while max((count := Counter([_look(name) for name in told])).values()) > 1:
        told = [f"{name} {LETTERS[seat]}" if count[_look(name)] > 1 else name for seat, name in enumerate(told)]
    return tuple(told)


@lru_cache(4096)
def _look(name: str) -> str:
    return folded(name)
