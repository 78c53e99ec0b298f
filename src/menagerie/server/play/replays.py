"""Bring in games from elsewhere: record files as replays, and new tables that start from a moment of an old game."""

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
from menagerie.server.play.seating import known_bot, requested_seats
from menagerie.server.protocol.incoming import NAME_LENGTH, PlayOn
from menagerie.server.store import table_index
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.table.deals import Deal
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.values import Imported

SOURCE: Final = 100
"""Maximum length of a source, in characters."""
LARGEST: Final = 1024 * 1024
"""Maximum size of a record file, in bytes. Those of 18xx.games are long."""


async def record(tables: Tables, table: Table) -> str:
    """Return a game's record as text; raise Refused while it must stay secret."""
    if why_not := await tables.why_secret(table):
        raise Refused("not-now", why_not)
    return str(table.record())


async def upload(maker: TableMaker, bot_pool: BotPool, guest: Guest, file: bytes) -> Table:
    """Return a replay table for a record file. The file isn't trusted, so a bot process plays it through first."""
    tables, texts = maker.tables, maker.social.texts
    await tables.quotas.check(guest.id, is_replay=True)
    try:
        replayed = await bot_pool.replay(file.decode(), guest.id)
    except UnicodeDecodeError:
        raise Refused("record", "This record cannot be used: it is not a text file.") from None
    except MenagerieError as error:
        raise Refused("record", f"This record cannot be used: {error}") from None
    record = replayed.record
    seats = await asyncio.to_thread(_seats, texts, guest, record)
    imported = await asyncio.to_thread(_imported, texts, guest, record)
    facts = new_facts(guest, record.begin(), record.seed, hints=False, public=False, status="replay", imported=imported)
    seconds = record.seconds if len(record.seconds) == len(record.decisions) else []
    return await tables.add(facts, seats, replayed.decisions, seconds, [Deal(n, seed) for n, seed in record.anew])


def _imported(texts: Texts, guest: Guest, record: Record) -> str:
    """Return where and when a recorded game was played, as far as that may be shown, and its promise if that holds."""
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
    """Return the name of a player in a record, or the seat's letter if the name may not be shown."""
    try:
        return texts.words(guest, record.names.get(seat, "")[:NAME_LENGTH], "A name", NAME_LENGTH)
    except Refused:
        return LETTERS[seat]


async def play_on(maker: TableMaker, guest: Guest, table: Table, wish: PlayOn) -> Table:
    """Return a new table that starts at a moment of a game. Hidden information is dealt again unless the game is
    already open.

    So the new table shows only what every spectator knew, and what follows from its own seed."""
    tables = maker.tables
    await asyncio.to_thread(maker.social.moderation.check_begin, guest.id)
    for policy in tables.policies:
        await policy.check_continue(table)
    if not wish.anew and not await tables.may_be_shown(table):
        raise Refused(
            "not-now",
            "This game, or the one it continues, isn't over. Choose fresh chance, so that nothing hidden is revealed.",
        )
    if len(wish.seats) != table.facts.players:
        raise Refused("bad", f"This game has {table.facts.players} seats, not {len(wish.seats)}.")
    await tables.quotas.check(guest.id)
    async with table.lock:  # no undo meanwhile
        state = await asyncio.to_thread(table.moment, wish.n)
        decisions, deals = table.decisions[: wish.n], await _deals(tables, table, wish)
    if state.is_over:
        raise Refused("not-now", "The game is already over at that moment. Choose an earlier one.")
    stand_in = table.facts.stand_in if wish.stand_in is None else known_bot(wish.stand_in)
    origin = {"from_table": table.id, "from_moment": wish.n, "stand_in": stand_in}
    # Otherwise players of a game without hints could get them from a copy. An uploaded record was played elsewhere.
    hints = wish.hints and (table.facts.hints or table.status == "replay")
    facts = new_facts(guest, state, table.facts.seed, hints=hints, public=wish.public, **origin)
    seats = await asyncio.to_thread(requested_seats, maker.social.texts, guest, wish.seats)
    return await tables.add(facts, seats, decisions, deals=deals)


async def _deals(tables: Tables, table: Table, wish: PlayOn) -> list[Deal]:
    """Return where the new table's game was dealt again. A redeal at this very moment replaces an earlier one."""
    if not wish.anew:
        return [deal for deal in table.deals.later if deal.n <= wish.n]
    unfinished = await asyncio.to_thread(table_index.unfinished, tables.database, table.deals.continues)
    new = Deal(wish.n, fresh_seed(), (table.id, *unfinished))
    return [deal for deal in table.deals.later if deal.n < wish.n] + [new]
