"""Follow standing orders: decide for a seat as soon as its order applies, and end orders that no longer do."""

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
    """Follows standing orders, with one task for each table where an order applies."""

    def __init__(self, tables: Tables, commands: Commands) -> None:
        self._tables = tables
        self._commands = commands
        self._tasks: dict[str, asyncio.Task[None]] = {}
        tables.bus.subscribe(self.wake)

    def wake(self, table_id: str, _seq: int) -> None:
        """Check the orders of a table where something happened."""
        table = self._tables.loaded.get(table_id)
        if table is None or not table.orders.given or table_id in self._tasks or _next(table) is None:
            return
        self._tasks[table_id] = asyncio.ensure_future(self._follow(table_id))

    async def _follow(self, table_id: str) -> None:
        """Decide for orders until none applies."""
        try:
            while await self._follow_one(await self._tables.get(table_id)):
                pass
        except Refused as refused:
            LOG.info("Standing orders at table %s are not followed: %s", table_id, refused.sentence)
        except Exception as error:
            LOG.error("Standing orders at table %s could not be followed: %s", table_id, mistake(error))
        finally:
            # Remove it right now, not in a callback: any event from here on must start a new task.
            del self._tasks[table_id]

    async def _follow_one(self, table: Table) -> bool:
        """Let the first order that applies decide, or end; return False if there is none."""
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
        """Carry out an order's decision. A refusal ends the order, or it would be tried again and again."""
        try:
            await self._commands.decide(table, given.seat, str(action), table.number, None, given.order.id)
        except Refused as refused:
            if refused.code == "stale":  # another process was faster
                return None
            return Ended(refused.sentence)
        return None

    def close(self) -> None:
        """Stop following."""
        for task in list(self._tasks.values()):
            task.cancel()


def _next(table: Table) -> tuple[Given, Action | Ended] | None:
    return table.orders.next(table.state, table.standing_orders())
