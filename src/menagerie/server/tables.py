"""The tables of a server: finding them, keeping them in memory, adding new ones, and letting events happen at them.

Who sits down and leaves: `seating`. What is offered and made: `lobby`. What people do at a table: `commands`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from menagerie.core.state import State
from menagerie.server import clock
from menagerie.server.bus import Bus
from menagerie.server.database import Database, Full, Quota, TableFacts
from menagerie.server.errors import Refused, damaged, missing, not_stored, stale
from menagerie.server.presence import Presence
from menagerie.server.seats import Seat
from menagerie.server.settings import Settings
from menagerie.server.store import Conflict, Damaged, EventStore, StoreFailed, TableEvent
from menagerie.server.table import Deal, Table, Told

LOG: Final = logging.getLogger("menagerie.server")
UNFINISHED: Final = ("open", "playing")
TABLE_WEIGHT: Final = 20
"""A table without events takes as much memory as so many events."""


class Tables:
    """Every table that there is; those in use are in memory."""

    def __init__(self, store: EventStore, database: Database, bus: Bus, settings: Settings) -> None:
        self.store = store
        self.database = database
        self.bus = bus
        self.settings = settings
        self.loaded: dict[str, Table] = {}
        """In the order of their last use."""
        self.in_use: set[str] = set()
        """The tables that somebody looks at: they are not put away."""
        self.presence = Presence(settings.limits.away_seconds)
        self._loading: dict[str, asyncio.Future[Table]] = {}

    # Finding.

    async def get(self, id: str) -> Table:
        """The table with this id, read from the store if need be."""
        table = self.loaded.pop(id, None)
        if table is not None:
            self.loaded[id] = table
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table:
        try:
            table = await asyncio.to_thread(self._read, id)
        finally:
            del self._loading[id]
        self._keep(table)
        # The server may have been stopped where somebody's order, or a bot, was to decide.
        self.bus.publish(id, table.seq)
        return table

    def _read(self, id: str) -> Table:
        try:
            found = self.database.table(id)
            if found is None:
                raise missing("table")
            table = Table(*found, self.store.read(id))
        except Damaged as error:
            LOG.error("%s", error)
            raise damaged() from None
        # The status is written after the decision that changes it; a crash in between is made good here.
        if table.status == "playing" and table.state.is_over:
            self.database.set_status(id, "over", table.state.result())
            table.set_status("over")
        return table

    def _keep(self, table: Table) -> None:
        """Have a table in memory, and put those away that nobody has used for the longest time."""
        self.loaded[table.id] = table
        idle = [other for id, other in self.loaded.items() if id not in self.in_use and not other.lock.locked()]
        # What was taken back is in the log and in the store as well: events count, not the decisions that stand.
        events = sum([TABLE_WEIGHT + other.seq for other in idle])
        for other in idle:
            if events <= self.settings.idle_events or other is table:
                break
            events -= TABLE_WEIGHT + other.seq
            del self.loaded[other.id]

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[Table]:
        """A table with its lock. Who has waited for it looks again: it may have been removed or put away meanwhile."""
        while True:
            table = await self.get(id)
            async with table.lock:
                if self.loaded.get(id) is table:
                    yield table
                    return

    def forget(self, id: str) -> None:
        """Have a table read anew from the store when it is next needed."""
        self.loaded.pop(id, None)

    async def by_link(self, link: str) -> Table:
        """The table that one is invited to."""
        id = await asyncio.to_thread(self.database.table_by_link, link)
        if id is None:
            raise Refused("missing", "This link leads to no table; the table may have been removed.")
        return await self.get(id)

    async def may_be_told(self, table: Table) -> bool:
        """Whether a table's record may be told: its game is over, and so are those whose seeds it holds as well."""
        return table.is_settled() and not await asyncio.to_thread(self.database.unfinished, table.continues)

    # Adding.

    async def add(
        self,
        facts: TableFacts,
        seats: Sequence[Seat],
        line: Sequence[tuple[int, str]] = (),
        seconds: Sequence[float] = (),
        deals: Sequence[Deal] = (),
    ) -> Table:
        """Store a new table, with decisions that were made elsewhere, and begin if everybody is there."""
        quotas = [self._replay_quota() if facts.status == "replay" else self._table_quota()]
        if all(seat.kind == "bot" for seat in seats):
            quotas.append(self._bot_quota())
        events = _played_elsewhere(facts, line, seconds, deals)
        table = await asyncio.to_thread(Table, facts, seats, events)
        if table.state.is_over:
            facts = table.facts = msgspec.structs.replace(facts, result=table.state.result())
        # The events first: a table without its decisions would be a wrong one, decisions without a table are nothing.
        if events:
            await self._store(events)
        try:
            await asyncio.to_thread(self.database.add_table, facts, seats, quotas)
        except Full as full:
            raise _full(full) from None
        self._keep(table)
        for guest in table.people():
            self.presence.seen(table.id, guest)
        async with table.lock:
            await self.begin_if_full(table)
        return table

    async def check_quotas(self, guest: str, *, is_replay: bool = False) -> None:
        """Refuse a guest who has too many tables before any work is done for another. `add` counts again."""
        await self._check(guest, self._replay_quota() if is_replay else self._table_quota())

    async def check_bot_tables(self, guest: str) -> None:
        """Refuse a guest who has too many tables at which only bots play."""
        await self._check(guest, self._bot_quota())

    async def _check(self, guest: str, quota: Quota) -> None:
        try:
            await asyncio.to_thread(self.database.check_quotas, guest, [quota])
        except Full as full:
            raise _full(full) from None

    def _table_quota(self) -> Quota:
        most = self.settings.limits.tables_per_guest
        return Quota(most, UNFINISHED, f"You have {most} unfinished tables; finish or leave one first.")

    def _bot_quota(self) -> Quota:
        most = self.settings.limits.bot_tables_per_guest
        told = f"You have {most} tables at which only bots play; end one first."
        return Quota(most, UNFINISHED, told, only_bots=True)

    def _replay_quota(self) -> Quota:
        most = self.settings.limits.replays_per_guest
        return Quota(most, ("replay",), f"You have {most} replays already.")

    # What happens there. All of this is for a table whose lock is held.

    async def begin_if_full(self, table: Table) -> None:
        """Let the game begin if nobody is awaited any more."""
        if table.status != "open" or any(seat.kind == "open" for seat in table.seats):
            return
        await asyncio.to_thread(self.database.set_status, table.id, "playing")
        table.set_status("playing")
        told = "The game begins." if table.n == 0 else "The game goes on."
        await self.advance(table, [self.event(table, "note", told)])

    def event(
        self,
        table: Table,
        kind: str,
        data: str,
        seat: int | None = None,
        key: str | None = None,
        after: State | None = None,
    ) -> TableEvent:
        """The next event of a table; `after` is the state that it leads to, if that is another one."""
        acting = ",".join([str(number) for number in (after or table.state).to_act])
        return TableEvent(table.id, table.seq + 1, kind, seat, data, clock.now(), acting, key)

    async def advance(
        self, table: Table, events: list[TableEvent], after: State | None = None, told: Sequence[Told] = ()
    ) -> None:
        """Store events, let them happen, and tell everybody. For a decision: what it leads to, and what it tells."""
        try:
            await self._store(events)
        except Conflict:
            self.forget(table.id)
            raise stale(table.seq) from None
        except Refused:
            # Whether it was stored may not be known: whoever comes next reads what is there.
            self.forget(table.id)
            raise
        for event in events:
            table.apply(event, after, told)
        if table.status == "playing" and table.state.is_over:
            table.set_status("over")
            await asyncio.to_thread(self.database.set_status, table.id, "over", table.state.result())
        self.bus.publish(table.id, table.seq)

    async def _store(self, events: Sequence[TableEvent]) -> None:
        try:
            await self.store.append(events)
        except StoreFailed as error:
            LOG.error("table %s: %s", events[0].table, error)
            raise not_stored() from None


def _full(full: Full) -> Refused:
    return Refused("busy", full.quota.sentence, retry=60)


def _played_elsewhere(
    facts: TableFacts, line: Sequence[tuple[int, str]], seconds: Sequence[float], deals: Sequence[Deal]
) -> list[TableEvent]:
    """The first events of a new table: decisions, and after each the new deals there."""
    times = [facts.created + second for second in seconds] if seconds else [facts.created] * len(line)
    events: list[TableEvent] = []

    def happened(kind: str, seat: int | None, data: str, at: float) -> None:
        events.append(TableEvent(facts.id, len(events) + 1, kind, seat, data, at, ""))

    for n in range(len(line) + 1):
        at = times[n - 1] if n else facts.created
        if n:
            happened("play", line[n - 1][0], line[n - 1][1], at)
        for deal in deals:
            if deal.n == n:
                happened("anew", None, deal.data(), at)
    return events
