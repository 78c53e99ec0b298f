"""Games from elsewhere: record files as replays, and new tables from a moment of an old game."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import datetime
from typing import Final

import msgspec

from menagerie.core import seed_commitment
from menagerie.core.errors import MenagerieError
from menagerie.core.record import Record
from menagerie.core.rng import fresh_seed
from menagerie.core.seats import LETTERS
from menagerie.server.base.errors import Refused
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.people.social.text_policy import Texts
from menagerie.server.play.new_table import TableMaker, new_facts
from menagerie.server.play.seating import known_bot, wished_seats
from menagerie.server.protocol.incoming import NAME_LENGTH, PlayOn
from menagerie.server.store import table_index
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.table.deals import Deal
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.values import Imported

SOURCE: Final = 100
"""Letters in a source."""
LARGEST: Final = 1024 * 1024
"""Bytes of a record file; those of 18xx.games are long."""


async def record(tables: Tables, table: Table) -> str:
    """Return the record of a game as a text; raises Refused while it must not be told."""
    if why_not := await tables.why_not_told(table):
        raise Refused("not-now", why_not)
    return str(table.record())


async def upload(maker: TableMaker, bot_pool: BotPool, guest: Guest, file: bytes) -> Table:
    """A record file as a table that can be looked at. Who knows what is in it: a bots' process plays it through."""
    tables, texts = maker.tables, maker.social.texts
    await tables.quotas.check(guest.id, is_replay=True)
    try:
        replayed = await bot_pool.replay(file.decode(), guest.id)
    except UnicodeDecodeError:
        raise Refused("record", "The record cannot be used: it is not a text file.") from None
    except MenagerieError as error:
        raise Refused("record", f"The record cannot be used: {error}") from None
    record = replayed.record
    seats = await asyncio.to_thread(_seats, texts, guest, record)
    imported = await asyncio.to_thread(_imported, texts, guest, record)
    facts = new_facts(guest, record.begin(), record.seed, hints=False, public=False, status="replay", imported=imported)
    seconds = record.seconds if len(record.seconds) == len(record.decisions) else []
    return await tables.add(facts, seats, replayed.decisions, seconds, [Deal(n, seed) for n, seed in record.anew])


def _imported(texts: Texts, guest: Guest, record: Record) -> str:
    """What a record says of where and when it was played, as far as that can be shown, and a promise that holds."""
    source, started = "", ""
    with contextlib.suppress(Refused):
        source = texts.words(guest, record.source, "A source", SOURCE)
    with contextlib.suppress(ValueError):
        started = datetime.fromisoformat(record.started).isoformat()
    is_promised = record.commitment != "" and record.commitment == seed_commitment.commitment(
        record.last_seed, record.salt
    )
    promised = (record.commitment, record.salt) if is_promised else ("", "")
    return msgspec.json.encode(Imported(source, started, *promised)).decode()


def _seats(texts: Texts, guest: Guest, record: Record) -> list[Seat]:
    return [Seat(seat, "open", None, _name(texts, guest, record, seat)) for seat in range(record.players)]


def _name(texts: Texts, guest: Guest, record: Record, seat: int) -> str:
    """What a player of a record is called; the seat's letter where that cannot be shown."""
    try:
        return texts.words(guest, record.names.get(seat, "")[:NAME_LENGTH], "A name", NAME_LENGTH)
    except Refused:
        return LETTERS[seat]


async def play_on(maker: TableMaker, guest: Guest, table: Table, wish: PlayOn) -> Table:
    """A new table that begins at a moment of a game: dealt anew there, unless nothing of the game is hidden any more.

    What the new table shows then follows from what every onlooker knew, and from its own seed.
    """
    tables = maker.tables
    await asyncio.to_thread(maker.social.moderation.check_begin, guest.id)
    for policy in tables.policies:
        await policy.check_continue(table)
    if not wish.anew and not await tables.may_be_told(table):
        raise Refused(
            "not-now",
            "This game, or one that it was continued from, is not over: you can only play on with fresh chance, "
            "because a second try would show what is still hidden.",
        )
    if len(wish.seats) != table.facts.players:
        raise Refused("bad", f"This game has {table.facts.players} seats, not {len(wish.seats)}.")
    await tables.quotas.check(guest.id)
    async with table.lock:  # nobody takes anything back meanwhile
        state = await asyncio.to_thread(table.moment, wish.n)
        decisions, deals = table.decisions[: wish.n], await _deals(tables, table, wish)
    if state.is_over:
        raise Refused("not-now", "At that moment the game is over.")
    stand_in = table.facts.stand_in if wish.stand_in is None else known_bot(wish.stand_in)
    origin = {"from_table": table.id, "from_moment": wish.n, "stand_in": stand_in}
    # Else whoever plays without hints could have them beside the game. An uploaded record was played elsewhere.
    hints = wish.hints and (table.facts.hints or table.status == "replay")
    facts = new_facts(guest, state, table.facts.seed, hints=hints, public=wish.public, **origin)
    seats = await asyncio.to_thread(wished_seats, maker.social.texts, guest, wish.seats)
    return await tables.add(facts, seats, decisions, deals=deals)


async def _deals(tables: Tables, table: Table, wish: PlayOn) -> list[Deal]:
    """Where the new table's game was dealt anew. A deal at the very moment that is dealt anew now has left no trace."""
    if not wish.anew:
        return [deal for deal in table.deals.later if deal.n <= wish.n]
    unfinished = await asyncio.to_thread(table_index.unfinished, tables.database, table.deals.continues)
    new = Deal(wish.n, fresh_seed(), (table.id, *unfinished))
    return [deal for deal in table.deals.later if deal.n < wish.n] + [new]
