"""The tables of a server: making them, finding them, sitting down and leaving. What happens there: `playing`."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final

from menagerie import bots
from menagerie.core.errors import BadSetup, UnknownGame
from menagerie.core.game import Game
from menagerie.core.registry import load
from menagerie.core.rng import fresh_seed
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.server import fair, painting
from menagerie.server.bus import Bus
from menagerie.server.directory import Directory, Guest, Seat, TableRow, new_id
from menagerie.server.errors import Refused, missing, stale
from menagerie.server.presence import Presence
from menagerie.server.settings import Settings
from menagerie.server.store import Conflict, EventStore, Stored
from menagerie.server.table import Deal, LiveTable
from menagerie.server.wire import NewTable, SeatChange, SeatWish, clean, replace

ACTIVE: Final = ("open", "playing")
TABLE_WEIGHT: Final = 20
"""A table without decisions takes as much memory as so many decisions."""


class Tables:
    """Every table that there is; those in use are in memory."""

    def __init__(self, store: EventStore, directory: Directory, bus: Bus, settings: Settings) -> None:
        self.store = store
        self.directory = directory
        self.bus = bus
        self.settings = settings
        self.loaded: dict[str, LiveTable] = {}
        """In the order of their last use."""
        self.in_use: set[str] = set()
        """The tables that somebody looks at: they are not put away."""
        self.presence = Presence(settings.limits.away_seconds)
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    # Finding.

    async def get(self, id: str) -> LiveTable:
        """The table with this id, read from the store if need be."""
        table = self.loaded.pop(id, None)
        if table is not None:
            self.loaded[id] = table
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        try:
            table = await asyncio.to_thread(self._read, id)
        finally:
            del self._loading[id]
        self.keep(table)
        return table

    def _read(self, id: str) -> LiveTable:
        found = self.directory.table(id)
        if found is None:
            raise missing("table")
        table = LiveTable(*found, self.store.read(id))
        # The status is written after the decision that changes it; a crash in between is made good here.
        if table.status == "playing" and table.state.is_over:
            self.directory.set_status(id, "over")
            table.rewrite(status="over")
        return table

    def keep(self, table: LiveTable) -> None:
        """Have a table in memory, and put those away that nobody has used for the longest time."""
        self.loaded[table.id] = table
        idle = [other for id, other in self.loaded.items() if id not in self.in_use and not other.lock.locked()]
        decisions = sum([TABLE_WEIGHT + other.n for other in idle])
        for other in idle:
            if decisions <= self.settings.idle_decisions or other is table:
                break
            decisions -= TABLE_WEIGHT + other.n
            del self.loaded[other.id]

    def forget(self, id: str) -> None:
        """Have a table read anew from the store when it is next needed."""
        self.loaded.pop(id, None)

    async def by_link(self, link: str) -> LiveTable:
        """The table that one is invited to."""
        id = await asyncio.to_thread(self.directory.table_by_link, link)
        if id is None:
            raise Refused("missing", "This link leads to no table; it may have been removed.")
        return await self.get(id)

    async def may_be_told(self, table: LiveTable) -> bool:
        """Whether a table's record may be told: its game is over, and so are those whose seeds it holds as well."""
        return table.is_settled() and not await asyncio.to_thread(self.directory.unfinished, table.continues)

    async def record(self, table: LiveTable, events: list[Stored], after: State | None = None, told: Any = ()) -> None:
        """Store events of a table whose lock is held, let them happen, and tell everybody."""
        try:
            await self.store.append(events)
        except Conflict:
            self.forget(table.id)
            raise stale(table.seq) from None
        for event in events:
            table.apply(event, after, told)
        if table.status == "playing" and table.state.is_over:
            table.rewrite(status="over")
            await asyncio.to_thread(self.directory.set_status, table.id, "over")
        self.bus.publish(table.id, table.seq)

    def note(self, table: LiveTable, text: str, seat: int | None = None, key: str | None = None) -> Stored:
        """An event that only tells something."""
        return self.event(table, "note", text, seat, key)

    def event(
        self, table: LiveTable, kind: str, data: str, seat: int | None, key: str | None, after: State | None = None
    ) -> Stored:
        """The next event of a table."""
        acting = ",".join([str(number) for number in (after or table.state).to_act])
        return Stored(table.id, table.seq + 1, kind, seat, data, time.time(), acting, key)

    # Making.

    async def create(self, guest: Guest, wish: NewTable) -> LiveTable:
        """A new table; the game begins at once if nobody is awaited."""
        await self.check_quota(guest)
        game, seed = self._game(wish.title), fresh_seed()
        wishes = list(wish.seats)
        if wish.shuffle:
            random.SystemRandom().shuffle(wishes)
        try:
            state = game.begin(game.setup(len(wishes), seed, game.rules_version, wish.options))
        except BadSetup as error:
            raise Refused("setup", str(error)) from None
        row = self.row(guest, state, seed, hints=wish.hints, public=wish.public)
        return await self.add(row, self.seats(guest, wishes))

    async def check_quota(self, guest: Guest) -> None:
        """Refuse a guest who has too many tables."""
        limit = self.settings.limits.tables_per_guest
        if await asyncio.to_thread(self.directory.count_tables, guest.id, ACTIVE) >= limit:
            raise Refused("busy", f"You have {limit} unfinished tables; finish or leave one first.", retry=60)

    def _game(self, title: str) -> Game:
        try:
            return load(title)
        except UnknownGame as error:
            raise Refused("setup", str(error)) from None

    def row(self, guest: Guest, state: State, seed: int, **more: Any) -> TableRow:
        """A new table's row for a game that was set up like this."""
        game, setup = state.game, state.setup
        options = {
            option.name: option.write(setup.options[option.name])
            for option in game.options
            if setup.options[option.name] != option.default
        }
        return TableRow(
            id=new_id(16),
            title=game.id,
            rules_version=setup.rules_version,
            players=setup.players,
            options=options,
            seed=seed,
            salt=fair.new_salt(),
            owner=guest.id,
            status=more.pop("status", "open"),
            link=secrets.token_urlsafe(18),
            created=time.time(),
            **more,
        )

    def seats(self, guest: Guest, wishes: Sequence[SeatWish]) -> list[Seat]:
        """Who sits where at a new table."""
        seats = [self._seat(guest, number, wish) for number, wish in enumerate(wishes)]
        if len([seat for seat in seats if seat.kind == "person"]) > 1:
            raise Refused("bad", "You can sit on one seat only; others at your screen are of the kind 'hotseat'.")
        return seats

    def _seat(self, guest: Guest, number: int, wish: SeatWish | SeatChange) -> Seat:
        if wish.kind == "me" and isinstance(wish, SeatWish):
            return Seat(number, "person", guest.id, guest.name)
        if wish.kind == "open":
            return Seat(number, "open")
        if wish.kind == "hotseat":
            name = clean(wish.name, "A name") if wish.name else f"Player {LETTERS[number]}"
            return Seat(number, "hotseat", guest.id, name)
        if wish.kind == "bot":
            return Seat(number, "bot", None, self.bot(wish.bot), wish.bot)
        raise Refused("bad", "A seat is of the kind 'me', 'open', 'hotseat' or 'bot'.")

    @staticmethod
    def bot(kind: str | None) -> str:
        """The kind of a bot, if there is such a one."""
        if kind not in bots.kinds():
            raise Refused("bad", f"A bot is of one of these kinds: {', '.join(bots.kinds())}.")
        return kind

    async def add(
        self,
        row: TableRow,
        seats: list[Seat],
        line: Sequence[tuple[int, str]] = (),
        seconds: Sequence[float] = (),
        deals: Sequence[Deal] = (),
    ) -> LiveTable:
        """Store a new table, with decisions that were made elsewhere, and begin if everybody is there."""
        events = _played_elsewhere(row, line, seconds, deals)
        table = await asyncio.to_thread(LiveTable, row, seats, events)
        # The events first: a table without its decisions would be a wrong one, decisions without a table are nothing.
        if events:
            await self.store.append(events)
        await asyncio.to_thread(self.directory.add_table, row, seats)
        self.keep(table)
        for guest in table.people():
            self.presence.seen(table.id, guest)
        async with table.lock:
            await self._begin_if_full(table)
        return table

    async def _begin_if_full(self, table: LiveTable) -> None:
        if table.status != "open" or any(seat.kind == "open" for seat in table.seats):
            return
        await asyncio.to_thread(self.directory.set_status, table.id, "playing")
        table.rewrite(status="playing")
        await self.record(table, [self.note(table, "The game begins." if table.n == 0 else "The game goes on.")])

    # Sitting down and leaving.

    async def join(self, guest: Guest, link: str, wanted: int | None) -> LiveTable:
        """Give a guest a free seat."""
        table = await self.by_link(link)
        async with table.lock:
            if any(seat.guest == guest.id and seat.kind == "person" for seat in table.seats):
                return table
            if table.status not in ACTIVE:
                raise Refused("not-now", "This game is over; you can watch it, but not join.")
            free = [seat.seat for seat in table.seats if seat.kind == "open"]
            if not free or (wanted is not None and wanted not in free):
                raise Refused("not-now", "That seat is taken." if free else "All seats are taken; you can watch.")
            number = free[0] if wanted is None else wanted
            await self.sit(table, Seat(number, "person", guest.id, guest.name))
            if table.status == "playing":
                told = f"{table.names[number]} takes seat {LETTERS[number]}."
                await self.record(table, [self.event(table, "sit", told, number, None)])
            else:
                await self._begin_if_full(table)
                self.bus.publish(table.id, table.seq)
        return table

    async def sit(self, table: LiveTable, *seats: Seat) -> None:
        """Change who sits at some seats of a table whose lock is held."""
        await asyncio.to_thread(self.directory.set_seats, table.id, seats)
        for seat in seats:
            table.seats[seat.seat] = seat
            if seat.holder is not None:
                self.presence.seen(table.id, seat.holder)

    async def leave(self, guest: Guest, id: str) -> None:
        """Free all seats of a guest and of the people at that guest's screen. A bot that stands in stays for good."""
        table = await self.get(id)
        async with table.lock:
            held, claims = table.held_by(guest.id), table.claims(guest.id)
            if table.status == "open" and guest.id == table.row.owner:
                await asyncio.to_thread(self.directory.remove_table, id)
                self.forget(id)
                self.bus.publish(id, table.seq)
                return
            if not held and not claims:
                raise Refused("seat", "You do not sit at this table.")
            if table.status not in ACTIVE:
                return
            told = _farewell(table, held, claims)
            bots = [(seat, table.seats[seat].bot or "") for seat in claims]
            stay = [Seat(seat, "bot", None, bot, bot) for seat, bot in bots]
            await self.sit(table, *[Seat(seat, "open") for seat in held], *stay)
            if table.status == "playing":
                await self.record(table, [self.event(table, "leave", told, (*held, *claims)[0], None)])
            else:
                self.bus.publish(id, table.seq)

    async def change_seat(self, guest: Guest, id: str, change: SeatChange) -> LiveTable:
        """Let the owner of a table that has not begun fill a seat otherwise."""
        table = await self.get(id)
        async with table.lock:
            if guest.id != table.row.owner:
                raise Refused("seat", "Only who made the table can change its seats.")
            if table.status != "open":
                raise Refused("not-now", "The game has begun; its seats cannot be changed any more.")
            if change.seat >= table.row.players or table.seats[change.seat].kind == "person":
                raise Refused("not-now", "That seat cannot be changed.")
            await self.sit(table, self._seat(guest, change.seat, change))
            await self._begin_if_full(table)
            self.bus.publish(id, table.seq)
        return table

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Change a guest's name, at all tables."""
        renamed = Guest(guest.id, name)
        for id in await asyncio.to_thread(self.directory.rename, guest.id, name):
            table = self.loaded.get(id)
            if table is None:
                continue
            for number, seat in enumerate(table.seats):
                if seat.guest == guest.id and seat.kind == "person":
                    table.seats[number] = replace(seat, name=name)
            self.bus.publish(id, table.seq)
        return renamed

    # Lists.

    def lists(self, guest: Guest | None) -> dict[str, list[dict[str, Any]]]:
        """My tables, open tables, games to watch. Waits for the disk: call it in a thread."""
        mine = self.directory.tables_of(guest.id) if guest else []
        waiting, playing = self.directory.public_tables("open"), self.directory.public_tables("playing")
        last = self.store.last([row.id for row, _ in (*mine, *waiting, *playing)])
        return {
            "mine": [self._listed(row, seats, last.get(row.id), guest) for row, seats in mine],
            "open": [self._listed(row, seats, last.get(row.id), guest, link=True) for row, seats in waiting],
            "watch": [self._listed(row, seats, last.get(row.id), guest) for row, seats in playing],
        }

    @staticmethod
    def _listed(
        row: TableRow, seats: list[Seat], last: Stored | None, guest: Guest | None, link: bool = False
    ) -> dict[str, Any]:
        me = guest.id if guest else None
        acting = last.to_act if last and row.status == "playing" else ""
        mine = [seat.seat for seat in seats if me is not None and seat.holder == me]
        claims = [seat.seat for seat in seats if me is not None and seat.claimant == me]
        is_invited = link or mine or claims or row.owner == me
        return {
            "id": row.id,
            "title": row.title,
            "name": load(row.title).name,
            "status": row.status,
            "seats": painting.seat_objects(seats, me),
            "to_act": [int(number) for number in acting.split(",") if number],
            "mine": mine,
            "claims": claims if row.status == "playing" else [],
            "created": row.created,
            "changed": last.at if last else row.created,
            "link": f"/join/{row.link}" if is_invited and row.status in ACTIVE else None,
        }


def _played_elsewhere(
    row: TableRow, line: Sequence[tuple[int, str]], seconds: Sequence[float], deals: Sequence[Deal]
) -> list[Stored]:
    """The first events of a new table: decisions, and after each the new deals there."""
    times = [row.created + second for second in seconds] if seconds else [row.created] * len(line)
    events: list[Stored] = []

    def happened(kind: str, seat: int | None, data: str, at: float) -> None:
        events.append(Stored(row.id, len(events) + 1, kind, seat, data, at, ""))

    for n in range(len(line) + 1):
        at = times[n - 1] if n else row.created
        if n:
            happened("play", line[n - 1][0], line[n - 1][1], at)
        for deal in deals:
            if deal.n == n:
                happened("anew", None, deal.data(), at)
    return events


def _farewell(table: LiveTable, held: Sequence[int], claims: Sequence[int]) -> str:
    """Who leaves, in a sentence."""
    names = [table.names[seat] for seat in held] + [table.seats[seat].name for seat in claims]
    told = f"{' and '.join(names)} {'leaves' if len(names) == 1 else 'leave'} the table"
    return f"{told}; the bot stays." if claims else f"{told}."
