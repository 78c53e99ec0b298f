"""Seat people and let them leave, before and during the game."""

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
"""Maximum number of invitations to one table."""


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
                raise Refused("not-now", "This game is over. You can watch it.")
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
        """Decline an invitation, which frees the seat for others."""
        self._check_moves(guest)
        async with self._tables.hold(id) as table:
            if not await asyncio.to_thread(self._social.invitations.decline, id, guest.id):
                raise Refused("not-now", "This invitation has expired.")
            if table.status == "open":
                declined = self._tables.event(table, Declined(guest.id, guest.name))
                await self._tables.advance(table, [declined])

    async def invite(self, guest: Guest, id: str, friend: str) -> None:
        """Invite a friend to a table with a free seat. Only its owner and its players can do so."""
        self._check_moves(guest)
        relationships, invitations = self._social.relationships, self._social.invitations
        async with self._tables.hold(id) as table:
            if not table.held_by(guest.id) and guest.id != table.facts.owner:
                raise Refused("seat", "Only players at this table can invite others.")
            if table.is_settled() or all(seat.kind != "open" for seat in table.seats):
                raise Refused("not-now", "This table has no free seat.")
            if not await asyncio.to_thread(relationships.are_friends, guest.id, friend):
                raise Refused("missing", "You can only invite friends. This player isn't one of yours.")
            if await asyncio.to_thread(invitations.count, id) >= MOST_ASKED:
                raise Refused("busy", f"{MOST_ASKED} people are already invited to this table. Share the link instead.")
            await asyncio.to_thread(invitations.add, [Invitation(id, friend, guest.id, "friend")])

    def _check_moves(self, guest: Guest) -> None:
        if not self._moves.take(guest.id):
            raise Refused("busy", "Too many changes. Wait a few seconds.", retry=10)

    async def leave(self, guest: Guest, id: str) -> None:
        """Leave all seats of a guest and of the people at the same screen: see `table.departures`."""
        self._check_moves(guest)
        async with self._tables.hold(id) as table:
            is_owner = guest.id == table.facts.owner
            seats = [*table.held_by(guest.id), *table.claims(guest.id)]
            if table.is_settled():
                if not table.owned_by(guest.id) and not is_owner:
                    raise Refused("seat", "You aren't at this table.")
                return
            for policy in self._tables.policies:
                await policy.check_leave(table, guest)
            is_forgotten = not table.owners() and not table.facts.rated
            if not seats and not (is_owner and (table.status == "open" or is_forgotten)):
                if table.owned_by(guest.id):
                    raise Refused("not-now", "You're out of this game. The bot plays your seat to the end.")
                raise Refused("seat", "You aren't at this table.")
            is_awaited = await self._tables.is_result_awaited(table)
            events = departures.leave(self._tables, table, seats, is_owner=is_owner, is_awaited=is_awaited)
            await self._advance_or_remove(table, events)

    async def _advance_or_remove(self, table: Table, events: list[TableEvent] | None) -> None:
        if events is None:
            await self._tables.remove(table)
        elif events:
            await self._tables.advance(table, events)

    async def forfeit(self, id: str, who: Callable[[Table], Lost]) -> Table:
        """Make seats lose before the end of their game. `who` returns which seats, and why."""
        async with self._tables.hold(id) as table:
            lost = {seat: why for seat, why in who(table).items() if seat not in table.lost}
            if lost and table.status == "playing":
                await self._tables.advance(table, forfeits.forfeited(self._tables, table, lost))
            return table

    async def remove_unjoined(self) -> None:
        """Remove open tables that no one has joined for a long time and no one is viewing."""
        before = clock.now() - self._tables.settings.limits.unjoined_seconds
        for id in await asyncio.to_thread(table_index.unjoined, self._database, before):
            if id not in self._tables.in_use:
                with contextlib.suppress(Refused, Elsewhere):  # another process owns it, or it is damaged
                    async with self._tables.hold(id) as table:
                        if table.status == "open" and table.owners() <= {table.facts.owner}:
                            await self._tables.remove(table)

    async def remove_deserted(self) -> None:
        """End games without players that older servers left behind, and games of bots only without an event for a long
        time."""
        before = clock.now() - self._tables.settings.limits.unjoined_seconds
        for id in await asyncio.to_thread(table_index.deserted, self._database, before):
            if id not in self._tables.in_use:
                with contextlib.suppress(Refused, Elsewhere):  # another process owns it, or it is damaged
                    async with self._tables.hold(id) as table:
                        if table.status == "playing" and not table.owners():
                            await self._advance_or_remove(table, departures.last_leaves(self._tables, table, ()))

    async def change_seat(self, guest: Guest, id: str, change: SeatChange) -> Table:
        """Let the owner of an open table change who fills a seat."""
        self._check_moves(guest)
        async with self._tables.hold(id) as table:
            if guest.id != table.facts.owner:
                raise Refused("seat", "Only the table's host can change its seats.")
            if table.status != "open":
                raise Refused("not-now", "The game has started. Seats can no longer be changed.")
            if change.seat >= table.facts.players or table.seats[change.seat].kind == "person":
                raise Refused("not-now", "This seat can't be changed.")
            seat = await asyncio.to_thread(requested_seat, self._social.texts, guest, change.seat, change)
            for policy in self._tables.policies:
                policy.check_seat(table, seat)
            if all(one.kind == "bot" for one in table.seats_with(seat)):
                await self._tables.quotas.check_bot_tables(guest.id)
            await self._fill(table, seat)
            return table

    async def _fill(self, table: Table, *seats: Seat) -> None:
        """Fill seats of an open table; start the game if it is full."""
        begun = self._tables.beginning(table, table.seats_with(*seats))
        await self._tables.advance(table, [self._tables.seating(table, *seats), *begun])

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Rename a guest everywhere: at tables in memory now, at others when they are next read. Finished games keep
        the old name."""
        self._check_moves(guest)
        try:
            await asyncio.to_thread(rename_guest, self._database, guest.id, name)
        except Taken:
            raise name_taken() from None
        await self.follow(guest.id)
        return Guest(guest.id, name, guest.account)

    async def visit(self, id: str) -> None:
        """Load a table, which brings the identities of its people up to date."""
        await self._tables.get(id)

    async def erase(self, id: str) -> bool:
        """Remove the names of deleted people from a table; return whether none is left."""
        if not await asyncio.to_thread(self._tables.has_names_of_gone, id):
            return True
        with contextlib.suppress(Refused, Elsewhere):  # damaged, or owned by another process
            async with self._tables.hold(id):
                self._tables.reload(id)
            await self._tables.get(id)
        return not await asyncio.to_thread(self._tables.has_names_of_gone, id)

    async def follow(self, guest: str) -> None:
        """Update a guest's identity at the tables in memory. Other tables do so when they are read."""
        people = await asyncio.to_thread(people_now, self._database, [guest])
        is_gone = people[guest].gone
        # Deleted guests may have left a table whose log still names them.
        named = set(await asyncio.to_thread(name_erasure.named_at, self._database, guest)) if is_gone else set()
        known = [id for id, table in self._tables.loaded.items() if guest in table.owners() | {table.facts.owner}]
        unfinished = await asyncio.to_thread(table_index.unfinished_of, self._database, guest) if is_gone else []
        for id in dict.fromkeys([*known, *unfinished, *(named & self._tables.loaded.keys())]):
            with contextlib.suppress(Elsewhere, Refused):  # another process owns it, or it is removed or damaged
                async with self._tables.hold(id) as held:
                    await self._advance_or_remove(held, await self._tables.following(held, people))
                if is_gone and id in self._tables.loaded:
                    self._tables.reload(id)  # without the name


