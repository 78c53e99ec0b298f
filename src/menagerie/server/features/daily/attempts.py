"""Start attempts at a day's deal: one ranked attempt, then as many unranked ones as wanted."""

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
    """Return the table of an attempt: resumed, or new. Each person has one ranked attempt."""
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
    """Start or resume an attempt in a browser that has seen these deals. Also return what it has seen now, if there is
    something new to remember: a guest's ranked attempt."""
    other = seen.by_other(deal, guest.id) if deal.is_rated and guest.account else None
    if other is not None:
        await asyncio.to_thread(_check_not_seen, maker.tables.database, guest, other)
    table = await begin(maker, seeds, guest, deal)
    return table, seen.noting(deal, guest.id) if deal.is_rated and not guest.account else None


async def _check(maker: TableMaker, guest: Guest, deal: DayDeal) -> None:
    """Refuse an attempt that can't be started now."""
    standing = deal_days.standing(deal.day)
    if standing == "coming":
        raise Refused(
            "not-now", f"The deals of {day_text(deal.day)} aren't open yet. They open that day at midnight UTC."
        )
    if deal.is_rated and standing != "open":
        raise Refused("not-now", f"{day_text(deal.day)} is over. You can play its deal unranked a day later.")
    if deal.is_rated or standing == "closed":
        return
    if not await asyncio.to_thread(has_finished, maker.tables.database, guest.id, deal):
        raise Refused("not-now", "Finish your ranked attempt first. Then you can play this deal any number of times.")


async def _make(maker: TableMaker, seeds: Seeds, guest: Guest, deal: DayDeal, played: DailyGame) -> Table:
    chance = await asyncio.to_thread(seeds.of, deal.day, deal.title)
    game = played.game
    state = game.begin(game.setup(played.players, chance.seed, game.rules_version, dict(played.options)))
    facts = new_facts(guest, state, chance.seed, hints=False, public=False, deal=str(deal))
    others = [Seat(seat, "bot", None, played.bot, played.bot) for seat in range(played.players) if seat != SEAT]
    seats = [Seat(SEAT, "person", guest.id, guest.name), *others]
    facts = msgspec.structs.replace(facts, salt=chance.salt)  # the salt is part of the promise, too
    if deal.is_rated:
        facts = msgspec.structs.replace(facts, link=seeds.link_of(deal, guest.id))
    return await maker.tables.add(facts, seats)


def _check_not_seen(database: Database, guest: Guest, other: str) -> None:
    """Refuse a ranked attempt in a browser where a guest, who isn't this same person, has tried the deal."""
    with database.engine.connect() as connection:
        own = [row.id for row in connection.execute(same_person(guest.id))]
    if other not in own:
        raise Refused(
            "deal",
            "A guest has already played this deal in this browser, so you can't play it ranked. Play "
            "it unranked once it "
            "has closed.",
        )


def _left(database: Database, guest: Guest, deal: DayDeal) -> str | None:
    """Return the table of the ranked attempt, or of an unfinished unranked one. A guest who signs in to an account that
    has also started the deal continues the earlier attempt."""
    own = TABLE_ROWS.c.owner.in_(same_person(guest.id)) & (TABLE_ROWS.c.deal == str(deal))
    if not deal.is_rated:
        own &= TABLE_ROWS.c.status == "playing"
    with database.engine.connect() as connection:
        return connection.execute(select(TABLE_ROWS.c.id).where(own).order_by(TABLE_ROWS.c.created)).scalar()


def day_text(day: date) -> str:
    """Return a day as text: 18 November 2026."""
    return f"{day.day} {day:%B %Y}"
