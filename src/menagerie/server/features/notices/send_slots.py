"""How many messages are sent at a time: a receiver that hangs keeps no other waiting.

Anybody may name a receiver, so many may hang on purpose. Each machine has a few places, what has failed before waits
for places of its own, and letters, which go to our own mail server, wait for none of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

LETTERS: Final = 8
FIRST: Final = 64
"""Messages to receivers that have not failed."""
AGAIN: Final = 8
"""Messages that have failed before."""
EACH: Final = 8
"""Messages to one machine."""


class Places:
    """Gives out places."""

    def __init__(self) -> None:
        self._letters = asyncio.Semaphore(LETTERS)
        self._first = asyncio.Semaphore(FIRST)
        self._again = asyncio.Semaphore(AGAIN)
        self._machines: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def place(self, way: str, machine: str, *, has_failed: bool) -> AsyncIterator[None]:
        """Wait for a place, and have it for a while."""
        if way == "mail":
            async with self._letters:
                yield
            return
        each = self._machines.get(machine)
        if each is None:
            each = self._machines[machine] = asyncio.Semaphore(EACH)
        async with each, self._again if has_failed else self._first:
            yield
