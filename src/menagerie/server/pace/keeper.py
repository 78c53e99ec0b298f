"""Keeps the time: looks at the tables that are due, also at those that nobody has looked at for days.

Every process does so. A table that another process owns is left to it, and of two that want the same free table one
gets the lease; so everything happens once (`ownership`). What is due stands in the database: after a crash whoever
starts next finds it there.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from menagerie.server import clock
from menagerie.server.errors import Refused, mistake
from menagerie.server.ownership import Elsewhere
from menagerie.server.pace import due
from menagerie.server.pace.downtime import Downtime
from menagerie.server.pace.overtime import Overtime
from menagerie.server.table import Table
from menagerie.server.tables import Tables

LOG: Final = logging.getLogger("menagerie.server")
BEAT: Final = 1.0
"""Seconds between two looks at what is due."""


class Keeper:
    """Looks at what is due."""

    def __init__(self, tables: Tables, downtime: Downtime) -> None:
        self._tables = tables
        self._downtime = downtime
        self._overtime = Overtime(tables)

    async def keep(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                if await asyncio.to_thread(self._downtime.runs):
                    self._count_anew()
                await self.look()
            except Exception as error:
                # The database does not answer, or the disk is full: the next look tries again.
                LOG.warning("the clocks could not be looked at: %s", mistake(error))

    async def look(self) -> None:
        """Look at every table that is due by now."""
        database = self._tables.database
        for id, at in (await asyncio.to_thread(due.tables, database, clock.now())).items():
            try:
                async with self._tables.hold(id) as table:
                    await self._attend(table, at)
            except Elsewhere:  # its owner looks at it
                continue
            except Refused as refused:
                if refused.code == "missing":
                    await asyncio.to_thread(due.forget, database, id)
                    continue
                LOG.warning("the clocks of table %s could not be looked at: %s", id, refused.sentence)
                await asyncio.to_thread(due.put_off, database, id, at, clock.now() + 60)

    async def _attend(self, table: Table, at: float) -> None:
        told = await self._overtime.tell_holidays(table)
        if not await self._overtime.look(table) and not told:
            again = table.clocks.next_due() if table.clocks is not None else None
            await asyncio.to_thread(due.put_off, self._tables.database, table.id, at, again)

    def _count_anew(self) -> None:
        """The machine has slept: the clocks in memory have counted what does not count."""
        for id, table in list(self._tables.loaded.items()):
            if table.clocks is not None:
                self._tables.read_anew(id)
