"""Asking the others at a table for something that they all have to agree to."""

from __future__ import annotations

from menagerie.server.base.errors import Refused
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.table_changes import TableChanges
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.table import Table


class Asking:
    """Asks."""

    def __init__(self, changes: TableChanges, limits: CommandLimits) -> None:
        self._changes = changes
        self._limits = limits

    async def ask(self, table: Table, asked: Asked, seat: int | None, key: str) -> Answer:
        """Ask, unless someone else's question is still open."""
        question = table.questions.ask
        # Nobody can be kept from asking by a question to somebody who is away.
        if question is not None and not table.questions.silent(table) & self._changes.away(table):
            raise Refused("not-now", f"{question.asked.name} is asking for something already; answer that first.")
        self._limits.check_question(asked.by)
        return await self._changes.advance(table, [self._changes.tables.event(table, asked, seat, key)], key)
