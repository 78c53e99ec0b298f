"""Games from elsewhere: record files as replays, and new tables from a moment of an old game."""

from __future__ import annotations

import asyncio

from menagerie.core.errors import MenagerieError
from menagerie.core.record import Record
from menagerie.core.rng import fresh_seed
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.server.directory import Guest, Seat
from menagerie.server.errors import Refused
from menagerie.server.table import Deal, LiveTable
from menagerie.server.tables import Tables
from menagerie.server.wire import NAME_LENGTH, NewTable, PlayOn, SeatWish, clean


async def upload(tables: Tables, guest: Guest, text: str) -> LiveTable:
    """A record file as a table that can be looked at."""
    limit = tables.settings.limits.replays_per_guest
    if await asyncio.to_thread(tables.directory.count_tables, guest.id, ("replay",)) >= limit:
        raise Refused("busy", f"You have {limit} replays already.", retry=3600)
    record, state = await asyncio.to_thread(_replayed, text)
    row = tables.row(guest, state, record.seed, hints=False, public=False, status="replay")
    seats = [Seat(seat, "open", None, _name(record, seat)) for seat in range(record.players)]
    seconds = record.seconds if len(record.seconds) == len(record.decisions) else []
    deals = [Deal(n, seed) for n, seed in record.anew]
    return await tables.add(row, seats, record.decisions, seconds, deals)


def _replayed(text: str) -> tuple[Record, State]:
    """A record and its last state; a record that does not hold is refused."""
    try:
        record = Record.parse(text)
        return record, record.final()
    except MenagerieError as error:
        raise Refused("record", f"The record cannot be used: {error}") from None


def _name(record: Record, seat: int) -> str:
    try:
        return clean(record.names.get(seat, "")[:NAME_LENGTH], "A name")
    except Refused:
        return LETTERS[seat]


async def play_on(tables: Tables, guest: Guest, table: LiveTable, wish: PlayOn) -> LiveTable:
    """A new table that begins at a moment of a game: dealt anew there, unless nothing of the game is hidden any more.

    What the new table shows then follows from what every onlooker knew, and from its own seed.
    """
    if not wish.anew and not await tables.may_be_told(table):
        raise Refused(
            "not-now",
            "This game is not over, or one that it was continued from is not: one can play on with fresh chance only, "
            "for a second try would show what is still hidden.",
        )
    if len(wish.seats) != table.row.players:
        raise Refused("bad", f"This game has {table.row.players} seats, not {len(wish.seats)}.")
    await tables.check_quota(guest)
    async with table.lock:  # nobody takes anything back meanwhile
        state = await asyncio.to_thread(table.moment, wish.n)
        line, deals = table.line[: wish.n], await _deals(tables, table, wish)
    if state.is_over:
        raise Refused("not-now", "At that moment the game is over.")
    origin = {"from_table": table.id, "from_moment": wish.n}
    row = tables.row(guest, state, table.row.seed, hints=wish.hints, public=wish.public, **origin)
    return await tables.add(row, tables.seats(guest, wish.seats), line, deals=deals)


async def _deals(tables: Tables, table: LiveTable, wish: PlayOn) -> list[Deal]:
    """Where the new table's game was dealt anew. A deal at the very moment that is dealt anew now has left no trace."""
    if not wish.anew:
        return [deal for deal in table.deals if deal.n <= wish.n]
    unfinished = await asyncio.to_thread(tables.directory.unfinished, table.continues)
    new = Deal(wish.n, fresh_seed(), (table.id, *unfinished))
    return [deal for deal in table.deals if deal.n < wish.n] + [new]


async def again(tables: Tables, guest: Guest, table: LiveTable) -> LiveTable:
    """The same game once more: the same title, options and seats; other people's seats are open."""
    return await tables.create(
        guest,
        NewTable(
            title=table.row.title,
            seats=[_wish(seat, guest) for seat in table.seats],
            options=dict(table.row.options),
            hints=table.row.hints,
            public=table.row.public,
        ),
    )


def _wish(seat: Seat, guest: Guest) -> SeatWish:
    if seat.kind == "bot":
        return SeatWish(kind="bot", bot=seat.bot)
    if seat.guest == guest.id:
        return SeatWish(kind="me") if seat.kind == "person" else SeatWish(kind="hotseat", name=seat.name)
    return SeatWish(kind="open")
