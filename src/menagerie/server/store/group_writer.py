"""Write all events in one thread. While it waits for the disk, further events queue up, and the next transaction takes
them all (group commit), so that many tables share one wait. Events from one cycle of an event loop are handed over
together, waking the thread only once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Final

from menagerie.server.base.errors import mistake
from menagerie.server.store.events import Change, StoreClosed, StoreFailed, TableEvent, Unanswered

LOG: Final = logging.getLogger("menagerie.server")
Watcher = Callable[[Sequence[TableEvent], float], None]
"""Called with each batch of stored events, and the seconds it took."""
BATCH: Final = 512
"""The most appends in one transaction."""
PATIENCE: Final = 10.0
"""Seconds after which an unfinished batch counts as stuck."""


class Job:
    """Events of one table to store, with their waiter. Without events: a probe of the disk."""

    __slots__ = ("also", "done", "epoch", "error", "events", "loop")

    def __init__(self, events: Sequence[TableEvent], epoch: int, also: Sequence[Change] = ()) -> None:
        self.events = events
        self.also = also
        """Further row changes that belong to them."""
        self.epoch = epoch
        """The epoch of the lease on the table."""
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.error: Exception | None = None

    @property
    def is_given_up(self) -> bool:
        """Return whether the waiter was answered although nothing was stored."""
        return self.done.done() and not self.done.cancelled()

    def report(self) -> None:
        """Tell the waiter the result. Runs in its event loop's thread."""
        if self.done.done():  # no one is waiting any more
            return
        if self.error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(self.error)


class GroupWriter:
    """The thread. `commit` stores a batch of jobs, and leaves an error with each that failed."""

    def __init__(self, commit: Callable[[list[Job]], None]) -> None:
        self._commit = commit
        self.watcher: Watcher | None = None
        """Called with every batch, in the thread."""
        self.late: Callable[[str], None] = lambda _: None
        """Called with each table whose events were stored after their waiters had given up."""
        self._under_way: list[Job] = []
        self._began: float | None = None
        """When the current batch started."""
        self._due: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        """Jobs to hand over at the end of each loop's cycle."""
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="events", daemon=True)
        self._thread.start()

    def store(self, events: Sequence[TableEvent], epoch: int = 0, also: Sequence[Change] = ()) -> asyncio.Future[None]:
        """Store events. The waiter gets the error that `commit` left."""
        job = Job(events, epoch, also)
        with self._closing:
            if self._is_closed:
                raise StoreClosed("The server is stopping.")
            if self.is_stuck:
                raise StoreFailed(f"Nothing could be written for {PATIENCE:.0f} seconds.")
            due = self._due.setdefault(job.loop, [])
            if not due:
                job.loop.call_soon(self._hand_over, job.loop)
            due.append(job)
        # A waiter that goes away (a closed connection) doesn't stop the writing.
        return job.done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._closing:
            if jobs := self._due.pop(loop, None):
                self._jobs.put(jobs)

    @property
    def is_stuck(self) -> bool:
        """Return whether the database doesn't answer."""
        began = self._began
        return began is not None and time.monotonic() - began > PATIENCE

    def give_up(self) -> None:
        """If the database doesn't answer, tell the waiters. Call it in their event loop."""
        if not self.is_stuck:
            return
        waiting = [job for job in self._under_way if not job.done.done()]
        with contextlib.suppress(Empty):
            while (jobs := self._jobs.get_nowait()) is not None:
                waiting += jobs
            self._jobs.put(None)
        for job in waiting:
            job.done.set_exception(Unanswered(f"The database has not answered for {PATIENCE:.0f} seconds."))

    def close(self) -> None:
        """Finish current work."""
        with self._closing:
            self._is_closed = True
            for jobs in self._due.values():
                self._jobs.put(jobs)
            self._due.clear()
            self._jobs.put(None)
        self._thread.join()

    # In the thread.

    def _write(self) -> None:
        while (batch := self._jobs.get()) is not None:
            with contextlib.suppress(Empty):
                while len(batch) < BATCH:
                    following = self._jobs.get_nowait()
                    if following is None:
                        self._jobs.put(None)
                        break
                    batch += following
            began = time.perf_counter()
            self._under_way, self._began = batch, time.monotonic()
            try:
                self._commit(batch)
            except Exception as error:
                LOG.error("Writing failed: %s", mistake(error))
                for failed in batch:
                    failed.error = StoreFailed("The database refused it.")
            self._began = None
            self._report(batch)
            if self.watcher is not None:
                stored = [event for job in batch if job.error is None for event in job.events]
                self.watcher(stored, time.perf_counter() - began)

    def _report(self, batch: list[Job]) -> None:
        """Wake each event loop once for all of its jobs."""
        by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        for job in batch:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, jobs in by_loop.items():
            with contextlib.suppress(RuntimeError):  # the loop is closed, so no one is waiting
                loop.call_soon_threadsafe(self._report_all, jobs)

    # In the event loop.

    def _report_all(self, jobs: list[Job]) -> None:
        for job in jobs:
            if job.is_given_up and job.error is None and job.events:
                self.late(job.events[0].table)
            job.report()
