"""Identify guests by the token in their cookie."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, add_guest, guest_by_token, mark_seen

REMEMBERED: Final = 10_000
MARKED: Final = 600.0
"""Seconds until a device is marked as seen again."""


class Guests:
    """All guests. Those seen lately are kept in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_token: OrderedDict[str, Guest] = OrderedDict()
        self._seen: set[str] = set()
        """The tokens used since the last marking."""
        self._marked: dict[str, float] = {}
        """When each device was last marked as seen."""
        self._forgotten = 0
        """How often guests were forgotten, since anything read before that may be outdated."""

    async def known(self, token: str | None) -> Guest | None:
        """Return the guest with this token; None without one, or for an unknown one."""
        if not token or len(token) > 100:
            return None
        guest = self._by_token.get(token)
        if guest is None:
            forgotten = self._forgotten
            guest = await asyncio.to_thread(guest_by_token, self._database, token)
            if guest is not None and forgotten == self._forgotten:
                self.remember(token, guest)
        if guest is not None and clock.now() - self._marked.get(token, 0.0) > MARKED:
            self._seen.add(token)
        return guest

    async def mark_seen(self) -> None:
        """Mark the devices that were seen lately."""
        seen, self._seen = self._seen, set()
        if seen:
            now = clock.now()
            await asyncio.to_thread(mark_seen, self._database, seen)
            self._marked = {token: at for token, at in self._marked.items() if now - at < MARKED}
            self._marked |= dict.fromkeys(seen, now)

    async def add(self, name: str, device: str = "") -> tuple[Guest, str]:
        """Create a guest; return it with the token for its device."""
        guest, token = await asyncio.to_thread(add_guest, self._database, name, device)
        self.remember(token, guest)
        return guest, token

    def forget(self, guest: str) -> None:
        """Drop a guest from memory whose name or sessions may have changed."""
        self._forgotten += 1
        for token in [token for token, known in self._by_token.items() if known.id == guest]:
            del self._by_token[token]

    def forget_all(self) -> None:
        """Drop all guests from memory."""
        self._forgotten += 1
        self._by_token.clear()

    def remember(self, token: str, guest: Guest) -> None:
        """Keep a guest in memory."""
        self._by_token[token] = guest
        if len(self._by_token) > REMEMBERED:
            self._by_token.popitem(last=False)
