"""Test the database of an older server: its tables are listed, shown and played on.

`tables-0001.sql` was made by the server of version 0.1.0 before decisions were stored as the title writes them."""

from __future__ import annotations

import json
import random
import sqlite3

import pytest

from menagerie import Record
from menagerie.cli import main
from menagerie.core import seed_commitment
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Done
from menagerie.server.show import moment_messages, table_messages, table_object
from menagerie.server.store import chat, table_rows
from menagerie.server.store.guests import Guest
from tests.server.support.people import ROOT, key, there, with_services

pytestmark = pytest.mark.usefixtures("on_a_file")

LISA, BEN = Guest("guest-lisa", "Lisa"), Guest("guest-ben", "Ben")


@pytest.fixture
def old(tmp_path):
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.executescript((ROOT / "tests/server/support/tables-0001.sql").read_text(encoding="utf-8"))
    return tmp_path


def test_old_tables_are_listed_for_their_people(old):
    async def work(services):
        lists = services.lobby_lists.of(LISA)
        assert {table.id: table.status for table in lists.mine} == {
            "old-asking": "playing",
            "old-over": "over",
            "old-continued": "playing",
            "old-replay": "replay",
            "old-standing-in": "playing",
        }
        assert [table.id for table in lists.watch] == ["old-asking"]
        assert [table.id for table in services.lobby_lists.of(BEN).mine if table.status == "open"] == ["old-waiting"]

    with_services(old, work)


def test_an_old_finished_game_is_shown_moment_by_moment_and_its_record_verifies(old):
    async def work(services):
        table = await services.tables.get("old-over")
        assert (table.n, table.state.is_over) == (138, True)
        for n in (0, 1, 70, 138):
            assert moment_messages.moment(table, LISA.id, n, None).n == n
        record = Record.parse(str(table.record()))
        assert (
            "matches the commitment"
            in list(seed_commitment.verify(record, seed_commitment.commitment(table.facts.seed, table.facts.salt)))[-1]
        )
        assert record.scores == table.state.scores
        assert table.names == ("Lisa", "Eva")
        assert there(table_messages.turn(table, ()).result).sentence.startswith(("Lisa", "Eva"))

    with_services(old, work)


def test_an_old_request_is_answered_now_and_the_game_continues_to_its_end(old):
    async def work(services):
        table = await services.tables.get("old-asking")
        # Stored as the clients spelled them, logged as the title writes them; one was undone.
        assert table.decisions == [(1, "draw"), (1, "load 1"), (0, "draw"), (0, "load 2")]
        assert [remark.text for remark in chat.said(services.database, "old-asking")] == ["Hello, Ben"]
        assert table_object.about(table, BEN.id).options == {"removed": ("llama", "rhino", "wolf")}
        asked = table_messages.ask(table)
        assert asked is not None
        first = "The first is: “Ben draws a giraffe.” Hidden information will be redealt."
        assert asked.sentence == f"Lisa would like to undo 4 decisions. {first}"
        await services.commands.do(BEN, table.id, incoming.Agree(ask=asked.ask, agree=True, key=key()))
        assert table.n == 0
        chance = random.Random(1)
        while table.to_act:
            seat = table.to_act[0]
            decision = str(chance.choice(table.state.legal(seat)))
            command = incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
            await services.commands.do((LISA, BEN)[seat], table.id, command)
        assert table.status == "over"
        services.tables.forget(table.id)
        assert str((await services.tables.get(table.id)).record()) == str(table.record())

    with_services(old, work)


def test_old_seats_and_statuses_became_events(old):
    """The old rows are the first events about it; from there on they are the events' cache."""

    async def work(services):
        for id, status in (("old-over", "over"), ("old-replay", "replay"), ("old-standing-in", "playing")):
            table, rows = await services.tables.get(id), table_rows.expected_rows(services.store.read(id))
            assert (table.seats, table.status, rows.status) == (rows.seats, status, status)
        assert table_rows.expected_rows(services.store.read("old-waiting")).status == "open"

    with_services(old, work)
    assert main(["check", str(old / "tables.db")]) == 0


def test_a_retry_from_before_the_change_still_counts_once(old):
    async def work(services):
        table = await services.tables.get("old-asking")
        seq = table.seq
        command = incoming.Play(seat=1, decision=" DRAW ", seq=1, key="cb6ead10-4389-44d3-a706-b07db9a90120")
        assert await services.commands.do(BEN, table.id, command) == Done(seq=2)
        assert table.seq == seq

    with_services(old, work)


def test_old_games_that_were_continued_replayed_or_left_to_a_bot_still_work(old):
    async def work(services):
        continued = await services.tables.get("old-continued")
        assert (continued.n, continued.deals.dealt_at, continued.to_act) == (5, 4, (0,))
        command = incoming.Play(seat=0, decision="load 1", seq=continued.seq, key=key())
        assert (await services.commands.do(LISA, continued.id, command)).seq == continued.seq

        replay = await services.tables.get("old-replay")
        assert [decision for _, decision in replay.decisions[:2]] == ["draw", "load 1"]
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        made = await replays.play_on(services.maker, LISA, replay, incoming.PlayOn(n=3, seats=seats))
        assert (made.n, made.status) == (3, "playing")

        standing_in = await services.tables.get("old-standing-in")
        assert standing_in.claims(BEN.id) == (1,)
        await services.commands.do(BEN, standing_in.id, incoming.Return(seat=1, key=key()))
        assert standing_in.held_by(BEN.id) == (1,)

        waiting = await services.seating.join(LISA, "link-waiting", None)
        assert (waiting.status, waiting.facts.options) == ("playing", {"level": "easy"})
        assert waiting.to_act

    with_services(old, work)


GOLDEN = ROOT / "tests" / "games"


@pytest.mark.parametrize(
    "path", ["eighteen_zoo/golden/3-players-map-a.zoo", "night_at_the_zoo/golden/4-players-waiting-version-1.zoo"]
)
def test_a_table_of_an_earlier_rules_version_continues_under_it(old, path):
    """Half of a game of version 1 is stored; the other half is played now, and it ends as it did then."""
    record = Record.load(GOLDEN / path)
    assert record.rules_version == 1
    assert record.game.rules_version > 1
    half = len(record.decisions) // 2
    keep(old, record, half)

    async def work(services):
        table = await services.tables.get("version-1")
        assert (table.n, table.state.setup.rules_version) == (half, 1)
        assert table.state.view(None) == record.at(half).view(None)
        for seat, decision in record.decisions[half:]:
            command = incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
            await services.commands.do(LISA, table.id, command)
        assert table.state.is_over
        assert table.state.scores == record.scores
        assert there(table_messages.turn(table, ()).result).sentence == table.state.result()

    with_services(old, work)


def keep(folder, record: Record, decisions: int) -> None:
    """Write the start of a game into the old database, with all seats for Lisa."""
    with sqlite3.connect(folder / "tables.db") as connection:
        facts = ("version-1", record.title, 1, record.players, json.dumps(record.options), str(record.seed), "5a17" * 8)
        told = (*facts, LISA.id, 1, 0, "playing", "link-version-1", 1794841246.0, None, None)
        connection.execute(f"INSERT INTO tables VALUES ({','.join('?' * len(told))})", told)
        for seat in range(record.players):
            kind = "hotseat" if seat else "person"
            connection.execute(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", ("version-1", seat, kind, LISA.id, f"Lisa {seat}", None)
            )
        for number, (seat, decision) in enumerate(record.decisions[:decisions], start=1):
            event = ("version-1", number, "play", seat, decision, 1794841246.0 + number, "", None)
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", event)
