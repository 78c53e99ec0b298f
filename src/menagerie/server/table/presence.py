"""Who is at which table now, and for how long the others have been away. In memory only."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

REMEMBERED: Final = 24 * 3600.0
"""Seconds after which it does not matter any more when exactly somebody was last seen."""


class Presence:
    """Remembers when guests were last seen at tables. After a start everybody counts as just seen."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        """Seconds after which somebody who is not here counts as away."""
        self._start = time.monotonic()
        self._connections: Counter[tuple[str, str]] = Counter()
        self._seen: dict[tuple[str, str], float] = {}
        self._arrived: dict[str, float] = {}

    def arrive(self, table: str) -> None:
        """A table has come from another process: everybody there counts as just seen, too."""
        self._arrived[table] = time.monotonic()

    def come(self, table: str, guest: str) -> None:
        """A guest has connected to a table."""
        self._connections[table, guest] += 1

    def go(self, table: str, guest: str) -> None:
        """A guest's connection has ended; there may be others."""
        self.seen(table, guest)
        self._connections[table, guest] -= 1
        if self._connections[table, guest] <= 0:
            del self._connections[table, guest]

    def seen(self, table: str, guest: str) -> None:
        """A guest has just sat down, or done something."""
        self._seen[table, guest] = time.monotonic()

    def is_here(self, table: str, guest: str) -> bool:
        """Whether a guest is connected to a table."""
        return (table, guest) in self._connections

    def absence(self, table: str, guest: str) -> float:
        """For how many seconds nothing has been seen of a guest."""
        if self.is_here(table, guest):
            return 0.0
        since = self._seen.get((table, guest), self._arrived.get(table, self._start))
        return time.monotonic() - since

    def is_away(self, table: str, guest: str) -> bool:
        """Whether a guest has not been here for so long that the others need not wait."""
        return not self.is_here(table, guest) and self.absence(table, guest) >= self.patience

    def forget_old(self) -> None:
        """Drop what does not matter any more."""
        oldest = time.monotonic() - max(REMEMBERED, self.patience)
        for who in [who for who, at in self._seen.items() if at < oldest]:
            del self._seen[who]
        for table in [table for table, at in self._arrived.items() if at < oldest]:
            del self._arrived[table]
