"""One process owns a table at a time: it alone has the table in memory, adds events to it and shows it.

On an SQLite file that is the process that has the file. On PostgreSQL any number of processes share a database, and
each table is leased to one of them (`leases`).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from menagerie.server.base.errors import Refused


class Elsewhere(Refused):
    """Another process owns a table."""

    def __init__(self, process: str = "", address: str = "") -> None:
        super().__init__("moved", "This table is moving to another process of the server; try again.", retry=1)
        self.process = process
        self.address = address
        """Where the other processes find it: a host and a port; nothing if it has not said so."""


class Lease(NamedTuple):
    """The right to add events to a table."""

    epoch: int
    """How often the table has changed hands: whoever has an older one has lost it."""
    is_new: bool
    """Whether another process had the table until now, or none."""


class Ownership(Protocol):
    """Which tables belong to this process. Its methods wait for the database: call them in a thread."""

    def take(self, table: str, lost: str = "") -> Lease:
        """Own a table that no other process owns, or only one that is `lost`. Raises Elsewhere."""

    def make(self, table: str) -> Lease:
        """Own a table that is about to be made."""

    def free(self, tables: list[str]) -> list[str]:
        """Those of these tables that no other process owns."""

    def held(self) -> dict[str, int]:
        """The tables that this process has leases on, and their epochs."""


class Alone:
    """There is no other process."""

    def take(self, table: str, lost: str = "") -> Lease:
        """All tables are ours."""
        return Lease(0, is_new=False)

    def make(self, table: str) -> Lease:
        """New ones too."""
        return Lease(0, is_new=False)

    def free(self, tables: list[str]) -> list[str]:
        """Nobody else owns any."""
        return tables

    def held(self) -> dict[str, int]:
        """There are no leases."""
        return {}
