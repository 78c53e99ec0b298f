"""Count finished games in the background, each of them once."""

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
"""Seconds between checks for games that a stopped process left uncounted."""


_MARK: Final = "INSERT INTO uncounted (table_id) VALUES (?) ON CONFLICT DO NOTHING"


class RatingCounter(TableListener):
    """Adds finished games to the ledger soon after they end.

    That a game must be counted is stored with its end, so a crash in between loses none."""

    def __init__(self, tables: Tables) -> None:
        self.ledger = Ledger(tables.database)
        self._tables = tables
        self._wake = asyncio.Event()
        self._damaged: set[str] = set()
        """Damaged games aren't tried again until the next start."""
        self._failed: set[str] = set()
        """Games that failed for another reason are tried again, and reported once."""

    def changes_at_end(self, ended: GameEnded) -> list[Change]:
        """List the game as uncounted."""
        return [(_MARK, (ended.facts.id,))]

    def ended(self, ended: GameEnded) -> None:
        """Count it soon."""
        self._wake.set()

    async def run(self) -> None:
        """Count finished games, now and from now on."""
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
        """Count all finished games: those that have just ended here, and those that other or killed processes left."""
        try:
            for id in await asyncio.to_thread(self.ledger.uncounted):
                await self._try_to_count(id)
        except DBAPIError as error:
            # The database can't be reached or the disk is full. The next check tries again.
            LOG.warning("Games could not be counted: %s", mistake(error))

    async def _try_to_count(self, id: str) -> None:
        """Count one game. Its faults hold up no other game."""
        try:
            await self.count(id)
        except OperationalError:
            raise
        except Exception as error:
            if id not in self._failed:
                LOG.error("The game at table %s could not be counted: %s", id, mistake(error))
            self._failed.add(id)

    async def count(self, id: str) -> None:
        """Count a game if it is over and uncounted."""
        if id in self._damaged:
            return
        try:
            await asyncio.to_thread(self.ledger.count, id, self._tables.loaded.get(id))
        except Damaged as error:
            self._damaged.add(id)
            LOG.error("A game is not counted: %s", error)
