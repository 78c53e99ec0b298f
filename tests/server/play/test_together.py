"""Test simultaneous phases: no one waits, and no one is refused as too late."""

from __future__ import annotations

import asyncio
import random

import pytest

from menagerie.core import registry
from menagerie.server.base.errors import Refused
from menagerie.server.protocol import incoming
from tests.server.support.people import key, with_services
from tests.server.support.toy import GAME

pytestmark = pytest.mark.one_store


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(registry._LOADED, GAME.id, GAME)
    monkeypatch.setitem(registry._folders(), GAME.id, "")


async def table_of_three(services):
    people = [(await services.guests.add(name))[0] for name in ("Lisa", "Ben", "Eva")]
    seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open"), incoming.SeatWish(kind="open")]
    table = await services.make_table(people[0], incoming.NewTable(title="together", seats=seats))
    for one in people[1:]:
        await services.seating.join(one, table.facts.link, None)
    return table, people


def play(seat, number, seq):
    return incoming.Play(seat=seat, decision=f"pick {number}", seq=seq, key=key())


def test_all_decide_on_what_they_saw_at_the_start(toy, tmp_path):
    async def work(services):
        table, people = await table_of_three(services)
        seq = table.seq
        answers = await asyncio.gather(
            *[services.commands.do(people[seat], table.id, play(seat, seat + 1, seq)) for seat in (2, 0, 1)]
        )
        assert sorted(answer.seq for answer in answers) == [seq + 1, seq + 2, seq + 3]
        assert table.to_act == (0, 1, 2)
        # My own second click on what I saw before my first one is too late.
        with pytest.raises(Refused, match="has changed"):
            await services.commands.do(people[0], table.id, play(0, 1, seq))
        assert table.n == 3

    with_services(tmp_path, work)


def test_a_decision_for_the_previous_round_is_too_late(toy, tmp_path):
    async def work(services):
        table, people = await table_of_three(services)
        begin = table.seq
        for _ in range(2):
            for seat in range(3):
                await services.commands.do(people[seat], table.id, play(seat, 1, table.seq))
        assert table.to_act == (0, 1, 2)
        with pytest.raises(Refused) as refused:
            await services.commands.do(people[1], table.id, play(1, 1, begin))
        assert (refused.value.code, refused.value.seq) == ("stale", table.seq)

    with_services(tmp_path, work)


def test_a_whole_simultaneous_game_is_one_line_that_replays(toy, tmp_path):
    async def person(services, table, guest, seat):
        chance = random.Random(seat)
        while not table.state.is_over:
            if seat not in table.to_act:
                await asyncio.sleep(0)
                continue
            try:
                await services.commands.do(guest, table.id, play(seat, chance.randint(1, 3), table.seq))
            except Refused as refused:
                if refused.code not in ("stale", "illegal", "not-now"):
                    raise

    async def work(services):
        table, people = await table_of_three(services)
        await asyncio.gather(*[person(services, table, one, seat) for seat, one in enumerate(people)])
        assert table.n == 18
        services.tables.forget(table.id)
        again = await services.tables.get(table.id)
        assert again is not table
        assert (again.decisions, again.status, again.seq) == (table.decisions, "over", table.seq)
        assert again.state.scores == table.state.scores

    with_services(tmp_path, work)
