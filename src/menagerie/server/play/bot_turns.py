"""Play the seats of bots: ask for each decision and carry it out."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from menagerie import bots
from menagerie.core.state import Step
from menagerie.server.base import logs
from menagerie.server.base.errors import Refused, mistake, one_line
from menagerie.server.base.settings import Settings
from menagerie.server.bot_pool.jobs import BotFailed
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.bot_pool.worker import Thought
from menagerie.server.play.commands import Commands
from menagerie.server.store import table_index
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.table.event_kinds.talk import Noted
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")
AGAIN: Final = 30.0
"""Seconds until bots that couldn't continue try again."""
SEED_BITS: Final = 64
SIMPLEST: Final = "random"
"""The bot that takes over when even the title's usual bot fails."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions that a bot has planned beyond its last one."""

    decisions: list[str]
    after: Step | None
    seat: int

    def holds(self, table: Table, seat: int) -> bool:
        """Return whether nothing has happened since the plan was made."""
        return bool(self.decisions) and self.seat == seat and table.state.past is self.after


class BotTurns:
    """Plays the seats of bots, with one task for each table where a bot is to act."""

    def __init__(self, tables: Tables, commands: Commands, bot_pool: BotPool, settings: Settings) -> None:
        self._tables = tables
        self._commands = commands
        self._bot_pool = bot_pool
        self._pause = settings.bot_pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.when_failed: Callable[[str], None] = lambda _: None
        """Called with the kind of each bot that failed."""
        tables.bus.subscribe(self.wake)

    @property
    def busy(self) -> set[str]:
        """Return the tables where bots are playing now."""
        return set(self._tasks)

    def wake(self, table_id: str, _seq: int) -> None:
        """Start the bots of a table where something happened, if it is their turn."""
        table = self._tables.loaded.get(table_id)
        if table is None or table_id in self._tasks or self._bot_to_act(table) is None or self._sleeps(table):
            return
        task = asyncio.ensure_future(self._play(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda done: self._end(table_id, done))

    async def wake_all(self) -> None:
        """Let bots resume where they were interrupted by a restart or by the end of another process."""
        try:
            waiting = await asyncio.to_thread(table_index.with_bots, self._tables.database)
        except Exception as error:  # a damaged database must not keep the readable tables from being served
            LOG.error("Bots could not be started: %s", mistake(error))
            return
        for table_id in await asyncio.to_thread(self._tables.ownership.free, waiting):
            try:
                table = await self._tables.get(table_id)
            except Elsewhere:  # another process was faster
                continue
            except Refused as refused:
                LOG.warning("Table %s cannot be read: %s", table_id, refused.sentence)
                continue
            self.wake(table_id, table.seq)

    def _sleeps(self, table: Table) -> bool:
        """Return whether no one would see what the bots do: no person plays here and no one watches. The next viewer
        wakes them. Games in which a bot stands in after a timeout or a departure are played to the end."""
        if table.facts.rated or (table.clocks is not None and table.owners()):
            return False
        return not table.people() and table.id not in self._tables.in_use

    @staticmethod
    def _bot_to_act(table: Table) -> int | None:
        if table.is_scripted:
            return None if table.script is None else table.script[0]
        return next((seat for seat in table.to_act if table.seats[seat].bot is not None), None)

    async def _next_bot(self, table: Table) -> int | None:
        """Return the bot that decides next, or None. If a team chooses who goes first, bots let a person go first."""
        state = table.state
        if (
            table.is_scripted
            or len(state.to_act) < 2
            or not state.game.gives_advice
            or not state.game.advice().cooperative
        ):
            return self._bot_to_act(table)
        # On a shared deal, bots must make the same decisions at every table.
        seed = secrets.randbits(SEED_BITS) if table.facts.deal is None else table.deals.last_seed ^ table.n
        first = await asyncio.to_thread(bots.first_to_act, state.game.advice(), state.copy(), seed)
        return first if table.seats[first].bot is not None else None

    async def _play(self, table_id: str) -> None:
        """Decide for bots until it is a person's turn."""
        logs.about(table=table_id)  # log lines from here on are not about the person who decided last
        plan = Plan([], None, -1)
        used: dict[int, float] = {}  # seconds used this turn, by seat
        while True:
            table = await self._tables.get(table_id)
            seat = await self._next_bot(table)
            if seat is None or self._sleeps(table):
                return
            number, kind = table.number, table.seats[seat].bot or ""
            thinking = self._think(table, seat, kind, plan, used.get(seat, 0.0))
            try:
                thought, _ = await asyncio.gather(thinking, asyncio.sleep(self._pause))
            except BotFailed as failed:
                await self._replace(table_id, seat, failed)
                plan, used[seat] = Plan([], None, -1), 0.0
                continue
            used[seat] = thought.used
            plan = Plan([], None, -1)
            async with table.lock:
                # While the bot was thinking, someone may have undone a decision or taken the seat.
                if table is self._tables.loaded.get(table_id) and (table.seats[seat].bot or "") == kind:
                    try:
                        await self._commands.decide(table, seat, thought.decisions[0], number, None)
                        plan = Plan(thought.decisions[1:], table.state.past, seat)
                    except Refused as refused:
                        if refused.code == "talk":
                            return  # lowering the last hand wakes the bots again
                        if refused.code != "stale":
                            raise

    async def _think(self, table: Table, seat: int, kind: str, plan: Plan, used: float) -> Thought:
        """Return the lesson's decision, the planned one if the plan still holds, or ask the bot."""
        if table.script is not None:
            return Thought([table.script[1]], [], used)
        if table.facts.deal is not None:
            return await self._bot_pool.think_alike(table, seat, kind)
        if plan.holds(table, seat) and not table.state.refusal(plan.decisions[0], seat):
            return Thought(plan.decisions, [], used)
        return await self._bot_pool.think(table, seat, kind, used)

    async def _replace(self, table_id: str, seat: int, failed: BotFailed) -> None:
        """Let another bot finish the game for one that failed, and note it in the log."""
        async with self._tables.hold(table_id) as table:
            there = table.seats[seat]
            if there.bot != failed.kind or table.is_settled():
                return
            if failed.kind == SIMPLEST:
                raise failed
            usual = bots.usual(table.game)
            other = usual if failed.kind != usual else SIMPLEST
            LOG.warning("Table %s: bot %s failed, %s takes over: %s", table_id, there.bot, other, one_line(failed))
            self.when_failed(failed.kind)
            name, substitute = bots.name_of(failed.kind), bots.name_of(other)
            late = f"{name} took too long. Another bot ({substitute}) takes over this seat."
            stopped = f"{name} stopped working. Another bot ({substitute}) takes over this seat."
            seated = msgspec.structs.replace(there, bot=other, name=other if there.guest is None else there.name)
            note = Noted(late if failed.is_late else stopped)
            events = [self._tables.event(table, note, seat), self._tables.seating(table, seated)]
            await self._tables.advance(table, events)

    def _end(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Another process runs the bots there, or the table was removed.
            if isinstance(error, Elsewhere) or (isinstance(error, Refused) and error.code == "missing"):
                return
            LOG.error("The bots at table %s stopped: %s", table_id, mistake(error))
            task.get_loop().call_later(AGAIN, self.wake, table_id, 0)

    def close(self) -> None:
        """Stop playing."""
        for task in list(self._tasks.values()):
            task.cancel()
