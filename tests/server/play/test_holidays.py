"""Test holidays: thirty days a year without clocks at tables with days per move; and the tables where it is my turn."""

from __future__ import annotations

import pytest

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.play.time import holidays, turn_list
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.lobby import Holiday, Turns
from menagerie.server.show import table_messages
from menagerie.server.store.guests import people_now
from menagerie.server.table import identity_events
from tests.server.support.days import DAY
from tests.server.support.pacing import Party, party
from tests.server.support.people import SMALLEST, key, there


def test_a_holiday_stops_the_players_clock_and_the_others_are_informed(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "lost")
        await people.play_once()
        database, lisa = people.services.database, people.people[0].id
        told = holidays.take(database, lisa, 3)
        assert told.left == 27
        assert told.until == pytest.approx(clock.now() + 3 * DAY, abs=5)
        await people.pass_by(0)
        table = await people.table()
        line = (await people.log())[-1]
        assert line.startswith("Lisa is on holiday until ")
        time = there(table_messages.standing(table).time)
        assert time.holidays == {0: pytest.approx(told.until)}
        assert time.due[0] == pytest.approx(there(told.until) + DAY, abs=5)
        await people.pass_by(3.9 * DAY)
        assert (await people.table()).status == "playing"
        await people.pass_by(0.2 * DAY)
        assert (await people.table()).lost_by_time == {0}

    party(tmp_path, work)


def test_a_holiday_costs_no_player_time_however_late_the_table_hears_of_it(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "lost")
        await people.play_until_turn_of(1)
        for guest in people.people:
            holidays.take(people.services.database, guest.id, 4)
        # The table hears of both only now, and the first isn't the player whose clock would have run.
        await people.pass_by(2 * DAY)
        table = await people.table()
        assert [line for line in await people.log() if "holiday" in line] != []
        assert (table.status, table.clocks is not None and table.clocks.left) == (
            "playing",
            [DAY, pytest.approx(DAY, abs=5)],
        )

    party(tmp_path, work)


def test_a_player_just_on_holiday_is_not_late(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "lost")
        holidays.take(people.services.database, people.people[0].id, 4)
        clock.shift(2 * DAY)  # no one has checked the clocks since
        with pytest.raises(Refused):
            await people.do(1, incoming.Play(seat=1, decision="pass", seq=(await people.table()).seq, key=key()))
        assert (await people.table()).status == "playing"
        await people.play(0)
        assert (await people.table()).lost == {}

    party(tmp_path, work)


def test_a_holiday_also_applies_at_a_table_joined_later(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "lost")
        holidays.take(people.services.database, people.people[0].id, 4)
        lisa = people.people[0]
        seats = [incoming.SeatWish("me"), incoming.SeatWish("open")]
        table = await people.services.make_table(lisa, incoming.NewTable(SMALLEST, seats, pace="1d", overtime="lost"))
        await people.services.seating.join(people.people[1], table.facts.link, None)
        together = [incoming.SeatWish("me"), incoming.SeatWish("hotseat")]
        alone = await people.services.make_table(lisa, incoming.NewTable(SMALLEST, together, pace="1d"))
        for people.id in (table.id, alone.id):
            await people.pass_by(1)
            assert any(line.startswith("Lisa is on holiday until ") for line in await people.log())

    party(tmp_path, work)


def test_returning_early_gives_the_other_days_back(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "2d", "lost")
        database, lisa = people.services.database, people.people[0].id
        await people.pass_by(DAY)
        holidays.take(database, lisa, 10)
        await people.pass_by(2.5 * DAY)
        told = holidays.end(database, lisa)
        assert told == Holiday(until=None, left=27, yearly=30)
        await people.pass_by(0)
        table = await people.table()
        assert (await people.log())[-1] == "Lisa is back from holiday."
        assert table.clocks is not None
        assert table.clocks.due(0) == pytest.approx(clock.now() + DAY, abs=5)
        with pytest.raises(Refused, match="You aren't on holiday"):
            holidays.end(database, lisa)
        await people.pass_by(1.1 * DAY)
        assert (await people.table()).status == "over"

    party(tmp_path, work)


def test_two_holidays_with_work_in_between_both_count(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "3d", "lost")
        database, lisa = people.services.database, people.people[0].id
        for _ in range(2):
            holidays.take(database, lisa, 2)
            await people.pass_by(0)
            await people.pass_by(3 * DAY)
        table = await people.table()
        assert table.clocks is not None
        assert table.clocks.due(0) == pytest.approx(clock.now() + DAY, abs=5)

    party(tmp_path, work)


