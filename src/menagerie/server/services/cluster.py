"""React to the other processes on the same database, whose messages come from `store.postgres`."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

from menagerie.server.base.background_tasks import BackgroundTasks
from menagerie.server.bot_pool.shared_queue import SharedQueue
from menagerie.server.features.accounts.identity_sync import IdentitySync
from menagerie.server.people.accounts.guests import Guests
from menagerie.server.play.bot_turns import BotTurns
from menagerie.server.services.owner_relay import Relay
from menagerie.server.show.hub import Hub
from menagerie.server.store.postgres.processes import BEAT, EVICTED, Processes
from menagerie.server.table.registry import Tables

MOMENT: Final = 1.0
"""Seconds for a delayed process to show signs of life before it counts as cut off."""


class ServerCluster:
    """Reacts to the other processes."""

    def __init__(
        self,
        processes: Processes,
        relay: Relay,
        queue: SharedQueue,
        tables: Tables,
        guests: Guests,
        identity_sync: IdentitySync,
        bots: BotTurns,
        hub: Hub,
    ) -> None:
        self._processes = processes
        self._relay = relay
        self._queue = queue
        self._tables = tables
        self._guests = guests
        self._identity_sync = identity_sync
        self._bots = bots
        self._hub = hub
        self._background_tasks = BackgroundTasks("A message from another process could not be handled")

    def start(self) -> None:
        """Start listening."""
        loop = asyncio.get_running_loop()

        def pass_on(words: list[str]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.hear, words)

        self._processes.listen(pass_on)
        self._background_tasks.begin(self._queue.keep_looking())
        self._background_tasks.begin(self._stay_in_touch())

    async def is_out_of_touch(self) -> bool:
        """Return whether others may have taken this process's tables without its knowledge. A process that was only
        delayed (by a sleeping or busy machine) gets a moment."""
        end = time.monotonic() + MOMENT
        while self._processes.is_out_of_touch:
            if time.monotonic() > end:
                return True
            await asyncio.sleep(0.05)
        return False

    async def _stay_in_touch(self) -> None:
        """Show no one outdated tables: disconnect viewers, who then reach another process, or this one again once the
        database is back."""
        while True:
            await asyncio.sleep(BEAT)
            if self._processes.is_out_of_touch and await self.is_out_of_touch():
                for id in (*self._tables.loaded, *self._tables.in_use):
                    self._tables.let_go(id)

    def hear(self, words: list[str]) -> None:
        """Handle a message."""
        match words:
            case ["guest", guest]:
                self._guests.forget(guest)
                self._background_tasks.begin(self._identity_sync.look_at(guest))
            case ["bonds", *people]:
                self._background_tasks.begin(self._hub.refresh_mutes(people))
            case ["lost", process, table, epoch] if process == self._processes.id:
                held = self._tables.loaded.get(table)
                if held is not None and held.epoch < int(epoch):
                    self._tables.let_go(table)
            case ["gone", process]:
                self._relay.drop(process)
                self._background_tasks.begin(self._queue.forget(process))
                self._background_tasks.begin(self._bots.wake_all())
            case ["work"]:
                self._queue.look()
            case ["done", process, work] if process == self._processes.id:
                self._queue.answered(work)
            case [word] if word == EVICTED:
                self._guests.forget_all()
                self._relay.drop_all()
                self._background_tasks.begin(self._release_taken())

    async def _release_taken(self) -> None:
        """Release the tables that others have taken, after they considered this process gone or it has not heard from
        them."""
        held = await asyncio.to_thread(self._tables.ownership.held)
        for id in (*self._tables.loaded, *self._tables.in_use):
            # A table with viewers may be about to be read again.
            table = self._tables.loaded.get(id)
            if id not in held or (table is not None and held[id] != table.epoch):
                self._tables.let_go(id)

    def close(self) -> None:
        """Cancel the running tasks."""
        self._background_tasks.close()
        self._queue.close()
