"""One thread does all the writing of events. While it waits for the disk, further events queue up, and the next
transaction takes them all (group commit): many tables share the price of one wait."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Final

from menagerie.server.errors import mistake
from menagerie.server.store import StoreFailed, TableEvent

LOG: Final = logging.getLogger("menagerie.server")
Watcher = Callable[[Sequence[TableEvent], float], None]
"""Is told which events a batch has stored, and how many seconds it took."""
BATCH: Final = 512
"""The most appends in one transaction."""


class Job:
    """Events of one table to store, and who waits for them. Without events: a probe of the disk."""

    __slots__ = ("done", "epoch", "error", "events", "loop")

    def __init__(self, events: Sequence[TableEvent], epoch: int) -> None:
        self.events = events
        self.epoch = epoch
        """Of the lease on the table that this rests on."""
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.error: Exception | None = None

    def report(self) -> None:
        """Tell who waits (in its own thread)."""
        if self.done.cancelled():
            return
        if self.error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(self.error)


class GroupWriter:
    """The thread. `commit` stores a batch of jobs, and leaves its error with each that could not be stored."""

    def __init__(self, commit: Callable[[list[Job]], None]) -> None:
        self._commit = commit
        self.watcher: Watcher | None = None
        """Is told of every batch, in the thread."""
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="events", daemon=True)
        self._thread.start()

    async def store(self, events: Sequence[TableEvent], epoch: int = 0) -> None:
        """Wait until these events are stored; raises what `commit` left with them."""
        job = Job(events, epoch)
        with self._closing:
            if self._is_closed:
                raise StoreFailed("The thread that writes has ended.")
            self._jobs.put(job)
        # Whoever stops waiting (a closed connection) does not stop the writing: hence the shield.
        await asyncio.shield(job.done)

    def close(self) -> None:
        """Finish what is under way."""
        with self._closing:
            self._is_closed = True
            self._jobs.put(None)
        self._thread.join()

    # In the thread.

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch = [job]
            with contextlib.suppress(Empty):
                while len(batch) < BATCH:
                    following = self._jobs.get_nowait()
                    if following is None:
                        self._jobs.put(None)
                        break
                    batch.append(following)
            began = time.perf_counter()
            try:
                self._commit(batch)
            except Exception as error:
                LOG.error("writing failed: %s", mistake(error))
                for failed in batch:
                    failed.error = StoreFailed("The database did not take it.")
            _report(batch)
            if self.watcher is not None:
                stored = [event for job in batch if job.error is None for event in job.events]
                self.watcher(stored, time.perf_counter() - began)


def _report(batch: list[Job]) -> None:
    """Wake each event loop once for all of its jobs."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in batch:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, jobs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_report_all, jobs)


def _report_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.report()
