"""What a table holds beside its game: lines of the log, new deals, where a game comes from."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from menagerie.core.event import Event


class Told(NamedTuple):
    """An event, and the part of the game in which it happened."""

    event: Event
    chapter: str


class Deal(msgspec.Struct, frozen=True):
    """A new deal: from there on all that an onlooker did not know, and chance, comes from a seed of its own."""

    n: int
    """After so many decisions."""
    seed: int
    tables: tuple[str, ...] = ()
    """The table that was continued, and those before it that were not over. Until all are, their seeds are secret."""


class Imported(msgspec.Struct, frozen=True):
    """What the record of a game that was played elsewhere says of that: this server has promised nothing about it."""

    source: str = ""
    """The program, and the game's id there."""
    started: str = ""
    commitment: str = ""
    salt: str = ""
