"""Track who is at which table now, and how long the others have been away. In memory only."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

REMEMBERED: Final = 24 * 3600.0
"""Seconds after which it no longer matters when a guest was last seen."""


class Presence:
    """Remembers when guests were last seen at tables. After a start everyone counts as just seen."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        """Seconds of absence after which a guest counts as away."""
        self._start = time.monotonic()
        self._connections: Counter[tuple[str, str]] = Counter()
        self._seen: dict[tuple[str, str], float] = {}
        self._arrived: dict[str, float] = {}

    def arrive(self, table: str) -> None:
        """Count everyone at a table that comes from another process as just seen."""
        self._arrived[table] = time.monotonic()

    def come(self, table: str, guest: str) -> None:
        """Note that a guest has connected to a table."""
        self._connections[table, guest] += 1

    def go(self, table: str, guest: str) -> None:
        """Note that one of a guest's connections has ended."""
        self.seen(table, guest)
        self._connections[table, guest] -= 1
        if self._connections[table, guest] <= 0:
            del self._connections[table, guest]

    def seen(self, table: str, guest: str) -> None:
        """Note that a guest has just sat down or done something."""
        self._seen[table, guest] = time.monotonic()

    def is_here(self, table: str, guest: str) -> bool:
        """Return whether a guest is connected to a table."""
        return (table, guest) in self._connections

    def absence(self, table: str, guest: str) -> float:
        """Return how many seconds ago a guest was last seen."""
        if self.is_here(table, guest):
            return 0.0
        since = self._seen.get((table, guest), self._arrived.get(table, self._start))
        return time.monotonic() - since

    def is_away(self, table: str, guest: str) -> bool:
        """Return whether a guest has been away so long that the others need not wait."""
        return not self.is_here(table, guest) and self.absence(table, guest) >= self.patience

    def forget_old(self) -> None:
        """Drop what no longer matters."""
        oldest = time.monotonic() - max(REMEMBERED, self.patience)
        for who in [who for who, at in self._seen.items() if at < oldest]:
            del self._seen[who]
        for table in [table for table, at in self._arrived.items() if at < oldest]:
            del self._arrived[table]
