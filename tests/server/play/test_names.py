"""Test names: unique at a table, in every sentence; and one spelling for every decision."""

from __future__ import annotations

import itertools
import json
import random

import pytest

import menagerie
from menagerie import Record
from menagerie.core.seats import LETTERS
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.show import table_messages
from menagerie.server.show.client_connection import Outbox
from menagerie.server.show.hub import Viewer
from menagerie.server.store import seats
from menagerie.server.store.seats import Seat
from tests.server.support.people import key, there, with_services

pytestmark = pytest.mark.one_store


def named(*names: str) -> list[str]:
    return list(seats.names([Seat(number, "hotseat", "g", name) for number, name in enumerate(names)]))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["Lisa", "Ben"], ["Lisa", "Ben"]),
        (["Ben", "Lisa", "Lisa"], ["Ben", "Lisa B", "Lisa C"]),
        (["", ""], ["A", "B"]),
        (["B", ""], ["B A", "B B"]),
        (["Lisa", "Lisa", "Lisa B"], ["Lisa A", "Lisa B B", "Lisa B C"]),
    ],
)
def test_players_who_share_a_name_get_the_seats_letter(given, told):
    assert named(*given) == told


def test_names_are_different_whatever_people_choose():
    words = ("x", "x A", "x B", "x A A", "x B A")
    for given in itertools.product(words, repeat=len(LETTERS)):
        assert len(set(named(*given))) == len(LETTERS), given


def test_two_bots_of_a_kind_and_two_people_of_a_name_are_distinguished_everywhere(person):
    lisa, other, eva = person("Lisa"), person("Lisa"), person("Eva")
    bot = {"kind": "bot", "bot": "random"}
    table = lisa.table("me", bot, bot, "open", "open", public=True)
    assert [seat["name"] for seat in table["seats"]] == ["Lisa", "Random B", "Random C", "", ""]
    other.join(table)
    names = ["Lisa A", "Random B", "Random C", "Lisa D", "Eva"]
    assert [seat["name"] for seat in eva.join(table)["seats"]] == names
    listed = next(one for one in eva.get("/api/tables")["mine"] if one["id"] == table["id"])
    assert [seat["name"] for seat in listed["seats"]] == names
    with lisa.watch(table["id"]) as a, other.watch(table["id"]) as d, eva.watch(table["id"]) as e:
        screens = {0: a, 3: d, 4: e}
        while a.n < 10:
            a.until(lambda one: set(one.turn["to_act"]) & set(screens))
            seat = a.turn["to_act"][0]
            screen = screens[seat].reach(a.seq)
            answer = screen.play(screen.choices(seat)[0], seat)
            assert answer["ok"], answer
            for one in screens.values():
                one.reach(answer["seq"])
        for entry in a.log:
            if entry["decision"] is not None:
                assert all(line.startswith(names[entry["seat"]]) for line in entry["text"][:1]), entry
        told = {name for name in names for entry in a.log for line in entry["text"] if line.startswith(name)}
        assert told == set(names)
        # A bot's decision would end what is asked below.
        d.until(lambda one: set(one.turn["to_act"]) & set(screens))
        eva.post(f"/api/tables/{table['id']}/leave", {})
        d.until(lambda one: one.table["seats"][4]["kind"] == "open")
        assert d.ask_for(do="takeover", seat=4, key=key())["ok"]
        a.until(lambda one: one.ask is not None)
        assert a.ask["sentence"] == "Lisa D would like a bot (Random) to take over for seat E."
        a.ask_for(do="agree", ask=a.ask["ask"], agree=True, key=key())
        a.until(lambda one: one.table["seats"][4]["name"] == "Random E")


def test_a_record_has_the_names_that_the_log_has(person):
    lisa = person("Lisa")
    bot = {"kind": "bot", "bot": "random"}
    table = lisa.table(bot, bot)["id"]
    with lisa.watch(table) as screen:
        screen.until(lambda one: one.table["status"] == "over")
    record = lisa.http.get(f"/api/tables/{table}/record").text
    assert Record.parse(record).names == {0: "Random A", 1: "Random B"}


