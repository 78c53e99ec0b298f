"""Where bots think: in processes of their own, so that the server never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from menagerie import bots
from menagerie.bots.pooling import pooled
from menagerie.core.record import Record
from menagerie.server import worker
from menagerie.server.errors import Refused
from menagerie.server.queue import FairQueue, Rank
from menagerie.server.settings import Settings
from menagerie.server.table import Table

T = TypeVar("T")

LOG: Final = logging.getLogger("menagerie.server")
ATTEMPTS: Final = 3
PATIENCE: Final = 60.0
"""Seconds beyond its own time after which a worker counts as stuck."""


def processes(settings: Settings) -> Executor:
    """The usual place to think: processes on this machine. A cluster's executor can take its place."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(settings.workers, mp_context=context, initializer=worker.prepare)


def together(thoughts: list[worker.Thought]) -> worker.Thought:
    """What several minds of the same kind decide."""
    if len(thoughts) == 1 or not all(thought.verdicts for thought in thoughts):
        return thoughts[0]
    decisions = list(pooled([thought.verdicts for thought in thoughts]))
    return worker.Thought(decisions, [], max([thought.used for thought in thoughts]))


class Thinker:
    """Asks bots in worker processes, and survives the loss of one."""

    def __init__(self, settings: Settings, executor: Callable[[Settings], Executor] = processes) -> None:
        self._settings = settings
        self._make = executor
        self._executor: Executor | None = None
        self.places = FairQueue(settings.workers)
        self.is_lost = False
        """Whether the last who asked got no answer, since processes could not be started or kept."""

    async def think(self, table: Table, seat: int, kind: str, used: float = 0.0) -> worker.Thought:
        """What a bot of that kind decides for a seat now, and what it plans to do next; so much of its time for this
        turn is used up. Processes that nobody waits for think along with the strongest kind."""
        alone = kind != bots.strongest(table.state.game)
        rank = Rank.PLAYED if table.people() else Rank.WATCHED
        async with self.places.place(table.facts.owner, rank):
            return together(await self._ask(table, worker.think, seat, kind, used, alone=alone))

    async def hint(self, table: Table, seat: int, who: str) -> dict[str, Any]:
        """What the best bot would do, and why (`bots.Hint.data`), for a guest who asks."""
        async with self.places.place(who, Rank.PLAYED):
            return (await self._ask(table, worker.hint, seat))[0]

    async def replay(self, text: str, who: str) -> worker.Replayed:
        """A record file of a guest, read and played through; raises BadRecord."""
        async with self.places.place(who, Rank.PLAYED):
            # Once: what takes a process too long, or breaks it, would do so again.
            return await self._run("(none: an upload)", 0.0, worker.replay, text, attempts=1)

    async def review(self, table: Table, who: str, tell: Callable[[int, int], None]) -> dict[str, Any]:
        """Look at a game again (`bots.review.Review.data`), choice by choice; whoever wants a bot's decision meanwhile
        comes between. `tell` hears how many choices are judged, and of how many."""
        text, seconds = str(table.record()), self._settings.review_seconds

        async def part(what: Callable[..., T], *about: Any) -> T:
            async with self.places.place(who, Rank.BACKGROUND):
                return await self._run(table.id, seconds, what, text, seconds, *about)

        count = await part(worker.count_choices)
        judgements: list[dict[str, Any]] = []
        for number in range(count):
            tell(number, count)
            judgements.append(await part(worker.judge, number))
        return await part(worker.put_together, judgements)

    async def _ask(self, table: Table, what: Callable[..., T], *about: Any, alone: bool = True) -> list[T]:
        """Let a worker think about a table, or all that are idle. The more people wait for one, the less time each
        gets."""
        text = str(Record.of(table.state))
        minds = 1 if alone else max(1, self._settings.workers - self.places.people + 1)
        seconds = self._settings.bot_seconds * min(1.0, self._settings.workers / self.places.people)
        jobs = [self._run(table.id, seconds, what, text, *about, secrets.randbits(64), seconds) for _ in range(minds)]
        return await asyncio.gather(*jobs)

    async def _run(
        self, table: str, seconds: float, what: Callable[..., T], *arguments: Any, attempts: int = ATTEMPTS
    ) -> T:
        for _ in range(attempts):
            if self._executor is None:
                self._executor = self._make(self._settings)
            executor = self._executor
            try:
                job = executor.submit(what, *arguments)
                answer = await asyncio.wait_for(asyncio.wrap_future(job), seconds + PATIENCE)
                self.is_lost = False
                return answer
            except (BrokenProcessPool, TimeoutError) as error:
                LOG.warning("a bot's process was lost at table %s (%s)", table, type(error).__name__)
                self._drop(executor)
        self.is_lost = True
        raise Refused("server", "The bot cannot think just now; try again in a moment.")

    def _drop(self, executor: Executor) -> None:
        """Begin anew with other processes."""
        if self._executor is executor:
            self._executor = None
        if isinstance(executor, ProcessPoolExecutor):
            for process in list((executor._processes or {}).values()):
                process.kill()
        executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop thinking."""
        if self._executor is not None:
            self._drop(self._executor)
