"""The tables of a server: finding them, keeping them in memory, adding new ones, and letting events happen at them.

Who sits down and leaves, new tables, and what people do at a table: `play`.
"""

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
STUDIED: Final = "Once it is over, this game may be used for research: its decisions, without names."
"""What everybody is told at a table that is offered to research."""
READING: Final = 2
"""How many tables are played through at a time, when they are read or made: the event loop needs its share."""
TABLE_WEIGHT: Final = 20
"""A table without events takes as much memory as so many events."""


class Tables:
    """Every table that there is; those in use are in memory."""

    def __init__(
        self,
        store: EventStore,
        database: Database,
        bus: Bus,
        settings: Settings,
        ownership: Ownership,
        stops: Sequence[Stretch] = (),
    ) -> None:
        """`stops`: when the server did not run."""
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
        """In the order of their last use."""
        self.in_use: set[str] = set()
        """The tables that somebody looks at: they are not put away."""
        self.presence = Presence(settings.limits.away_seconds)
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._reading = FairQueue(READING)
        store.when_late(self.read_anew)
        self.when_lost: Callable[[str], None] = lambda _: None
        """Called with each table that another process has now."""

    # Finding.

    async def get(self, id: str, lost: str = "") -> Table:
        """The table with this id, read from the store if need be. Raises Elsewhere if another process owns it, unless
        that one is `lost`."""
        table = self.at_hand(id)
        if table is not None:
            return table
        if id not in self._loading:
            self._loading[id] = loading = asyncio.ensure_future(self._load(id, lost))
            # Who asked may be gone by then: what is wrong with a table is in the log already.
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._loading[id])

    def at_hand(self, id: str) -> Table | None:
        """The table with this id if it is in memory: from now on it is the one that was used last."""
        table = self.loaded.pop(id, None)
        if table is not None:
            self.loaded[id] = table
        return table

    async def look_at(self, id: str) -> Table:
        """A table as it is now, whoever owns it: to be read, and no more."""
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
        # The server may have been stopped where somebody's order, or a bot, was to decide.
        self.bus.publish(id, table.seq)
        return table

    async def seen_by(self, guest: Guest | None, id: str) -> Table:
        """Return a table that someone wants to look at; refuse it to those who must not see it."""
        table = await self.get(id)
        for policy in self.policies:
            await policy.check_look(table, guest)
        return table

    async def _turn(self, id: str) -> tuple[str, Rank]:
        """Among whose tables a table waits to be played through, and how soon its turn is: whoever has brought many
        long games, or asks for many, waits for oneself."""
        facts = None
        if not self._reading.has_room:
            with contextlib.suppress(Damaged):  # who reads it says so
                facts = await asyncio.to_thread(table_index.find, self.database, id)
        return ("", Rank.PLAYED) if facts is None else (facts.owner, _rank(facts))

    def _take(self, id: str, lost: str) -> tuple[Lease, Table, dict[str, Standing]]:
        """Own a table and read it; and who those are by now who have to do with it."""
        lease = self.ownership.take(id, lost)
        # Owned before it is read: nobody adds anything in between.
        return lease, *self._read(id)

    def _read(self, id: str) -> tuple[Table, dict[str, Standing]]:
        """A table, and who those are by now who have to do with it."""
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
                raise Damaged(id, "who sat there first is missing")
            table = Table(msgspec.structs.replace(facts, status="open"), seats, events, stops=self.stops)
            table.policies = self.policies
            table.seats_stored = None if events is stored else table_rows.told(stored).seats
            return table, people
        except Damaged as error:
            LOG.error("%s", error)
            raise damaged() from None
        except MenagerieError as error:  # a title or an option that is not here
            LOG.error("table %s: %s", id, error)
            raise damaged() from None

    async def _bring_up_to_date(self, table: Table, people: dict[str, Standing]) -> bool:
        """Let people be who they are by now: they may have changed while nobody had the table in memory. And a game may
        be over that does not say so: older servers wrote that after the last decision, and may have been killed in
        between. Whether there is still such a table."""
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
        except (Conflict, Refused, DBAPIError):  # it will do for now as it is
            LOG.warning("table %s could not be brought up to date", table.id)
            return True
        for event in events:
            table.apply(event)
        return True

    async def following(self, table: Table, people: dict[str, Standing]) -> list[TableEvent] | None:
        """The events by which everybody at a table is who they are by now; None: nothing remains of it."""
        is_awaited = bool(identity_events.gone(table, people)) and await self.is_result_awaited(table)
        return identity_events.events(self, table, people, is_awaited=is_awaited)

    async def is_result_awaited(self, table: Table) -> bool:
        """Whether the result of a game counts even if players leave."""
        return any([await policy.is_result_awaited(table) for policy in self.policies])

    async def _erase(self, table: Table) -> None:
        """Names of people who are gone were left out in reading: let them be gone from what is stored, too."""
        event = in_order(table, [self.event(table, NamesErased())])[0]
        try:
            stored = await asyncio.to_thread(self.store.read, table.id)
            also = await asyncio.to_thread(name_erasure.erased, stored, self.database, event)
            await self._store([event], table.epoch, also)
        except (Conflict, Refused, Damaged, DBAPIError):  # whoever reads it next tries again
            LOG.warning("names could not be taken out of table %s", table.id)
            return
        finally:
            # Whatever came of it: the last link is looked up anew.
            await asyncio.to_thread(self.store.let_go, table.id)
        table.apply(event)

    def has_names_of_gone(self, id: str) -> bool:
        """Whether names of people who are gone are stored at a table. Waits for the disk."""
        try:
            stored = self.store.read(id)
        except Damaged:
            return False  # nothing can be done about it
        people = people_now(self.database, name_erasure.named(stored))
        return name_erasure.without_names(stored, people) is not stored

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

    def hold(self, id: str) -> Held:
        """A table with its lock: `async with tables.hold(id) as table`."""
        return Held(self, id)

    def forget(self, id: str) -> None:
        """Have a table read anew from the store when it is next needed."""
        self.loaded.pop(id, None)

    def let_go(self, id: str) -> None:
        """Another process owns a table now: whoever looks at it here has to go there."""
        self.forget(id)
        self.when_lost(id)

    async def by_link(self, link: str) -> Table:
        """The table that one is invited to."""
        id = await asyncio.to_thread(table_index.id_by_link, self.database, link)
        if id is None:
            raise Refused("missing", "This link leads to no table; the table may have been removed.")
        return await self.get(id)

    async def may_be_told(self, table: Table) -> bool:
        """Return whether a table's record, with its seed, may be shown to everyone."""
        return not await self.why_not_told(table)

    async def why_not_told(self, table: Table) -> str:
        """Return why a table's record may not be shown yet, as a whole sentence; nothing if it may.

        It holds the seed, and that tells what is hidden: in this game, in the game this one was continued from, and in
        those of everyone who was dealt the same.
        """
        if not table.is_settled():
            return "This game isn't over yet."
        for policy in self.policies:
            if why := await policy.why_not_told(table):
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
        """Store a new table, with decisions that were made elsewhere, and begin if everybody is there. One that is not
        counted is there whatever its owner has already."""
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
        # The events first: a table without its decisions would be a wrong one, decisions without a table are nothing.
        await self._store([*events, *begun], table.epoch, self._with(table, []))
        await self.quotas.add(msgspec.structs.replace(table.facts, result=result), seats, quotas)
        self._keep(table)
        for guest in table.people():
            self.presence.seen(table.id, guest)
        self.bus.publish(table.id, table.seq)
        return table

    async def remove(self, table: Table) -> None:
        """Take a table away whose lock is held, with all that happened there."""
        # First as an event: whoever else has the table learns that it is too late, and so does who is killed now.
        await self._store([self.event(table, Status("removed"))], table.epoch)
        await asyncio.to_thread(self.store.let_go, table.id)
        await asyncio.to_thread(table_index.remove, self.database, table.id)
        for policy in self.policies:
            await policy.removed(table)
        self.forget(table.id)
        self.bus.publish(table.id, table.seq)

    # What happens there. All of this is for a table whose lock is held.

    def beginning(self, table: Table, seats: Sequence[Seat]) -> list[TableEvent]:
        """The events with which the game begins once these people sit there; none if somebody is awaited."""
        if table.status != "open" or any(seat.kind == "open" for seat in seats):
            return []
        told = "The game begins." if table.n == 0 else "The game goes on."
        playing = self.event(table, Status("playing"))
        studied = [self.event(table, Noted(STUDIED))] if table.facts.research else []
        return [playing, self.event(table, Noted(told)), *studied]

    def seating(self, table: Table, *seats: Seat) -> TableEvent:
        """Other people sit at some seats."""
        return self.event(table, Seated(list(seats)))

    def ending(self, table: Table, after: State) -> list[TableEvent]:
        """The event with which a game, or the lesson that is taught at it, is over, if it is with this state."""
        if not after.is_over and not (table.coach is not None and table.coach.is_done(after)):
            return []
        result = "The lesson is done."
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
        """The next event of a table; `after` is the state that it leads to, if that is another one."""
        acting = _acting((after or table.state).to_act)
        return TableEvent(table.id, table.seq + 1, content.kind, seat, content.data(), clock.now(), acting, key)

    async def advance(self, table: Table, events: list[TableEvent], tried: Sequence[Tried] = ()) -> TableEvent:
        """Store events, let them happen one after another, and tell everyone; return the last of them, with its number.
        `tried`: the decisions among them."""
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
            # Whether it was stored may not be known: whoever comes next reads what is there.
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
        """What is stored with events that have not happened yet."""
        return [*due_after(table, events), *self.listeners.changes(table, events, after)]

    async def _store(self, events: Sequence[TableEvent], epoch: int, also: Sequence[Change] = ()) -> None:
        try:
            await self.store.append(events, epoch, also)
        except Lost:
            self.let_go(events[0].table)
            raise Elsewhere from None
        except StoreFailed as error:
            LOG.error("table %s: %s", events[0].table, error)
            raise (no_answer() if isinstance(error, Unanswered) else not_stored()) from None

    def read_anew(self, id: str) -> None:
        """Something was stored at a table of which nobody was told: whoever looks is shown it."""
        self.forget(id)
        self.bus.publish(id, 0)


class Held:
    """A table with its lock. Who has waited for it looks again: it may have been removed or put away meanwhile."""

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
    """Games that can be played on come before those that can only be looked at."""
    return Rank.PLAYED if facts.status in UNFINISHED else Rank.WATCHED


@cache
def _acting(seats: tuple[int, ...]) -> str:
    return ",".join([str(seat) for seat in seats])
