"""Test games offered for research: the host is asked, everyone is informed, and names stay here."""

from __future__ import annotations

import asyncio
import random
import sqlite3

import pytest

from menagerie.cli import main
from menagerie.lab.dataset.reading import Rows
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Settings
from menagerie.server.features import research_export
from menagerie.server.play import rematch, replays
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.show import table_object
from menagerie.server.store import engines
from menagerie.server.store.storage import Storage
from menagerie.server.table.event_kinds.decisions import Played
from menagerie.server.table.registry import STUDIED
from tests.server.support.older import go_back
from tests.server.support.people import key

TITLE = "zooloretto-mini"
TWO = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat", name="Ben of the Hill")]


def wish(**more):
    return incoming.NewTable(title=TITLE, seats=TWO, **{"public": True, "research": True, **more})


async def to_the_end(services, lisa, table):
    chance = random.Random(1)
    while table.to_act:
        seat = table.to_act[0]
        decision = str(chance.choice(table.state.legal(seat)))
        await services.commands.do(
            lisa, table.id, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
        )


def with_people(place, work):
    """Run `work(services, lisa)` on a server's parts, without its sockets."""

    async def run():
        services = Services(Settings(str(place)))
        try:
            lisa, _ = await services.guests.add("Lisa of the Valley")
            await work(services, lisa)
        finally:
            await services.close()

    asyncio.run(run())


def offered(place):
    engine = engines.reading_engine(engines.url_of(str(place)))
    try:
        return [research_export.game(engine, id) for id in research_export.offered(engine, TITLE)]
    finally:
        engine.dispose()


def test_a_finished_public_game_that_was_offered_is_studied_without_names(place):
    made = {}

    async def work(services, lisa):
        table = made["table"] = await services.make_table(lisa, wish())
        await to_the_end(services, lisa, table)

    with_people(place, work)
    (game,) = offered(place)
    table = made["table"]
    assert game.record.decisions == table.decisions
    assert game.record.scores == table.state.scores
    assert set(game.players) == {"person"}
    told = f"{game.id} {game.record}"
    for secret in ("Lisa", "Ben", table.id, table.facts.link, table.facts.owner, table.facts.salt):
        assert secret not in told
    assert not game.record.started
    assert not game.record.seconds


