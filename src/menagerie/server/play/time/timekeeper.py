"""Keep time: check the tables that are due, including those that no one has opened for days.

Every process does this. A table owned by another process is left to it, and of two processes that want the same free
table one gets the lease, so everything happens once (`ownership`). Due times are in the database, so after a crash the
next process finds them there."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import Final

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, mistake
from menagerie.server.play.time.downtime import Downtime
from menagerie.server.play.time.overtime import Overtime
from menagerie.server.store import due_tables
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")
BEAT: Final = 1.0
"""Seconds between two checks of what is due."""
PATIENCE: Final = 5.0
"""Seconds to wait for a slow table before checking the next one."""
AGAIN: Final = 60.0
"""Seconds until a table whose check failed is checked again."""
LATE: Final = 60.0
"""Seconds after which an unchecked due table counts as a fault."""


class Timekeeper:
    """Checks the tables that are due."""

    def __init__(self, tables: Tables, downtime: Downtime) -> None:
        self._tables = tables
        self._downtime = downtime
        self._overtime = Overtime(tables)
        self._began = clock.now()
        self._under_way: dict[str, asyncio.Task[None]] = {}
        """The tables being checked now."""

    async def keep(self) -> None:
        """Check what is due, again and again."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                if await asyncio.to_thread(self._downtime.runs):
                    self._recount()
                await self.look()
            except Exception as error:
                # The database doesn't answer or the disk is full. The next check tries again.
                LOG.warning("Clocks could not be checked: %s", mistake(error))

    async def look(self) -> None:
        """Check every table that is due. A slow table doesn't hold up the next ones."""
        database, now, last = self._tables.database, clock.now(), None
        while found := await asyncio.to_thread(due_tables.tables, database, now, last):
            for at, id in found:
                if id not in self._under_way:
                    task = self._under_way[id] = asyncio.ensure_future(self._look_at(id, at))
                    task.add_done_callback(functools.partial(self._end, id))
                    for done in (await asyncio.wait({task}, timeout=PATIENCE))[0]:
                        done.result()  # raises database errors
            last = found[-1]

    def _end(self, id: str, task: asyncio.Task[None]) -> None:
        del self._under_way[id]
        if not task.cancelled():
            task.exception()  # already logged, or raised by `look`

    async def why_late(self) -> str:
        """Return which table is overdue for a check, as a sentence; nothing if all is well."""
        oldest = await asyncio.to_thread(due_tables.oldest, self._tables.database)
        late = 0.0 if oldest is None else clock.now() - max(oldest[0], self._began)
        if oldest is None or late < LATE:
            return ""
        return f"The clocks of table {oldest[1]} are overdue for a check by {late:.0f} seconds."

    def close(self) -> None:
        """Cancel the checks in progress."""
        for task in list(self._under_way.values()):
            task.cancel()

    async def _look_at(self, id: str, at: float) -> None:
        database = self._tables.database
        try:
            async with self._tables.hold(id) as table:
                await self._attend(table, at)
        except Elsewhere:  # its owner checks it
            return
        except Refused as refused:
            if refused.code == "missing":
                await asyncio.to_thread(due_tables.forget, database, id)
                return
            LOG.warning("The clocks of table %s could not be checked: %s", id, refused.sentence)
            await asyncio.to_thread(due_tables.postpone, database, id, at, clock.now() + AGAIN)
        except Exception as error:  # a bug at one table must not stop the clocks of the others
            LOG.error("The clocks of table %s could not be checked: %s", id, mistake(error))
            await asyncio.to_thread(due_tables.postpone, database, id, at, clock.now() + AGAIN)

    async def _attend(self, table: Table, at: float) -> None:
        told = await self._overtime.store_holidays(table)
        if not await self._overtime.look(table) and not told:
            again = table.clocks.next_due() if table.clocks is not None else None
            # still due, so the check had no effect: don't repeat it at once
            if again is not None and again <= clock.now():
                again = clock.now() + AGAIN
            await asyncio.to_thread(due_tables.postpone, self._tables.database, table.id, at, again)

    def _recount(self) -> None:
        """Recompute the clocks in memory after the machine has slept."""
        for id, table in list(self._tables.loaded.items()):
            if table.clocks is not None:
                self._tables.reload(id)
