"""The log of a game, and the films that show how decisions came about."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.scene import Scene, SceneChanges


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line of the log: a decision and its sentences, or (without a decision) something else that happened."""

    n: int
    """The moment to jump to: after so many decisions."""
    seat: int | None
    decision: str | None
    """The notation as the title writes it, however the client spelled it."""
    text: list[str]
    """A sentence for every event. May be empty: then show the decision."""
    at: float
    heads: dict[int, str] = {}
    """Before which sentences, counted from 0, another part of the game begins, and its name."""


class LogChanges(Outgoing):
    """The log as differences: keep the first entries that you have, then append the new ones."""

    keep: int
    add: Sequence[Entry]


class Log(Outgoing):
    """The whole log of a game."""

    log: Sequence[Entry]


class Caption(Outgoing):
    """One step of what a decision set off."""

    text: str
    lines: int
    """How many sentences of the log's entry it tells: more than one only where a decision tells very much."""
    seat: int | None
    """Who did it. Null: nobody in particular."""
    sound: str
    """`draw`, `place`, `take`, `run`, `capture`, `win`, or empty."""
    about: Sequence[str] | None
    """The pieces to mark: an id, the beginning of ids and `*`, or `from>to`. Empty: none. Null: mark what changed."""
    scene: SceneChanges | UnsetType = UNSET
    """The differences from the step before. The last step of an update has none: the update's scene leads there."""


class Film(Outgoing):
    """What a decision set off, step by step, as the viewer may see it."""

    n: int
    scene: Scene
    """The table before the decision."""
    steps: Sequence[Caption]
