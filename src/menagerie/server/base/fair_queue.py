"""Queue for a few places fairly: people take turns, so a person who asks for much waits longest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum

Waiter = asyncio.Future[None]


class Rank(IntEnum):
    """The order of requests: people's games and hints, then games that are only watched, then what no one waits for."""

    PLAYED = 0
    WATCHED = 1
    BACKGROUND = 2


class FairQueue:
    """Hands out places: by rank, within a rank to people in turn, and to each in the order of asking."""

    def __init__(self, places: int) -> None:
        self.size = places
        self._free = places
        self._lines: dict[Rank, OrderedDict[str, deque[Waiter]]] = {rank: OrderedDict() for rank in Rank}
        self._here = 0
        """The number of places in use."""

    @property
    def people(self) -> int:
        """Return how many places are in use, plus how many different people wait for one."""
        return self._here + len({who for line in self._lines.values() for who in line})

    def waiting(self) -> dict[Rank, int]:
        """Return how many wait for a place, by rank. Safe to call from another thread."""
        return {rank: sum([len(waiters) for waiters in list(line.values())]) for rank, line in self._lines.items()}

    @property
    def has_room(self) -> bool:
        """Return whether a place is free."""
        return self._free > 0

    @property
    def busy(self) -> int:
        """Return how many places are in use."""
        return self._here

    @asynccontextmanager
    async def place(self, who: str, rank: Rank) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(who, rank)
        self._here += 1
        try:
            yield
        finally:
            self._here -= 1
            self._pass_on()

    async def _wait(self, who: str, rank: Rank) -> None:
        waiter: Waiter = asyncio.get_running_loop().create_future()
        self._lines[rank].setdefault(who, deque()).append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._pass_on()  # the place was given to a waiter who has just gone
            raise

    def _pass_on(self) -> None:
        """Give a free place to the next in turn."""
        while (waiter := self._next()) is not None:
            if not waiter.done():
                waiter.set_result(None)
                return
        self._free += 1

    def _next(self) -> Waiter | None:
        for line in self._lines.values():
            if line:
                who, waiters = line.popitem(last=False)
                waiter = waiters.popleft()
                if waiters:
                    line[who] = waiters  # behind everyone else
                return waiter
        return None
