"""Which version of each promise this is. docs/stability.md says what the promises are."""

from __future__ import annotations

from functools import cache
from typing import Final

from menagerie.core import registry

VERSION: Final = "1.0.0"
"""The version of the package, by semantic versioning."""

CONTRACT: Final = 1
"""What programs may call: docs/contract.md and docs/api."""

AUTHORS: Final = 1
"""What a title or a bot in another package may build on: docs/api/authors.md."""

RECORD: Final = 1
"""Record files: docs/record-format.md."""

PROTOCOL: Final = 1
"""What a server and its clients say to each other: docs/protocol.md."""


def promises() -> dict[str, int]:
    """Return the version of each promise that does not depend on a title."""
    return {"contract": CONTRACT, "authors": AUTHORS, "record": RECORD, "protocol": PROTOCOL}


@cache
def rules() -> dict[str, int]:
    """Return the version of each title's rules, which is also that of its encoding."""
    return {game.id: game.rules_version for game in registry.catalog()}


def describe() -> str:
    """Return what `menagerie --version` prints."""
    promised = ", ".join(f"{name} {number}" for name, number in promises().items())
    titles = ", ".join(f"{title} {number}" for title, number in rules().items())
    return f"Menagerie {VERSION}\nstable: {promised}\nrules: {titles}"