def requested_seats(texts: Texts, guest: Guest, wishes: Sequence[SeatWish]) -> list[Seat]:
    """Return the seats of a new table. Waits for the disk, so call it in a thread."""
    seats = [requested_seat(texts, guest, number, wish) for number, wish in enumerate(wishes)]
    if len([seat for seat in seats if seat.kind == "person"]) > 1:
        raise Refused("bad", "You can take only one seat. Add others at your screen as 'hotseat'.")
    return seats


def requested_seat(texts: Texts, guest: Guest, number: int, wish: SeatWish | SeatChange) -> Seat:
    """Return one seat as requested. Waits for the disk, so call it in a thread."""
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
    raise Refused("bad", "A seat must be 'me', 'open', 'hotseat' or 'bot'.")


def known_bot(kind: str | None) -> str:
    """Return the kind of a bot; refuse an unknown one."""
    if kind not in bots.kinds():
        raise Refused("bad", f"There is no such bot. Choose one of these: {', '.join(bots.kinds())}.")
    return kind


def _seats_for(guest: Guest, table: Table, places: Places, wanted: int | None) -> list[Seat]:
    """Return the seat that a guest asked for. Otherwise return those reserved for the guest and the people at the same
    screen, if they are still free, or the first free one."""
    free = [seat.seat for seat in table.seats if seat.kind == "open"]
    if not free or (wanted is not None and wanted not in free):
        raise Refused(
            "not-now",
            "This seat is taken. Choose another one." if free else "All seats are taken. You can watch the game.",
        )
    if wanted is None and places.mine and all(seat.seat in free for seat in places.mine):
        called = {"person": guest.name}
        return [Seat(one.seat, one.kind, guest.id, called.get(one.kind, one.name)) for one in places.mine]
    open_to_all = [seat for seat in free if seat not in places.kept]
    if not open_to_all or (wanted is not None and wanted not in open_to_all):
        whose = places.kept[free[0] if wanted is None else wanted]
        raise Refused("not-now", f"This seat is reserved for {whose}. Try again in a few minutes.", retry=60)
    return [Seat(open_to_all[0] if wanted is None else wanted, "person", guest.id, guest.name)]
