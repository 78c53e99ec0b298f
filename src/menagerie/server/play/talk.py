"""Handle talk at a table: chat, raised hands, and what a learner has read."""

from __future__ import annotations

import asyncio

from menagerie.server.base.errors import Refused, not_yours, stale
from menagerie.server.people.social.service import SocialService
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.table_changes import TableChanges, check_playing, nothing_new
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.show.hub import Hub
from menagerie.server.store import chat
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.table.event_kinds.talk import CoachRead, HandMoved
from menagerie.server.table.table import Table


class Talk:
    """Lets people talk."""

    def __init__(self, changes: TableChanges, social: SocialService, hub: Hub, limits: CommandLimits) -> None:
        self._changes = changes
        self._tables = changes.tables
        self._social = social
        self._hub = hub
        self._limits = limits

    async def chat(self, guest: Guest, table: Table, command: incoming.Chat) -> Answer:
        """Send a chat message to everyone at the table."""
        text = await asyncio.to_thread(self._social.texts.words, guest, command.text, "A message", 500)
        held = table.held_by(guest.id)
        for policy in self._tables.policies:
            await policy.check_talk(table, guest)
        self._limits.check_remark(guest)
        seat = held[0] if held else None
        remark, is_new = await asyncio.to_thread(
            chat.say, self._tables.database, table.id, guest, seat, text, command.key
        )
        if is_new:
            self._hub.said(table.id, remark)
        return nothing_new(table)

    async def raise_hand(self, guest: Guest, table: Table, command: incoming.Hand, key: str) -> Answer:
        """Ask the team to talk before its turn ends, or withdraw that."""
        held = table.held_by(guest.id)
        if not held:
            raise not_yours()
        check_playing(table)
        if not table.talks:
            raise Refused("not-now", "Raised hands are for team games of several people.")
        if command.up == (guest.id in table.questions.hands):
            return nothing_new(table)
        self._limits.check_sign(guest)
        name = table.names[held[0]]
        told = f"{name} wants to talk before the team ends its turn." if command.up else f"{name} is ready to continue."
        return await self._changes.advance(table, [self._hand_event(table, guest.id, command.up, told, key)], key)

    async def lower_hands(self, table: Table) -> None:
        """Lower the hands of players who are away, so that no one waits for them."""
        async with table.lock:
            gone = set() if table is not self._tables.loaded.get(table.id) else self._changes.away(table)
            for guest in sorted(set(table.questions.raised(table)) & gone):
                told = f"{table.names[table.questions.raised(table)[guest]]} is away, so no one waits to talk."
                await self._changes.advance(table, [self._hand_event(table, guest, False, told, None)], None)

    def _hand_event(self, table: Table, guest: str, is_up: bool, told: str, key: str | None) -> TableEvent:
        return self._tables.event(table, HandMoved(guest, is_up, told), table.held_by(guest)[0], key)

    async def read(self, guest: Guest, table: Table, command: incoming.Read, key: str) -> Answer:
        """Note that the learner has read the coach's text."""
        if table.coach is None or table.coach.lesson.seat not in table.held_by(guest.id):
            raise not_yours()
        if command.step < table.coach.seen:
            return nothing_new(table)
        bubble = table.coach.bubble(table.state)
        if bubble is None or bubble.number != command.step:
            raise stale(table.number)
        return await self._changes.advance(table, [self._tables.event(table, CoachRead(command.step), None, key)], key)
