"""Keeps the time: looks at the tables that are due, also at those that nobody has looked at for days.

Every process does so. A table that another process owns is left to it, and of two that want the same free table one
gets the lease; so everything happens once (`ownership`). What is due stands in the database: after a crash whoever
starts next finds it there.
"""

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
"""Seconds between two looks at what is due."""
PATIENCE: Final = 5.0
"""Seconds for a table that takes long, before the next one is looked at."""
AGAIN: Final = 60.0
"""Seconds after which a table is looked at again at which something went wrong."""
LATE: Final = 60.0
"""Seconds after which something is wrong if a table that is due was not looked at."""


class Timekeeper:
    """Looks at what is due."""

    def __init__(self, tables: Tables, downtime: Downtime) -> None:
        self._tables = tables
        self._downtime = downtime
        self._overtime = Overtime(tables)
        self._began = clock.now()
        self._under_way: dict[str, asyncio.Task[None]] = {}
        """The tables that are being looked at."""

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
        """Look at every table that is due by now. A table that takes long does not hold up those after it."""
        database, now, last = self._tables.database, clock.now(), None
        while found := await asyncio.to_thread(due_tables.tables, database, now, last):
            for at, id in found:
                if id not in self._under_way:
                    task = self._under_way[id] = asyncio.ensure_future(self._look_at(id, at))
                    task.add_done_callback(functools.partial(self._end, id))
                    for done in (await asyncio.wait({task}, timeout=PATIENCE))[0]:
                        done.result()  # raises what the database complains about
            last = found[-1]

    def _end(self, id: str, task: asyncio.Task[None]) -> None:
        del self._under_way[id]
        if not task.cancelled():
            task.exception()  # it is logged by now, or raised by `look`

    async def why_late(self) -> str:
        """Which table should have been looked at long ago, in a sentence; nothing if all is well."""
        oldest = await asyncio.to_thread(due_tables.oldest, self._tables.database)
        late = 0.0 if oldest is None else clock.now() - max(oldest[0], self._began)
        if oldest is None or late < LATE:
            return ""
        return f"The clocks of table {oldest[1]} have been waiting for {late:.0f} seconds to be looked at."

    def close(self) -> None:
        """Stop what is under way."""
        for task in list(self._under_way.values()):
            task.cancel()

    async def _look_at(self, id: str, at: float) -> None:
        database = self._tables.database
        try:
            async with self._tables.hold(id) as table:
                await self._attend(table, at)
        except Elsewhere:  # its owner looks at it
            return
        except Refused as refused:
            if refused.code == "missing":
                await asyncio.to_thread(due_tables.forget, database, id)
                return
            LOG.warning("the clocks of table %s could not be looked at: %s", id, refused.sentence)
            await asyncio.to_thread(due_tables.put_off, database, id, at, clock.now() + AGAIN)
        except Exception as error:  # a mistake of ours at one table: the others have their time all the same
            LOG.error("the clocks of table %s could not be looked at: %s", id, mistake(error))
            await asyncio.to_thread(due_tables.put_off, database, id, at, clock.now() + AGAIN)

    async def _attend(self, table: Table, at: float) -> None:
        told = await self._overtime.tell_holidays(table)
        if not await self._overtime.look(table) and not told:
            again = table.clocks.next_due() if table.clocks is not None else None
            if again is not None and again <= clock.now():  # nothing came of it: not at once again
                again = clock.now() + AGAIN
            await asyncio.to_thread(due_tables.put_off, self._tables.database, table.id, at, again)

    def _count_anew(self) -> None:
        """The machine has slept: the clocks in memory have counted what does not count."""
        for id, table in list(self._tables.loaded.items()):
            if table.clocks is not None:
                self._tables.read_anew(id)
