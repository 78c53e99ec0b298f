"""What a table holds beside its game: lines of the log, decisions that were tried, where a game comes from."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from menagerie.core.event import Event
from menagerie.core.state import State


class ChapterEvent(NamedTuple):
    """An event of the game, and the part of it in which it happened."""

    event: Event
    chapter: str


class Tried(NamedTuple):
    """A decision that was tried: what it would lead to. The table is as it was."""

    decision: str
    """Its notation as the title writes it, however it was spelled."""
    state: State
    events: list[ChapterEvent]
    """What happens with it."""


class Imported(msgspec.Struct, frozen=True):
    """What the record of a game that was played elsewhere says of that: this server has promised nothing about it."""

    source: str = ""
    """The program, and the game's id there."""
    started: str = ""
    commitment: str = ""
    salt: str = ""
