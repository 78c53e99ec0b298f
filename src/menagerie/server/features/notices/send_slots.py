"""Limit concurrent messages, so that a hanging receiver doesn't hold up the others.

Users can name any receiver, so many may hang on purpose. Each host has a few slots, failed messages have slots of their
own, and emails, which go to our own mail server, don't need one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

LETTERS: Final = 8
FIRST: Final = 64
"""Messages to receivers that haven't failed."""
AGAIN: Final = 8
"""Messages that have failed before."""
EACH: Final = 8
"""Messages to one host."""


class Places:
    """Hands out slots."""

    def __init__(self) -> None:
        self._letters = asyncio.Semaphore(LETTERS)
        self._first = asyncio.Semaphore(FIRST)
        self._again = asyncio.Semaphore(AGAIN)
        self._machines: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def place(self, way: str, machine: str, *, has_failed: bool) -> AsyncIterator[None]:
        """Wait for a slot, and hold it."""
        if way == "mail":
            async with self._letters:
                yield
            return
        each = self._machines.get(machine)
        if each is None:
            each = self._machines[machine] = asyncio.Semaphore(EACH)
        async with each, self._again if has_failed else self._first:
            yield
