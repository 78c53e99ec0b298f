"""Bots at the tables: they think in processes of their own, so that the server never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from menagerie import bots
from menagerie.core.record import Record
from menagerie.server import worker
from menagerie.server.errors import Refused, mistake
from menagerie.server.playing import Playing
from menagerie.server.settings import Settings
from menagerie.server.table import LiveTable
from menagerie.server.tables import Tables

LOG: Final = logging.getLogger("menagerie.server")
ATTEMPTS: Final = 3
PATIENCE: Final = 60.0
"""Seconds beyond its own time after which a worker counts as stuck."""
AGAIN: Final = 30.0
"""Seconds after which bots that could not go on try again."""


def processes(settings: Settings) -> Executor:
    """The usual place to think: processes on this machine. A cluster's executor can take its place."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(settings.workers, mp_context=context, initializer=worker.prepare)


class Thinker:
    """Asks bots in worker processes, and survives the loss of one."""

    def __init__(self, settings: Settings, executor: Callable[[Settings], Executor] = processes) -> None:
        self._settings = settings
        self._make = executor
        self._executor: Executor | None = None
        self._free = asyncio.Semaphore(settings.workers)
        self._waiting = 0

    async def think(self, table: LiveTable, seat: int, kind: str) -> str:
        """What a bot of that kind decides for a seat now. The more bots wait, the less time each gets."""
        text = str(Record.of(table.state))
        self._waiting += 1
        try:
            async with self._free:
                share = min(1.0, self._settings.workers / self._waiting)
                return await self._ask(table.id, text, seat, kind, self._settings.bot_seconds * share)
        finally:
            self._waiting -= 1

    async def _ask(self, table: str, text: str, seat: int, kind: str, seconds: float) -> str:
        for _ in range(ATTEMPTS):
            if self._executor is None:
                self._executor = self._make(self._settings)
            executor = self._executor
            try:
                job = executor.submit(worker.think, text, seat, kind, secrets.randbits(64), seconds)
                return await asyncio.wait_for(asyncio.wrap_future(job), seconds + PATIENCE)
            except (BrokenProcessPool, TimeoutError) as error:
                LOG.warning("a bot's process was lost at table %s (%s); trying again", table, type(error).__name__)
                self._drop(executor)
        raise Refused("server", "The bot cannot think now.")

    def _drop(self, executor: Executor) -> None:
        """Begin anew with other processes."""
        if self._executor is executor:
            self._executor = None
        if isinstance(executor, ProcessPoolExecutor):
            for process in list((executor._processes or {}).values()):
                process.kill()
        executor.shutdown(wait=False, cancel_futures=True)

    async def hint(self, table: LiveTable, seat: int) -> tuple[str, str]:
        """What the best bot would decide, and its kind."""
        kind = bots.kinds()[-1]
        return await self.think(table, seat, kind), kind

    def close(self) -> None:
        """Stop thinking."""
        if self._executor is not None:
            self._drop(self._executor)


class BotSeats:
    """Plays for the seats where bots sit: one task for each table at which a bot is to act."""

    def __init__(self, tables: Tables, playing: Playing, thinker: Thinker, settings: Settings) -> None:
        self._tables = tables
        self._playing = playing
        self._thinker = thinker
        self._pause = settings.bot_pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        tables.bus.subscribe(self.wake)

    def wake(self, table_id: str, _seq: int) -> None:
        """Something happened at a table: perhaps it is a bot's turn."""
        table = self._tables.loaded.get(table_id)
        if table is None or table_id in self._tasks or self._bot_to_act(table) is None:
            return
        task = asyncio.ensure_future(self._play(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda done: self._end(table_id, done))

    async def wake_all(self) -> None:
        """After a start: let the bots go on where they were stopped."""
        for table_id in await asyncio.to_thread(self._tables.directory.with_bots):
            try:
                table = await self._tables.get(table_id)
            except Refused as refused:
                LOG.warning("table %s cannot be read: %s", table_id, refused.sentence)
                continue
            self.wake(table_id, table.seq)

    @staticmethod
    def _bot_to_act(table: LiveTable) -> int | None:
        return next((seat for seat in table.to_act if table.seats[seat].bot is not None), None)

    async def _play(self, table_id: str) -> None:
        """Decide for bots until it is a person's turn."""
        while True:
            table = await self._tables.get(table_id)
            seat = self._bot_to_act(table)
            if seat is None:
                return
            seq, kind = table.seq, table.seats[seat].bot or ""
            thought, _ = await asyncio.gather(self._thinker.think(table, seat, kind), asyncio.sleep(self._pause))
            async with table.lock:
                # Meanwhile somebody may have taken something back, or the bot may have lost its seat.
                if table is self._tables.loaded.get(table_id) and table.seats[seat].bot == kind:
                    try:
                        await self._playing.decide(table, seat, thought, seq, None)
                    except Refused as refused:
                        if refused.code != "stale":
                            raise

    def _end(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("the bots at table %s stopped: %s", table_id, mistake(error))
            task.get_loop().call_later(AGAIN, self.wake, table_id, 0)

    def close(self) -> None:
        """Stop playing."""
        for task in list(self._tasks.values()):
            task.cancel()
