"""Test that however someone leaves a tournament, its table, points and ratings agree at once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import select

from menagerie import bots
from menagerie.server.base import clock
from menagerie.server.features.tournaments import registration
from menagerie.server.features.tournaments.records import Paired
from menagerie.server.features.tournaments.standings import POINT
from menagerie.server.store.guests import Guest
from menagerie.server.store.schema.ratings import RATING_ROWS, RESULT_ROWS
from menagerie.server.table.table import Table
from menagerie.server.table.timeout_outcome import places
from tests.budget import budget
from tests.server.support.tournament import Cup, cup

WAYS = ("leaves", "is removed", "deletes the account", "leaves the table")


async def depart(here: Cup, guest: Guest, way: str) -> None:
    """Let someone leave, as the handlers of the API do."""
    if way == "leaves":
        registration.leave(here.database, guest, here.id)
    elif way == "is removed":
        registration.remove(here.database, here.first, here.id, guest.id, "Was rude.")
    elif way == "deletes the account":
        here.services.accounts.delete(guest.id)
        await here.services.identity_sync.look_at(guest.id)
    else:
        (table,) = [one.table for one in here.tables() if guest.id in one.meeting.guests]
        await here.services.seating.leave(guest, str(table))
    await here.attend()


async def decided(here: Cup, paired: Paired) -> Paired:
    """Return the same table of a round, as the tournament has it now."""
    key = (paired.meeting.round, paired.number)
    return next(one for one in here.whole().paired if (one.meeting.round, one.number) == key)


async def table_of(here: Cup, paired: Paired) -> Table:
    here.services.tables.forget(str(paired.table))  # what is stored counts
    return await here.services.tables.look_at(str(paired.table))


def guest_at(here: Cup, paired: Paired, seat: int) -> Guest:
    return next(one for one in here.people.values() if one.id == paired.meeting.guests[seat])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("decisions", [0, 4])
def test_leaving_loses_at_once_and_ends_the_game(tmp_path, way, decisions):
    async def work(here: Cup) -> None:
        await here.make(4, pace="1+0", overtime="bot")
        await here.start()
        paired = next(one for one in here.tables() if here.first.id not in one.meeting.guests)
        for _ in range(decisions):
            await here.decide(paired)
        await depart(here, guest_at(here, paired, 0), way)
        assert (await decided(here, paired)).meeting.points == (0, POINT)
        table = await table_of(here, paired)
        assert (table.status, table.outcome().winners) == ("over", (1,))
        assert table.outcome().sentence.endswith(" left the game.")
        # No clock can reverse this, and the winner is rated as such if anything was played.
        await here.pass_by(1000)
        await here.services.rating_counter.count_all()
        assert agreed(here, paired, table) == (decisions > 0)

    cup(tmp_path, work)


def agreed(here: Cup, paired: Paired, table: Table) -> bool:
    """Check that results and ratings match the table; return whether it is rated."""
    placed = places(table.outcome().ranking)
    with here.database.engine.connect() as connection:
        results = connection.execute(select(RESULT_ROWS).where(RESULT_ROWS.c.table_id == table.id)).all()
        ratings = connection.execute(select(RATING_ROWS).where(RATING_ROWS.c.table_id == table.id)).all()
    assert {row.seat: row.place for row in results} == placed
    assert [row.guest for row in sorted(results, key=lambda row: row.seat)] == list(paired.meeting.guests)
    assert {row.seat: row.place for row in ratings} in ({}, placed)
    return bool(ratings)


def test_at_a_larger_table_the_others_play_on_and_the_leaver_is_last(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(6, players=3)
        await here.start()
        paired = next(one for one in here.tables() if here.first.id not in one.meeting.guests)
        await here.decide(paired)
        guest = guest_at(here, paired, 2)
        await depart(here, guest, "leaves")
        table = await table_of(here, paired)
        assert (table.status, table.lost, table.seats[2].bot) == ("playing", {2: "left"}, table.stand_in)
        assert table.claims(guest.id) == ()
        assert table.log[-1].text == [
            f"{guest.name} left the game and comes last. A bot ({bots.name_of(table.stand_in)}) takes over."
        ]
        assert (await decided(here, paired)).meeting.points is None
        await depart(here, guest_at(here, paired, 1), "leaves the table")
        assert (await decided(here, paired)).meeting.points == (POINT, 0, 0)
        ended = (await table_of(here, paired)).outcome()
        assert ended.ranking == ((0,), (1, 2))

    cup(tmp_path, work)


def test_a_win_before_leaving_stays_a_win(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4, pace="1+0", overtime="lost")
        await here.start()
        one, other = here.tables()
        for paired in (one, other):
            await here.decide(paired)
        late = (await here.table(one)).to_act[0]
        # The game ends before anyone has read its result.
        clock.shift(120)
        await here.services.timekeeper.look()
        registration.leave(here.database, guest_at(here, one, 1 - late), here.id)
        await here.attend()
        points: Any = (await decided(here, one)).meeting.points
        assert points[late] == 0

    cup(tmp_path, work)


@pytest.mark.parametrize("seed", range(budget(4, 100)))
def test_rating_tournament_and_table_never_disagree(tmp_path, seed):
    """Random departures, in every way and at any time."""
    chance = random.Random(seed)
    players = 2 + seed % 2

    async def work(here: Cup) -> None:
        await here.make(4 + players * chance.randint(0, 1), players=players, pace="1+0", overtime="lost", hours=1)
        await here.start()
        lost: dict[str, set[str]] = {}
        while here.whole().tournament.status == "running" and here.whole().tournament.round < 3:
            for _ in range(chance.randint(0, 6)):
                await something_happens(here, chance, lost)
            if not here.tables():
                await here.attend()
            for paired in here.tables():
                await finish(here, paired, chance)
            await here.attend()
        await here.services.rating_counter.count_all()
        for paired in here.whole().paired:
            if paired.meeting.points is not None and paired.table is not None:
                table = await table_of(here, paired)
                check(here, paired, table, lost.get(table.id, set()))

    cup(tmp_path, work)


async def something_happens(here: Cup, chance: random.Random, lost: dict[str, set[str]]) -> None:
    """Make a decision at a table, or let a player leave."""
    if not here.tables():
        return
    paired = chance.choice(here.tables())
    table = await here.table(paired)
    if chance.random() < 0.6:
        acting = [seat for seat in table.to_act if table.seats[seat].bot is None]
        if acting:
            await here.decide(paired, acting[0])
        return
    staying = [seat for seat in range(table.facts.players) if seat not in table.lost]
    guest = guest_at(here, paired, chance.choice(staying))
    way = chance.choice(WAYS)
    if guest is here.first and way == "deletes the account":
        return  # the host must stay to remove people
    lost.setdefault(table.id, set()).add(guest.id)
    await depart(here, guest, way)


async def finish(here: Cup, paired: Paired, chance: random.Random) -> None:
    """Let time pass until someone has won; bots decide at random."""
    while (table := await here.table(paired)).status == "playing":
        seat = table.to_act[0]
        if table.seats[seat].bot is None:
            await here.pass_by(120)
            continue
        async with table.lock:
            decision = str(chance.choice(table.state.legal(seat)))
            await here.services.commands.decide(table, seat, decision, table.seq, None)


def check(here: Cup, paired: Paired, table: Table, lost: set[str]) -> None:
    assert table.status == "over", "no table of a decided pairing continues"
    points: Any = paired.meeting.points
    placed = places(table.outcome().ranking)
    for one, guest in enumerate(paired.meeting.guests):
        if guest in lost:
            assert points[one] == 0
            assert not any(placed[one] < placed[seat] for seat in placed if paired.meeting.guests[seat] not in lost)
        for other in placed:
            if placed[one] < placed[other]:
                assert points[one] >= points[other]
    agreed(here, paired, table)
