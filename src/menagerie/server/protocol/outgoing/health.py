"""Whether the server works."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing


class Versions(Outgoing):
    """The version of each promise."""

    contract: int
    authors: int
    record: int
    protocol: int
    rules: dict[str, int]
    """By title."""


class Health(Outgoing):
    """Whether the server works, and which versions it speaks."""

    ok: bool
    problems: dict[str, str]
    """What doesn't work, each with a sentence: `storage`, `workers`, `clocks`."""
    version: str
    versions: Versions


class Readiness(Outgoing):
    """Whether this process should receive requests."""

    ready: bool
    why: str | UnsetType = UNSET
    """Why not."""
