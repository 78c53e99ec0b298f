"""Reviews of games that are over: made in the background, one after another, and kept with the game."""

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
"""So many reviews may be under way or wait."""


class _Making:
    """A review that is not done."""

    def __init__(self, who: str, network: str) -> None:
        self.who = who
        """The guest who asked."""
        self.network = network
        """Where the guest asked from."""
        self.done = 0
        self.of = 0
        """0: it waits for others."""
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
        """Networks take turns, so that one that asks for many reviews waits for itself."""

    async def look(self, table: Table) -> ReviewProgress:
        """Return how the review of a table stands."""
        making = self._making.get(table.id)
        if making is not None:
            return ReviewProgress(status="working", done=making.done, of=making.of, review=None)
        kept = await asyncio.to_thread(reviews.find, self._tables.database, table.id)
        # Kept reviews are sent as they are: they have the form that they had when they were made.
        return ReviewProgress(status="none" if kept is None else "done", done=0, of=0, review=cast(Review | None, kept))

    async def begin(self, table: Table, who: str, network: str) -> ReviewProgress:
        """Make the review of a table for a guest, unless there is one, or it is being made."""
        await self._check(table)
        standing = await self.look(table)
        if standing.status != "none" or table.id in self._making:
            return standing
        if len(self._making) >= MOST:
            raise Refused("busy", "Many games are being reviewed; try again in a few minutes.", retry=60)
        few = self._tables.settings.limits.reviews_per_guest
        under_way = self._making.values()
        if len([1 for making in under_way if making.who == who]) >= few:
            raise Refused("busy", f"{few} games are being reviewed for you; wait until one is done.", retry=60)
        # Names cost nothing: all guests of one network together may have a few times as many as one guest.
        if len([1 for making in under_way if making.network == network]) >= TOGETHER * few:
            told = f"{TOGETHER * few} games are being reviewed for people of your network; wait until one is done."
            raise Refused("busy", told, retry=60)
        making = _Making(who, network)
        self._making[table.id] = making
        making.task = asyncio.ensure_future(self._make(table, making))
        return await self.look(table)

    async def _check(self, table: Table) -> None:
        """Refuse what must not be told yet, and what nobody can judge."""
        why_not = await self._tables.why_not_told(table)
        if why_not:
            raise Refused("not-now", why_not)
        if not table.game.gives_advice:
            raise Refused("not-now", f"{table.game.name} gives no advice, so that games of it cannot be reviewed.")

    async def _make(self, table: Table, making: _Making) -> None:
        try:
            people = table.owners()
            # Games that were played here come before records that were uploaded.
            rank = Rank.WATCHED if table.status == "replay" else Rank.PLAYED
            async with self._queue.place(making.network, rank):
                made = await self._bot_pool.review(table, making.who, making.tell)
            # Who has asked asks again if somebody is gone by now, and the next one is made without the name.
            await asyncio.to_thread(reviews.keep, self._tables.database, table.id, made, people)
        except Exception as error:
            # Whoever asks again begins anew.
            LOG.error("table %s could not be reviewed: %s", table.id, mistake(error))
        finally:
            del self._making[table.id]

    def close(self) -> None:
        """Stop what is under way."""
        for making in list(self._making.values()):
            if making.task is not None:
                making.task.cancel()