def test_prompts_refusals_and_results_have_names_and_no_letters(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        ben, _ = await services.guests.add("Ben")
        wish = incoming.NewTable(
            title="zooloretto-mini", seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")]
        )
        table = await services.make_table(lisa, wish)
        assert table.state.names == ("Lisa", "B")
        await services.seating.join(ben, table.facts.link, None)
        assert table.state.names == ("Lisa", "Ben")
        acting, waiting = (lisa, ben) if table.to_act == (0,) else (ben, lisa)
        seat = 1 - table.to_act[0]
        command = incoming.Play(seat=seat, decision="draw", seq=table.seq, key=key())
        with pytest.raises(Refused, match=f"It isn't {waiting.name}'s turn. {acting.name} may act now"):
            await services.commands.do(waiting, table.id, command)
        why = await services.commands.do(waiting, table.id, incoming.Why(seat=seat, decision="draw"))
        assert why.reason == f"It isn't {waiting.name}'s turn. {acting.name} may act now."
        chance = random.Random(4)
        while table.to_act:
            seat = table.to_act[0]
            decision = str(chance.choice(table.state.legal(seat)))
            await services.commands.do(
                (lisa, ben)[seat], table.id, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
            )
        said = there(table_messages.turn(table, ()).result).sentence
        assert said == table.state.result(["Lisa", "Ben"]) != table.state.result(["A", "B"])
        # A record uses the seats' letters throughout.
        assert table.record().result == table.state.result(["A", "B"])
        # A table that is read again has the names, too, at every moment.
        services.tables.forget(table.id)
        again = await services.tables.get(table.id)
        assert again is not table
        assert {again.moment(n).names for n in range(again.n + 1)} == {("Lisa", "Ben")}
        assert again.state.imagine(None, 1).names == ("Lisa", "Ben")
        assert there(table_messages.turn(again, ()).result).sentence == said

    with_services(tmp_path, work)


def test_a_new_name_shows_at_once_at_every_moment_and_on_every_screen(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wish = incoming.NewTable(
            title="zooloretto-mini", seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        )
        table = await services.make_table(lisa, wish)
        for _ in range(20):
            seat = table.to_act[0]
            decision = str(table.state.legal(seat)[0])
            await services.commands.do(
                lisa, table.id, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
            )
        onlooker = Viewer(None, "here", Limits(), line := Outbox())
        await services.hub.enter(table.id, onlooker)
        line.take_all()
        await services.seating.rename(lisa, "Elisabeth")
        assert {table.moment(n).names for n in range(table.n + 1)} == {("Elisabeth", "Player B")}
        sent = [json.loads(message) for message in line.take_all() if isinstance(message, bytes)]
        assert [message["type"] for message in sent] == ["update", "about", "here"]

    with_services(tmp_path, work)


@pytest.mark.parametrize(("spelled", "written"), [("DRAW ", "draw"), ("  Load   1", "load 1"), ("TAKE\t2", "take 2")])
def test_what_is_stored_and_sent_is_the_decision_as_the_title_writes_it(tmp_path, spelled, written):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wish = incoming.NewTable(
            title="zooloretto-mini", seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        )
        table = await services.make_table(lisa, wish)

        async def play(decision):
            command = incoming.Play(seat=table.to_act[0], decision=decision, seq=table.seq, key=key())
            await services.commands.do(lisa, table.id, command)

        while written not in [str(action) for action in table.state.legal(table.to_act[0])]:
            await play("load 2" if table.n % 2 else "draw")
        await play(spelled)
        assert services.store.read(table.id)[-1].data == written
        assert (table.log[-1].decision, table.decisions[-1][1]) == (written, written)
        assert f" {written} @" in str(table.record())

    with_services(tmp_path, work)


def test_the_decisions_of_an_uploaded_record_are_stored_as_the_title_writes_them(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        state = menagerie.load("zooloretto-mini").new(seed=1)
        state.play("draw")
        state.play("load 1")
        text = str(Record.of(state)).replace(" draw", "  DRAW").replace(" load 1", " Load  1")
        assert "DRAW" in text
        table = await replays.upload(services.maker, services.bot_pool, lisa, text.encode())
        assert [event.data for event in services.store.read(table.id) if event.kind == "play"] == ["draw", "load 1"]

    with_services(tmp_path, work)


def test_the_log_keeps_old_names_and_a_finished_game_all_of_them(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wish = incoming.NewTable(
            title="zooloretto-mini", seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        )
        table, over = [await services.make_table(lisa, wish) for _ in range(2)]
        await play(services, lisa, table, 12)
        await play(services, lisa, over, 1000)
        log = [entry.text for entry in table.log]
        assert any(line.startswith("Lisa ") for text in log for line in text)
        elisabeth = await services.seating.rename(lisa, "Elisabeth")
        await play(services, elisabeth, table, 24)
        told = [entry.text for entry in table.log]
        assert told[: len(log)] == log
        assert any(line.startswith("Elisabeth ") for text in told for line in text)
        for id in (table.id, over.id):
            services.tables.forget(id)
        again = await services.tables.get(table.id)
        assert ([entry.text for entry in again.log], again.names) == (told, ("Elisabeth", "Player B"))
        assert (await services.tables.get(over.id)).names == ("Lisa", "Player B")

    with_services(tmp_path, work)


def test_a_new_name_shows_at_a_table_that_was_not_in_memory(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        wish = incoming.NewTable(
            title="zooloretto-mini", seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        )
        table = await services.make_table(lisa, wish)
        services.tables.forget(table.id)
        elisabeth = await services.seating.rename(lisa, "Elisabeth")
        (listed,) = services.lobby_lists.of(elisabeth).mine
        assert listed.seats[0].name == "Elisabeth"
        assert (await services.tables.get(table.id)).names == ("Elisabeth", "Player B")
        assert services.store.read(table.id)[-1].kind == "seated"

    with_services(tmp_path, work)


async def play(services, guest, table, until):
    """Play for both seats until so many decisions are made, or the game is over."""
    while table.to_act and table.n < until:
        seat = table.to_act[0]
        command = incoming.Play(seat=seat, decision=str(table.state.legal(seat)[0]), seq=table.seq, key=key())
        await services.commands.do(guest, table.id, command)
