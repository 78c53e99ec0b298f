"""Check whether the server works, for monitoring."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import DBAPIError

from menagerie.server.base.errors import Away, one_line
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.store.events import EventStore, StoreFailed, Unanswered

LOG: Final = logging.getLogger("menagerie.server")
FRESH: Final = 5.0
"""Seconds for which a check of the disk is valid, so that frequent requests don't wear it out."""
PATIENCE: Final = 10.0
"""Seconds after which a silent writer counts as stuck."""


class Health:
    """Checks the parts of a server."""

    def __init__(self, store: EventStore, bot_pool: BotPool, why_late: Callable[[], Awaitable[str]]) -> None:
        """`why_late`: returns which clock is overdue for a check."""
        self.is_serving = False
        """Whether the server has started and isn't stopping."""
        self._store = store
        self._bot_pool = bot_pool
        self._why_late = why_late
        self._asking = asyncio.Lock()
        self._asked = -FRESH
        self._storage = ""

    async def problems(self) -> dict[str, str]:
        """Return what doesn't work, with a sentence each; empty if all is well."""
        found = {"storage": await self._look_at_storage()}
        if self._bot_pool.is_lost:
            found["workers"] = "Bots aren't available: their processes could not be started or kept running."
        if not found["storage"]:
            found["clocks"] = await self._look_at_clocks()
        return {part: sentence for part, sentence in found.items() if sentence}

    async def why_not_ready(self) -> str:
        """Return why this process shouldn't receive requests; empty if all is well. People can play without bots."""
        if not self.is_serving:
            return "The server is starting or stopping."
        return await self._look_at_storage()

    async def _look_at_clocks(self) -> str:
        """Check whether a player's time could run out unnoticed."""
        try:
            return await self._why_late()
        except DBAPIError as error:
            LOG.warning("The clocks could not be checked: %s", one_line(error))
            return ""

    async def _look_at_storage(self) -> str:
        """Check by writing whether events can be stored."""
        async with self._asking:
            if time.monotonic() - self._asked >= FRESH:
                self._storage = await self._probe()
                self._asked = time.monotonic()
            return self._storage

    async def _probe(self) -> str:
        try:
            await asyncio.wait_for(self._store.probe(), PATIENCE)
        except Unanswered as error:
            # PostgreSQL's own words name machines and people, so they go to the log only.
            LOG.warning("The database could not be written to: %s", Away(one_line(error)))
            return "The database does not answer."
        except StoreFailed as error:
            return str(error)
        except TimeoutError:
            return f"Nothing could be written for {PATIENCE:.0f} seconds."
        return ""
