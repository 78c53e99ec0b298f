"""Ask the other players at a table for something that needs their agreement."""

from __future__ import annotations

from menagerie.server.base.errors import Refused
from menagerie.server.play.command_limits import CommandLimits
from menagerie.server.play.table_changes import TableChanges
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.table import Table


class Asking:
    """Puts requests to the other players."""

    def __init__(self, changes: TableChanges, limits: CommandLimits) -> None:
        self._changes = changes
        self._limits = limits

    async def ask(self, table: Table, asked: Asked, seat: int | None, key: str) -> Answer:
        """Ask, unless another player's request is still open."""
        question = table.questions.ask
        # A request that waits for an absent player must not block new ones.
        if question is not None and not table.questions.silent(table) & self._changes.away(table):
            raise Refused("not-now", f"{question.asked.name} is already asking for something. Answer that first.")
        self._limits.check_question(asked.by)
        return await self._changes.advance(table, [self._changes.tables.event(table, asked, seat, key)], key)
