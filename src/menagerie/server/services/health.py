"""Whether the server works: the truth, for whoever watches over it."""

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
"""Seconds for which an answer about the disk holds: asking often does not wear it out."""
PATIENCE: Final = 10.0
"""Seconds after which a writer that says nothing counts as stuck."""


class Health:
    """Asks the parts of a server how they are."""

    def __init__(self, store: EventStore, bot_pool: BotPool, why_late: Callable[[], Awaitable[str]]) -> None:
        """`why_late` says which clock nobody has looked at for too long."""
        self.is_serving = False
        """Whether the server has started, and does not yet stop."""
        self._store = store
        self._bot_pool = bot_pool
        self._why_late = why_late
        self._asking = asyncio.Lock()
        self._asked = -FRESH
        self._storage = ""

    async def problems(self) -> dict[str, str]:
        """What does not work, with a sentence each; nothing if all is well."""
        found = {"storage": await self._look_at_storage()}
        if self._bot_pool.is_lost:
            found["workers"] = "Bots cannot think: their processes could not be started or kept."
        if not found["storage"]:
            found["clocks"] = await self._look_at_clocks()
        return {part: sentence for part, sentence in found.items() if sentence}

    async def why_not_ready(self) -> str:
        """Why nobody should be sent here; nothing if all is well. People can play without bots."""
        if not self.is_serving:
            return "The server is starting or stopping."
        return await self._look_at_storage()

    async def _look_at_clocks(self) -> str:
        """Whether somebody's time could run out unseen."""
        try:
            return await self._why_late()
        except DBAPIError as error:
            LOG.warning("nobody knows whether the clocks are late: %s", one_line(error))
            return ""

    async def _look_at_storage(self) -> str:
        """What keeps events from being stored, found out by writing."""
        async with self._asking:
            if time.monotonic() - self._asked >= FRESH:
                self._storage = await self._probe()
                self._asked = time.monotonic()
            return self._storage

    async def _probe(self) -> str:
        try:
            await asyncio.wait_for(self._store.probe(), PATIENCE)
        except Unanswered as error:
            # What PostgreSQL says about it names machines and people: that is for the log.
            LOG.warning("the database could not be written to: %s", Away(one_line(error)))
            return "The database does not answer."
        except StoreFailed as error:
            return str(error)
        except TimeoutError:
            return f"Nothing could be written for {PATIENCE:.0f} seconds."
        return ""
