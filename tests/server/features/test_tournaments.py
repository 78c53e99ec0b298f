"""Test whole tournaments: rounds, results, standings, late entries, dropouts, no-shows."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import Any

import pytest

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.features.tournaments import pairing, records, registration
from menagerie.server.features.tournaments.runner import TournamentRunner
from menagerie.server.features.tournaments.standings import MISSED, POINT
from menagerie.server.people.social.moderation import Report
from menagerie.server.play import replays
from menagerie.server.play.time import holidays
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.lobby import TournamentRound
from menagerie.server.store import engines
from menagerie.server.store.guests import Guest
from tests.server.support.days import DAY, HOUR
from tests.server.support.people import SMALLEST, there
from tests.server.support.tournament import Cup, cup


def refused(work, *given):
    with pytest.raises(Refused) as caught:
        work(*given)
    return caught.value.sentence


@pytest.mark.parametrize("count", [5, 8, 16])
def test_a_whole_swiss_tournament_with_a_dropout_and_a_late_entry(tmp_path, count):
    async def work(here: Cup) -> None:
        await here.make(count, late=2)
        (late,) = await here.come("Late")
        await here.start()
        rounds = here.whole().tournament.rounds
        assert rounds == math.ceil(math.log2(count))
        registration.enter(here.database, late, here.id)
        await here.play_out()
        assert here.whole().tournament.round == 2
        # A player with an opponent, since a bye is complete at once.
        paired = {guest for one in here.tables() for guest in one.meeting.guests} - {late.id}
        out = next(guest for guest in here.people.values() if guest.id in paired)
        registration.leave(here.database, out, here.id)
        await here.attend()
        while here.whole().tournament.status == "running":
            assert here.tables()
            await here.play_out()
        found = here.whole()
        assert (found.tournament.status, found.tournament.round) == ("over", rounds)
        check(here, late, out)

    def check(here: Cup, late: Guest, out: Guest) -> None:
        found, page = here.whole(), here.page()
        assert all(one.meeting.points is not None for one in found.paired)
        assert all(sum(one.meeting.points or ()) == POINT for one in found.paired)
        assert max(pairing.met(found.meetings).values()) == 1
        assert set(pairing.byes(found.meetings).values()) <= {1}
        rounds = Counter([guest for one in found.meetings for guest in one.guests])
        assert rounds[late.id] + 1 == found.tournament.rounds
        assert rounds[out.id] == 2
        lines = {line.name: line for line in page.standings}
        assert float(lines["Late"].points) >= MISSED / POINT
        assert lines[out.name].left
        (lost,) = [one for one in found.paired if one.meeting.round == 2 and out.id in one.meeting.guests]
        assert (lost.meeting.points or ())[lost.meeting.guests.index(out.id)] == 0
        total = sum([POINT // len(one.meeting.guests) * len(one.meeting.guests) for one in found.paired]) + MISSED
        assert sum([float(line.points) for line in page.standings]) == total / POINT
        assert [line.place for line in page.standings] == sorted([line.place for line in page.standings])

    cup(tmp_path, work)


def test_a_round_robin_of_five(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(5, system="robin")
        await here.start()
        for round in range(1, 6):
            assert here.whole().tournament.round == round
            assert here.page().played[0].tables[-1].bye
            await here.play_out()
        page = here.page()
        assert page.status == "over"
        winners = [line.name for line in page.standings if line.place == 1]
        assert page.next.startswith(f"The tournament is over. {' and '.join(winners)} ")
        assert set(pairing.met(here.whole().meetings).values()) == {1}
        assert len(pairing.met(here.whole().meetings)) == 10
        assert [column.key for column in page.columns] == ["points", "sonneborn", "wins", "share"]
        assert all(column.help for column in page.columns)

    cup(tmp_path, work)


def test_tables_of_three(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(7, players=3, rounds=2)
        await here.start()
        assert sorted([len(one.meeting.guests) for one in here.tables()]) == [2, 2, 3]
        await here.play_out()
        await here.play_out()
        assert here.whole().tournament.status == "over"
        assert max(pairing.met(here.whole().meetings).values()) <= 2

    cup(tmp_path, work)


def test_games_are_rated_and_no_one_else_plays_in_them(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4)
        (other,) = await here.come("Other")
        await here.start()
        for one in here.tables():
            facts = (await here.table(one)).facts
            assert (facts.rated, facts.hints, facts.stand_in) == (True, False, "visitor")
        table = await here.table(here.tables()[0])
        wish = incoming.PlayOn(n=0, seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")])
        with pytest.raises(Refused, match="once it's over"):
            await replays.play_on(here.services.maker, other, table, wish)
        here.people.pop("Other")
        await here.play_out()
        for id in here.services.rating_counter.ledger.uncounted():
            here.services.rating_counter.ledger.count(id)
        assert here.services.rating_counter.ledger.totals() == (2, 2)

    cup(tmp_path, work)


def test_at_a_larger_table_the_others_play_on_without_a_player_who_is_out(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(6, players=3, rounds=1, hours=24)
        await here.start()
        left, late = here.tables()
        out = next(guest for guest in here.people.values() if guest.id == left.meeting.guests[1])
        registration.leave(here.database, out, here.id)
        await here.attend()
        assert (await here.table(left)).seats[1].bot == "visitor"
        assert (await here.table(left)).people() == set(left.meeting.guests) - {out.id}
        # A player who never came by the deadline is out, too.
        acting = (await here.table(late)).to_act[0]
        await here.pass_by(25 * HOUR)
        assert (await here.table(late)).seats[acting].bot == "visitor"
        assert (await here.table(late)).people() == set(late.meeting.guests) - {late.meeting.guests[acting]}
        assert late.number in [one.number for one in here.tables()]

    cup(tmp_path, work)


def test_everyone_finds_their_table_and_its_round_in_the_lobby(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4)
        await here.start()
        for guest in here.people.values():
            (mine,) = here.services.lobby_lists.of(guest).mine
            assert mine.tournament == TournamentRound(id=here.id, name="Spring Cup", round=1)
            assert mine.id == here.page(guest).mine
            assert guest.name in [seat.name for seat in mine.seats]

    cup(tmp_path, work)


def test_losing_on_time_loses_the_game(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4, pace="1d", overtime="lost")
        await here.start()
        acting = {one.number: (await here.table(one)).to_act[0] for one in here.tables()}
        await here.pass_by(1.1 * DAY)
        first = [one for one in here.whole().paired if one.meeting.round == 1]
        assert here.whole().tournament.round == 2
        for one in first:
            points = [POINT, POINT]
            points[acting[one.number]] = 0
            assert list(one.meeting.points or ()) == points

    cup(tmp_path, work)


def test_a_no_show_loses_at_the_deadline_and_active_players_continue(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4, hours=24)
        await here.start()
        away, busy = here.tables()
        acting = (await here.table(away)).to_act[0]
        while len({seat for seat, _ in (await here.table(busy)).decisions}) < 2:
            await here.decide(busy)
        await here.pass_by(23 * HOUR)
        assert len(here.tables()) == 2
        await here.pass_by(2 * HOUR)
        assert [one.number for one in here.tables()] == [busy.number]
        (done,) = [one for one in here.whole().now() if one.number == away.number]
        assert (done.meeting.points or ())[acting] == 0
        assert sum(done.meeting.points or ()) == POINT
        assert there(here.page().played[0].tables[away.number - 1].how).startswith("Decided at the deadline")

    cup(tmp_path, work)


def test_a_holiday_postpones_the_deadline_of_a_round(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4, hours=24, pace="3d", overtime="lost", automatic=False)
        await here.start()
        away, _ = here.tables()
        acting = (await here.table(away)).to_act[0]
        holidays.take(here.database, away.meeting.guests[acting], 2)
        await here.pass_by(25 * HOUR)
        assert away.number in [one.number for one in here.tables()], "no one has to move on holiday"
        await here.pass_by(46 * HOUR)
        assert away.number in [one.number for one in here.tables()], "nor has the time run before and after it"
        await here.pass_by(3 * HOUR)
        (done,) = [one for one in here.whole().now() if one.number == away.number]
        assert (done.meeting.points or ())[acting] == 0

    cup(tmp_path, work)


def test_a_suspended_player_is_not_paired(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(5, automatic=False)
        await here.start()
        out, moderator = here.people["P3"], here.people["P5"]
        moderation = here.services.social.moderation
        report = moderation.report(here.first, Report(out.id, out.name, "rude"))
        moderation.take_step(moderator, report, "suspend", "Rude.", 24)
        await here.play_out()
        await here.services.tournaments.attend(here.id, is_requested=True)
        assert here.whole().tournament.round == 2
        assert out.id not in {guest for one in here.whole().now() for guest in one.meeting.guests}
        (line,) = [line for line in here.page().standings if line.name == "P3"]
        assert (line.reason, line.left) == ("This player is suspended.", True)

    cup(tmp_path, work)


def test_the_first_player_to_leave_a_table_loses(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4, automatic=False)
        await here.start()
        one, other = here.tables()
        people = {guest.id: guest for guest in here.people.values()}
        await here.services.seating.leave(people[one.meeting.guests[0]], str(one.table))
        for guest in reversed(other.meeting.guests):
            await here.services.seating.leave(people[guest], str(other.table))
        await here.services.tournaments.look()
        points = {paired.number: paired.meeting.points for paired in here.whole().now()}
        assert points == {one.number: (0, POINT), other.number: (POINT, 0)}
        # Here the host starts the next round.
        assert here.whole().tournament.round == 1
        assert here.page(here.first).may.next
        await here.start()
        assert here.whole().tournament.round == 2
        assert "still being played" in refused(registration.check_next, here.database, here.first, here.id)

    cup(tmp_path, work)


def test_the_host_removes_a_player_and_cancels_the_tournament(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(4)
        other = here.people["P3"]
        remove, cancel = registration.remove, registration.cancel
        assert "Only the tournament's host" in refused(remove, here.database, other, here.id, here.first.id, "Why not")
        await here.start()
        remove(here.database, here.first, here.id, other.id, "Was rude.")
        await here.attend()
        (line,) = [line for line in here.page().standings if line.name == "P3"]
        assert (line.reason, line.left) == ("Was rude.", True)
        (lost,) = [one for one in here.whole().now() if other.id in one.meeting.guests]
        assert sum(lost.meeting.points or ()) == POINT
        assert refused(registration.enter, here.database, other, here.id).endswith("can't enter again.")
        cancel(here.database, here.first, here.id, "Rain.")
        assert here.page().next == "The tournament was cancelled. Reason: Rain."
        assert "is over" in refused(cancel, here.database, here.first, here.id, "Rain.")
        await here.play_out()
        assert here.whole().tournament.round == 1

    cup(tmp_path, work)


def test_it_starts_automatically_or_is_cancelled_if_too_few_have_come(tmp_path):
    async def work(here: Cup) -> None:
        starts = clock.now() + DAY
        await here.make(4, starts=starts)
        few = registration.make(here.database, here.first, incoming.NewTournament("Few", SMALLEST, starts=starts))
        await here.services.tournaments.look()
        assert here.whole().tournament.status == "open"
        await here.pass_by(1.1 * DAY)
        assert (here.whole().tournament.status, len(here.tables())) == ("running", 2)
        here.id = few
        assert here.whole().tournament.status == "cancelled"
        assert here.page().next.startswith("The tournament was cancelled. Reason: Fewer than 4")

    cup(tmp_path, work)


def test_a_deleted_host_is_not_waited_for(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(5, automatic=False)
        waiting = registration.make(here.database, here.first, incoming.NewTournament("Not begun", SMALLEST))
        registration.enter(here.database, here.people["P2"], waiting)
        await here.start()
        registration.leave(here.database, here.first, here.id)
        await here.play_out()
        assert here.whole().tournament.round == 1
        here.services.accounts.delete(here.first.id)
        await here.services.tournaments.look()
        assert (here.whole().tournament.round, here.page().owner) == (2, "somebody")
        here.id = waiting
        assert here.page().next == "The tournament was cancelled. Reason: The host's account was deleted."

    cup(tmp_path, work)


def test_two_runners_at_once_make_one_round(tmp_path):
    """Several requests in the single process of a file, or several processes on PostgreSQL."""

    async def work(here: Cup) -> None:
        await here.make(8)
        services = here.services
        runners = [services.tournaments] * 3
        if not engines.is_file(here.database.engine.url):
            others = (services.tables, services.seating, services.social.moderation)
            runners = [TournamentRunner(*others) for _ in runners]
        await asyncio.gather(*[runner.attend(here.id, is_requested=True) for runner in runners])
        assert here.whole().tournament.round == 1
        assert len(here.tables()) == 4
        assert sum([len(here.services.lobby_lists.of(guest).mine) for guest in here.people.values()]) == 8

    cup(tmp_path, work)


def test_impossible_tournaments_are_refused_in_a_sentence(tmp_path):
    async def work(here: Cup) -> None:
        await here.make(3)
        assert "3 have entered" in refused(registration.check_next, here.database, here.first, here.id)
        guest = Guest("somebody-else", "Guest")
        assert "You need an account for tournaments" in refused(registration.enter, here.database, guest, here.id)
        assert refused(registration.leave, here.database, guest, here.id) == "You aren't in this tournament."
        wishes: dict[str, dict[str, Any]] = {
            "win or lose together": {"title": "zoo-escape"},
            "have 2 to 5 players": {"players": 9},
            "tables of two": {"players": 3, "system": "robin"},
            "follows from the number of players": {"rounds": 3, "system": "robin"},
            "doesn't allow late entry": {"late": 3, "system": "robin"},
            "must be in the future": {"starts": 5.0},
            "Unknown time control": {"pace": "soon"},
            "Unknown timeout rule": {"overtime": "never"},
        }
        for sentence, wish in wishes.items():
            asked = incoming.NewTournament(**{"name": "Cup", "title": SMALLEST} | wish)
            assert sentence in refused(registration.make, here.database, here.first, asked)
        for _ in range(registration.MINE - 1):
            registration.make(here.database, here.first, incoming.NewTournament("Cup", SMALLEST))
        full = incoming.NewTournament("Cup", SMALLEST)
        assert "End one first" in refused(registration.make, here.database, here.first, full)
        registration.leave(here.database, here.people["P2"], here.id)
        assert len(here.whole().entrants) == 2
        assert records.read(here.database, "nothing") is None

    cup(tmp_path, work)
