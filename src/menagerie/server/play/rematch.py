"""Start a rematch: the first request makes one new table for everyone who played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from menagerie.core.rng import fresh_seed
from menagerie.server.base.errors import Refused
from menagerie.server.people.social.invitations import Invitation
from menagerie.server.play.new_table import TableMaker, new_facts
from menagerie.server.protocol.incoming import Again
from menagerie.server.store.guests import Guest, people_now
from menagerie.server.store.seats import Seat
from menagerie.server.table.event_kinds.endings import Rematch
from menagerie.server.table.table import Table


async def again(maker: TableMaker, guest: Guest, table: Table, wish: Again) -> Table:
    """Return the table of the rematch. The first player who asks makes it; the others are offered the same one.

    Spectators, and players whose game isn't over, get a table of their own, with the others' seats free."""
    await asyncio.to_thread(maker.social.moderation.check_begin, guest.id)
    async with table.lock:
        sat_here = table.is_settled() and any(seat.guest == guest.id for seat in table.seats)
        if sat_here and table.rematch is not None and guest.id not in table.rematch.without:
            try:
                return await maker.tables.look_at(table.rematch.table)
            except Refused:  # its owner removed it
                pass
        if sat_here and (table.rematch is None or guest.id not in table.rematch.without):
            return await _for_all(maker, guest, table, wish)
    return await _make(maker, guest, table, [_mine(guest, seat) for seat in _moved(table, _order(table, wish))])


async def _for_all(maker: TableMaker, guest: Guest, table: Table, wish: Again) -> Table:
    """Make the rematch table for everyone who sat at this one. The table's lock must be held, so that there is only
    one."""
    strangers = await asyncio.to_thread(maker.social.relationships.strangers, guest.id)
    people = await asyncio.to_thread(people_now, maker.tables.database, table.owners())
    gone = {one for one, now in people.items() if now.gone}
    rotates = wish.order is None and table.facts.players > 1
    places = _moved(table, _rotated(table) if wish.order is None else _order(table, wish))
    asked = [seat for seat in places if seat.guest is not None and seat.guest not in {guest.id, *strangers, *gone}]
    made = await _make(maker, guest, table, [_mine(guest, seat) for seat in places])
    invitations = [
        Invitation(made.id, one, guest.id, "rematch", tuple([seat for seat in asked if seat.guest == one]))
        for one in dict.fromkeys([seat.guest for seat in asked if seat.guest is not None])
    ]
    await asyncio.to_thread(maker.social.invitations.add, invitations)
    without = tuple(sorted(table.owners() & strangers))
    called = next(seat.name for seat in table.seats if seat.guest == guest.id)
    rematch = Rematch(made.id, made.facts.link, (guest.id,), called, tuple(asked), rotates, without)
    await maker.tables.advance(table, [maker.tables.event(table, rematch)])
    return made


async def _make(maker: TableMaker, guest: Guest, table: Table, seats: Sequence[Seat]) -> Table:
    game, old, seed = table.game, table.facts, fresh_seed()
    state = game.begin(game.setup(old.players, seed, game.rules_version, dict(old.options)))
    kept: dict[str, Any] = {"hints": old.hints, "public": old.public, "stand_in": old.stand_in}
    for policy in maker.tables.policies:
        kept |= policy.facts_of_rematch(table, guest, seats)
    facts = new_facts(guest, state, seed, **kept, pace=old.pace, overtime=old.overtime)
    return await maker.tables.add(facts, seats)


def _moved(table: Table, order: Sequence[int]) -> list[Seat]:
    """Return everyone's seat at the new table: the old seats in this order."""
    return [msgspec.structs.replace(table.seats[before], seat=number) for number, before in enumerate(order)]


def _mine(guest: Guest, seat: Seat) -> Seat:
    """Return a seat of the new table. Bots, the guest who asks and the people at the same screen sit at once; others'
    seats stay free until they come."""
    if seat.guest == guest.id:
        return Seat(seat.seat, seat.kind, seat.guest, guest.name if seat.kind == "person" else seat.name)
    if seat.guest is None and seat.bot is not None:
        return Seat(seat.seat, "bot", None, seat.bot, seat.bot)
    return Seat(seat.seat, "open")


def _rotated(table: Table) -> list[int]:
    """Return the seats rotated by one: the player who sat first sits last."""
    return [*range(1, table.facts.players), 0]


def _order(table: Table, wish: Again) -> list[int]:
    seats = list(range(table.facts.players))
    if wish.order is None:
        return seats
    if sorted(wish.order) != seats:
        raise Refused("bad", f"The order must name each of the {len(seats)} seats once.")
    return wish.order
