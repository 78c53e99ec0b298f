"""Define the append-only list of table events, durable before anyone sees them: the interface.

The primary key (table, seq) is the lock: of two writers on one table the second finds the number taken and gets
`Conflict`. A client's key is unique per table, so a retry can't be stored twice. The events of a table form a chain
(`hash_chain`), which reveals damage. `sqlite.events` keeps them in a file."""

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
    """The content as its kind writes it, mostly JSON."""
    at: float
    to_act: str
    """The seats to act afterwards, as text: `0` or `0,2`; empty when the game is over."""
    key: str | None = None


class Conflict(Exception):
    """Raised when another writer was first: the number or the key is taken."""


class Lost(Exception):
    """Raised when the table belongs to another process now; nothing was stored."""


class StoreFailed(Exception):
    """Raised when the disk refused it; nothing was stored."""


class StoreClosed(StoreFailed):
    """Raised when the server is stopping; nothing was stored."""


class Unanswered(StoreFailed):
    """Raised when it is unknown whether it was stored, because the database didn't answer or was lost."""


def why_refused(error: Exception) -> str:
    """Return what a database's error says, as one sentence: some end with a full stop, some have several lines."""
    return f"The database refused it: {' '.join(str(error).split()).rstrip('.')}."


class Damaged(Exception):
    """Raised when stored data isn't what was written."""

    def __init__(self, table: str, what: str) -> None:
        super().__init__(f"table {table}: {what}")
        self.table = table
        self.what = what


class Events(Protocol):
    """Reads events."""

    def read(self, table: str) -> list[TableEvent]:
        """Return all events of a table, in order. Raises Damaged if they aren't as written."""

    def last(self, tables: Iterable[str], without: Sequence[str] = ()) -> dict[str, TableEvent]:
        """Return the last readable event of each of these tables, `without` these kinds."""

    def tables(self) -> list[str]:
        """Return all tables that have events."""

    def close(self) -> None:
        """Finish current work and close the database."""


class EventStore(Events, Protocol):
    """Reads and writes events."""

    async def append(self, events: Sequence[TableEvent], epoch: int = 0, also: Sequence[Change] = ()) -> None:
        """Store events of one table, all or none, and update its rows (`table_rows`). `also`: further changes that
        belong to them. They are durable on return. `epoch`: that of the lease. Raises Conflict, Lost or StoreFailed."""

    def watch(self, watcher: Callable[[Sequence[TableEvent], float], None]) -> None:
        """Call a watcher, in the writing thread, with each batch of stored events and the seconds it took."""

    async def probe(self) -> None:
        """Write something durably that changes nothing. Raises StoreFailed."""

    def let_go(self, table: str) -> None:
        """Note that a table's events will change, because it is about to be removed or names were erased. Nothing may
        be in progress there."""

    def give_up(self) -> None:
        """Stop waiting for a database that doesn't answer: waiters get Unanswered."""

    def when_late(self, told: Callable[[str], None]) -> None:
        """Call back, in the event loop, for each table whose events were stored late after all."""
