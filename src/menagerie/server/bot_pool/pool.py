"""Run bots in their own processes, so that the server never waits for them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from menagerie import bots
from menagerie.bots.pooling import pooled
from menagerie.core.errors import MenagerieError
from menagerie.core.record import Record
from menagerie.server.base.errors import Refused
from menagerie.server.base.fair_queue import FairQueue, Rank
from menagerie.server.base.settings import Settings
from menagerie.server.bot_pool import worker
from menagerie.server.bot_pool.installed_bots import InstalledBots, end, start
from menagerie.server.bot_pool.jobs import KINDS, BotFailed, Queue, Work
from menagerie.server.table.table import Table

T = TypeVar("T")

LOG: Final = logging.getLogger("menagerie.server")
ATTEMPTS: Final = 3
PATIENCE: Final = 60.0
"""Seconds beyond its own time after which a worker counts as stuck."""
PUZZLE_SECONDS: Final = 20.0
"""The longest time for judging an answer to a puzzle. Its effort is a number of evaluations, the same on any machine.
"""

ALIKE_PLAYOUTS: Final = 4_000
"""A bot's effort where it must decide the same on any machine."""
ALIKE_SECONDS: Final = 30.0
"""Seconds for that. A process that takes a minute longer counts as stuck."""


def processes(settings: Settings) -> Executor:
    """Return the default executor: processes on this machine. A cluster's can take its place."""
    return start(settings.workers)


def together(thoughts: list[worker.Thought]) -> worker.Thought:
    """Return the joint decision of several bots of the same kind."""
    if len(thoughts) == 1 or not all(thought.verdicts for thought in thoughts):
        return thoughts[0]
    decisions = list(pooled([thought.verdicts for thought in thoughts]))
    return worker.Thought(decisions, [], max([thought.used for thought in thoughts]))


def _rank(table: Table) -> Rank:
    return Rank.PLAYED if table.people() else Rank.WATCHED


class BotPool:
    """Asks bots in worker processes, and survives the loss of one."""

    def __init__(self, settings: Settings, executor: Callable[[Settings], Executor] = processes) -> None:
        self._settings = settings
        self._make = executor
        self._executor: Executor | None = None
        self.places = FairQueue(settings.workers)
        self.installed = InstalledBots(settings.bot_seconds)
        self.shared: Queue | None = None
        """The queue, if other processes do jobs as well."""
        self.is_lost = False
        """Whether the latest request got no answer because processes couldn't be started or kept running."""

    async def think(self, table: Table, seat: int, kind: str, used: float = 0.0) -> worker.Thought:
        """Return a bot's decision for a seat now, and its plan, given how much of its time this turn it has `used`.
        Idle processes think along with the strongest kind."""
        is_installed = bots.is_installed(kind)
        is_shared = kind == bots.strongest(table.state.game)
        # Our own bots remember nothing beyond their plan, so any process can run them.
        arguments = [str(Record.of(table.state)), seat, kind, used, table.id if is_installed else ""]
        work = Work("think", arguments, table.facts.owner, _rank(table), table.id, is_shared=is_shared)
        return await (self.installed.think(kind, work) if is_installed else self._decide(kind, work))

    async def think_alike(self, table: Table, seat: int, kind: str) -> worker.Thought:
        """Return a bot's decision at a table with a shared deal, where it must always decide the same."""
        arguments = [str(Record.of(table.state)), seat, kind, ALIKE_PLAYOUTS]
        work = Work("think_alike", arguments, table.facts.owner, _rank(table), table.id, seconds=ALIKE_SECONDS)
        return await (self.installed.think(kind, work) if bots.is_installed(kind) else self._decide(kind, work))

    async def _decide(self, kind: str, work: Work) -> worker.Thought:
        """Ask one of our own bots; raise BotFailed."""
        try:
            thought: worker.Thought = await self._ask(work)
        except MenagerieError as error:
            raise BotFailed(kind, str(error)) from None
        return thought

    async def hint(self, table: Table, seat: int, who: str) -> dict[str, Any]:
        """Return what the best bot would do, and why (`bots.Hint.data`), for a guest who asks."""
        arguments = [str(Record.of(table.state)), seat]
        hint: dict[str, Any] = await self._ask(Work("hint", arguments, who, Rank.PLAYED, table.id))
        return hint

    async def replay(self, text: str, who: str) -> worker.Replayed:
        """Return a guest's record file, replayed after people's games; raise BadRecord."""
        about = "(none: an upload)"
        replayed: worker.Replayed = await self._ask(Work("replay", [text], who, Rank.WATCHED, about, seconds=0.0))
        return replayed

    async def review(self, table: Table, who: str, tell: Callable[[int, int], None]) -> dict[str, Any]:
        """Return a game's review (`bots.review.Review.data`), decision by decision, with people's requests in between.
        `tell` is called with how many decisions are judged, and of how many."""
        text, seconds = str(table.record()), self._settings.review_seconds

        async def part(kind: str, *about: Any) -> Any:
            work = Work(kind, [text, seconds, *about], who, Rank.BACKGROUND, table.id, seconds=seconds)
            return await self._ask(work)

        count = await part("count_choices")
        judgements: list[dict[str, Any]] = []
        for number in range(count):
            tell(number, count)
            judgements.append(await part("judge", number))
        review: dict[str, Any] = await part("put_together", judgements)
        return review

    async def puzzle(self, kind: str, arguments: list[Any], who: str) -> dict[str, Any]:
        """Return the verdict on an answer to a puzzle, or its solution."""
        about = f"(none: puzzle {arguments[0]} {arguments[1]})"
        told: dict[str, Any] = await self._ask(Work(kind, arguments, who, Rank.PLAYED, about, seconds=PUZZLE_SECONDS))
        return told

    def waiting(self) -> dict[Rank, int]:
        """Return how many jobs of this process wait, by rank. Safe to call from another thread."""
        return self.places.waiting() if self.shared is None else self.shared.waiting()

    async def _ask(self, work: Work) -> Any:
        if self.shared is not None:
            return await self.shared.ask(work)
        async with self.places.place(work.who, work.rank):
            return await self.carry_out(work)

    async def carry_out(self, work: Work, crowd: float = 0.0) -> Any:
        """Run a job on a worker, or on all idle ones, once it has a place. The more people have or wait for one, here
        or in the `crowd` elsewhere, the less time each gets."""
        what, people = KINDS[work.kind], self.places.people + crowd
        if work.seconds is not None:
            # An upload once: if it takes too long or breaks a process, it would do so again.
            attempts = ATTEMPTS if work.seconds else 1
            return await self._run(work.about, work.seconds, what, *work.arguments, attempts=attempts)
        minds = max(1, int(self._settings.workers - people + 1)) if work.is_shared else 1
        seconds = self._settings.bot_seconds * min(1.0, self._settings.workers / people)
        answers = await asyncio.gather(
            *[
                self._run(work.about, seconds, what, *work.arguments, secrets.randbits(64), seconds)
                for _ in range(minds)
            ]
        )
        return together(answers) if work.kind == "think" else answers[0]

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
                LOG.warning("A bot process was lost at table %s (%s)", table, type(error).__name__)
                self._drop(executor)
        self.is_lost = True
        raise Refused("server", "The bot is unavailable. Try again in a moment.")

    def _drop(self, executor: Executor) -> None:
        """Replace the processes with new ones."""
        if self._executor is executor:
            self._executor = None
        end(executor)

    def close(self) -> None:
        """Stop all processes."""
        self.installed.close()
        if self._executor is not None:
            self._drop(self._executor)