def test_they_become_a_dataset_without_names(place, tmp_path, capsys):
    played = []

    async def work(services, lisa):
        for _ in range(2):
            table = await services.make_table(lisa, wish())
            await to_the_end(services, lisa, table)
            played.append(table)

    with_people(place, work)
    folder = tmp_path / "set"
    assert main(["lab", "dataset", TITLE, str(folder), "--tables", str(place), "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"{sum(table.n for table in played)} decisions of 2 games in ")
    told = Rows(folder)
    assert set(told.table["player"].to_pylist()) == {"person"}
    whole = "".join([repr(row) for row in told.table.to_pylist()] + [folder.with_suffix(".md").read_text()])
    for table in played:
        for secret in ("Lisa of", "Ben of", table.id, table.facts.link, table.facts.owner, str(table.facts.seed)):
            assert secret not in whole
    assert "whose makers have agreed that they are used for research" in whole
    assert str(place) not in whole


def test_without_offered_games_there_is_no_dataset(place, tmp_path, capsys):
    async def work(services, lisa):
        await services.make_table(lisa, wish())

    with_people(place, work)
    assert main(["lab", "dataset", TITLE, str(tmp_path / "set"), "--tables", str(place)]) == 2
    assert "There are no such games" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more", [{"research": False}, {"research": False, "public": False}], ids=["not offered", "not even listed"]
)
def test_other_games_are_not(place, more):
    async def work(services, lisa):
        await to_the_end(services, lisa, await services.make_table(lisa, wish(**more)))

    with_people(place, work)
    assert offered(place) == []


def test_nor_are_unfinished_games(place):
    async def work(services, lisa):
        await services.make_table(lisa, wish())

    with_people(place, work)
    assert offered(place) == []


def test_only_listed_games_can_be_offered_and_everyone_is_informed(place):
    async def work(services, lisa):
        with pytest.raises(Refused, match="Only publicly listed games"):
            await services.make_table(lisa, wish(public=False))
        table = await services.make_table(lisa, wish())
        assert table_object.about(table, None).research is True
        assert [entry.text for entry in table.log] == [["The game starts."], [STUDIED]]
        (listed,) = services.lobby_lists.of(None).watch
        assert listed.research is True
        unasked = await services.make_table(lisa, incoming.NewTable(title=TITLE, seats=TWO, public=True))
        assert table_object.about(unasked, None).research is False
        assert [entry.text for entry in unasked.log] == [["The game starts."]]

    with_people(place, work)


def test_neither_a_rematch_nor_a_continued_game_inherits_the_consent(place):
    async def work(services, lisa):
        table = await services.make_table(lisa, wish())
        await to_the_end(services, lisa, table)
        again = await rematch.again(services.maker, lisa, table, incoming.Again())
        on = await replays.play_on(services.maker, lisa, table, incoming.PlayOn(n=3, seats=TWO, public=True))
        assert (again.facts.research, on.facts.research) == (False, False)
        assert again.facts.public

    with_people(place, work)
    assert len(offered(place)) == 1


def test_bots_decisions_are_distinguished_from_peoples(place):
    async def work(services, lisa):
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="bot", bot="random")]
        table = await services.make_table(lisa, incoming.NewTable(title=TITLE, seats=seats, public=True, research=True))
        chance = random.Random(2)
        while table.to_act:  # in the bot's place, as its worker does it
            seat = table.to_act[0]
            decision = chance.choice(table.state.legal(seat))
            tried = table.try_decision(seat, str(decision))
            events = [services.tables.event(table, Played(str(decision)), seat, after=tried.state)]
            await services.tables.advance(table, [*events, *services.tables.ending(table, tried.state)], [tried])

    with_people(place, work)
    (game,) = offered(place)
    assert {(seat, player) for (seat, _), player in zip(game.record.decisions, game.players, strict=True)} == {
        (0, "person"),
        (1, "random"),
    }


@pytest.mark.usefixtures("on_a_file")
def test_tables_from_before_the_question_stay_intact_and_are_not_studied(tmp_path, capsys):
    """Their first event lacks the answer, which counts as no, and no one can add a yes to the row."""
    place = tmp_path / "tables.db"

    async def work(services, lisa):
        await to_the_end(services, lisa, await services.make_table(lisa, wish(research=False)))

    with_people(place, work)
    before_the_question(place)
    Storage(str(place)).close()
    assert main(["check", str(place)]) == 0
    assert offered(place) == []
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE tables SET research = 1")
    connection.close()
    capsys.readouterr()
    assert main(["check", str(place)]) == 1
    assert "its facts differ from its events" in capsys.readouterr().out


def before_the_question(place):
    """Turn a database into that of a server with version 0010 of the schema."""
    from menagerie.server.store import hash_chain
    from menagerie.server.store.events import TableEvent

    with sqlite3.connect(place) as connection:
        rows = connection.execute("SELECT * FROM events ORDER BY table_id, seq").fetchall()
        link = ""
        for *values, _ in rows:
            event = TableEvent(*values)
            if event.kind == "made":
                told = event.data.replace('"research": false, ', "")
                assert told != event.data
                values[4] = told
                event = TableEvent(*values)
            link = hash_chain.link(link, event)
            change = "UPDATE events SET data = ?, link = ? WHERE table_id = ? AND seq = ?"
            connection.execute(change, (event.data, link, event.table, event.seq))
        connection.execute("PRAGMA user_version = 0")  # no server had named its last event in a file yet
    connection.close()
    go_back(place, "0010")
    place.with_name("tables.db-last").unlink(missing_ok=True)
