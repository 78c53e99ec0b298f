"""Let several groups play the same deal and compare results."""

from __future__ import annotations

import asyncio
import secrets
from typing import cast

import msgspec

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, missing
from menagerie.server.base.ids import new_id
from menagerie.server.features.daily.duplicate_store import Duplicate, DuplicateStore
from menagerie.server.features.daily.shared_deals import group_deal
from menagerie.server.play.new_table import TableMaker
from menagerie.server.protocol.outgoing import daily as outgoing
from menagerie.server.protocol.outgoing.daily import DuplicateGroup
from menagerie.server.protocol.outgoing.table import TableStatus
from menagerie.server.show import table_messages, table_object
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import places


async def make(tables: Tables, facts: TableFacts, seats: list[Seat]) -> Table:
    """Return the new table of a duplicate. Its host gives the code to the other groups."""
    code, known = secrets.token_urlsafe(12), DuplicateStore(tables.database)
    bots = {seat.seat: seat.bot for seat in seats if seat.bot is not None}
    if len(bots) == len(seats):
        raise Refused("setup", "A duplicate needs at least one human player. Change a seat from a bot to a person.")
    await asyncio.to_thread(known.add, code, facts.owner, bots)
    try:
        await asyncio.to_thread(known.note, code, facts.owner, facts.id)
        return await tables.add(msgspec.structs.replace(facts, deal=group_deal(code)), seats)
    except Refused:
        await asyncio.to_thread(known.remove, code)
        raise


async def join(maker: TableMaker, guest: Guest, code: str) -> Table:
    """Return a table for another group with the same deal. The link invites the rest of the group."""
    tables = maker.tables
    await asyncio.to_thread(maker.social.moderation.check_begin, guest.id)
    known = DuplicateStore(tables.database)
    found, ids = await _find(tables, code)
    if found.is_closed:
        raise Refused("not-now", "This duplicate is closed to new groups.")
    first = await tables.look_at(ids[0])
    facts = msgspec.structs.replace(
        first.facts,
        id=new_id(16),
        owner=guest.id,
        link=secrets.token_urlsafe(18),
        created=clock.now(),
        status="open",
        result=None,
        public=False,
        research=False,
    )
    own = await asyncio.to_thread(known.note, code, guest.id, facts.id)
    if own != facts.id:
        raise Refused("deal", "You've already played or seen this deal, so you can't play it again.")
    try:
        return await tables.add(facts, _seats(guest, found, facts.players))
    except Refused:
        await asyncio.to_thread(known.forget, facts.id)
        raise


def _seats(guest: Guest, found: Duplicate, players: int) -> list[Seat]:
    """Return the seats of a group: the person who brings it sits first, and bots sit where they do in other groups."""
    people = [seat for seat in range(players) if seat not in found.bots]
    bots = [Seat(seat, "bot", None, kind, kind) for seat, kind in found.bots.items()]
    seats = [Seat(people[0], "person", guest.id, guest.name), *[Seat(seat, "open") for seat in people[1:]], *bots]
    return sorted(seats, key=lambda seat: seat.seat)


async def close(tables: Tables, guest: Guest, code: str) -> None:
    """Close it to new groups."""
    known = DuplicateStore(tables.database)
    await _find(tables, code)
    if not await asyncio.to_thread(known.is_owner, code, guest.id):
        raise Refused("seat", "Only the host of the duplicate can close it.")
    await asyncio.to_thread(known.close, code)


async def about(tables: Tables, guest: Guest | None, code: str) -> outgoing.Duplicate:
    """Return a duplicate as a person may see it: its groups, and the results of those that have finished."""
    found, ids = await _find(tables, code)
    groups = [await tables.look_at(id) for id in ids]
    first, known = groups[0], DuplicateStore(tables.database)
    is_revealed = await asyncio.to_thread(known.is_revealed, code)
    own = await asyncio.to_thread(known.knows, code, guest.id) if guest is not None else None
    is_owner = guest is not None and await asyncio.to_thread(known.is_owner, code, guest.id)
    own_over = any(group.id == own and group.is_settled() for group in groups)
    return outgoing.Duplicate(
        code=code,
        title=first.facts.title,
        name=first.game.name,
        players=first.facts.players,
        options=first.state.setup.options,
        created=found.created,
        closed=found.is_closed,
        owner=is_owner,
        knows=own is not None,
        fair=table_object.promise(first, is_revealed),
        groups=[_group(number, group, guest, is_revealed or own_over) for number, group in enumerate(groups, start=1)],
    )


def _group(number: int, table: Table, guest: Guest | None, may_look: bool) -> DuplicateGroup:
    who = guest.id if guest is not None else None
    is_mine = who is not None and (who in table.owners() or who == table.facts.owner)
    over, ended = table.status == "over", table.outcome()
    placed = places(ended.ranking)
    return DuplicateGroup(
        number=number,
        status=cast(TableStatus, table.status),
        mine=is_mine,
        table=table.id if is_mine or may_look else None,
        seats=table_object.seat_objects(table.seats, who),
        scores=table_messages.score_texts(table.state) if over else None,
        places=[placed[seat] for seat in range(table.facts.players)] if over else None,
        result=ended.sentence if over else None,
    )


async def _find(tables: Tables, code: str) -> tuple[Duplicate, list[str]]:
    known = DuplicateStore(tables.database)
    found = await asyncio.to_thread(known.find, code)
    ids = await asyncio.to_thread(known.tables, code)
    if found is None or not ids:
        raise missing("duplicate")
    return found, ids
