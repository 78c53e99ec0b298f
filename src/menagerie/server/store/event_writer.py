"""What every store of events does alike: one thread of its own writes what waits, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from menagerie.server.store import hash_chain
from menagerie.server.store.events import Change, TableEvent
from menagerie.server.store.group_writer import GroupWriter, Job, Watcher

Row = tuple[object, ...]


class EventWriter:
    """Hands events to the thread. A store says how a batch is written, and how the chain of a table ends."""

    def __init__(self) -> None:
        self._heads = hash_chain.Heads(self._head)
        self._thread = GroupWriter(self._commit)

    async def append(self, events: Sequence[TableEvent], epoch: int = 0, also: Sequence[Change] = ()) -> None:
        """Store events of one table, all or none, if it is still ours."""
        await self._thread.store(events, epoch, also)

    async def probe(self) -> None:
        """Write something that changes nothing."""
        await self._thread.store(())

    def watch(self, watcher: Watcher) -> None:
        """Tell someone about every batch."""
        self._thread.watcher = watcher

    def when_late(self, told: Callable[[str], None]) -> None:
        """Tell someone what was stored after all."""
        self._thread.late = told

    def give_up(self) -> None:
        """Let no one wait for a database that does not answer."""
        self._thread.give_up()

    def let_go(self, table: str) -> None:
        """Forget a table that is about to be removed."""
        self._heads.forget(table)

    # In the writer's thread.

    def _head(self, table: str) -> hash_chain.Head:
        raise NotImplementedError

    def _commit(self, batch: list[Job]) -> None:
        raise NotImplementedError

    def _fail(self, job: Job, error: Exception | None) -> None:
        job.error = error
        if job.events:
            self._heads.forget(job.events[0].table)


def row(e: TableEvent, link: str) -> Row:
    """Return an event as it is stored, with its link in the chain."""
    return (e.table, e.seq, e.kind, e.seat, e.data, e.at, e.to_act, e.key, link)
