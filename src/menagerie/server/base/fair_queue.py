"""Waiting for one of a few places: people take turns, so that who asks for much waits for oneself alone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum

Waiter = asyncio.Future[None]


class Rank(IntEnum):
    """What comes first: a person's game or hint, then games that are only watched, then what nobody waits for."""

    PLAYED = 0
    WATCHED = 1
    BACKGROUND = 2


class FairQueue:
    """Gives out places: by rank, within a rank to one person after another, and to each in the order of asking."""

    def __init__(self, places: int) -> None:
        self.size = places
        self._free = places
        self._lines: dict[Rank, OrderedDict[str, deque[Waiter]]] = {rank: OrderedDict() for rank in Rank}
        self._here = 0
        """How many have a place."""

    @property
    def people(self) -> int:
        """How many have a place, and how many different people wait for one."""
        return self._here + len({who for line in self._lines.values() for who in line})

    def waiting(self) -> dict[Rank, int]:
        """How many wait for a place, by rank; may be asked from another thread."""
        return {rank: sum([len(waiters) for waiters in list(line.values())]) for rank, line in self._lines.items()}

    @property
    def has_room(self) -> bool:
        """Whether nobody has to wait just now."""
        return self._free > 0

    @property
    def busy(self) -> int:
        """How many have a place."""
        return self._here

    @asynccontextmanager
    async def place(self, who: str, rank: Rank) -> AsyncIterator[None]:
        """Wait for a place and have it for a while."""
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
                self._pass_on()  # the place was given to somebody who has just gone
            raise

    def _pass_on(self) -> None:
        """Give a place that has come free to whose turn it is."""
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
                    line[who] = waiters  # behind everybody else
                return waiter
        return None
