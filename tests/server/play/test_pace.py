"""Test clocks: who loses time when, and what happens when it runs out."""

from __future__ import annotations

import asyncio

import pytest

from menagerie.core.record import Record
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.features import research_export
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.show import table_messages, table_object
from menagerie.server.store import due_tables
from menagerie.server.table import time_controls
from tests.server.support.days import DAY, HOUR
from tests.server.support.pacing import Party, party
from tests.server.support.people import key, there

MINUTE = 60.0


# The pace in words.


@pytest.mark.parametrize(
    ("pace", "told"),
    [
        ("1+0", "1 minute per player"),
        ("30+10", "30 minutes per player, 10 seconds more per turn"),
        ("180+300", "180 minutes per player, 300 seconds more per turn"),
        ("12h", "12 hours per move"),
        ("1d", "1 day per move"),
        ("14d", "14 days per move"),
    ],
)
def test_a_pace_is_read_and_described(pace, told):
    read = time_controls.read(pace)
    assert read is not None
    assert read.text() == told


@pytest.mark.parametrize("pace", ["", "0+0", "181+0", "30+301", "30", "30+", "4d", "15d", "1h", "-5+0", "030+1", "٣+1"])
def test_another_pace_is_refused_with_what_is_allowed(pace):
    with pytest.raises(
        Refused,
        match=r"1 to 180 minutes per player, 0 to 300 seconds more per turn\), or one of these per move: 12h, 1d",
    ):
        time_controls.read(pace)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"pace": "3x"}, "Use one like 30"),
        ({"pace": "3d", "overtime": "nothing"}, "Unknown timeout rule. Choose one of these: bot, lost, others."),
        (
            {"title": "new-york-zoo", "pace": "3d", "overtime": "others", "players": 1},
            "In a solo game there are no others",
        ),
        ({"title": "zoo-escape", "pace": "3d", "overtime": "others"}, "the team shares one clock"),
    ],
)
def test_an_impossible_table_is_not_made(tmp_path, wish, sentence):
    async def work(people: Party) -> None:
        with pytest.raises(Refused, match=sentence):
            await people.sit_down(wish.pop("players", 2), **wish)
        assert people.services.lobby_lists.of(people.people[0]).mine == []

    party(tmp_path, work)


# Who loses time.


def test_only_the_player_to_act_loses_time_and_a_turn_adds_the_increment(tmp_path):
    async def work(people: Party) -> None:
        clocks = (await people.sit_down(2, "10+30")).clocks
        assert clocks is not None
        assert clocks.running() == [0]
        clock.shift(100)
        await people.play(0)
        assert clocks.running() == [0]  # the same turn: a truck is to be chosen
        assert clocks.left == [pytest.approx(500, abs=5), 600]
        await people.play(0)
        assert clocks.running() == [1]
        assert clocks.left == [pytest.approx(530, abs=5), 600]
        clock.shift(50)
        await people.play_until_turn_of(0)
        assert clocks.left == [pytest.approx(530, abs=5), pytest.approx(580, abs=5)]
        assert clocks.due(0) == pytest.approx(clock.now() + 530, abs=5)

    party(tmp_path, work)


def test_by_days_every_decision_has_the_whole_time(tmp_path):
    async def work(people: Party) -> None:
        clocks = (await people.sit_down(2, "2d")).clocks
        assert clocks is not None
        clock.shift(1.5 * DAY)
        await people.play(0)
        assert clocks.left[0] == 2 * DAY
        clock.shift(1.5 * DAY)
        await people.play(0)
        assert clocks.running() == [1]
        assert clocks.due(1) == pytest.approx(clock.now() + 2 * DAY, abs=5)
        assert not (await people.table()).lost_by_time

    party(tmp_path, work)


