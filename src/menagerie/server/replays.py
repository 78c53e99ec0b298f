"""Games from elsewhere: record files as replays, and new tables from a moment of an old game."""

from __future__ import annotations

import asyncio
import json
from typing import Final

from menagerie.core.errors import BadRecord, MenagerieError
from menagerie.core.record import Record
from menagerie.core.rng import fresh_seed
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.server.database import Guest
from menagerie.server.errors import Refused
from menagerie.server.lobby import Lobby, new_facts
from menagerie.server.seating import known_bot, wished_seats
from menagerie.server.seats import Seat, names
from menagerie.server.table import Deal, Table
from menagerie.server.tables import Tables
from menagerie.server.wire import NAME_LENGTH, PlayOn, clean

LARGEST: Final = 1024 * 1024
"""Bytes of a record file; those of 18xx.games are long."""


async def upload(tables: Tables, guest: Guest, text: str) -> Table:
    """A record file as a table that can be looked at."""
    await tables.check_quotas(guest.id, is_replay=True)
    record, state = await asyncio.to_thread(_replayed, text)
    seats = [Seat(seat, "open", None, _name(record, seat)) for seat in range(record.players)]
    result = state.result(names(seats)) or None
    facts = new_facts(guest, state, record.seed, hints=False, public=False, status="replay", result=result)
    seconds = record.seconds if len(record.seconds) == len(record.decisions) else []
    deals = [Deal(n, seed) for n, seed in record.anew]
    line = [(seat, str(action)) for seat, action in state.history]  # as the title writes it, not as the file does
    return await tables.add(facts, seats, line, seconds, deals)


def _replayed(text: str) -> tuple[Record, State]:
    """A record and its last state; a record that does not hold is refused."""
    try:
        record = _from_elsewhere(text) if text.lstrip().startswith("{") else Record.parse(text)
        return record, record.final()
    except MenagerieError as error:
        raise Refused("record", f"The record cannot be used: {error}") from None


def _from_elsewhere(text: str) -> Record:
    """A game that 18xx.games exported."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("the file is not whole: it begins as JSON, but is none.") from None
    return Record.from_18xx(data)


def _name(record: Record, seat: int) -> str:
    try:
        return clean(record.names.get(seat, "")[:NAME_LENGTH], "A name")
    except Refused:
        return LETTERS[seat]


async def play_on(lobby: Lobby, guest: Guest, table: Table, wish: PlayOn) -> Table:
    """A new table that begins at a moment of a game: dealt anew there, unless nothing of the game is hidden any more.

    What the new table shows then follows from what every onlooker knew, and from its own seed.
    """
    tables = lobby.tables
    if not wish.anew and not await tables.may_be_told(table):
        raise Refused(
            "not-now",
            "This game, or one that it was continued from, is not over: you can only play on with fresh chance, "
            "because a second try would show what is still hidden.",
        )
    if len(wish.seats) != table.facts.players:
        raise Refused("bad", f"This game has {table.facts.players} seats, not {len(wish.seats)}.")
    await tables.check_quotas(guest.id)
    async with table.lock:  # nobody takes anything back meanwhile
        state = await asyncio.to_thread(table.moment, wish.n)
        line, deals = table.line[: wish.n], await _deals(tables, table, wish)
    if state.is_over:
        raise Refused("not-now", "At that moment the game is over.")
    stand_in = table.facts.stand_in if wish.stand_in is None else known_bot(wish.stand_in)
    origin = {"from_table": table.id, "from_moment": wish.n, "stand_in": stand_in}
    # Else whoever plays without hints could have them beside the game. An uploaded record was played elsewhere.
    hints = wish.hints and (table.facts.hints or table.status == "replay")
    facts = new_facts(guest, state, table.facts.seed, hints=hints, public=wish.public, **origin)
    return await tables.add(facts, wished_seats(guest, wish.seats), line, deals=deals)


async def _deals(tables: Tables, table: Table, wish: PlayOn) -> list[Deal]:
    """Where the new table's game was dealt anew. A deal at the very moment that is dealt anew now has left no trace."""
    if not wish.anew:
        return [deal for deal in table.deals if deal.n <= wish.n]
    unfinished = await asyncio.to_thread(tables.database.unfinished, table.continues)
    new = Deal(wish.n, fresh_seed(), (table.id, *unfinished))
    return [deal for deal in table.deals if deal.n < wish.n] + [new]
