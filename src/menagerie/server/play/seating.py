"""Sitting down and leaving: who gets which seat of a table, before the game begins and while it goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from menagerie import bots
from menagerie.core.seats import LETTERS
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, name_taken
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.people.social.invitations import Invitation
from menagerie.server.people.social.service import Places, SocialService
from menagerie.server.people.social.text_policy import Texts
from menagerie.server.protocol.incoming import SeatChange, SeatWish
from menagerie.server.store import table_index
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest, Taken, people_now, rename_guest
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.store.seats import Seat, names
from menagerie.server.table import departures, forfeits, name_erasure
from menagerie.server.table.event_kinds.people import Declined, Sat
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import Lost

MOST_ASKED: Final = 20
"""How many people may be asked to one table."""


class Seating:
    """Changes who sits where."""

    def __init__(self, tables: Tables, social: SocialService) -> None:
        self._tables = tables
        self._social = social
        self._database = tables.database
        limits = tables.settings.limits
        self._moves = Buckets(limits.moves_per_minute / 60, limits.moves_per_minute)

    async def join(self, guest: Guest, link: str, wanted: int | None) -> Table:
        """Give a guest a free seat."""
        self._check_moves(guest)
        async with self._tables.hold((await self._tables.by_link(link)).id) as table:
            if any(seat.guest == guest.id and seat.kind == "person" for seat in table.seats):
                return table
            if table.is_settled():
                raise Refused("not-now", "This game is over; you can watch it, but not join.")
            for policy in self._tables.policies:
                policy.check_sit(table, guest)
            places = await asyncio.to_thread(
                self._social.places_for, guest, table.id, table.facts.owner, table.owners()
            )
            seats = _seats_for(guest, table, places, wanted)
            for policy in self._tables.policies:
                await policy.take_seat(table, guest)
            if table.status == "playing":
                number = seats[0].seat
                told = f"{names(table.seats_with(*seats))[number]} takes seat {LETTERS[number]}."
                sits = self._tables.event(table, Sat(told), number)
                await self._tables.advance(table, [self._tables.seating(table, *seats), sits])
            else:
                await self._fill(table, *seats)
            return table

    async def decline(self, guest: Guest, id: str) -> None:
        """Say that one does not come to a table to which one was asked: the seat is free for others."""
        self._check_moves(guest)
        async with self._tables.hold(id) as table:
            if not await asyncio.to_thread(self._social.invitations.decline, id, guest.id):
                raise Refused("not-now", "You are not being asked to this table any more.")
            if table.status == "open":
                declined = self._tables.event(table, Declined(guest.id, guest.name))
                await self._tables.advance(table, [declined])

    async def invite(self, guest: Guest, id: str, friend: str) -> None:
        """Ask a friend to a table with a free seat at which one sits, or which one has made."""
        self._check_moves(guest)
        relationships, invitations = self._social.relationships, self._social.invitations
        async with self._tables.hold(id) as table:
            if not table.held_by(guest.id) and guest.id != table.facts.owner:
                raise Refused("seat", "Only who sits at a table can ask others there.")
            if table.is_settled() or all(seat.kind != "open" for seat in table.seats):
                raise Refused("not-now", "There is no free seat at this table.")
            if not await asyncio.to_thread(relationships.are_friends, guest.id, friend):
                raise Refused("missing", "You have no such friend.")
            if await asyncio.to_thread(invitations.count, id) >= MOST_ASKED:
                raise Refused("busy", f"{MOST_ASKED} people are asked to this table already; give them the link.")
            await asyncio.to_thread(invitations.add, [Invitation(id, friend, guest.id, "friend")])

    def _check_moves(self, guest: Guest) -> None:
        if not self._moves.take(guest.id):
            raise Refused("busy", "You come, go and change very often; wait a little.", retry=10)

    async def leave(self, guest: Guest, id: str) -> None:
        """Leave all seats of a guest and of the people at that guest's screen: see `table.departures`."""
        self._check_moves(guest)
        async with self._tables.hold(id) as table:
            is_owner = guest.id == table.facts.owner
            seats = [*table.held_by(guest.id), *table.claims(guest.id)]
            if table.is_settled():
                if not table.owned_by(guest.id) and not is_owner:
                    raise Refused("seat", "You do not sit at this table.")
                return
            for policy in self._tables.policies:
                await policy.check_leave(table, guest)
            is_forgotten = not table.owners() and not table.facts.rated
            if not seats and not (is_owner and (table.status == "open" or is_forgotten)):
                if table.owned_by(guest.id):
                    raise Refused("not-now", "You are out of this game, and the bot plays your seat to the end.")
                raise Refused("seat", "You do not sit at this table.")
            is_awaited = await self._tables.is_result_awaited(table)
            events = departures.leave(self._tables, table, seats, is_owner=is_owner, is_awaited=is_awaited)
            await self._advance_or_remove(table, events)

    async def _advance_or_remove(self, table: Table, events: list[TableEvent] | None) -> None:
        if events is None:
            await self._tables.remove(table)
        elif events:
            await self._tables.advance(table, events)

    async def forfeit(self, id: str, who: Callable[[Table], Lost]) -> Table:
        """Let seats lose before the end of their game: `who` says which, and why."""
        async with self._tables.hold(id) as table:
            lost = {seat: why for seat, why in who(table).items() if seat not in table.lost}
            if lost and table.status == "playing":
                await self._tables.advance(table, forfeits.forfeited(self._tables, table, lost))
            return table

    async def remove_unjoined(self) -> None:
        """Take tables away that nobody has joined for long, and nobody looks at."""
        before = clock.now() - self._tables.settings.limits.unjoined_seconds
        for id in await asyncio.to_thread(table_index.unjoined, self._database, before):
            if id not in self._tables.in_use:
                with contextlib.suppress(Refused, Elsewhere):  # its owner does it, or it is damaged
                    async with self._tables.hold(id) as table:
                        if table.status == "open" and table.owners() <= {table.facts.owner}:
                            await self._tables.remove(table)

    async def remove_deserted(self) -> None:
        """End games that nobody plays, as older servers have left them, and those of bots alone, after a long time
        without an event."""
        before = clock.now() - self._tables.settings.limits.unjoined_seconds
        for id in await asyncio.to_thread(table_index.deserted, self._database, before):
            if id not in self._tables.in_use:
                with contextlib.suppress(Refused, Elsewhere):  # its owner does it, or it is damaged
                    async with self._tables.hold(id) as table:
                        if table.status == "playing" and not table.owners():
                            await self._advance_or_remove(table, departures.last_leaves(self._tables, table, ()))

    async def change_seat(self, guest: Guest, id: str, change: SeatChange) -> Table:
        """Let the owner of a table that has not begun fill a seat otherwise."""
        self._check_moves(guest)
        async with self._tables.hold(id) as table:
            if guest.id != table.facts.owner:
                raise Refused("seat", "Only the person who made the table can change its seats.")
            if table.status != "open":
                raise Refused("not-now", "The game has begun; its seats cannot be changed any more.")
            if change.seat >= table.facts.players or table.seats[change.seat].kind == "person":
                raise Refused("not-now", "That seat cannot be changed.")
            seat = await asyncio.to_thread(wished_seat, self._social.texts, guest, change.seat, change)
            for policy in self._tables.policies:
                policy.check_seat(table, seat)
            if all(one.kind == "bot" for one in table.seats_with(seat)):
                await self._tables.quotas.check_bot_tables(guest.id)
            await self._fill(table, seat)
            return table

    async def _fill(self, table: Table, *seats: Seat) -> None:
        """Somebody sits down at a table that has not begun: if it is full, the game begins."""
        begun = self._tables.beginning(table, table.seats_with(*seats))
        await self._tables.advance(table, [self._tables.seating(table, *seats), *begun])

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Change a guest's name, also where the guest plays: at tables in memory at once, at others when they are next
        read. A game that is over keeps the names that it was played with."""
        self._check_moves(guest)
        try:
            await asyncio.to_thread(rename_guest, self._database, guest.id, name)
        except Taken:
            raise name_taken() from None
        await self.follow(guest.id)
        return Guest(guest.id, name, guest.account)

    async def visit(self, id: str) -> None:
        """Have a table read, if it is not in memory: then everybody there is who they are by now."""
        await self._tables.get(id)

    async def erase(self, id: str) -> bool:
        """Have the names of people who are gone taken out of a table; whether none is left there."""
        if not await asyncio.to_thread(self._tables.has_names_of_gone, id):
            return True
        with contextlib.suppress(Refused, Elsewhere):  # damaged, or its owner does it
            async with self._tables.hold(id):
                self._tables.read_anew(id)
            await self._tables.get(id)
        return not await asyncio.to_thread(self._tables.has_names_of_gone, id)

    async def follow(self, guest: str) -> None:
        """Let a guest be who that is by now at the tables in memory; at others that happens when they are read."""
        people = await asyncio.to_thread(people_now, self._database, [guest])
        is_gone = people[guest].gone
        # Who is gone may have left a table before: its log tells the name all the same.
        named = set(await asyncio.to_thread(name_erasure.named_at, self._database, guest)) if is_gone else set()
        known = [id for id, table in self._tables.loaded.items() if guest in table.owners() | {table.facts.owner}]
        unfinished = await asyncio.to_thread(table_index.unfinished_of, self._database, guest) if is_gone else []
        for id in dict.fromkeys([*known, *unfinished, *(named & self._tables.loaded.keys())]):
            with contextlib.suppress(Elsewhere, Refused):  # its owner is told, too; or it is gone by now, or damaged
                async with self._tables.hold(id) as held:
                    await self._advance_or_remove(held, await self._tables.following(held, people))
                if is_gone and id in self._tables.loaded:
                    self._tables.read_anew(id)  # without the name


def wished_seats(texts: Texts, guest: Guest, wishes: Sequence[SeatWish]) -> list[Seat]:
    """Who sits where at a new table. Waits for the disk: call it in a thread."""
    seats = [wished_seat(texts, guest, number, wish) for number, wish in enumerate(wishes)]
    if len([seat for seat in seats if seat.kind == "person"]) > 1:
        raise Refused("bad", "You can take only one seat; others at your screen are of the kind 'hotseat'.")
    return seats


def wished_seat(texts: Texts, guest: Guest, number: int, wish: SeatWish | SeatChange) -> Seat:
    """Who sits at one seat. Waits for the disk: call it in a thread."""
    if wish.kind == "me" and isinstance(wish, SeatWish):
        return Seat(number, "person", guest.id, guest.name)
    if wish.kind == "open":
        return Seat(number, "open")
    if wish.kind == "hotseat":
        name = texts.name(guest, wish.name) if wish.name else f"Player {LETTERS[number]}"
        return Seat(number, "hotseat", guest.id, name)
    if wish.kind == "bot":
        kind = known_bot(wish.bot)
        return Seat(number, "bot", None, kind, kind)
    raise Refused("bad", "A seat is of the kind 'me', 'open', 'hotseat' or 'bot'.")


def known_bot(kind: str | None) -> str:
    """The kind of a bot; refuses one that there is not."""
    if kind not in bots.kinds():
        raise Refused("bad", f"A bot is of one of these kinds: {', '.join(bots.kinds())}.")
    return kind


def _seats_for(guest: Guest, table: Table, places: Places, wanted: int | None) -> list[Seat]:
    """The seat that somebody wants; else those that are meant for them and for the people at their screen, if they are
    still free, or the first free one."""
    free = [seat.seat for seat in table.seats if seat.kind == "open"]
    if not free or (wanted is not None and wanted not in free):
        raise Refused("not-now", "That seat is taken." if free else "All seats are taken; you can watch.")
    if wanted is None and places.mine and all(seat.seat in free for seat in places.mine):
        called = {"person": guest.name}
        return [Seat(one.seat, one.kind, guest.id, called.get(one.kind, one.name)) for one in places.mine]
    open_to_all = [seat for seat in free if seat not in places.kept]
    if not open_to_all or (wanted is not None and wanted not in open_to_all):
        whose = places.kept[free[0] if wanted is None else wanted]
        raise Refused("not-now", f"That seat waits for {whose} for now; ask again in a few minutes.", retry=60)
    return [Seat(open_to_all[0] if wanted is None else wanted, "person", guest.id, guest.name)]