def test_bots_and_open_seats_cost_no_player_time(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(1, "10+0", bots=1)
        clocks = table.clocks
        assert clocks is not None
        await people.play_until_turn_of(0)
        before = list(clocks.left)
        people.services.bots.close()
        while table.to_act == (0,):
            await people.play(0)
        assert clocks.running() == []
        clock.shift(HOUR)
        await people.services.timekeeper.look()
        assert (await people.table()).status == "playing"
        assert clocks.left == pytest.approx(before, abs=5)

    party(tmp_path, work)


def test_all_who_act_at_the_same_time_lose_time(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "10+0", title="night-at-the-zoo")
        clocks = table.clocks
        assert clocks is not None
        for _ in range(200):
            if len(table.to_act) == 2:
                break
            await people.play(table.to_act[0])
        assert clocks.running() == [0, 1]
        before = list(clocks.left)
        clock.shift(60)
        while 0 in table.to_act and 1 in table.to_act:
            await people.play(0)
        assert clocks.left[0] == pytest.approx(before[0] - 60, abs=5)
        clock.shift(30)
        await people.play(1)
        assert clocks.left[1] == pytest.approx(before[1] - 90, abs=5)

    party(tmp_path, work)


def test_a_team_has_one_clock(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "10+0", title="zoo-escape")
        assert table.clocks is not None
        assert len(table.clocks.left) == 1
        clock.shift(60)
        await people.play(table.to_act[0])
        clock.shift(60)
        await people.play(table.to_act[0])
        assert table.clocks.left == [pytest.approx(480, abs=5)]
        told = there(table_messages.standing(table).time)
        assert told.team
        assert told.left == [told.left[0]] * 2

    party(tmp_path, work)


def test_an_agreed_undo_sets_the_clocks_back(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "10+30")
        clocks = table.clocks
        assert clocks is not None
        clock.shift(60)
        await people.play(0)
        n, shown = table.n, list(clocks.left)
        clock.shift(60)
        await people.play(0)
        clock.shift(60)
        await people.play(1)
        await people.do(0, incoming.Undo(to=n, seq=table.seq, key=key()))
        assert table.questions.ask is not None
        clock.shift(20)
        await people.do(1, incoming.Agree(ask=table.questions.ask.number, agree=True, key=key()))
        assert table.n == n
        assert clocks.left == pytest.approx(shown, abs=1)
        assert clocks.due(0) == pytest.approx(clock.now() + shown[0], abs=5)

    party(tmp_path, work)


@pytest.mark.parametrize("pace", ["10+30", "1d"])
def test_an_undo_without_agreement_gives_no_time_back(tmp_path, pace):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, pace)
        clocks = table.clocks
        assert clocks is not None
        clock.shift(60)
        await people.play(0)
        while not (table.to_act == (0,) and any(str(one).startswith("load") for one in table.state.legal(0))):
            await people.play(table.to_act[0])
        clock.shift(120)
        spent = clocks.left[0] - 120
        await people.play(0)
        assert clocks.left[0] > spent + 25
        clock.shift(10)
        free = table.free_undo((0,))
        assert free is not None
        await people.do(0, incoming.Undo(to=table.n - 1, seq=table.seq, key=key()))
        assert clocks.left[0] == pytest.approx(spent, abs=5)

    party(tmp_path, work)


# When time runs out.


def test_a_bot_takes_over_and_with_days_per_move_the_player_returns(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "1d", "bot")
        await people.pass_by(1.1 * DAY)
        table = await people.table()
        assert (table.seats[0].bot, table.seats[0].guest) == ("random", people.people[0].id)
        assert "Lisa ran out of time. A bot (Random) takes over." in await people.log()
        assert not table.lost_by_time
        assert table.status == "playing"
        with pytest.raises(Refused, match="A bot plays your seat"):
            await people.do(0, incoming.Play(seat=0, decision="draw", seq=table.seq, key=key()))
        await people.do(0, incoming.Return(seat=0, key=key()))
        table = await people.table()
        assert table.seats[0].bot is None
        assert table.clocks is not None
        assert table.clocks.left[0] == DAY

    party(tmp_path, work)


def test_at_a_live_table_the_bot_plays_to_the_end(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "bot")
        await people.pass_by(6 * MINUTE)
        table = await people.table()
        assert table.seats[0].bot == "random"
        assert table_object.about(table, people.people[0].id).claims == ()
        with pytest.raises(Refused, match="The bot plays this seat to the end"):
            await people.do(0, incoming.Return(seat=0, key=key()))

    party(tmp_path, work)


