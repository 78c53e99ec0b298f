"""Trying the deal of a day: once for the result, and then as often as one likes."""

from __future__ import annotations

import asyncio
from datetime import date

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from menagerie.core.daily import SEAT, DailyGame
from menagerie.server.base.errors import Refused
from menagerie.server.features.daily import daily_games, deal_days
from menagerie.server.features.daily.access import has_finished
from menagerie.server.features.daily.seeds import Seeds
from menagerie.server.features.daily.seen_cookie import SeenDeals
from menagerie.server.features.daily.shared_deals import DayDeal
from menagerie.server.play.new_table import TableMaker, new_facts
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, same_person
from menagerie.server.store.schema.tables import TABLE_ROWS
from menagerie.server.store.seats import Seat
from menagerie.server.table.table import Table


async def begin(maker: TableMaker, seeds: Seeds, guest: Guest, deal: DayDeal) -> Table:
    """The table of somebody's try: where it was left, or a new one. Of those that count there is one for each
    person."""
    game = daily_games.find(deal.title)
    await asyncio.to_thread(lambda: deal_days.check(deal.day, seeds.first))
    left = await asyncio.to_thread(_left, maker.tables.database, guest, deal)
    if left is not None:
        return await maker.tables.look_at(left)
    await asyncio.to_thread(maker.social.moderation.check_begin, guest.id)
    await _check(maker, guest, deal)
    try:
        return await _make(maker, seeds, guest, deal, game)
    except IntegrityError:  # the same person, at the same moment, from another window
        made = await asyncio.to_thread(_left, maker.tables.database, guest, deal)
        if made is None:
            raise
        return await maker.tables.look_at(made)


async def begin_in_browser(
    maker: TableMaker, seeds: Seeds, guest: Guest, deal: DayDeal, seen: SeenDeals
) -> tuple[Table, SeenDeals | None]:
    """The same in a browser that has seen these deals; and what it has seen now, if it is to remember something new: a
    guest's try that counts."""
    other = seen.by_other(deal, guest.id) if deal.is_rated and guest.account else None
    if other is not None:
        await asyncio.to_thread(_check_not_seen, maker.tables.database, guest, other)
    table = await begin(maker, seeds, guest, deal)
    return table, seen.noting(deal, guest.id) if deal.is_rated and not guest.account else None


async def _check(maker: TableMaker, guest: Guest, deal: DayDeal) -> None:
    """Refuse a try that cannot be begun now."""
    standing = deal_days.standing(deal.day)
    if standing == "coming":
        raise Refused("not-now", f"The deals of {told(deal.day)} can be played from then on, at midnight UTC.")
    if deal.is_rated and standing != "open":
        raise Refused("not-now", f"{told(deal.day)} is over; its deal can be played freely a day later.")
    if deal.is_rated or standing == "closed":
        return
    if not await asyncio.to_thread(has_finished, maker.tables.database, guest.id, deal):
        raise Refused("not-now", "First play the try that counts to its end; then you may play the deal freely.")


async def _make(maker: TableMaker, seeds: Seeds, guest: Guest, deal: DayDeal, played: DailyGame) -> Table:
    chance = await asyncio.to_thread(seeds.of, deal.day, deal.title)
    game = played.game
    state = game.begin(game.setup(played.players, chance.seed, game.rules_version, dict(played.options)))
    facts = new_facts(guest, state, chance.seed, hints=False, public=False, deal=str(deal))
    others = [Seat(seat, "bot", None, played.bot, played.bot) for seat in range(played.players) if seat != SEAT]
    seats = [Seat(SEAT, "person", guest.id, guest.name), *others]
    facts = msgspec.structs.replace(facts, salt=chance.salt)  # which was promised, too
    if deal.is_rated:
        facts = msgspec.structs.replace(facts, link=seeds.link_of(deal, guest.id))
    return await maker.tables.add(facts, seats)


def _check_not_seen(database: Database, guest: Guest, other: str) -> None:
    """Refuse a try that counts to somebody in whose browser a guest, who has not become that same person, has tried the
    deal."""
    with database.engine.connect() as connection:
        own = [row.id for row in connection.execute(same_person(guest.id))]
    if other not in own:
        raise Refused(
            "deal",
            "This deal was already played in this browser, by a guest. It cannot count for you as well. When it has "
            "closed you can play it freely.",
        )


def _left(database: Database, guest: Guest, deal: DayDeal) -> str | None:
    """The table of the try that counts; or where a free one goes on. Who has begun a deal as a guest and then signed in
    to an account that has begun it too goes on with the first."""
    own = TABLE_ROWS.c.owner.in_(same_person(guest.id)) & (TABLE_ROWS.c.deal == str(deal))
    if not deal.is_rated:
        own &= TABLE_ROWS.c.status == "playing"
    with database.engine.connect() as connection:
        return connection.execute(select(TABLE_ROWS.c.id).where(own).order_by(TABLE_ROWS.c.created)).scalar()


def told(day: date) -> str:
    """A day in words: 18 November 2026."""
    return f"{day.day} {day:%B %Y}"
