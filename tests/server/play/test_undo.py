"""Test undo: who is asked, and that no one learns what comes."""

from __future__ import annotations

import json

import pytest

from menagerie import Record
from menagerie.core import seed_commitment
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.turn import UndoRange
from menagerie.server.show import table_messages, table_object
from tests.server.play.test_away import SHORT, at_once, seated, take_over, takeover
from tests.server.support.people import Person, Server, is_asked, key, there, with_services

pytestmark = pytest.mark.one_store


async def draw(services, table, people):
    """Let the player to act draw a tile, and load it onto the first truck that takes it."""
    for _ in range(2):
        if table.state.is_over:
            return
        (seat,) = table.to_act
        who = next(one for one in people if seat in table.held_by(one.id))
        decision = str(table.state.legal(seat)[0])
        await services.commands.do(who, table.id, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key()))


def undo(table, to):
    return incoming.Undo(to=to, seq=table.seq, key=key())


def agree(table, answer=True):
    return incoming.Agree(ask=table.questions.ask.number, agree=answer, key=key())


@pytest.mark.slow
def test_a_player_who_seats_a_bot_for_an_absent_one_cannot_peek(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"away_seconds": SHORT}).start()
    lisa, ben = Person(server, "Lisa"), Person(server, "Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    with lisa.watch(table["id"]) as a:
        assert take_over(a, 1)["ok"]
        a.until(lambda one: one.turn["to_act"] == [0] and one.table["seats"][1]["kind"] == "bot")
        n = a.n
        assert a.play("draw", 0)["ok"]
        a.until(lambda one: one.n == n + 1)
        assert a.turn["undo"]["free"] is None
        answer = a.ask_for(do="undo", to=n, seq=a.seq, key=key())
        assert (answer["ok"], "asked" in answer) == (True, True)
        a.until(lambda one: one.ask is not None)
        assert (a.ask["waiting"], a.n) == ([1], n + 1)
        assert a.ask["sentence"].endswith(" Hidden information will be redealt.")
        # Ben returns, is still asked, and answers as a spectator.
        with ben.watch(table["id"]) as b:
            before = b.table["fair"]["commitment"]
            assert (b.ask["waiting"], b.table["claims"]) == ([1], [1])
            assert b.ask_for(do="agree", ask=answer["asked"], agree=True, key=key())["ok"]
            b.until(lambda one: one.n == n and one.table["fair"]["commitment"] != before)
            assert b.log[-1]["text"] == ["Hidden information is redealt."]
    server.stop()
    assert "Traceback" not in server.log
    lisa.close()
    ben.close()


def test_everyone_who_owns_a_seat_is_asked_even_if_away(tmp_path):
    async def work(services):
        table, (lisa, ben, eva) = await seated(services, "Lisa", "Ben", "Eva")
        presence = services.tables.presence
        presence.come(table.id, lisa.id)
        presence.come(table.id, ben.id)
        await draw(services, table, (lisa, ben, eva))
        await services.commands.do(lisa, table.id, takeover(2))
        await services.commands.do(ben, table.id, agree(table))
        assert table.claims(eva.id) == (2,)
        n = table.n
        assert is_asked(await services.commands.do(lisa, table.id, undo(table, 0)))
        assert table.questions.waiting(table) == [1, 2]
        await services.commands.do(ben, table.id, agree(table))
        await services.commands.look_again()
        assert (table.n, table.questions.waiting(table)) == (n, [2])
        await services.commands.do(eva, table.id, agree(table, False))
        assert (table.n, table.questions.ask) == (n, None)
        await services.commands.do(lisa, table.id, undo(table, 0))
        for one in (ben, eva):
            await services.commands.do(one, table.id, agree(table))
        assert table.n == 0

    at_once(tmp_path, work)


def test_a_draw_seen_before_does_not_come_again(tmp_path):
    """A solo player, or one with others at the same screen, may undo at any time; but every draw is a new one."""

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wishes = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(lisa, incoming.NewTable(title="zooloretto-mini", seats=wishes))
        piles, seeds = set(), set()
        for _ in range(6):
            piles.add(json.dumps(table.state.secrets()))
            seeds.add(table.deals.last_seed)
            await draw(services, table, [lisa])
            assert table_messages.turn(table, (0, 1)).undo == UndoRange(free=0, first=0)
            assert not is_asked(await services.commands.do(lisa, table.id, undo(table, 0)))
        assert (len(piles), len(seeds)) == (6, 6)
        assert table.state.setup.anew == ((0, table.deals.last_seed),)
        # Back past a redeal: what came first there has been seen as well.
        await draw(services, table, [lisa])
        await draw(services, table, [lisa])
        await services.commands.do(lisa, table.id, undo(table, 2))
        seen = table.moment(0).secrets()
        await services.commands.do(lisa, table.id, undo(table, 0))
        assert table.state.secrets() != seen
        assert [deal.n for deal in table.deals.later] == [0]

    with_services(tmp_path, work)


def test_an_undo_that_reveals_nothing_needs_no_redeal(tmp_path):
    async def work(services):
        table, people = await seated(services, "Lisa", "Ben")
        await draw(services, table, people)
        seat = table.decisions[-1][0]
        dealt = table.state.secrets()
        await services.commands.do(people[seat], table.id, undo(table, 1))
        assert (table.n, table.deals.later, table.state.secrets()) == (1, (), dealt)

    with_services(tmp_path, work)


def test_the_record_contains_redeals_and_every_promise_can_be_checked(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wishes = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(lisa, incoming.NewTable(title="zooloretto-mini", seats=wishes))
        promises = [there(table_object.about(table, lisa.id).fair).commitment]
        for to in (0, 2, 4):
            await draw(services, table, [lisa])
            await draw(services, table, [lisa])
            await services.commands.do(lisa, table.id, undo(table, to))
            promises.append(there(table_object.about(table, lisa.id).fair).commitment)
            await draw(services, table, [lisa])
        while not table.state.is_over:
            await draw(services, table, [lisa])
        record = Record.parse(str(table.record()))
        assert [n for n, _ in record.anew] == [0, 2, 4]
        assert record.final() == table.state
        for promised in promises:
            assert "matches the commitment" in list(seed_commitment.verify(record, promised))[-1]
        # Read again from storage, every moment is as it was.
        services.tables.forget(table.id)
        again = await services.tables.get(table.id)
        for n in range(table.n + 1):
            assert again.moment(n).view(None) == table.moment(n).view(None) == record.at(n).view(None)
        shown = await replays.upload(services.maker, services.bot_pool, lisa, str(record).encode())
        assert shown.state.scores == table.state.scores

    with_services(tmp_path, work, limits=Limits(messages_burst=1000))


def test_the_table_says_which_bot_stands_in(tmp_path):
    async def work(services):
        table, (lisa, ben) = await seated(services, "Lisa", "Ben")
        assert table_object.about(table, ben.id).stand_in == "random"
        await services.commands.do(lisa, table.id, takeover(1))
        assert table.seats[1].bot == "random"
        wishes = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")]
        usual = await services.make_table(lisa, incoming.NewTable(title="zooloretto-mini", seats=wishes))
        assert table_object.about(usual, None).stand_in == "keeper"
        with pytest.raises(Refused, match="There is no such bot"):
            await services.make_table(lisa, incoming.NewTable(title="zooloretto-mini", seats=wishes, stand_in="dragon"))

    at_once(tmp_path, work)


def test_a_table_without_hints_has_none_when_it_is_continued(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wishes = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(lisa, incoming.NewTable(title="zooloretto-mini", seats=wishes, hints=False))
        other = await replays.play_on(services.maker, lisa, table, incoming.PlayOn(n=0, seats=wishes, hints=True))
        with pytest.raises(Refused, match="has no hints"):
            await services.commands.do(lisa, other.id, incoming.Hint(seat=0))

    with_services(tmp_path, work)
