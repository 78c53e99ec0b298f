"""Find, keep and add the tables of a server, and apply events to them.

Seating, new tables and commands are in `play`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import msgspec
from sqlalchemy.exc import DBAPIError

from menagerie.core.errors import MenagerieError
from menagerie.core.state import State
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, damaged, missing, no_answer, not_stored, stale
from menagerie.server.base.fair_queue import FairQueue, Rank
from menagerie.server.base.settings import Settings
from menagerie.server.store import table_index, table_rows
from menagerie.server.store.bus import Bus
from menagerie.server.store.database import Database
from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import (
    Change,
    Conflict,
    Damaged,
    EventStore,
    Lost,
    StoreClosed,
    StoreFailed,
    TableEvent,
    Unanswered,
)
from menagerie.server.store.guests import Guest, Standing, people_now
from menagerie.server.store.ownership import Elsewhere, Lease, Ownership
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import UNFINISHED, TableFacts
from menagerie.server.store.table_rows import Seated, Status
from menagerie.server.table import event_kinds, identity_events, name_erasure
from menagerie.server.table.clocks import Stretch
from menagerie.server.table.deals import Deal
from menagerie.server.table.event_kinds.people import NamesErased
from menagerie.server.table.event_kinds.talk import Noted
from menagerie.server.table.listener import Listeners
from menagerie.server.table.next_events import due_after, first_events, in_order
from menagerie.server.table.policy import TablePolicy
from menagerie.server.table.presence import Presence
from menagerie.server.table.quotas import Quotas
from menagerie.server.table.table import Table
from menagerie.server.table.values import Tried

LOG: Final = logging.getLogger("menagerie.server")
STUDIED: Final = "This game may be used for research once it is over: its decisions, without names."
"""The log line at a table offered for research."""
READING: Final = 2
"""How many tables are played through at a time when they are read or made, so that the event loop gets its share."""
TABLE_WEIGHT: Final = 20
"""The memory of a table without events, counted in events."""


class Tables:
    """All tables of the server; those in use are in memory."""

    def __init__(
        self,
        store: EventStore,
        database: Database,
        bus: Bus,
        settings: Settings,
        ownership: Ownership,
        stops: Sequence[Stretch] = (),
    ) -> None:
        """`stops`: when the server was down."""
        self.store = store
        self.database = database
        self.policies: list[TablePolicy] = []
        """What features forbid at tables."""
        self.listeners = Listeners()
        """What features store and do when something happens at tables."""
        self.quotas = Quotas(database, settings.limits)
        """How many tables a guest may have."""
        self.bus = bus
        self.ownership = ownership
        self.settings = settings
        self.stops = stops
        self.loaded: dict[str, Table] = {}
        """In order of last use."""
        self.in_use: set[str] = set()
        """The tables with viewers, which stay in memory."""
        self.presence = Presence(settings.limits.away_seconds)
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._reading = FairQueue(READING)
        store.when_late(self.reload)
        self.when_lost: Callable[[str], None] = lambda _: None
        """Called with each table that another process has taken over."""

    # Finding.

    async def get(self, id: str, lost: str = "") -> Table:
        """Return the table with this id, from the store if necessary. Raise Elsewhere if another process owns it,
        unless that one is `lost`."""
        table = self.at_hand(id)
        if table is not None:
            return table
        if id not in self._loading:
            self._loading[id] = loading = asyncio.ensure_future(self._load(id, lost))
            # The caller may be gone by then, and the log already has the error.
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._loading[id])

    def at_hand(self, id: str) -> Table | None:
        """Return the table with this id if it is in memory, and count it as just used."""
        table = self.loaded.pop(id, None)
        if table is not None:
            self.loaded[id] = table
        return table

    async def look_at(self, id: str) -> Table:
        """Return a table as it is now, in any process. For reading only."""
        if id in self.loaded:
            return self.loaded[id]
        async with self._reading.place(*await self._turn(id)):
            return (await asyncio.to_thread(self._read, id))[0]

    async def _load(self, id: str, lost: str) -> Table:
        try:
            async with self._reading.place(*await self._turn(id)):
                lease, table, people = await asyncio.to_thread(self._take, id, lost)
            table.epoch = lease.epoch
            if lease.is_new:
                self.presence.arrive(id)
            has_names = table.seats_stored is not None
            if not await self._bring_up_to_date(table, people):
                raise missing("table")
            if has_names:
                await self._erase(table)
        finally:
            del self._loading[id]
        self._keep(table)
        # The server may have stopped when an order or a bot was about to decide.
        self.bus.publish(id, table.seq)
        return table

    async def seen_by(self, guest: Guest | None, id: str) -> Table:
        """Return a table for a viewer; refuse those who must not see it."""
        table = await self.get(id)
        for policy in self.policies:
            await policy.check_look(table, guest)
        return table

    async def _turn(self, id: str) -> tuple[str, Rank]:
        """Return the queue a table waits in to be played through, and its priority: a guest with many or long games
        waits in their own queue."""
        facts = None
        if not self._reading.has_room:
            with contextlib.suppress(Damaged):  # reading it reports the damage
                facts = await asyncio.to_thread(table_index.find, self.database, id)
        return ("", Rank.PLAYED) if facts is None else (facts.owner, _rank(facts))

    def _take(self, id: str, lost: str) -> tuple[Lease, Table, dict[str, Standing]]:
        """Own a table and read it, with the current identities of its people."""
        lease = self.ownership.take(id, lost)
        # Own it before reading it, so that no process adds events in between.
        return lease, *self._read(id)

    def _read(self, id: str) -> tuple[Table, dict[str, Standing]]:
        """Return a table, with the current identities of its people."""
        try:
            facts = table_index.find(self.database, id)
            if facts is None:
                raise missing("table")
            stored = self.store.read(id)
            table_rows.check_made(facts, stored)
            people = people_now(self.database, name_erasure.named(stored) | {facts.owner})
            events = name_erasure.without_names(stored, people)
            seats = table_rows.first_seats(events)
            if len(seats) != facts.players:
                raise Damaged(id, "the event with the first seats is missing")
            table = Table(msgspec.structs.replace(facts, status="open"), seats, events, stops=self.stops)
            table.policies = self.policies
            table.seats_stored = None if events is stored else table_rows.expected_rows(stored).seats
            return table, people
        except Damaged as error:
            LOG.error("%s", error)
            raise damaged() from None
        except MenagerieError as error:  # a title or an option that isn't installed
            LOG.error("table %s: %s", id, error)
            raise damaged() from None

    async def _bring_up_to_date(self, table: Table, people: dict[str, Standing]) -> bool:
        """Update the people at a table that may have changed while no process had it in memory. Also end a game that is
        over without saying so: older servers stored that separately and may have been killed in between. Return whether
        the table still exists."""
        try:
            events = self.ending(table, table.state) if table.status == "playing" else []
            if not events:
                followed = await self.following(table, people)
                if followed is None:
                    await self.remove(table)
                    return False
                events = followed
            events = in_order(table, events)
            if events:
                await self._store(events, table.epoch, self._with(table, events))
                self.listeners.stored(table, events)
        except (Conflict, Refused, DBAPIError):  # the table will do as it is
            LOG.warning("Table %s could not be brought up to date", table.id)
            return True
        for event in events:
            table.apply(event)
        return True

    async def following(self, table: Table, people: dict[str, Standing]) -> list[TableEvent] | None:
        """Return the events that bring everyone at a table up to date; None if nothing remains of it."""
        is_awaited = bool(identity_events.gone(table, people)) and await self.is_result_awaited(table)
        return identity_events.events(self, table, people, is_awaited=is_awaited)

    async def is_result_awaited(self, table: Table) -> bool:
        """Return whether a game's result counts even if players leave."""
        return any([await policy.is_result_awaited(table) for policy in self.policies])

    async def _erase(self, table: Table) -> None:
        """Erase names from storage that were left out in reading."""
        event = in_order(table, [self.event(table, NamesErased())])[0]
        try:
            stored = await asyncio.to_thread(self.store.read, table.id)
            also = await asyncio.to_thread(name_erasure.erased, stored, self.database, event)
            await self._store([event], table.epoch, also)
        except (Conflict, Refused, Damaged, DBAPIError) as error:  # the next read tries again
            if not isinstance(error.__cause__, StoreClosed):
                LOG.warning("Names could not be removed from table %s", table.id)
            return
        finally:
            # Even after a failure: look up the last link again.
            await asyncio.to_thread(self.store.let_go, table.id)
        table.apply(event)

    def has_names_of_gone(self, id: str) -> bool:
        """Return whether names of deleted people are stored at a table. Waits for the disk."""
        try:
            stored = self.store.read(id)
        except Damaged:
            return False  # nothing can be done about it
        people = people_now(self.database, name_erasure.named(stored))
        return name_erasure.without_names(stored, people) is not stored

    def _keep(self, table: Table) -> None:
        """Keep a table in memory, and unload those that were unused for longest."""
        self.loaded[table.id] = table
        idle = [other for id, other in self.loaded.items() if id not in self.in_use and not other.lock.locked()]
        # Undone decisions stay in the log and the store, so count events, not decisions in effect.
        events = sum([TABLE_WEIGHT + other.seq for other in idle])
        for other in idle:
            if events <= self.settings.idle_events or other is table:
                break
            events -= TABLE_WEIGHT + other.seq
            del self.loaded[other.id]

    def hold(self, id: str) -> Held:
        """Return a table with its lock: `async with tables.hold(id) as table`."""
        return Held(self, id)

    def forget(self, id: str) -> None:
        """Reload a table from the store when it is next needed."""
        self.loaded.pop(id, None)

    def let_go(self, id: str) -> None:
        """Send viewers of a table to the process that owns it now."""
        self.forget(id)
        self.when_lost(id)

    async def by_link(self, link: str) -> Table:
        """Return the table that a link invites to."""
        id = await asyncio.to_thread(table_index.id_by_link, self.database, link)
        if id is None:
            raise Refused("missing", "This link doesn't lead to a table. The table may have been removed.")
        return await self.get(id)

    async def may_be_shown(self, table: Table) -> bool:
        """Return whether a table's record, with its seed, may be shown to everyone."""
        return not await self.why_secret(table)

    async def why_secret(self, table: Table) -> str:
        """Return why a table's record may not be shown yet, as a sentence; empty if it may.

        It contains the seed, which reveals what is hidden in this game, in the one it was continued from, and in those
        of everyone with the same deal."""
        if not table.is_settled():
            return "This game isn't over yet."
        for policy in self.policies:
            if why := await policy.why_secret(table):
                return why
        if await asyncio.to_thread(table_index.unfinished, self.database, table.deals.continues):
            return "The game that this one was continued from isn't over yet."
        return ""

    # Adding.

    async def add(
        self,
        facts: TableFacts,
        seats: Sequence[Seat],
        decisions: Sequence[tuple[int, str]] = (),
        seconds: Sequence[float] = (),
        deals: Sequence[Deal] = (),
        is_counted: bool = True,
    ) -> Table:
        """Store a new table, with decisions made elsewhere, and start the game if all seats are filled. An uncounted
        table ignores its owner's quota."""
        quotas = await self.quotas.check_new(facts, seats, is_counted=is_counted)
        events = first_events(facts, seats, decisions, seconds, deals)
        async with self._reading.place(facts.owner, _rank(facts)):
            opened = msgspec.structs.replace(facts, status="open")
            table = await asyncio.to_thread(Table, opened, seats, events, None, self.stops)
        table.policies = self.policies
        result = table.state.result() if table.state.is_over else None
        if facts.status == "replay":
            begun = [self.event(table, Status("replay", result))]
        else:
            begun = in_order(table, self.beginning(table, table.seats))
        for event in begun:
            table.apply(event)
        table.epoch = (await asyncio.to_thread(self.ownership.make, table.id)).epoch
        # Events first: a table without its decisions would be wrong, while decisions without a table do no harm.
        await self._store([*events, *begun], table.epoch, self._with(table, []))
        await self.quotas.add(msgspec.structs.replace(table.facts, result=result), seats, quotas)
        self._keep(table)
        for guest in table.people():
            self.presence.seen(table.id, guest)
        self.bus.publish(table.id, table.seq)
        return table

    async def remove(self, table: Table) -> None:
        """Remove a table and all its events. Its lock must be held."""
        # First store it as an event: other holders of the table learn that they are too late, even if this process is
        # killed now.
        await self._store([self.event(table, Status("removed"))], table.epoch)
        await asyncio.to_thread(self.store.let_go, table.id)
        await asyncio.to_thread(table_index.remove, self.database, table.id)
        for policy in self.policies:
            await policy.removed(table)
        self.forget(table.id)
        self.bus.publish(table.id, table.seq)

    # Events. The table's lock must be held for all of these.

    def beginning(self, table: Table, seats: Sequence[Seat]) -> list[TableEvent]:
        """Return the events that start the game with these seats; none if a seat is still free."""
        if table.status != "open" or any(seat.kind == "open" for seat in seats):
            return []
        told = "The game starts." if table.n == 0 else "The game continues."
        playing = self.event(table, Status("playing"))
        studied = [self.event(table, Noted(STUDIED))] if table.facts.research else []
        return [playing, self.event(table, Noted(told)), *studied]

    def seating(self, table: Table, *seats: Seat) -> TableEvent:
        """Return the event that changes who sits at some seats."""
        return self.event(table, Seated(list(seats)))

    def ending(self, table: Table, after: State) -> list[TableEvent]:
        """Return the event that ends the game, or its lesson, if this state does."""
        if not after.is_over and not (table.coach is not None and table.coach.is_done(after)):
            return []
        result = "The lesson is complete."
        if after.is_over:
            result = table.outcome_with(after, table.lost).sentence
        return [self.event(table, Status("over", result), after=after)]

    def event(
        self,
        table: Table,
        content: EventContent,
        seat: int | None = None,
        key: str | None = None,
        after: State | None = None,
    ) -> TableEvent:
        """Return a table's next event. `after`: the state it leads to, if it changes."""
        acting = _acting((after or table.state).to_act)
        return TableEvent(table.id, table.seq + 1, content.kind, seat, content.data(), clock.now(), acting, key)

    async def advance(self, table: Table, events: list[TableEvent], tried: Sequence[Tried] = ()) -> TableEvent:
        """Store events, apply them one by one, and send them to everyone; return the last one with its number. `tried`:
        the decisions among them."""
        events = in_order(table, events)
        after = tried[-1].state if tried else None
        try:
            await self._store(events, table.epoch, self._with(table, events, after))
        except Conflict:
            self.forget(table.id)
            raise stale(table.number) from None
        except Elsewhere:
            raise
        except Refused:
            # It may be unknown whether it was stored, so read the table again next time.
            self.forget(table.id)
            raise
        self.listeners.stored(table, events, after)
        left = list(tried)
        for event in events:
            table.apply(event, left.pop(0) if left and event_kinds.is_decision(event) else None)
        for seat in table_rows.seats_in(events):
            if seat.holder is not None:
                self.presence.seen(table.id, seat.holder)
        self.bus.publish(table.id, table.seq)
        return events[-1]

    def _with(self, table: Table, events: Sequence[TableEvent], after: State | None = None) -> list[Change]:
        """Return what is stored with events that aren't applied yet."""
        return [*due_after(table, events), *self.listeners.changes(table, events, after)]

    async def _store(self, events: Sequence[TableEvent], epoch: int, also: Sequence[Change] = ()) -> None:
        try:
            await self.store.append(events, epoch, also)
        except Lost:
            self.let_go(events[0].table)
            raise Elsewhere from None
        except StoreFailed as error:
            # A stopping server refuses what comes too late. That is no fault.
            level = logging.INFO if isinstance(error, StoreClosed) else logging.ERROR
            LOG.log(level, "table %s: %s", events[0].table, error)
            raise (no_answer() if isinstance(error, Unanswered) else not_stored()) from error

    def reload(self, id: str) -> None:
        """Reload a table that was changed only in storage, and refresh its viewers."""
        self.forget(id)
        self.bus.publish(id, 0)


class Held:
    """A table with its lock. Look the table up again after waiting: it may have been removed or unloaded meanwhile."""

    def __init__(self, tables: Tables, id: str) -> None:
        self._tables = tables
        self._id = id

    async def __aenter__(self) -> Table:
        while True:
            self._table = self._tables.at_hand(self._id) or await self._tables.get(self._id)
            await self._table.lock.acquire()
            if self._tables.loaded.get(self._id) is self._table:
                return self._table
            self._table.lock.release()

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


def _rank(facts: TableFacts) -> Rank:
    """Return the sort key: games in progress come before finished ones."""
    return Rank.PLAYED if facts.status in UNFINISHED else Rank.WATCHED


@cache
def _acting(seats: tuple[int, ...]) -> str:
    return ",".join([str(seat) for seat in seats])
