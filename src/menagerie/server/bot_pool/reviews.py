"""Review finished games in the background, one after another, and store the results."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, cast

from menagerie.server.base.errors import Refused, mistake
from menagerie.server.base.fair_queue import FairQueue, Rank
from menagerie.server.base.rate_limits import TOGETHER
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.protocol.outgoing.moments import Review, ReviewProgress
from menagerie.server.store import reviews
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")
MOST: Final = 500
"""The most reviews running or waiting."""


class _Making:
    """A review in progress."""

    def __init__(self, who: str, network: str) -> None:
        self.who = who
        """The guest who asked."""
        self.network = network
        """The network the guest asked from."""
        self.done = 0
        self.of = 0
        """0 while it waits for others."""
        self.task: asyncio.Task[None] | None = None

    def tell(self, done: int, of: int) -> None:
        self.done, self.of = done, of


class Reviews:
    """The reviews of all tables."""

    def __init__(self, tables: Tables, bot_pool: BotPool) -> None:
        self._tables = tables
        self._bot_pool = bot_pool
        self._making: dict[str, _Making] = {}
        self._queue = FairQueue(1)
        """Networks take turns, so that one with many requests waits longest."""

    async def look(self, table: Table) -> ReviewProgress:
        """Return the state of a table's review."""
        making = self._making.get(table.id)
        if making is not None:
            return ReviewProgress(status="working", done=making.done, of=making.of, review=None)
        kept = await asyncio.to_thread(reviews.find, self._tables.database, table.id)
        # Stored reviews are sent in the form in which they were made.
        return ReviewProgress(status="none" if kept is None else "done", done=0, of=0, review=cast(Review | None, kept))

    async def begin(self, table: Table, who: str, network: str) -> ReviewProgress:
        """Start a guest's review of a table, unless it exists or is in progress."""
        await self._check(table)
        standing = await self.look(table)
        if standing.status != "none" or table.id in self._making:
            return standing
        if len(self._making) >= MOST:
            raise Refused("busy", "Many games are being reviewed. Try again in a few minutes.", retry=60)
        few = self._tables.settings.limits.reviews_per_guest
        under_way = self._making.values()
        if len([1 for making in under_way if making.who == who]) >= few:
            raise Refused("busy", f"You already have {few} reviews in progress. Wait until one is finished.", retry=60)
        # Guests cost nothing to create, so all guests of one network share a few times the limit of one guest.
        if len([1 for making in under_way if making.network == network]) >= TOGETHER * few:
            told = f"Your network already has {TOGETHER * few} reviews in progress. Wait until one is finished."
            raise Refused("busy", told, retry=60)
        making = _Making(who, network)
        self._making[table.id] = making
        making.task = asyncio.ensure_future(self._make(table, making))
        return await self.look(table)

    async def _check(self, table: Table) -> None:
        """Refuse a game that must stay secret or can't be judged."""
        why_not = await self._tables.why_secret(table)
        if why_not:
            raise Refused("not-now", why_not)
        if not table.game.gives_advice:
            raise Refused("not-now", f"Games of {table.game.name} can't be reviewed because it has no advice.")

    async def _make(self, table: Table, making: _Making) -> None:
        try:
            people = table.owners()
            # Games played here come before uploaded records.
            rank = Rank.WATCHED if table.status == "replay" else Rank.PLAYED
            async with self._queue.place(making.network, rank):
                made = await self._bot_pool.review(table, making.who, making.tell)
            # If a player was deleted meanwhile, the next review is made without the name.
            await asyncio.to_thread(reviews.keep, self._tables.database, table.id, made, people)
        except Exception as error:
            # Asking again starts a new one.
            LOG.error("Table %s could not be reviewed: %s", table.id, mistake(error))
        finally:
            del self._making[table.id]

    def close(self) -> None:
        """Cancel all reviews in progress."""
        for making in list(self._making.values()):
            if making.task is not None:
                making.task.cancel()
