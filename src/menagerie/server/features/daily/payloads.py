"""Build the messages about a day's deals: promises, results, the asker's own attempts, and the ladder of the week."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Final, cast

from sqlalchemy import select

from menagerie.core.daily import DailyGame
from menagerie.server.base import clock
from menagerie.server.features.daily import attempt_results, daily_games, deal_days, ladder
from menagerie.server.features.daily.attempt_results import Placed
from menagerie.server.features.daily.seeds import Seeds
from menagerie.server.features.daily.shared_deals import RATED, DayDeal
from menagerie.server.protocol.outgoing import daily as outgoing
from menagerie.server.protocol.outgoing.daily import Day, DayResult, DayStanding, Ladder, OwnTry, Rung
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, same_person
from menagerie.server.store.schema.tables import TABLE_ROWS
from menagerie.server.table.registry import Tables

SHOWN: Final = 100
"""The most results in one list. The asker's own is added if it isn't among them."""


async def about_day(tables: Tables, seeds: Seeds, guest: Guest | None, day: date) -> Day:
    """Return a day. It can be shown from the day before, when its deals are promised."""
    await asyncio.to_thread(lambda: deal_days.check(day, seeds.first))
    if deal_days.standing(day) != "coming":
        await attempt_results.settle(tables, [*attempt_results.rated(day), *attempt_results.free(day)])
    return await asyncio.to_thread(_about_day, tables.database, seeds, guest, day)


def _about_day(database: Database, seeds: Seeds, guest: Guest | None, day: date) -> Day:
    found = attempt_results.of(database, [*attempt_results.rated(day), *attempt_results.free(day)])
    mine = _tries(database, guest, day)
    return Day(
        day=str(day),
        today=str(deal_days.today()),
        now=clock.now(),
        standing=cast(DayStanding, deal_days.standing(day)),
        begins=deal_days.begins(day),
        ends=deal_days.ends(day),
        closes=deal_days.closes(day),
        before=str(day - timedelta(days=1)) if day > seeds.first else None,
        after=str(day + timedelta(days=1)) if day <= deal_days.today() else None,
        deals=[_about_deal(seeds, guest, day, game, found, mine) for game in daily_games.all_games()],
    )


def _about_deal(
    seeds: Seeds,
    guest: Guest | None,
    day: date,
    game: DailyGame,
    found: dict[DayDeal, list[Placed]],
    mine: dict[str, tuple[str, str]],
) -> outgoing.DayDeal:
    chance, is_closed = seeds.of(day, game.title), deal_days.is_closed(day)
    rated, free = [DayDeal(day, game.title, is_rated) for is_rated in (True, False)]
    own, going = mine.get(str(rated)), mine.get(str(free))
    may_look = is_closed or (own is not None and own[1] == "over")
    return outgoing.DayDeal(
        title=game.title,
        name=game.game.name,
        line=game.line,
        players=game.players,
        commitment=chance.commitment,
        seed=str(chance.seed) if is_closed else None,
        salt=chance.salt if is_closed else None,
        try_=None if own is None else _own_try(own, guest, found[rated]),
        free=None if going is None or going[1] != "playing" else going[0],
        may_play_freely=deal_days.standing(day) != "coming" and may_look,
        count=len([one for one in found[rated] if one.place is not None]),
        results=listed(game, found[rated], guest, may_look),
        free_results=listed(game, found[free], guest, may_look),
    )


def _own_try(own: tuple[str, str], guest: Guest | None, found: Sequence[Placed]) -> OwnTry:
    """Return the asker's own attempt: its table and result."""
    table, status = own
    placed = next((one for one in found if guest is not None and one.result.guest == guest.id), None)
    return OwnTry(
        table=table,
        over=status == "over",
        told=None if placed is None else placed.result.told,
        place=None if placed is None else placed.place,
    )


def listed(game: DailyGame, found: Sequence[Placed], guest: Guest | None, may_look: bool) -> list[DayResult]:
    """Return results as a list, with tables only for those who may view them."""
    ties = _ties(game, found)
    shown = [one for number, one in enumerate(found) if number < SHOWN or _is_mine(one, guest)]
    return [
        DayResult(
            place=one.place,
            name=one.result.name,
            told=one.result.told,
            tie=ties.get(one.result.table, ""),
            mine=_is_mine(one, guest),
            finished=one.result.finished,
            table=one.result.table if may_look or _is_mine(one, guest) else None,
        )
        for one in shown
    ]


def _ties(game: DailyGame, found: Sequence[Placed]) -> dict[str, str]:
    """Return what decided between attempts with equal points, by table."""
    ties: dict[str, str] = {}
    for one, other in pairwise([placed.result for placed in found]):
        if one.measure[0] == other.measure[0] and one.measure != other.measure:
            ties |= {result.table: game.tie_text(result.measure) for result in (one, other)}
    return ties


def _is_mine(one: Placed, guest: Guest | None) -> bool:
    return guest is not None and one.result.guest == guest.id


def _tries(database: Database, guest: Guest | None, day: date) -> dict[str, tuple[str, str]]:
    """Return a person's attempts of a day by deal: table and status; of several unranked ones the unfinished one, of
    several ranked ones (as a guest, and with an account) the first."""
    if guest is None:
        return {}
    names = [str(deal) for deal in (*attempt_results.rated(day), *attempt_results.free(day))]
    own = TABLE_ROWS.c.owner.in_(same_person(guest.id)) & TABLE_ROWS.c.deal.in_(names)
    columns = (TABLE_ROWS.c.deal, TABLE_ROWS.c.id, TABLE_ROWS.c.status)
    with database.engine.connect() as connection:
        rows = connection.execute(select(*columns).where(own).order_by(TABLE_ROWS.c.created.desc())).all()
    tries: dict[str, tuple[str, str]] = {}
    for row in rows:  # the first comes last
        if row.deal.startswith(RATED) or row.deal not in tries or row.status == "playing":
            tries[row.deal] = (row.id, row.status)
    return tries


async def about_week(tables: Tables, seeds: Seeds, guest: Guest | None, day: date) -> Ladder:
    """Return the ladder of a day's week, with the formula."""
    await asyncio.to_thread(lambda: deal_days.check(day, seeds.first))
    week = deal_days.week_of(day)
    deals = [deal for one in week for deal in attempt_results.rated(one)]
    await attempt_results.settle(tables, deals)
    found = await asyncio.to_thread(attempt_results.of, tables.database, deals)
    rungs = ladder.ladder(found.values())
    shown = [rung for number, rung in enumerate(rungs) if number < SHOWN or (guest and rung.guest == guest.id)]
    return Ladder(
        monday=str(week[0]),
        sunday=str(week[-1]),
        final=deal_days.is_closed(week[-1]),
        formula=ladder.FORMULA,
        ladder=[
            Rung(
                place=rung.place,
                name=rung.name,
                points=rung.points,
                tries=rung.tries,
                mine=guest is not None and rung.guest == guest.id,
            )
            for rung in shown
        ],
    )
