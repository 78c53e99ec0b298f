"""The seats whose standing orders have something to decide now: it is decided at once, and what is over ends."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from menagerie.core.action import Action
from menagerie.core.orders import Ended, Given
from menagerie.server.base.errors import Refused, mistake
from menagerie.server.play.commands import Commands
from menagerie.server.table.event_kinds.orders import OrderEnded
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")


class OrderRunner:
    """Follows standing orders: one task for each table at which one has something to say."""

    def __init__(self, tables: Tables, commands: Commands) -> None:
        self._tables = tables
        self._commands = commands
        self._tasks: dict[str, asyncio.Task[None]] = {}
        tables.bus.subscribe(self.wake)

    def wake(self, table_id: str, _seq: int) -> None:
        """Something happened at a table: perhaps an order is to be followed."""
        table = self._tables.loaded.get(table_id)
        if table is None or not table.orders.given or table_id in self._tasks or _next(table) is None:
            return
        self._tasks[table_id] = asyncio.ensure_future(self._follow(table_id))

    async def _follow(self, table_id: str) -> None:
        """Decide for orders until none has anything to say."""
        try:
            while await self._follow_one(await self._tables.get(table_id)):
                pass
        except Refused as refused:
            LOG.info("no orders are followed at table %s: %s", table_id, refused.sentence)
        except Exception as error:
            LOG.error("the standing orders at table %s were not followed: %s", table_id, mistake(error))
        finally:
            # At once, and not when the task is seen to be done: what happens from now on wakes the next one.
            del self._tasks[table_id]

    async def _follow_one(self, table: Table) -> bool:
        """Let the first order that has something to say decide, or end; False if there is none."""
        async with table.lock:
            if table is not self._tables.loaded.get(table.id):
                return True
            found = _next(table)
            if found is None:
                return False
            given, answer = found
            ended = answer if isinstance(answer, Ended) else await self._decide(table, given, answer)
            if ended is not None:
                content = OrderEnded(given.order.id, ended.why)
                await self._tables.advance(table, [self._tables.event(table, content, given.seat)])
        return True

    async def _decide(self, table: Table, given: Given, action: Action) -> Ended | None:
        """Decide as anybody does; what is refused ends the order, or it would be tried again and again."""
        try:
            await self._commands.decide(table, given.seat, str(action), table.number, None, given.order.id)
        except Refused as refused:
            if refused.code == "stale":  # another process was first
                return None
            return Ended(refused.sentence)
        return None

    def close(self) -> None:
        """Stop following."""
        for task in list(self._tasks.values()):
            task.cancel()


def _next(table: Table) -> tuple[Given, Action | Ended] | None:
    return table.orders.next(table.state, table.standing_orders())
