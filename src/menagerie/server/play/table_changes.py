"""Store and apply the events of commands, and answer the client. The table's lock must be held."""

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
        """Store and apply events; return the answer to the command with this key."""
        try:
            return answer(table, await self.tables.advance(table, events, tried))
        except Refused:
            # Another process was faster. If it stored the same command, this was a retry and nothing is lost.
            table = await self.tables.get(table.id)
            done = table.keys.get(key or "")
            if done is None:
                raise
            return answer(table, done)

    def away(self, table: Table) -> set[str]:
        """Return the guests who own a seat and have been away so long that no one waits for them."""
        return {guest for guest in table.owners() if self.tables.presence.is_away(table.id, guest)}


def answer(table: Table, done: TableEvent) -> Answer:
    """Return the answer to a command that led to this event, now or earlier."""
    number = table.number_of(done.seq)
    return Done(seq=number, asked=number if event_kinds.kind_of(done) is Asked else UNSET)


def nothing_new(table: Table) -> Answer:
    """Return the answer to a command that changes nothing."""
    return Done(seq=table.number)


def keyed(events: list[TableEvent], key: str | None) -> list[TableEvent]:
    """Return the same events, with the client's key on the last one."""
    return [*events[:-1], msgspec.structs.replace(events[-1], key=key)]


def check_playing(table: Table) -> None:
    """Refuse commands that need a game in progress."""
    if table.status != "playing":
        raise Refused("not-now", why_not_playing(table))


def why_not_playing(table: Table) -> str:
    """Return why no decision is possible at a table."""
    if table.status == "open":
        return "The game hasn't started. There are still free seats."
    return (
        "The game is over."
        if table.status == "over"
        else ("This is a replay. To play, start a new table from one of its moments.")
    )
