"""Pass each command of a player to the part that carries it out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.people.social.service import SocialService
from menagerie.server.play import questions
from menagerie.server.play.agreement import Agreement
from menagerie.server.play.asking import Asking
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.deciding import Deciding
from menagerie.server.play.stand_ins import StandIns
from menagerie.server.play.table_changes import TableChanges, answer
from menagerie.server.play.talk import Talk
from menagerie.server.play.time.overtime import Overtime
from menagerie.server.play.undo import Undoing
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.show.hub import Hub
from menagerie.server.store.guests import Guest
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

Change = (
    incoming.Play
    | incoming.Undo
    | incoming.Order
    | incoming.Takeover
    | incoming.Return
    | incoming.Sit
    | incoming.Agree
    | incoming.Vote
    | incoming.Hand
    | incoming.Read
)
"""The commands that become events of the table."""


class Commands:
    """Carries out commands. Once started, a command is finished even if its sender disconnects: see `whole`."""

    def __init__(self, tables: Tables, social: SocialService, bot_pool: BotPool, hub: Hub, limits: Limits) -> None:
        self._tables = tables
        self._overtime = Overtime(tables)
        changes, often = TableChanges(tables), CommandLimits(limits)
        asking = Asking(changes, often)
        self._deciding = Deciding(changes, often)
        self._undoing = Undoing(changes, asking, often)
        self._stand_ins = StandIns(changes, asking, social)
        self._agreement = Agreement(changes, self._stand_ins, self._overtime, often)
        self._talk = Talk(changes, social, hub, often)
        self._hints = questions.Hints(tables, bot_pool, often)

    async def do(self, guest: Guest | None, table_id: str, command: incoming.AnyCommand) -> Answer:
        """Carry out a command of a guest; raise Refused."""
        if isinstance(command, incoming.Ping):
            return Answer()
        if guest is None:
            raise Refused("guest", "Choose a name first.")
        table = self._tables.at_hand(table_id) or await self._tables.get(table_id)
        if table.held_by(guest.id):
            # Players without a connection who send commands aren't away either.
            self._tables.presence.seen(table.id, guest.id)
        if isinstance(command, incoming.Play):  # the most frequent
            return await self._change(guest, table.id, command)
        match command:
            case incoming.Chat():
                return await self._talk.chat(guest, table, command)
            case incoming.Why():
                return questions.why(guest, table, command)
            case incoming.Draw():
                return questions.draw(guest, table, command)
            case incoming.Try():
                return questions.trials(guest, table, command)
            case incoming.Hint():
                return await self._hints.hint(guest, table, command)
        return await self._change(guest, table.id, command)

    async def _change(self, guest: Guest, table_id: str, command: Change) -> Answer:
        """Carry out a command that becomes an event. One at a time per table; repeated commands count once."""
        key = f"{guest.id} {command.key}"  # so that no one can use another player's key
        async with self._tables.hold(table_id) as table:
            done = table.keys.get(key)
            if done is not None:
                return answer(table, done)
            if table.clocks is not None:
                await self._overtime.look(table)  # an expired clock comes before anything the player wants to do
            match command:
                case incoming.Play():
                    return await self._deciding.play(guest, table, command, key)
                case incoming.Order():
                    return await self._deciding.order(guest, table, command, key)
                case incoming.Undo():
                    return await self._undoing.undo(guest, table, command, key)
                case incoming.Takeover():
                    return await self._stand_ins.take_over(guest, table, command, key)
                case incoming.Return():
                    return await self._stand_ins.come_back(guest, table, command, key)
                case incoming.Sit():
                    return await self._stand_ins.sit(guest, table, command, key)
                case incoming.Agree():
                    return await self._agreement.agree(guest, table, command, key)
                case incoming.Vote():
                    return await self._agreement.vote(guest, table, command, key)
                case incoming.Hand():
                    return await self._talk.raise_hand(guest, table, command, key)
                case incoming.Read():
                    return await self._talk.read(guest, table, command, key)

    async def decide(
        self, table: Table, seat: int, decision: str, seq: int, key: str | None, order: str = ""
    ) -> Answer:
        """Carry out a decision of a bot or of a standing order. The table's lock must be held."""
        return await self._deciding.decide(table, seat, decision, seq, key, order)

    async def look_again(self) -> None:
        """Lower the hands of players who are away, and carry out requests that waited only for them."""
        for table in list(self._tables.loaded.values()):
            if table.questions.hands:
                await self._talk.lower_hands(table)
            await self._agreement.look_again(table)


async def whole(work: Awaitable[Answer]) -> Answer:
    """Wait for work that is finished even if the waiting task is cancelled."""
    return await asyncio.shield(asyncio.ensure_future(work))