def test_no_one_takes_more_days_than_there_are(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d")
        database, lisa = people.services.database, people.people[0].id
        # In the middle of a year, whatever day it is.
        clock.shift((200 - clock.now() / DAY % 365) % 365 * DAY)
        holidays.take(database, lisa, 20)
        assert holidays.take(database, lisa, 5).left == 5
        with pytest.raises(Refused, match="You have 5 days of holiday left in"):
            holidays.take(database, lisa, 6)
        assert holidays.of(database, lisa).left == 5
        assert holidays.of(database, people.people[1].id) == Holiday(until=None, left=30, yearly=30)
        clock.shift(365 * DAY)
        assert holidays.of(database, lisa) == Holiday(until=None, left=30, yearly=30)

    party(tmp_path, work)


def test_a_holiday_does_not_stop_live_clocks_or_other_people(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "10+0", "lost")
        await people.play_once()
        holidays.take(people.services.database, people.people[0].id, 5)
        await people.pass_by(700)
        assert (await people.table()).lost_by_time == {0}
        await people.sit_down(2, "1d", "lost")
        await people.play_once()
        holidays.take(people.services.database, people.people[1].id, 5)
        await people.pass_by(1.1 * DAY)
        assert (await people.table()).lost_by_time == {0}

    party(tmp_path, work)


def test_a_team_waits_only_while_no_one_else_could_act(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "1d", "lost", title="zoo-escape")
        assert len(table.to_act) == 2
        database = people.services.database
        holidays.take(database, people.people[0].id, 5)
        await people.pass_by(0)
        table = await people.table()
        assert table.clocks is not None
        assert table.clocks.next_due() == pytest.approx(clock.now() + DAY, abs=5)
        holidays.take(database, people.people[1].id, 5)
        await people.pass_by(4 * DAY)
        assert (await people.table()).status == "playing"

    party(tmp_path, work)


def test_the_next_table_is_the_one_whose_time_runs_out_first(person):
    lisa, ben = person("Lisa"), person("Ben")
    assert person().get("/api/turns") == {"count": 0, "next": None}
    waiting: dict[str | None, str] = {}
    last = ""
    for pace in (None, "3d", "60+0", None):
        table = lisa.table("me", "open", **({"pace": pace} if pace else {}))
        assert lisa.get("/api/turns")["count"] == len(waiting)  # no one is to act before the game starts
        ben.join(table)
        with lisa.watch(table["id"]) as screen:
            for _ in range(3):
                if screen.turn["to_act"] == [0]:
                    break
                ben_plays(ben, table["id"])
                screen.reach(screen.seq + 1)
        waiting.setdefault(pace, table["id"])
        last = table["id"]
    found = []
    at = None
    for _ in range(4):
        answer = lisa.get(f"/api/turns?at={at}" if at else "/api/turns")
        assert answer["count"] == (4 if at is None else 3)
        at = answer["next"]
        found.append(at)
    assert found == [waiting["60+0"], waiting["3d"], waiting[None], last]


def ben_plays(ben, table):
    """Let Ben decide in seat B."""
    with ben.watch(table) as screen:
        answer = screen.play(screen.choices(1)[0], 1)
        assert answer["ok"], answer


def test_going_from_table_to_table_visits_all_of_them():
    waiting = ["a", "b", "c"]
    assert turn_list.after(waiting, None) == Turns(count=3, next="a")
    assert turn_list.after(waiting, "a") == Turns(count=2, next="b")
    assert turn_list.after(waiting, "c") == Turns(count=2, next="a")
    assert turn_list.after(waiting, "elsewhere") == Turns(count=3, next="a")
    assert turn_list.after(["a"], "a") == Turns(count=0, next=None)
    assert turn_list.after([], None) == Turns(count=0, next=None)


def test_merging_browsers_never_adds_holidays(tmp_path):
    async def work(people: Party) -> None:
        database, guests = people.services.database, people.services.guests
        account, first, second = [(await guests.add(name))[0].id for name in ("Account", "First", "Second")]
        holidays.take(database, account, 10)
        for guest in (first, second):
            holidays.take(database, guest, 30)
            with database.writing() as connection:
                people.services.accounts._bring_along(connection, guest, account)
        told = holidays.of(database, account)
        # A started day counts: one for each browser.
        assert told.left == 0
        assert there(told.until) <= clock.now() + 30 * DAY
        with pytest.raises(Refused, match="0 days of holiday left"):
            holidays.take(database, account, 1)

    party(tmp_path, work)


def test_a_holiday_that_moves_along_is_logged_at_the_table(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "lost")
        account = (await people.services.guests.add("Account"))[0].id
        holidays.take(people.services.database, people.people[0].id, 3)
        with people.services.database.writing() as connection:
            people.services.accounts._bring_along(connection, people.people[0].id, account)
        await people.pass_by(0)
        assert "is on holiday until" in " ".join(await people.log())

    party(tmp_path, work)


def test_holidays_move_to_an_account_and_are_deleted_with_it(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "lost")
        services, (lisa, ben) = people.services, people.people
        holidays.take(services.database, lisa.id, 3)
        with services.database.writing() as connection:
            people.services.accounts._bring_along(connection, lisa.id, ben.id)
        assert holidays.of(services.database, ben.id).left == 27
        assert holidays.of(services.database, lisa.id).left == 30
        services.accounts.delete(ben.id)
        assert holidays.of(services.database, ben.id).left == 30

    party(tmp_path, work)


def test_the_result_of_a_timed_out_game_loses_the_name_of_a_deleted_player(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "lost")
        await people.play(0)
        await people.pass_by(400)
        assert (await people.table()).outcome().sentence == "Ben wins. Lisa ran out of time."
        services, lisa = people.services, people.people[0]
        services.accounts.delete(lisa.id)
        table = await people.table()
        now = people_now(services.database, table.owners())
        async with table.lock:
            await services.tables.advance(table, identity_events.events(services.tables, table, now) or [])
        services.tables.forget(people.id)
        table = await people.table()
        assert table.outcome().sentence == "Ben wins. Somebody ran out of time."
        assert services.lobby_lists.of(people.people[1]).mine[0].result == "Ben wins. Somebody ran out of time."
        assert "Lisa" not in str(table.record())
        assert not any("Lisa" in line for line in await people.log())

    party(tmp_path, work)
