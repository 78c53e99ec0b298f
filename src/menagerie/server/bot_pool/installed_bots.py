"""Run the bots of installed packages, each kind in its own process.

So one that fails or hangs stops no other bot."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from menagerie import bots
from menagerie.server.base.fair_queue import FairQueue
from menagerie.server.bot_pool import worker
from menagerie.server.bot_pool.jobs import KINDS, BotFailed, Work

LOG: Final = logging.getLogger("menagerie.server")
HARD_STOP: Final = 3.0
"""A bot is stopped after this multiple of its time."""
LEAST: Final = 1.0
"""The least time a bot is assumed to need, in seconds: reading a long game takes some, and the machine may be busy."""
LOADING: Final = 60.0
"""Seconds for a process to start and load the kind."""
MOST_FAILURES: Final = 3
WITHIN: Final = 3600.0
"""Failures within so many seconds count together; after too many the kind is no longer offered."""


def start(processes: int) -> ProcessPoolExecutor:
    """Return an executor for bots."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=worker.prepare)


def end(executor: Executor) -> None:
    """Kill its processes, whatever they are doing."""
    if isinstance(executor, ProcessPoolExecutor):
        for process in list((executor._processes or {}).values()):
            process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


class InstalledBots:
    """Asks bots of installed packages."""

    def __init__(self, seconds: float) -> None:
        """`seconds`: how long a bot may think about one decision."""
        self._seconds = seconds
        self._processes: dict[str, _Process] = {}
        self._failures: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=MOST_FAILURES))

    async def think(self, kind: str, work: Work) -> worker.Thought:
        """Return the decision of a bot of that kind. The more people wait for the kind, the less time each gets. Raises
        BotFailed."""
        if kind not in bots.kinds():
            raise BotFailed(kind, "this kind is not offered")
        process = self._processes.setdefault(kind, _Process(kind))
        async with process.places.place(work.who, work.rank):
            try:
                await process.run(worker.load, kind, within=LOADING)
                return await self._decide(process, work)
            except BotFailed:
                self._note_failure(kind)
                raise

    async def _decide(self, process: _Process, work: Work) -> worker.Thought:
        seconds = self._seconds / process.places.people
        timed = [] if work.seconds is not None else [secrets.randbits(64), seconds]
        within = HARD_STOP * max(seconds, LEAST) if work.seconds is None else work.seconds
        thought: worker.Thought = await process.run(KINDS[work.kind], *work.arguments, *timed, within=within)
        return thought

    def _note_failure(self, kind: str) -> None:
        failures, now = self._failures[kind], time.monotonic()
        failures.append(now)
        if len(failures) == MOST_FAILURES and now - failures[0] < WITHIN:
            bots.withdraw(kind)
            LOG.error("Bot %s failed %d times within an hour and is no longer offered", kind, MOST_FAILURES)

    def close(self) -> None:
        """Kill all processes."""
        for process in self._processes.values():
            process.close()


class _Process:
    """The process of one kind, which does one thing at a time."""

    def __init__(self, kind: str) -> None:
        self.places = FairQueue(1)
        self._kind = kind
        self._executor: ProcessPoolExecutor | None = None

    async def run(self, what: Callable[..., Any], *arguments: Any, within: float) -> Any:
        """Run a function there within so many seconds; raise BotFailed."""
        if self._executor is None:
            self._executor = start(1)
        try:
            job = self._executor.submit(worker.guarded, what, *arguments)
            answer = await asyncio.wait_for(asyncio.wrap_future(job), within)
        except TimeoutError:
            self.close()
            raise BotFailed(self._kind, f"it did not answer within {within:g} seconds", is_late=True) from None
        except BrokenProcessPool:
            self.close()
            raise BotFailed(self._kind, "its process ended") from None
        except Exception as error:  # an answer that cannot be sent
            raise BotFailed(self._kind, str(error) or type(error).__name__) from None
        if isinstance(answer, worker.Failed):
            raise BotFailed(self._kind, answer.reason)
        return answer

    def close(self) -> None:
        """Kill it. The next request starts another one."""
        if self._executor is not None:
            end(self._executor)
            self._executor = None
