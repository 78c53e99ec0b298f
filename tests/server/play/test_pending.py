"""Test that a request ends with its subject: no one answers one whose game, seat or time is gone."""

from __future__ import annotations

import pytest

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Done
from tests.server.support.days import DAY
from tests.server.support.pacing import Party, party
from tests.server.support.people import is_asked, key

MINUTE = 60.0


async def whole_turn(people: Party, seat: int) -> None:
    """Draw a tile and load it onto a truck."""
    await people.play(seat)
    await people.play(seat)


async def ask_back(people: Party, seat: int, to: int = 0) -> int:
    """Ask the others to undo; return the number of the request."""
    table = await people.table()
    answer = await people.do(seat, incoming.Undo(to=to, seq=table.seq, key=key()))
    assert isinstance(answer, Done)
    assert isinstance(answer.asked, int)
    return answer.asked


async def answer(people: Party, seat: int, asked: int) -> None:
    await people.do(seat, incoming.Agree(ask=asked, agree=True, key=key()))


async def refused(people: Party, seat: int, asked: int) -> str:
    with pytest.raises(Refused) as caught:
        await answer(people, seat, asked)
    return caught.value.sentence


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_a_game_lost_on_time_is_not_undone(tmp_path, is_in_memory):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "lost")
        await whole_turn(people, 0)
        await whole_turn(people, 1)
        asked = await ask_back(people, 0)
        clock.shift(6 * MINUTE)
        await people.services.timekeeper.look()
        if not is_in_memory:
            people.services.tables.forget(people.id)
        assert await refused(people, 1, asked) == "The game is over."
        table = await people.table()
        assert (table.status, table.n, table.questions.ask) == ("over", 4, None)

    party(tmp_path, work)


def test_a_player_out_of_time_is_no_longer_asked(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(2, "5+0", "bot")
        await whole_turn(people, 0)
        asked = await ask_back(people, 0)
        await people.pass_by(6 * MINUTE)
        assert (await people.table()).questions.ask is None
        assert await refused(people, 1, asked) == "This request is no longer open."
        # No one else has a say now, so no one has to be asked.
        table = await people.table()
        assert not is_asked(await people.do(0, incoming.Undo(to=0, seq=table.seq, key=key())))
        assert "Lisa undoes 2 decisions." in await people.log()

    party(tmp_path, work)


def test_a_request_from_before_a_timeout_is_over(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(3, "1d", "others")
        await whole_turn(people, 0)
        asked = await ask_back(people, 0)
        await answer(people, 2, asked)
        await people.pass_by(1.1 * DAY)
        table = await people.table()
        assert (list(table.questions.overdue), table.questions.ask) == ([1], None)
        assert await refused(people, 1, asked) == "This request is no longer open."

    party(tmp_path, work)


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_an_undo_ends_the_vote_about_a_late_player(tmp_path, is_in_memory):
    async def work(people: Party) -> None:
        await people.sit_down(3, "1d", "others")
        await whole_turn(people, 0)
        await people.pass_by(1.1 * DAY)
        (vote,) = (await people.table()).questions.overdue.values()
        asked = await ask_back(people, 0)
        for seat in (1, 2):
            await answer(people, seat, asked)
        if not is_in_memory:
            people.services.tables.forget(people.id)
        table = await people.table()
        assert (table.n, table.questions.overdue) == (0, {})
        assert table.clocks is not None
        assert table.clocks.running() == [0], "a clock runs again"
        assert table.clocks.left == pytest.approx([DAY] * 3, abs=5)
        with pytest.raises(Refused, match="no longer open"):
            await people.do(2, incoming.Vote(ask=vote.number, choice="lost", key=key()))

    party(tmp_path, work)


def test_a_refused_request_gives_no_time_back(tmp_path):
    """Otherwise a refused player could undo later without asking, and have the whole time again."""

    async def work(people: Party) -> None:
        table = await people.sit_down(2, "10+0", "lost")
        await whole_turn(people, 0)
        asked = await ask_back(people, 0)
        await people.do(1, incoming.Agree(ask=asked, agree=False, key=key()))
        assert table.clocks is not None
        assert table.clocks.undo_asked is None

    party(tmp_path, work)


def test_a_request_of_a_deleted_player_is_over(tmp_path):
    async def work(people: Party) -> None:
        await people.sit_down(3, None)
        await whole_turn(people, 0)
        asked = await ask_back(people, 0)
        people.services.accounts.delete(people.people[0].id)
        await people.services.identity_sync.look_at(people.people[0].id)
        assert (await people.table()).questions.ask is None
        assert await refused(people, 1, asked) == "This request is no longer open."

    party(tmp_path, work)
