"""Test leaving a table: who continues, what remains of it, and what it still counts for."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from menagerie.cli import main
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.features.daily import attempts, deal_days
from menagerie.server.features.daily.shared_deals import DayDeal
from menagerie.server.play import lesson_sessions
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store import reviews, table_index
from menagerie.server.store.seats import Seat
from tests.server.support.days import DAY
from tests.server.support.people import PATIENCE, SMALLEST, key, with_services
from tests.server.support.postgres import name_of
from tests.server.support.rated import sit, with_account

ME, OPEN, BOT = incoming.SeatWish("me"), incoming.SeatWish("open"), incoming.SeatWish("bot", bot="random")
SOLO = "night-at-the-zoo"
FEW = Limits(moves_per_minute=10**6, tables_per_guest=2)


async def guests(services: Services, *names: str):
    return [(await services.guests.add(name))[0] for name in names]


async def table_of(services: Services, people, *more: incoming.SeatWish, **wish):
    """Make a table of the first of these people, at which all sit."""
    seats = [ME, *[OPEN for _ in people[1:]], *more]
    table = await services.make_table(people[0], incoming.NewTable(SMALLEST, seats, **wish))
    for guest in people[1:]:
        await services.seating.join(guest, table.facts.link, None)
    return await services.tables.get(table.id)


async def decide(services: Services, people, table):
    """Let a player to act decide."""
    seat = table.to_act[0]
    play = incoming.Play(seat=seat, decision=str(table.state.legal(seat)[0]), seq=table.seq, key=key())
    await services.commands.do(people[seat], table.id, play)


def mine(services: Services, guest) -> list[str]:
    return [table.id for table in services.lobby_lists.of(guest).mine]


async def is_gone(services: Services, id: str) -> bool:
    try:
        await services.tables.get(id)
    except Refused as refused:
        return refused.code == "missing"
    return False


# The last player leaves.


@pytest.mark.parametrize("count", [1, 2])
def test_when_the_last_person_leaves_nothing_remains(tmp_path, count):
    async def work(services):
        people = await guests(services, "Lisa", "Ben")
        table = await table_of(services, people[:count], BOT)
        for guest in people[:count]:
            assert not await is_gone(services, table.id)
            await services.seating.leave(guest, table.id)
        assert await is_gone(services, table.id)
        assert services.store.tables() == []

    with_services(tmp_path, work)


def test_left_tables_do_not_count_towards_the_quota(tmp_path):
    async def work(services):
        (lisa,) = await guests(services, "Lisa")
        for _ in range(5):
            await services.seating.leave(lisa, (await table_of(services, [lisa], BOT)).id)
        assert mine(services, lisa) == []
        assert services.accounts.belongings(lisa.id).unfinished == 0

    with_services(tmp_path, work, limits=FEW)


def test_lessons_keep_nobody_from_making_a_table_and_tables_nobody_from_a_lesson(tmp_path):
    async def work(services: Services) -> None:
        (ana,) = await guests(services, "Ana")
        for number in (1, 2):
            await lesson_sessions.begin(services.maker, ana, SMALLEST, number, False)
        for _ in range(2):
            await table_of(services, [ana], BOT)
        with pytest.raises(Refused):
            await table_of(services, [ana], BOT)
        await lesson_sessions.begin(services.maker, ana, SMALLEST, 3, False)

    with_services(tmp_path, work, limits=FEW)


def test_a_table_its_host_has_left_belongs_to_its_players(tmp_path):
    async def work(services):
        lisa, ben, eva = await guests(services, "Lisa", "Ben", "Eva")
        for _ in range(3):
            table = await table_of(services, [lisa, ben, eva])
            await services.seating.leave(lisa, table.id)
        assert mine(services, lisa) == []
        assert len(mine(services, ben)) == 3
        assert services.accounts.belongings(lisa.id).unfinished == 0
        assert services.accounts.belongings(ben.id).unfinished == 3

    with_services(tmp_path, work, limits=FEW)


def test_a_table_of_bots_counts_for_its_host(tmp_path):
    async def work(services):
        (lisa,) = await guests(services, "Lisa")
        for _ in range(2):
            await services.make_table(lisa, incoming.NewTable(SMALLEST, [BOT, BOT]))
        with pytest.raises(Refused, match="2 unfinished tables"):
            await services.make_table(lisa, incoming.NewTable(SMALLEST, [ME, BOT]))

    with_services(tmp_path, work, limits=FEW)


def test_running_tables_without_people_are_cleaned_up(tmp_path):
    async def work(services):
        lisa, ben = await guests(services, "Lisa", "Ben")
        left = await table_of(services, [lisa], BOT)
        async with services.tables.hold(left.id) as held:  # as older servers left it
            await services.tables.advance(held, [services.tables.seating(held, Seat(0, "open"))])
        bots = await services.make_table(lisa, incoming.NewTable(SMALLEST, [BOT, BOT]))
        played = await table_of(services, [lisa, ben])
        services.tables.loaded.clear()
        await services.seating.remove_deserted()
        assert not await is_gone(services, left.id)
        clock.shift(8 * DAY)
        services.tables.in_use.add(bots.id)
        await services.seating.remove_deserted()
        assert await is_gone(services, left.id)
        assert not await is_gone(services, bots.id)
        assert not await is_gone(services, played.id)

    with_services(tmp_path, work)


def test_a_duplicate_that_all_have_left_is_over_and_can_be_revealed(tmp_path):
    async def work(services):
        people = await guests(services, "Lisa", "Ben")
        table = await table_of(services, people, duplicate=True)
        for guest in people:
            await services.seating.leave(guest, table.id)
        table = await services.tables.get(table.id)
        assert (table.status, table.outcome().winners) == ("over", ())
        assert table.outcome().sentence == "The game ended unfinished because all players left."
        assert table_index.unfinished(services.database, [table.id]) == []
        await services.rating_counter.count_all()
        assert services.rating_counter.ledger.totals() == (0, 0)
        services.tables.forget(table.id)
        assert (await services.tables.get(table.id)).is_over

    with_services(tmp_path, work)
    assert main(["check", str(name_of(tmp_path / "tables.db"))]) == 0


# All unfinished games are in the lobby.


def test_a_running_game_stays_in_the_lobby_however_many_are_finished_later(tmp_path):
    async def work(services):
        lisa, ben = await guests(services, "Lisa", "Ben")
        running = await table_of(services, [lisa, ben])
        over = []
        for _ in range(55):
            clock.shift(1)
            table = await table_of(services, [lisa, ben], pace="1+0", overtime="lost")
            over.append(table.id)
        clock.shift(120)
        await services.timekeeper.look()
        lists = [services.lobby_lists.of(lisa, page) for page in (1, 2)]
        shown = [[table.id for table in one.mine] for one in lists]
        assert shown[0] == [running.id, *reversed(over[5:])]
        assert shown[1] == [running.id, *reversed(over[:5])]
        assert [one.pages for one in lists] == [2, 2]

    with_services(tmp_path, work, limits=Limits(moves_per_minute=10**6, tables_per_guest=1000))


# An account is deleted.


async def delete(services: Services, guest) -> None:
    services.accounts.delete(guest.id)
    await services.identity_sync.look_at(guest.id)
    await services.authentication.catch_up()


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_a_rated_game_of_a_deleted_player_is_played_to_its_end(tmp_path, is_in_memory):
    async def work(services):
        lisa, ben = people = [await with_account(services, name) for name in ("Lisa", "Ben")]
        table = await sit(services, people)
        await decide(services, people, table)
        if not is_in_memory:
            services.tables.loaded.clear()
        await delete(services, ben)
        table = await services.tables.get(table.id)
        assert (table.seats[1].kind, table.seats[1].bot) == ("bot", table.stand_in)
        assert "Ben" not in " ".join([line for entry in table.log for line in entry.text])
        services.start()
        async with asyncio.timeout(PATIENCE):
            while (table := await services.tables.get(table.id)).status != "over":
                if 0 in table.to_act:
                    await decide(services, [lisa], table)
                await asyncio.sleep(0.01)

    with_services(tmp_path, work, bot_pause=0.0, bot_seconds=0.01, workers=1)


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_an_attempt_at_the_day_is_deleted_with_its_account(tmp_path, is_in_memory):
    async def work(services):
        (lisa,) = await guests(services, "Lisa")
        today: date = deal_days.today()
        table = await attempts.begin(services.maker, services.seeds, lisa, DayDeal(today, SOLO, True))
        if not is_in_memory:
            services.tables.loaded.clear()
        await delete(services, lisa)
        assert await is_gone(services, table.id)
        assert services.store.tables() == []

    with_services(tmp_path, work)


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_an_unrated_game_is_deleted_with_the_last_account(tmp_path, is_in_memory):
    async def work(services):
        lisa, ben = people = await guests(services, "Lisa", "Ben")
        table = await table_of(services, people)
        for guest in (ben, lisa):
            if not is_in_memory:
                services.tables.loaded.clear()
            await delete(services, guest)
            assert await is_gone(services, table.id) == (guest is lisa)

    with_services(tmp_path, work)


def test_a_review_made_meanwhile_does_not_keep_the_name(tmp_path):
    async def work(services):
        people = await guests(services, "Lisa", "Ben")
        table = await table_of(services, people, pace="1+0", overtime="lost")
        await decide(services, people, table)
        clock.shift(120)
        await services.timekeeper.look()
        made = {"names": list(table.names)}
        owners = table.owners()
        await delete(services, people[1])
        assert not reviews.keep(services.database, table.id, made, owners)
        table = await services.tables.get(table.id)
        assert (await services.reviews.look(table)).status == "none"
        # The next one is made without the name, and stored.
        await services.reviews.begin(table, people[0].id, "")
        making = services.reviews._making[table.id].task
        assert making is not None
        await making
        assert "Ben" not in str((await services.reviews.look(table)).review)

    with_services(tmp_path, work, review_seconds=0.02, workers=1)
