"""What happened at the tables, as an append-only list of events, durable before anyone is told: the interface.

The primary key (table, seq) is the lock: of two hands on one table the second finds the number taken and gets
`Conflict`. The key that a client gives to what it wants done is unique per table, so a retry cannot be stored twice.
The events of a table form a chain (`hash_chain`), so that damage is seen. `sqlite.events` keeps them in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

Change = tuple[str, tuple[Any, ...]]
"""A statement that changes rows, with its values; `?` stands for each."""


class TableEvent(msgspec.Struct, frozen=True, gc=False):
    """One event of a table."""

    table: str
    seq: int
    """1, 2, 3 ... within the table, without gaps."""
    kind: str
    """The name of its kind, whose class reads and writes the data: see `event_content`."""
    seat: int | None
    data: str
    """What it says, as its kind writes it: mostly JSON."""
    at: float
    to_act: str
    """The seats to act afterwards, as text: `0` or `0,2`; empty when the game is over."""
    key: str | None = None


class Conflict(Exception):
    """Somebody else was first: the number or the key is taken."""


class Lost(Exception):
    """The table belongs to another process by now; nothing was stored."""


class StoreFailed(Exception):
    """The disk did not take it; nothing was stored."""


class Unanswered(StoreFailed):
    """Nobody knows whether it was stored: the database has not answered, or was lost in the middle of it."""


class Damaged(Exception):
    """What is read is not what was written."""

    def __init__(self, table: str, what: str) -> None:
        super().__init__(f"table {table}: {what}")
        self.table = table
        self.what = what


class Events(Protocol):
    """Where events are read."""

    def read(self, table: str) -> list[TableEvent]:
        """All events of a table, in order. Raises Damaged if they are not as they were written."""

    def last(self, tables: Iterable[str], without: Sequence[str] = ()) -> dict[str, TableEvent]:
        """The last event of each of these tables that has one that can be read, `without` these kinds."""

    def tables(self) -> list[str]:
        """All tables that have events."""

    def close(self) -> None:
        """Finish what is under way and let go of the database."""


class EventStore(Events, Protocol):
    """Where events are kept."""

    async def append(self, events: Sequence[TableEvent], epoch: int = 0, also: Sequence[Change] = ()) -> None:
        """Store events of one table, all or none, and bring the rows about it up to date (`table_rows`); `also`:
        further changes that belong to them. On return they are durable. `epoch` is that of the lease on which this
        rests. Raises Conflict, Lost or StoreFailed."""

    def watch(self, watcher: Callable[[Sequence[TableEvent], float], None]) -> None:
        """Have somebody told, in the thread that writes, which events a batch has stored, and how many seconds that
        took."""

    async def probe(self) -> None:
        """Write something that changes nothing, durably. Raises StoreFailed."""

    def let_go(self, table: str) -> None:
        """The events of a table are others than those that were appended: it is about to be removed, or names were
        taken out of it. Nothing may be under way there."""

    def give_up(self) -> None:
        """Let nobody wait any longer for a database that does not answer: they get Unanswered."""

    def when_late(self, told: Callable[[str], None]) -> None:
        """Have somebody told, in the event loop, of each table whose events were stored after all."""
