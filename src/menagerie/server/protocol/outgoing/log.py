"""The log of a game, and the animations of decisions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.scene import Scene, SceneChanges


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line of the log: a decision and its sentences, or (without a decision) another event."""

    n: int
    """The moment to jump to: after so many decisions."""
    seat: int | None
    decision: str | None
    """The notation as the title writes it, however the client spelled it."""
    text: list[str]
    """A sentence for each event. If empty, show the decision."""
    at: float
    heads: dict[int, str] = {}
    """The sentences, counted from 0, before which a new part of the game starts, with its name."""


class LogChanges(Outgoing):
    """The log as differences: keep the first entries you have, then append the new ones."""

    keep: int
    add: Sequence[Entry]


class Log(Outgoing):
    """The whole log of a game."""

    log: Sequence[Entry]


class Caption(Outgoing):
    """A step of a decision's animation."""

    text: str
    lines: int
    """How many sentences of the log entry it covers: more than one only for very long decisions."""
    seat: int | None
    """Who acted. Null if no seat did."""
    sound: str
    """`draw`, `place`, `take`, `run`, `capture`, `win`, or empty."""
    about: Sequence[str] | None
    """The pieces to mark: an id, a prefix of ids and `*`, or `from>to`. Empty: none. Null: mark what changed."""
    scene: SceneChanges | UnsetType = UNSET
    """The differences from the previous step. The last step of an update has none, since the update's scene follows."""


class Film(Outgoing):
    """What a decision caused, step by step, as the viewer may see it."""

    n: int
    scene: Scene
    """The table before the decision."""
    steps: Sequence[Caption]
