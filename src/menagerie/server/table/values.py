"""Define what a table holds beside its game: log lines, tried decisions, and where a game comes from."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from menagerie.core.event import Event
from menagerie.core.state import State


class ChapterEvent(NamedTuple):
    """An event of the game, and the part of the game it belongs to."""

    event: Event
    chapter: str


class Tried(NamedTuple):
    """A decision that was tried, and what it would lead to. The table is unchanged."""

    decision: str
    """The decision as the title writes it, however it was spelled."""
    state: State
    events: list[ChapterEvent]
    """What it causes."""


class Imported(msgspec.Struct, frozen=True):
    """What the record of an imported game says about its origin. This server has promised nothing about it."""

    source: str = ""
    """The program it was played on, and the game's id there."""
    started: str = ""
    commitment: str = ""
    salt: str = ""
