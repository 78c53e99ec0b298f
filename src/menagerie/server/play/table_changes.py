"""Letting happen at a table what people do there, and answering the client. For tables whose lock is held."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from menagerie.server.base.errors import Refused
from menagerie.server.protocol.outgoing.answers import Answer, Done
from menagerie.server.store.events import TableEvent
from menagerie.server.table import event_kinds
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.values import Tried


class TableChanges:
    """Stores the events of commands."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def advance(
        self, table: Table, events: list[TableEvent], key: str | None, tried: Sequence[Tried] = ()
    ) -> Answer:
        """Let events happen; the answer for the client whose command has this key."""
        try:
            return answer(table, await self.tables.advance(table, events, tried))
        except Refused:
            # Another process was first. If it stored the same command, this was a retry, and is no loss.
            table = await self.tables.get(table.id)
            done = table.keys.get(key or "")
            if done is None:
                raise
            return answer(table, done)

    def away(self, table: Table) -> set[str]:
        """Return the guests who own a seat and have not been here for so long that no one waits for them."""
        return {guest for guest in table.owners() if self.tables.presence.is_away(table.id, guest)}


def answer(table: Table, done: TableEvent) -> Answer:
    """Return the answer to a command that led to this event, now or before."""
    number = table.number_of(done.seq)
    return Done(seq=number, asked=number if isinstance(event_kinds.read(done), Asked) else UNSET)


def nothing_new(table: Table) -> Answer:
    """Return the answer to a command that changes nothing."""
    return Done(seq=table.number)


def keyed(events: list[TableEvent], key: str | None) -> list[TableEvent]:
    """Return the same events, the last of them with a client's key."""
    return [*events[:-1], msgspec.structs.replace(events[-1], key=key)]


def check_playing(table: Table) -> None:
    """Refuse what is only for a game that is being played."""
    if table.status != "playing":
        raise Refused("not-now", why_not_playing(table))


def why_not_playing(table: Table) -> str:
    """Return why nothing can be decided at a table."""
    if table.status == "open":
        return "The game has not begun: seats are still free."
    return "The game is over." if table.status == "over" else "This is a replay; play on from a moment of it instead."
