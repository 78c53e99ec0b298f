"""The seats where bots sit: who is to act there is thought for, and the decision is played."""

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
"""Seconds after which bots that could not go on try again."""
SEED_BITS: Final = 64
SIMPLEST: Final = "random"
"""The kind that plays on where even the title's usual bot fails."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bot has thought out beyond its last decision."""

    decisions: list[str]
    after: Step | None
    seat: int

    def holds(self, table: Table, seat: int) -> bool:
        """Whether nothing has happened since."""
        return bool(self.decisions) and self.seat == seat and table.state.past is self.after


class BotTurns:
    """Plays for the seats where bots sit: one task for each table at which a bot is to act."""

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
        """The tables at which bots are playing now."""
        return set(self._tasks)

    def wake(self, table_id: str, _seq: int) -> None:
        """Something happened at a table: perhaps it is a bot's turn."""
        table = self._tables.loaded.get(table_id)
        if table is None or table_id in self._tasks or self._bot_to_act(table) is None or self._sleeps(table):
            return
        task = asyncio.ensure_future(self._play(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda done: self._end(table_id, done))

    async def wake_all(self) -> None:
        """After a start, or the end of another process: let the bots go on where they were stopped."""
        try:
            waiting = await asyncio.to_thread(table_index.with_bots, self._tables.database)
        except Exception as error:  # a damaged database: the tables that can be read are served all the same
            LOG.error("the bots could not be woken: %s", mistake(error))
            return
        for table_id in await asyncio.to_thread(self._tables.ownership.free, waiting):
            try:
                table = await self._tables.get(table_id)
            except Elsewhere:  # another process was quicker
                continue
            except Refused as refused:
                LOG.warning("table %s cannot be read: %s", table_id, refused.sentence)
                continue
            self.wake(table_id, table.seq)

    def _sleeps(self, table: Table) -> bool:
        """Whether nobody would see what bots do: no person sits here, and none watches. Who comes wakes them. Where
        they go on for people whose time ran out, or who have left a rated game, it is played to its end."""
        if table.facts.rated or (table.clocks is not None and table.owners()):
            return False
        return not table.people() and table.id not in self._tables.in_use

    @staticmethod
    def _bot_to_act(table: Table) -> int | None:
        if table.is_scripted:
            return None if table.script is None else table.script[0]
        return next((seat for seat in table.to_act if table.seats[seat].bot is not None), None)

    async def _next_bot(self, table: Table) -> int | None:
        """The bot that is to decide now. Where a team chooses who goes first, bots wait if that had better be a
        person: none."""
        state = table.state
        if (
            table.is_scripted
            or len(state.to_act) < 2
            or not state.game.gives_advice
            or not state.game.advice().cooperative
        ):
            return self._bot_to_act(table)
        # Where others are dealt the same, bots that find the same do the same.
        seed = secrets.randbits(SEED_BITS) if table.facts.deal is None else table.deals.last_seed ^ table.n
        first = await asyncio.to_thread(bots.first_to_act, state.game.advice(), state.copy(), seed)
        return first if table.seats[first].bot is not None else None

    async def _play(self, table_id: str) -> None:
        """Decide for bots until it is a person's turn."""
        logs.about(table=table_id)  # and not whoever has just decided
        plan = Plan([], None, -1)
        used: dict[int, float] = {}  # by seat, of its time for this turn
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
                # Meanwhile somebody may have taken something back, or the bot may have lost its seat.
                if table is self._tables.loaded.get(table_id) and (table.seats[seat].bot or "") == kind:
                    try:
                        await self._commands.decide(table, seat, thought.decisions[0], number, None)
                        plan = Plan(thought.decisions[1:], table.state.past, seat)
                    except Refused as refused:
                        if refused.code == "talk":
                            return  # when the last hand goes down, that wakes the bots again
                        if refused.code != "stale":
                            raise

    async def _think(self, table: Table, seat: int, kind: str, plan: Plan, used: float) -> Thought:
        """What the lesson has it decide; what is planned, if all went as planned; else what the bot thinks now."""
        if table.script is not None:
            return Thought([table.script[1]], [], used)
        if table.facts.deal is not None:
            return await self._bot_pool.think_alike(table, seat, kind)
        if plan.holds(table, seat) and not table.state.refusal(plan.decisions[0], seat):
            return Thought(plan.decisions, [], used)
        return await self._bot_pool.think(table, seat, kind, used)

    async def _replace(self, table_id: str, seat: int, failed: BotFailed) -> None:
        """Let another bot play the seat of one that failed to the end of the game, and say so at the table."""
        async with self._tables.hold(table_id) as table:
            there = table.seats[seat]
            if there.bot != failed.kind or table.is_settled():
                return
            if failed.kind == SIMPLEST:
                raise failed
            usual = bots.usual(table.game)
            other = usual if failed.kind != usual else SIMPLEST
            LOG.warning("table %s: the bot %s failed, %s plays on: %s", table_id, there.bot, other, one_line(failed))
            self.when_failed(failed.kind)
            name, substitute = bots.name_of(failed.kind), bots.name_of(other)
            if failed.is_late:
                told = f"{name} took too long. {substitute} plays this seat from now on."
            else:
                told = f"{name} failed. {substitute} plays this seat from now on."
            seated = msgspec.structs.replace(there, bot=other, name=other if there.guest is None else there.name)
            events = [self._tables.event(table, Noted(told), seat), self._tables.seating(table, seated)]
            await self._tables.advance(table, events)

    def _end(self, table_id: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            # The bots of another process play there, or the table was removed.
            if isinstance(error, Elsewhere) or (isinstance(error, Refused) and error.code == "missing"):
                return
            LOG.error("the bots at table %s stopped: %s", table_id, mistake(error))
            task.get_loop().call_later(AGAIN, self.wake, table_id, 0)

    def close(self) -> None:
        """Stop playing."""
        for task in list(self._tasks.values()):
            task.cancel()
