"""Collect the other players' answers to a request, and carry it out once all agree."""

from __future__ import annotations

from menagerie.server.base.errors import Refused
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.stand_ins import StandIns
from menagerie.server.play.table_changes import TableChanges, check_playing
from menagerie.server.play.time.overtime import Overtime
from menagerie.server.play.undo import undoing
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.table.event_kinds.people import Sat
from menagerie.server.table.event_kinds.questions import Answered, Asked
from menagerie.server.table.open_questions import SIT, TAKEOVER, UNDO
from menagerie.server.table.table import Table


class Agreement:
    """Counts answers and votes, and carries out what everyone has agreed to."""

    def __init__(self, changes: TableChanges, stand_ins: StandIns, overtime: Overtime, limits: CommandLimits) -> None:
        self._changes = changes
        self._tables = changes.tables
        self._stand_ins = stand_ins
        self._overtime = overtime
        self._limits = limits

    async def agree(self, guest: Guest, table: Table, command: incoming.Agree, key: str) -> Answer:
        """Answer a request; carry it out once everyone has agreed."""
        check_playing(table)
        question = table.questions.ask
        if question is None or question.number != command.ask:
            raise Refused("not-now", "This request is no longer open.")
        if guest.id not in table.questions.silent(table):
            raise Refused("seat", "You haven't been asked.")
        seat = (*table.held_by(guest.id), *table.claims(guest.id))[0]
        answered = self._tables.event(table, Answered(guest.id, command.agree), seat, key)
        if not command.agree or self._awaited(table, question.asked) - {guest.id}:
            return await self._changes.advance(table, [answered], key)
        return await self._carry_out(table, question.asked, [answered], key)

    async def vote(self, guest: Guest, table: Table, command: incoming.Vote, key: str) -> Answer:
        """Vote on what happens to a seat whose time ran out."""
        overdue = table.questions.overdue
        seat = next((seat for seat, asked in overdue.items() if asked.number == command.ask), None)
        if seat is None or table.status != "playing":
            raise Refused("not-now", "This vote is no longer open.")
        if guest.id not in table.voters(seat):
            raise Refused("seat", "You don't have a vote here.")
        self._limits.check_sign(guest)
        events = await self._overtime.votes(table, guest.id, seat, command.choice, key)
        return await self._changes.advance(table, events, key)

    async def look_again(self, table: Table) -> None:
        """Carry out a request if everyone still silent is away, and drop one that is no longer needed."""
        if table.questions.ask is None or table.questions.ask.asked.what == UNDO:
            return
        async with table.lock:
            if table.questions.ask is None or table is not self._tables.loaded.get(table.id):
                return
            asked = table.questions.ask.asked
            if asked.seat is None:
                return
            is_void = asked.what == TAKEOVER and not self._stand_ins.is_empty(table, asked.seat)
            if is_void or not self._awaited(table, asked):
                await self._carry_out(table, asked, [], None)

    def _awaited(self, table: Table, asked: Asked) -> set[str]:
        """Return the guests whose answer is still needed. Questions about seats don't wait for players who are away."""
        silent = table.questions.silent(table)
        return silent if asked.what == UNDO else silent - self._changes.away(table)

    async def _carry_out(self, table: Table, asked: Asked, before: list[TableEvent], key: str | None) -> Answer:
        """Carry out what everyone has agreed to."""
        if asked.what == TAKEOVER:
            assert asked.seat is not None
            if self._stand_ins.is_empty(table, asked.seat):
                return await self._stand_ins.put_bot(table, asked.seat, before, key)
            told = f"{table.names[asked.seat]} is back, so no bot is needed."
            return await self._changes.advance(table, [*before, self._tables.event(table, Sat(told), asked.seat)], key)
        if asked.what == SIT:
            return await self._stand_ins.replace_bot(table, asked, before, key)
        assert asked.to is not None
        held = table.held_by(asked.by)
        undo = undoing(self._tables, table, asked.to, held[0] if held else None, None)
        return await self._changes.advance(table, [*before, *undo], key)
