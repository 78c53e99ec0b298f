"""One thread does all the writing of events. While it waits for the disk, further events queue up, and the next
transaction takes them all (group commit): many tables share the price of one wait. What an event loop has to store in
one turn is handed over together, so that the thread is woken once for it, too."""

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
from menagerie.server.store.events import Change, StoreFailed, TableEvent, Unanswered

LOG: Final = logging.getLogger("menagerie.server")
Watcher = Callable[[Sequence[TableEvent], float], None]
"""Is told which events a batch has stored, and how many seconds it took."""
BATCH: Final = 512
"""With so many appends a transaction is large enough."""
PATIENCE: Final = 10.0
"""Seconds after which a batch that is not stored counts as stuck."""


class Job:
    """Events of one table to store, and who waits for them. Without events: a probe of the disk."""

    __slots__ = ("also", "done", "epoch", "error", "events", "loop")

    def __init__(self, events: Sequence[TableEvent], epoch: int, also: Sequence[Change] = ()) -> None:
        self.events = events
        self.also = also
        """Further changes of rows that belong to them."""
        self.epoch = epoch
        """Of the lease on the table that this rests on."""
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.error: Exception | None = None

    @property
    def is_given_up(self) -> bool:
        """Whether who waited was told that there is no answer."""
        return self.done.done() and not self.done.cancelled()

    def report(self) -> None:
        """Tell who waits (in its own thread)."""
        if self.done.done():  # nobody waits any more
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
        self.late: Callable[[str], None] = lambda _: None
        """Is told of each table whose events were stored after who waited for them was told to give up."""
        self._under_way: list[Job] = []
        self._began: float | None = None
        """When the batch that is under way was begun."""
        self._due: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        """What is handed over when each loop has had its turn."""
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="events", daemon=True)
        self._thread.start()

    def store(self, events: Sequence[TableEvent], epoch: int = 0, also: Sequence[Change] = ()) -> asyncio.Future[None]:
        """Have these events stored. Whoever waits for it is raised what `commit` left with them."""
        job = Job(events, epoch, also)
        with self._closing:
            if self._is_closed:
                raise StoreFailed("The thread that writes has ended.")
            if self.is_stuck:
                raise StoreFailed(f"Nothing could be written for {PATIENCE:.0f} seconds.")
            due = self._due.setdefault(job.loop, [])
            if not due:
                job.loop.call_soon(self._hand_over, job.loop)
            due.append(job)
        # Whoever stops waiting (a closed connection) does not stop the writing.
        return job.done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._closing:
            if jobs := self._due.pop(loop, None):
                self._jobs.put(jobs)

    @property
    def is_stuck(self) -> bool:
        """Whether the database does not answer."""
        began = self._began
        return began is not None and time.monotonic() - began > PATIENCE

    def give_up(self) -> None:
        """If the database does not answer, tell who waits; called in their event loop."""
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
        """Finish what is under way."""
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
                LOG.error("writing failed: %s", mistake(error))
                for failed in batch:
                    failed.error = StoreFailed("The database did not take it.")
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
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._report_all, jobs)

    # In the event loop.

    def _report_all(self, jobs: list[Job]) -> None:
        for job in jobs:
            if job.is_given_up and job.error is None and job.events:
                self.late(job.events[0].table)
            job.report()
