"""Test what people read when a player loses before the end: that player, the others, and the record."""

from __future__ import annotations

import random
from typing import Any

import pytest

import menagerie
from menagerie.cli import main
from menagerie.core.record import Record
from menagerie.server.features.daily import daily_games, payloads
from menagerie.server.features.daily.attempt_results import Result, placed
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.show import table_messages, table_object
from menagerie.server.store.seats import Seat
from menagerie.server.table import timeout_outcome
from menagerie.server.table.timeout_outcome import ABSENT, LEFT, TIME
from tests.server.support.days import DAY
from tests.server.support.pacing import Party, party
from tests.server.support.people import SMALLEST, there, with_services
from tests.server.support.postgres import name_of
from tests.server.support.rated import sit, with_account

MINUTE = 60.0
NAMES = ("Vera", "Wim", "Ulf")
PEOPLE = [Seat(seat, "person", name, name) for seat, name in enumerate(NAMES)]
TIED = 4
"""The seed of a game at whose end B has 2 points, and C is ahead of A by landscape tiles."""


def played(seed: int) -> Any:
    """A game of three that was played at random to its end."""
    chance, state = random.Random(seed), menagerie.load(SMALLEST).new(3, seed)
    while not state.is_over:
        seat = state.to_act[0]
        state.play(str(chance.choice(state.legal(seat))), seat)
    return state


# The player whose time ran out.


async def told(people: Party, seat: int) -> str | None:
    sentence: str | None = table_object.about(await people.table(), people.people[seat].id).out
    return sentence


@pytest.mark.parametrize(
    ("players", "pace", "rule", "sentence"),
    [
        (2, "5+0", "bot", "Your time ran out. A bot (Random) plays your seat to the end."),
        (2, "1d", "bot", "Your time ran out. A bot (Random) plays for you until you take your seat back."),
        (3, "5+0", "lost", "Your time ran out, so you come last. A bot (Random) plays your seat to the end."),
    ],
)
def test_a_player_out_of_time_is_informed(tmp_path, players, pace, rule, sentence):
    async def work(people: Party) -> None:
        await people.sit_down(players, pace, rule)
        await people.play_once()
        assert await told(people, 0) is None
        await people.pass_by(1.1 * DAY)
        assert (await told(people, 0), await told(people, 1)) == (sentence, None)

    party(tmp_path, work)


def test_an_absent_player_has_lost_nothing(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, None)
        people.services.tables.presence.patience = 0.0
        await people.do(1, incoming.Takeover(seat=0, key="bot"))
        assert (await people.table()).seats[0].bot is not None
        assert await told(people, 0) is None

    party(tmp_path, work)


# No decisions.


@pytest.mark.parametrize("rule", ["lost", "bot"])
def test_a_rated_game_without_decisions_is_aborted(tmp_path, rule):
    async def work(people: Party) -> None:
        services = people.services
        both = [await with_account(services, name) for name in ("Lisa", "Ben")]
        table = await sit(services, both, pace="5+0", overtime=rule)
        people.id = table.id
        await people.pass_by(6 * MINUTE)
        table = await people.table()
        result = there(table_messages.standing(table).result)
        assert (table.status, result.aborted, result.winners) == ("over", True, ())
        assert result.sentence == "Game aborted. The time ran out before the first decision."
        assert result.sentence in str(table.record())
        assert (await people.log())[-1] == result.sentence
        await services.rating_counter.count_all()
        assert services.rating_counter.ledger.totals() == (0, 0)
        assert services.rating_counter.ledger.uncounted() == []

    party(tmp_path, work)
    assert main(["check", str(name_of(tmp_path / "tables.db"))]) == 0


def test_in_an_unrated_game_a_bot_simply_takes_over(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "bot")
        await people.pass_by(6 * MINUTE)
        table = await people.table()
        assert (table.status, table.seats[0].bot) == ("playing", "random")

    party(tmp_path, work)


# The reason for each place.


@pytest.mark.parametrize(
    ("lost", "sentence", "ranking"),
    [
        ({2: TIME}, "Wim wins with 2 points. Last place: Ulf (out of time).", ((1,), (0,), (2,))),
        ({1: TIME}, "Ulf wins with -4 points. Last place: Wim (out of time).", ((2,), (0,), (1,))),
        (
            {1: TIME, 0: LEFT},
            "Ulf wins with -4 points. Second place: Wim (out of time). Last place: Vera (left).",
            ((2,), (1,), (0,)),
        ),
        (
            {2: ABSENT, 0: LEFT},
            "Wim wins with 2 points. Last place: Vera and Ulf (left, never came).",
            ((1,), (0, 2)),
        ),
    ],
)
def test_a_game_played_to_its_end_gives_the_reason_for_each_place(lost, sentence, ranking):
    ended = timeout_outcome.outcome(played(TIED), PEOPLE, lost, NAMES)
    assert (ended.sentence, ended.ranking) == (sentence, ranking)


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ({0: TIME, 2: TIME}, "Wim wins. Vera and Ulf ran out of time."),
        ({0: LEFT, 2: LEFT}, "Wim wins. Vera and Ulf left the game."),
        ({2: TIME, 0: LEFT}, "Wim wins. Second place: Ulf (out of time). Last place: Vera (left)."),
        ({0: LEFT, 1: LEFT, 2: TIME}, "There is no winner. Vera and Wim left the game. Ulf ran out of time."),
    ],
)
def test_a_game_that_ends_early_says_why(lost, sentence):
    state = menagerie.load(SMALLEST).new(3, 1)
    assert timeout_outcome.outcome(state, PEOPLE, lost, NAMES).sentence == sentence


# Ties.


def test_every_broken_tie_is_explained_at_the_table_and_in_the_record(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        record = Record.of(played(TIED), dict(enumerate(NAMES)))
        table = await replays.upload(services.maker, services.bot_pool, lisa, str(record).encode())
        result = table_messages.result(table)
        assert [*result.scores] == [-4, 2, -4]
        assert [tie.sentence for tie in result.ties] == ["Ulf is ahead of Vera, by 1 landscape tile to 0."]
        assert "C is ahead of A, by 1 landscape tile to 0." in table.record().comments[table.n]

    with_services(tmp_path, work, workers=1)


def test_a_tie_with_a_player_who_has_lost_decides_nothing():
    assert timeout_outcome.ties(played(TIED), {0: TIME}) == []


def test_the_list_of_the_day_says_what_decided_between_equals():
    game = daily_games.find(SMALLEST)
    tries = [(1, 5), (1, 4), (0, 1)]
    found = placed([Result(f"t{n}", f"g{n}", "", figures, "", float(n)) for n, figures in enumerate(tries)])
    told = [(one.place, one.tie) for one in payloads.listed(game, found, None, may_look=True)]
    assert told == [(1, "5 landscape tiles"), (2, "4 landscape tiles"), (3, "")]


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ({0: "time", 1: "time"}, "The time ran out. The game is lost."),
        ({1: "left"}, "Ben left the game. The game is lost."),
        ({0: "absent"}, "Ann never came. The game is lost."),
    ],
)
def test_a_team_is_told_why_its_game_is_lost(lost, sentence):
    state = menagerie.load("zoo-escape").new(players=2, seed=1)
    assert timeout_outcome.outcome(state, [], lost, ["Ann", "Ben"]).sentence == sentence
