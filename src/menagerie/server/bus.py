"""Wake-ups: something happened at a table. Carries only (table, seq); what happened is read from the table itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]


class Bus(Protocol):
    """How the processes that show tables learn that there is something new. In memory for one process; for many, a
    message broker or the database's own notifications can take its place."""

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