def test_with_two_players_the_other_wins_at_once(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "lost")
        await people.play(0)
        await people.play(0)
        await people.pass_by(6 * MINUTE)
        table = await people.table()
        assert (table.status, list(table.lost)) == ("over", [1])
        told = table_messages.standing(table)
        assert told.over
        assert told.to_act == ()
        result = there(told.result)
        assert (result.winners, result.ranking) == ((0,), ((0,), (1,)))
        assert result.sentence == "Lisa wins. Ben ran out of time."
        assert (await people.log())[-1] == "Ben ran out of time and loses the game."
        listed = people.services.lobby_lists.of(people.people[0]).mine[0]
        assert (listed.status, listed.result) == ("over", "Lisa wins. Ben ran out of time.")
        assert [event.kind for event in people.services.store.read(table.id)][-2:] == ["overtime", "status"]
        record = Record.parse(str(table.record()))
        assert record.final().scores == table.state.scores
        assert "5 minutes per player. When time runs out, the game is lost." in record.comments[0]
        assert record.comments[2] == ["Ben ran out of time and loses the game.", "A wins. B ran out of time."]
        with pytest.raises(Refused, match="The game is over"):
            await people.play(1)

    party(tmp_path, work)


def test_with_four_players_the_loser_is_last_and_a_bot_plays_the_seat(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(4, "5+0", "lost")
        await people.play(0)
        await people.pass_by(6 * MINUTE)
        table = await people.table()
        assert (table.status, list(table.lost), table.seats[0].bot) == ("playing", [0], "random")
        assert table.claims(people.people[0].id) == ()
        assert (await people.log())[-1] == "Lisa ran out of time and comes last. A bot (Random) takes over."
        for loser, seat in enumerate((1, 2), start=1):
            while seat not in (table := await people.table()).to_act:
                acting = table.to_act[0]
                if table.seats[acting].bot is None:
                    await people.play(acting)
                else:
                    await asyncio.sleep(0.01)  # a bot decides on its own
            await people.pass_by(6 * MINUTE)
            assert len((await people.table()).lost_by_time) == loser + 1
        table = await people.table()
        assert table.status == "over"
        ended = table.outcome()
        assert ended.winners == (3,)
        assert ended.ranking == ((3,), (2,), (1,), (0,))
        assert ended.sentence == "Tom wins. Lisa, Ben and Eva ran out of time."

    party(tmp_path, work, bot_pause=0.0)


def test_a_game_played_to_its_end_places_timed_out_players_last(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(3, "180+0", "lost")
        await people.play_once()
        people.services.bots.close()
        await people.pass_by(3.1 * HOUR)
        table = await people.table()
        while table.status == "playing":
            seat = table.to_act[0]
            async with table.lock:
                await people.services.commands.decide(table, seat, str(table.state.legal(seat)[-1]), table.seq, None)
        ended = table.outcome()
        assert ended.ranking[-1] == (0,)
        assert 0 not in ended.winners
        assert ended.sentence.endswith(". Last place: Lisa (out of time).")
        assert people.services.lobby_lists.of(people.people[1]).mine[0].result == ended.sentence

    party(tmp_path, work)


def test_a_solo_player_or_a_team_loses_together(tmp_path):
    async def alone(people: Party) -> None:
        await people.sit_down(1, "5+0", "lost", title="new-york-zoo")
        await people.play_once()
        await people.pass_by(6 * MINUTE)
        ended = (await people.table()).outcome()
        assert (ended.winners, ended.sentence) == ((), "The time ran out. The game is lost.")

    async def team(people: Party) -> None:
        await people.sit_down(3, "1d", "lost", title="zoo-escape")
        await people.play_once()
        await people.pass_by(1.1 * DAY)
        table = await people.table()
        assert (table.status, table.lost_by_time) == ("over", frozenset({0, 1, 2}))
        assert table_messages.result(table).winners == ()
        assert (await people.log())[-1] == "The team ran out of time. The game is lost."

    (tmp_path / "team").mkdir()
    party(tmp_path, alone)
    party(tmp_path / "team", team)


def test_alone_against_bots_the_bots_win(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(1, "5+0", "lost", bots=1)
        await people.play_once()
        await people.play_until_turn_of(0)
        await people.pass_by(6 * MINUTE)
        table = await people.table()
        assert (table.status, table.outcome().winners) == ("over", (1,))

    party(tmp_path, work)


def test_one_other_decides_alone(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "1d", "others")
        await people.play_once()
        await people.pass_by(1.1 * DAY)
        table = await people.table()
        assert table.status == "playing"
        told = there(table_messages.standing(table).time).overdue[0]
        assert (told.seat, told.voters, told.waiting) == (0, [1], [1])
        assert (await people.log())[-1] == "Lisa ran out of time. The others decide how to continue."
        with pytest.raises(Refused, match="You don't have a vote"):
            await people.vote(0, "wait")
        await people.vote(1, "wait")
        table = await people.table()
        assert table.questions.overdue == {}
        assert table.clocks is not None
        assert table.clocks.due(0) == pytest.approx(clock.now() + DAY, abs=5)
        await people.pass_by(1.1 * DAY)
        await people.vote(1, "lost")
        assert (await people.table()).outcome().winners == (1,)

    party(tmp_path, work)


def test_a_majority_of_the_others_decides(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(4, "1d", "others")
        await people.pass_by(1.1 * DAY)
        await people.vote(1, "lost")
        assert (await people.table()).questions.overdue
        await people.vote(2, "bot")
        await people.vote(1, "bot")  # a change of mind
        table = await people.table()
        assert (table.questions.overdue, table.seats[0].bot, table.lost_by_time) == ({}, "random", frozenset())

    party(tmp_path, work)


def test_if_the_others_disagree_they_wait(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(4, "1d", "others")
        await people.pass_by(1.1 * DAY)
        for seat, choice in enumerate(("wait", "bot", "lost"), start=1):
            await people.vote(seat, choice)
        table = await people.table()
        assert (table.questions.overdue, table.seats[0].bot) == ({}, None)
        assert (await people.log())[-1] == "Lisa gets more time."

    party(tmp_path, work)


def test_a_player_who_decides_after_all_is_no_longer_voted_on(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(3, "1d", "others")
        await people.pass_by(1.1 * DAY)
        number = (await people.table()).questions.overdue[0].number
        await people.play(0)
        assert (await people.table()).questions.overdue == {}
        with pytest.raises(Refused, match="no longer open"):
            await people.do(1, incoming.Vote(ask=number, choice="lost", key=key()))

    party(tmp_path, work)


def test_without_votes_a_bot_takes_over(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(3, "1d", "others")
        await people.pass_by(1.1 * DAY)
        await people.pass_by(0.5 * DAY)
        assert (await people.table()).questions.overdue
        await people.pass_by(0.6 * DAY)
        table = await people.table()
        assert (table.questions.overdue, table.seats[0].bot) == ({}, "random")

    party(tmp_path, work)


def test_simultaneous_players_are_voted_on_separately(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(3, "1d", "others", title="night-at-the-zoo")
        for _ in range(300):
            if len(table.to_act) > 1:
                break
            await people.play(table.to_act[0])
        acting = table.to_act
        await people.pass_by(1.1 * DAY)
        table = await people.table()
        assert set(table.questions.overdue) == set(acting)
        assert people.services.lobby_lists.of(people.people[0]).mine[0].status == "playing"

    party(tmp_path, work)


def test_a_late_decision_is_refused_even_if_no_one_has_checked(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "lost")
        await people.play_once()
        clock.shift(6 * MINUTE)
        with pytest.raises(Refused, match="The game is over"):
            await people.play(0)
        assert (await people.table()).lost_by_time == {0}

    party(tmp_path, work)


def test_an_absent_player_with_a_clock_is_not_replaced_by_a_bot(tmp_path):
    async def work(people: Party) -> None:
        for pace in ("3d", "30+0"):
            await people.sit_down(2, pace)
            clock.shift(HOUR / 4)
            with pytest.raises(Refused, match=r"Ben has a clock at this table .*. A bot can take over when"):
                await people.do(0, incoming.Takeover(seat=1, key=key()))
        # A player who has left isn't merely away.
        table = await people.table()
        await people.services.seating.leave(people.people[1], table.id)
        await people.do(0, incoming.Takeover(seat=1, key=key()))
        assert (await people.table()).seats[1].bot == "random"

    party(tmp_path, work)


# Who notices.


def test_no_player_loses_time_while_the_machine_sleeps(tmp_path, monkeypatch):
    async def work(people: Party) -> None:
        await people.sit_down(2, "10+0", "lost")
        await people.play_once()
        services, slept = people.services, 3600.0 + clock.asleep()
        clock.shift(3600)  # the time of day continues
        monkeypatch.setattr(clock, "asleep", lambda: slept)  # and the machine says that it did not
        assert await asyncio.to_thread(services.downtime.runs)
        services.timekeeper._recount()
        await services.timekeeper.look()
        table = await people.table()
        assert (table.status, table.clocks is not None and table.clocks.out(clock.now())) == ("playing", [])
        await people.pass_by(601)
        assert (await people.table()).lost_by_time == {0}

    party(tmp_path, work)


def test_a_start_with_a_fast_clock_stops_no_clock_once_it_is_corrected(tmp_path):
    made: list[str] = []

    async def begin(people: Party) -> None:
        made.append((await people.sit_down(2, "1d", "lost")).id)
        await asyncio.to_thread(people.services.downtime._write, clock.now())

    async def start(people: Party) -> None:
        assert people.services.downtime.stops

    async def corrected(people: Party) -> None:
        people.id = made[0]
        await people.pass_by(0)
        await people.pass_by(1.1 * DAY)
        assert (await people.table()).status == "over"

    party(tmp_path, begin)
    clock.shift(30 * DAY)
    party(tmp_path, start)
    clock.shift(-30 * DAY)
    party(tmp_path, corrected)


def test_a_clock_that_is_corrected_while_the_server_runs_stops_no_clock_either(tmp_path):
    made: list[str] = []

    async def begin(people: Party) -> None:
        made.append((await people.sit_down(2, "1d", "lost")).id)
        await asyncio.to_thread(people.services.downtime._write, clock.now())

    async def ahead(people: Party) -> None:
        people.id = made[0]
        clock.shift(-30 * DAY)
        await asyncio.to_thread(people.services.downtime.runs)
        await people.pass_by(0)
        await people.pass_by(1.1 * DAY)
        assert (await people.table()).status == "over"

    party(tmp_path, begin)
    clock.shift(30 * DAY)
    party(tmp_path, ahead)


def test_only_due_tables_are_checked(tmp_path):
    async def work(people: Party) -> None:
        first = await people.sit_down(2, "1d", "lost")
        second = await people.sit_down(2, "7d", "lost")
        third = await people.sit_down(2, None)
        tables = people.services.tables
        tables.loaded.clear()
        clock.shift(2 * DAY)
        await people.services.timekeeper.look()
        assert set(tables.loaded) == {first.id}
        assert (await tables.get(first.id)).status == "over"
        assert set(due_tables.of(people.services.database, [first.id, second.id, third.id])) == {second.id}

    party(tmp_path, work)


def test_an_early_check_is_repeated_later(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(2, "1d", "lost")
        database = people.services.database
        right = due_tables.of(database, [table.id])[table.id]
        due_tables.postpone(database, table.id, right, due_tables.AT_ONCE)
        await people.services.timekeeper.look()
        assert due_tables.of(database, [table.id]) == {table.id: pytest.approx(right)}
        # Something has happened meanwhile, so the earlier finding no longer counts.
        due_tables.postpone(database, table.id, right - 5, None)
        assert due_tables.of(database, [table.id]) == {table.id: pytest.approx(right)}

    party(tmp_path, work)


def test_a_table_that_is_gone_is_not_due_any_more(tmp_path):
    async def work(people: Party) -> None:
        table = await people.sit_down(1, "1d", bots=1)
        await people.services.seating.leave(people.people[0], table.id)
        clock.shift(2 * DAY)
        assert due_tables.tables(people.services.database, clock.now()) == []
        await people.services.timekeeper.look()

    party(tmp_path, work)


def test_a_timed_out_game_can_be_viewed_and_continued_but_is_not_studied(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "lost", public=True, research=True)
        for _ in range(6):
            await people.play((await people.table()).to_act[0])
        await people.pass_by(6 * MINUTE)
        table, services = await people.table(), people.services
        assert table.status == "over"
        assert research_export.offered(services.database.engine, table.facts.title) == []
        await services.reviews.begin(table, people.people[0].id, "127.0.0.1")
        making = services.reviews._making[table.id].task
        assert making is not None
        await making
        assert (await services.reviews.look(table)).status == "done"
        wish = incoming.PlayOn(
            n=table.n, seats=[incoming.SeatWish("me"), incoming.SeatWish("hotseat", name="Ben")], anew=False
        )
        further = await replays.play_on(services.maker, people.people[0], table, wish)
        assert (further.status, further.clocks) == ("playing", None)

    party(tmp_path, work, review_seconds=0.05)


def test_a_player_out_of_time_cannot_leave_a_lost_game(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(3, "5+0", "lost")
        await people.play_once()
        await people.pass_by(6 * MINUTE)
        with pytest.raises(Refused, match="The bot plays your seat to the end"):
            await people.services.seating.leave(people.people[0], people.id)
        assert (await people.table()).seats[0].guest == people.people[0].id

    party(tmp_path, work)
