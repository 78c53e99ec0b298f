"""Undo decisions."""

from __future__ import annotations

import msgspec

from menagerie.server.base.errors import Refused, not_yours, stale
from menagerie.server.play.asking import Asking
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.table_changes import TableChanges, check_playing
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.table.event_kinds.decisions import Redealt, Undone
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.open_questions import UNDO
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table


class Undoing:
    """Lets people undo decisions."""

    def __init__(self, changes: TableChanges, asking: Asking, limits: CommandLimits) -> None:
        self._changes = changes
        self._tables = changes.tables
        self._asking = asking
        self._limits = limits

    async def undo(self, guest: Guest, table: Table, command: incoming.Undo, key: str) -> Answer:
        """Undo to an earlier moment, or ask the others for it."""
        held = table.held_by(guest.id)
        if not held:
            raise not_yours()
        check_playing(table)
        if table.is_stale(command.seq):
            raise stale(table.number)
        if command.to >= table.n:
            raise Refused("not-now", f"There is nothing to undo after decision {command.to}.")
        if command.to < (begins := table.deals.dealt_at):
            what = f"Hidden information was redealt after decision {begins}. You can't undo past that."
            raise Refused("not-now", what)
        self._limits.check_undo(guest)
        free = table.free_undo(held)
        for policy in self._tables.policies:
            policy.check_undo(table, guest, command.to, free)
        if free is not None and command.to >= free:
            seat = table.decisions[-1][0] if table.decisions[-1][0] in held else held[0]
            return await self._changes.advance(table, undoing(self._tables, table, command.to, seat, key), key)
        asked = Asked(UNDO, guest.id, table.names[held[0]], to=command.to)
        return await self._asking.ask(table, asked, held[0], key)


def undoing(tables: Tables, table: Table, to: int, seat: int | None, key: str | None) -> list[TableEvent]:
    """Return the events that undo everything after a moment. If that has revealed hidden information, it is dealt
    again."""
    then = table.moment(to)
    undo = tables.event(table, Undone(to), seat, None, then)
    if not table.is_revealed_since(to):
        return [msgspec.structs.replace(undo, key=key)]
    deal = table.deals.new(to)
    return [undo, tables.event(table, Redealt(deal.seed, deal.tables), None, key, then)]
