"""Let one process own each table: only it keeps the table in memory, adds events to it and shows it.

An SQLite file belongs to one process as a whole. On PostgreSQL any number of processes share a database, and each table
is leased to one of them (`leases`)."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from menagerie.server.base.errors import Refused


class Elsewhere(Refused):
    """Raised when another process owns a table."""

    def __init__(self, process: str = "", address: str = "") -> None:
        super().__init__("moved", "This table is moving to another server process. Try again in a moment.", retry=1)
        self.process = process
        self.address = address
        """Its address for other processes: a host and a port; empty if unknown."""


class Lease(NamedTuple):
    """The right to add events to a table."""

    epoch: int
    """How often the table has changed hands. An older epoch means the lease is lost."""
    is_new: bool
    """Whether the table belonged to another process before, or to none."""


class Ownership(Protocol):
    """The tables that belong to this process. Its methods wait for the database, so call them in a thread."""

    def take(self, table: str, lost: str = "") -> Lease:
        """Own a table that no other process owns, except one that is `lost`. Raises Elsewhere."""

    def make(self, table: str) -> Lease:
        """Own a table that is about to be made."""

    def free(self, tables: list[str]) -> list[str]:
        """Return those of these tables that no other process owns."""

    def held(self) -> dict[str, int]:
        """Return the tables that this process has leases on, with their epochs."""


class Alone:
    """The ownership of a single process."""

    def take(self, table: str, lost: str = "") -> Lease:
        """Return a lease, since all tables are ours."""
        return Lease(0, is_new=False)

    def make(self, table: str) -> Lease:
        """Return a lease for a new table."""
        return Lease(0, is_new=False)

    def free(self, tables: list[str]) -> list[str]:
        """Return all tables, since no other process owns any."""
        return tables

    def held(self) -> dict[str, int]:
        """Return nothing, since there are no leases."""
        return {}
