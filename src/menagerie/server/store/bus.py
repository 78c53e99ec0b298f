"""Wake listeners when something happens at a table. Wake-ups carry only (table, seq)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

Listener = Callable[[str, int], None]
CHANNEL: Final = "menagerie"
"""The channel on which the processes on one PostgreSQL database notify each other: see `postgres.processes`."""


class Bus(Protocol):
    """Tells those who show a table, or play at it, that there is news. All of them are in the process that owns the
    table."""

    def publish(self, table: str, seq: int) -> None:
        """Tell all listeners."""

    def subscribe(self, listener: Listener) -> None:
        """Call a listener from now on."""


class MemoryBus:
    """The bus of a single process, which simply calls listeners."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table: str, seq: int) -> None:
        """Tell all listeners."""
        for listener in self._listeners:
            listener(table, seq)

    def subscribe(self, listener: Listener) -> None:
        """Call a listener from now on."""
        self._listeners.append(listener)
