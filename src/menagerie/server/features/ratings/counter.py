"""Counting games in the background: those that are over and not yet in the ledger, each of them once."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy.exc import DBAPIError, OperationalError

from menagerie.server.base.errors import mistake
from menagerie.server.features.ratings.ledger import Ledger
from menagerie.server.store.events import Change, Damaged
from menagerie.server.table.listener import GameEnded, TableListener
from menagerie.server.table.registry import Tables

LOG: Final = logging.getLogger("menagerie.server")
AGAIN: Final = 60.0
"""Seconds between looks for games that another process has left uncounted when it was stopped."""


_MARK: Final = "INSERT INTO uncounted (table_id) VALUES (?) ON CONFLICT DO NOTHING"


class RatingCounter(TableListener):
    """Write finished games into the ledger, soon after they are over.

    That a game is to be counted is stored with its end, so no crash in between loses it.
    """

    def __init__(self, tables: Tables) -> None:
        self.ledger = Ledger(tables.database)
        self._tables = tables
        self._wake = asyncio.Event()
        self._damaged: set[str] = set()
        """What cannot be counted is not tried again before the next start."""
        self._failed: set[str] = set()
        """What could not be counted for another reason is tried again, and reported once."""

    def changes_at_end(self, ended: GameEnded) -> list[Change]:
        """List the game among those to be counted."""
        return [(_MARK, (ended.facts.id,))]

    def ended(self, ended: GameEnded) -> None:
        """Count it soon."""
        self._wake.set()

    async def go_on(self) -> None:
        """Count what is over, now and from now on."""
        while True:
            await self.count_all()
            try:
                async with asyncio.timeout(AGAIN):
                    await self._wake.wait()
            except TimeoutError:
                pass
            else:
                self._wake.clear()

    async def count_all(self) -> None:
        """Count whatever is over: what has just ended here, and what another process, or a killed one, has left."""
        try:
            for id in await asyncio.to_thread(self.ledger.uncounted):
                await self._try_to_count(id)
        except DBAPIError as error:
            # The database is out of reach, or the disk is full: the next look tries again.
            LOG.warning("games could not be counted: %s", mistake(error))

    async def _try_to_count(self, id: str) -> None:
        """Count one game. Whatever is wrong with it alone holds up no other."""
        try:
            await self.count(id)
        except OperationalError:
            raise
        except Exception as error:
            if id not in self._failed:
                LOG.error("the game at table %s could not be counted: %s", id, mistake(error))
            self._failed.add(id)

    async def count(self, id: str) -> None:
        """Have one game counted, if it is over and was not counted yet."""
        if id in self._damaged:
            return
        try:
            await asyncio.to_thread(self.ledger.count, id, self._tables.loaded.get(id))
        except Damaged as error:
            self._damaged.add(id)
            LOG.error("a game is not counted: %s", error)
