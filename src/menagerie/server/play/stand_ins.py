"""Let bots stand in for people who left or are away, and let people take those seats."""

from __future__ import annotations

import asyncio
import hmac
import math

import msgspec

from menagerie import bots
from menagerie.core.seats import LETTERS, counted, listed
from menagerie.server.base.errors import Refused, not_yours
from menagerie.server.people.social.service import SocialService
from menagerie.server.play.asking import Asking
from menagerie.server.play.table_changes import TableChanges, check_playing
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Answer
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat, names
from menagerie.server.table.event_kinds.people import Sat
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.open_questions import SIT, TAKEOVER
from menagerie.server.table.table import Table


class StandIns:
    """Changes who plays a seat during a game."""

    def __init__(self, changes: TableChanges, asking: Asking, social: SocialService) -> None:
        self._changes = changes
        self._tables = changes.tables
        self._asking = asking
        self._social = social

    async def take_over(self, guest: Guest, table: Table, command: incoming.Takeover, key: str) -> Answer:
        """Let a bot play a seat whose player left or is away, or ask the others first."""
        held = table.held_by(guest.id)
        if not held and guest.id != table.facts.owner:
            raise not_yours()
        if table.status != "playing" or command.seat >= table.facts.players:
            raise Refused("not-now", "There is no seat for a bot to take.")
        for policy in self._tables.policies:
            policy.check_takeover(table)
        self._check_away(table, command.seat)
        away = self._changes.away(table)
        if table.people() - away <= {guest.id}:
            return await self.put_bot(table, command.seat, [], key)
        name = table.names[held[0]] if held else guest.name
        asked = Asked(TAKEOVER, guest.id, name, seat=command.seat, agreed=tuple(sorted(away)))
        return await self._asking.ask(table, asked, held[0] if held else None, key)

    async def come_back(self, guest: Guest, table: Table, command: incoming.Return, key: str) -> Answer:
        """Give players back the seats that a bot played, and those of others at their screen."""
        if command.seat in table.held_by(guest.id):
            raise Refused("not-now", "You're already in this seat.")
        claims = table.claims(guest.id)
        if command.seat not in claims:
            if command.seat in table.owned_by(guest.id):
                raise Refused("not-now", "Your time ran out. The bot plays this seat to the end.")
            raise not_yours()
        check_playing(table)
        back = [msgspec.structs.replace(table.seats[seat], bot=None) for seat in claims]
        people, letters = listed(claims, names(table.seats_with(*back))), listed(claims, LETTERS)
        one = f"{people} is back in seat {letters}."
        sentence = one if len(claims) == 1 else f"{people} are back in seats {letters}."
        sits = self._tables.event(table, Sat(sentence), claims[0], key)
        return await self._changes.advance(table, [self._tables.seating(table, *back), sits], key)

    async def sit(self, guest: Guest, table: Table, command: incoming.Sit, key: str) -> Answer:
        """Let someone replace the bot at an abandoned seat, if the players who aren't away agree."""
        if not hmac.compare_digest(command.link.encode(), table.facts.link.encode()):
            raise Refused("seat", "You need the table's link to take this seat. Ask a player for it.")
        if table.held_by(guest.id) or table.claims(guest.id):
            raise Refused("not-now", "You already have a seat at this table.")
        check_playing(table)
        if command.seat not in table.stood_in:
            raise Refused("not-now", "You can only take a seat whose player has left.")
        for policy in self._tables.policies:
            policy.check_sit(table, guest)
            await policy.take_seat(table, guest)
        await asyncio.to_thread(self._social.places_for, guest, table.id, table.facts.owner, table.owners())
        away = self._changes.away(table)
        asked = Asked(SIT, guest.id, guest.name, seat=command.seat, agreed=tuple(sorted(away)))
        if not table.people() - away:
            return await self.replace_bot(table, asked, [], key)
        return await self._asking.ask(table, asked, None, key)

    def is_empty(self, table: Table, seat: int) -> bool:
        """Return whether a seat's player left or isn't connected."""
        sitting = table.seats[seat]
        if sitting.holder is None:
            return sitting.kind == "open"
        return not self._tables.presence.is_here(table.id, sitting.holder)

    async def put_bot(self, table: Table, seat: int, before: list[TableEvent], key: str | None) -> Answer:
        """Seat the table's bot. An absent player keeps the claim to the seat, and so do others at the same screen."""
        bot = table.stand_in
        if table.seats[seat].kind == "open" and all(one.kind == "bot" or one.seat == seat for one in table.seats):
            await self._tables.quotas.check_bot_tables(table.facts.owner)
        told = f"A bot ({bots.name_of(bot)}) takes over for {table.whom(seat)}."
        held = table.held_by(table.seats[seat].holder)
        stands_in = [msgspec.structs.replace(table.seats[one], bot=bot) for one in held]
        seated = self._tables.seating(table, *(stands_in or [Seat(seat, "bot", None, bot, bot)]))
        sits = self._tables.event(table, Sat(told), seat, None if before else key)
        return await self._changes.advance(table, [*before, seated, sits], key)

    async def replace_bot(self, table: Table, asked: Asked, before: list[TableEvent], key: str | None) -> Answer:
        """Seat someone in place of the bot that stood in."""
        assert asked.seat is not None
        if asked.seat not in table.stood_in or table.held_by(asked.by):
            told = f"Seat {LETTERS[asked.seat]} is no longer free for {asked.name}."
            event = self._tables.event(table, Sat(told), asked.seat)
            return await self._changes.advance(table, [*before, event], key)
        seat = Seat(asked.seat, "person", asked.by, asked.name)
        told = f"{names(table.seats_with(seat))[asked.seat]} takes seat {LETTERS[asked.seat]} from the bot."
        sits = self._tables.event(table, Sat(told), asked.seat, None if before else key)
        return await self._changes.advance(table, [*before, self._tables.seating(table, seat), sits], key)

    def _check_away(self, table: Table, seat: int) -> None:
        """Refuse a bot for a seat whose player is here, or was a moment ago."""
        presence, sitting, name = self._tables.presence, table.seats[seat], table.names[seat]
        if sitting.kind == "open":
            return
        if sitting.holder is None:
            raise Refused("not-now", f"A bot already plays seat {LETTERS[seat]}.")
        if table.clocks is not None:
            raise Refused(
                "not-now",
                f"{name} has a clock at this table ({table.clocks.pace.text()}). A bot can take over when it runs out.",
            )
        if presence.is_here(table.id, sitting.holder):
            raise Refused("not-now", f"{name} is here. A bot can only take over for players who are away.")
        if presence.is_away(table.id, sitting.holder):
            return
        left = max(1, math.ceil(presence.patience - presence.absence(table.id, sitting.holder)))
        wait = counted(left, "second", "seconds")
        raise Refused("not-now", f"{name} has not been away long enough. Try again in {wait}.", retry=left)
