"""The base of all outgoing messages."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType


def _sent_name(name: str) -> str:
    """Return the name under which a field is sent: `from_` is sent as `from`."""
    return name.rstrip("_")


class Outgoing(msgspec.Struct, forbid_unknown_fields=True, rename=_sent_name):
    """A JSON object that is sent. A field without a default is always present; one that may be UNSET may be missing."""


class OutgoingArray(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A JSON array that is sent. Its elements have names only here."""


class Ok(Outgoing):
    """The answer that only confirms success."""

    ok: bool = True


class Problem(Outgoing, kw_only=True):
    """A refusal. Every error is one of these."""

    code: str
    """For programs: one of the codes of section 2."""
    error: str
    """A message for people."""
    rule: str | UnsetType = UNSET
    """The section of the rules page that forbids it. May be empty."""
    seq: int | UnsetType = UNSET
    """The table's `seq`, if the command referred to an older one."""
    retry: int | UnsetType = UNSET
    """After how many seconds to try again. Also sent as the header `Retry-After`."""
    coach: str | UnsetType = UNSET
    """In a lesson: what the coach says about it."""


def written(json: bytes) -> Any:
    """Return encoded JSON as the value of a field, to be sent as it is."""
    return Raw(json)
