"""Wake-ups: something happened at a table. Carries only (table, seq); what happened is read from the table itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

Listener = Callable[[str, int], None]
CHANNEL: Final = "menagerie"
"""By which the processes on one PostgreSQL database tell each other what all should know: see `postgres.processes`."""


class Bus(Protocol):
    """How those who show a table, or play at it, learn that there is something new. All of them are in the process
    that owns the table."""

    def publish(self, table: str, seq: int) -> None:
        """Tell everybody."""

    def subscribe(self, listener: Listener) -> None:
        """Be told from now on."""


class MemoryBus:
    """The bus of a single process: a call."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table: str, seq: int) -> None:
        """Tell everybody."""
        for listener in self._listeners:
            listener(table, seq)

    def subscribe(self, listener: Listener) -> None:
        """Be told from now on."""
        self._listeners.append(listener)
