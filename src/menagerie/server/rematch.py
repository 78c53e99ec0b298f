"""The same game once more: a new table for those who sat at an old one, to which all of them are taken."""

from __future__ import annotations

import msgspec

from menagerie.core.rng import fresh_seed
from menagerie.server.database import Guest
from menagerie.server.errors import Refused
from menagerie.server.lobby import Lobby, new_facts
from menagerie.server.seats import Seat
from menagerie.server.table import Successor, Table
from menagerie.server.wire import Again


async def again(lobby: Lobby, guest: Guest, table: Table, wish: Again) -> Table:
    """The table at which those who sat here play again. Who asks first makes it; the others are given the same one.

    Somebody who only watched, or whose game is not over, gets a table of their own, with other people's seats free.
    """
    async with table.lock:
        sat_here = table.is_settled() and any(seat.guest == guest.id for seat in table.seats)
        if sat_here and table.successor is not None:
            try:
                return await lobby.tables.look_at(table.successor.table)
            except Refused:  # whoever made it has taken it away
                pass
        made = await _make(lobby, guest, table, _order(table, wish), everybody=sat_here)
        if sat_here:
            guests = tuple(sorted(made.people()))
            successor = Successor(made.id, made.facts.link, guests)
            data = msgspec.json.encode(successor).decode()
            await lobby.tables.advance(table, [lobby.tables.event(table, "again", data)])
    return made


async def _make(lobby: Lobby, guest: Guest, table: Table, order: list[int], everybody: bool) -> Table:
    game, old, seed = table.game, table.facts, fresh_seed()
    state = game.begin(game.setup(old.players, seed, game.rules_version, dict(old.options)))
    kept = {"hints": old.hints, "public": old.public, "stand_in": old.stand_in}
    facts = new_facts(guest, state, seed, **kept, pace=old.pace, overtime=old.overtime)
    seats = [_seat(lobby, table, guest, number, table.seats[before], everybody) for number, before in enumerate(order)]
    return await lobby.tables.add(facts, seats)


def _seat(lobby: Lobby, table: Table, guest: Guest, number: int, before: Seat, everybody: bool) -> Seat:
    """Bots, and people who are at the old table now, have their seats; the others are invited."""
    is_here = before.guest is not None and lobby.tables.presence.is_here(table.id, before.guest)
    if before.guest == guest.id or (everybody and is_here):
        return Seat(number, before.kind, before.guest, before.name)
    if before.bot is not None:
        return Seat(number, "bot", None, before.bot, before.bot)
    return Seat(number, "open")


def _order(table: Table, wish: Again) -> list[int]:
    seats = list(range(table.facts.players))
    if wish.order is None:
        return seats
    if sorted(wish.order) != seats:
        raise Refused("bad", f"The order must name each of the {len(seats)} seats once.")
    return wish.order
