"""Test the way from a client's message to what everyone sees: in order, finished once started, and stored before it is
shown."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from menagerie.server.base.settings import Limits, Settings
from menagerie.server.http.application import create_app
from menagerie.server.http.handlers.guard import GUEST_COOKIE
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import Done
from menagerie.server.services.assembly import Services
from menagerie.server.show.client_connection import Outbox
from menagerie.server.show.hub import Viewer
from tests.server.support.people import SMALLEST, key, with_services
from tests.server.support.postgres import name_of

pytestmark = pytest.mark.one_store

TWO = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]


def test_messages_sent_at_once_are_answered_in_order(person):
    lisa = person("Lisa")
    table = lisa.table("me", "hotseat")
    with lisa.watch(table["id"]) as screen:
        seat = screen.turn["to_act"][0]
        screen.say(do="play", seat=seat, decision="draw", seq=screen.seq, key=key(), id=1)
        screen.say(do="play", seat=seat, decision="load 1", seq=screen.seq + 1, key=key(), id=2)
        screen.say(do="why", seat=seat, decision="load 1", id=3)
        screen.say(do="ping", id=4)
        answers = [screen.wait_for("answer") for _ in range(4)]
    assert [(answer["id"], answer["ok"]) for answer in answers] == [(1, True), (2, True), (3, True), (4, True)]
    assert answers[2]["reason"], "by then the tile had been loaded"


def test_a_started_command_is_finished_even_if_its_client_is_gone(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    with ben.watch(table["id"]) as seen:
        seat = seen.turn["to_act"][0]
        mover = (lisa, ben)[seat]
        with mover.watch(table["id"]) as screen:
            screen.say(do="play", seat=seat, decision="draw", seq=screen.seq, key=key())
        assert seen.until(lambda one: one.n == 1).log[-1]["decision"] == "draw"


@pytest.mark.usefixtures("on_a_file")
def test_no_one_sees_a_decision_before_it_is_on_disk(tmp_path):
    async def work(services: Services) -> None:
        lisa, _ = await services.guests.add("Lisa")
        table = await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=TWO))
        viewer = Viewer(lisa, "", Limits(), line := Outbox())
        await services.hub.enter(table.id, viewer)
        line.take_all()
        command = incoming.Play(seat=table.to_act[0], decision="draw", seq=table.seq, key=key())
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer has to wait
            playing = asyncio.ensure_future(services.commands.do(lisa, table.id, command))
            for _ in range(20):
                await asyncio.sleep(0.01)
            assert not playing.done()
            assert (table.n, line.take_all()) == (0, [])
            other.execute("ROLLBACK")
            answer = await playing
            assert isinstance(answer, Done)
            stored = other.execute("SELECT max(seq) FROM events WHERE table_id = ?", (table.id,)).fetchone()
        assert stored == (answer.seq,)
        (shown,) = line.take_all()
        assert isinstance(shown, bytes)
        assert json.loads(shown)["seq"] == answer.seq

    with_services(tmp_path, work)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_any_other_web_server_works_too(tmp_path):
    made: dict[str, str] = {}

    async def prepare(services: Services) -> None:
        lisa, made["token"] = await services.guests.add("Lisa")
        made["table"] = (await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=TWO))).id

    with_services(tmp_path, prepare)
    settings = Settings(name_of(tmp_path / "tables.db"))
    with TestClient(create_app(settings), "http://127.0.0.1") as client:
        client.cookies.set(GUEST_COOKIE, made["token"])
        with client.websocket_connect(f"/api/tables/{made['table']}/live") as socket:
            told: dict[str, Any] = socket.receive_json()
            command = {"do": "play", "seat": told["turn"]["to_act"][0], "decision": "draw", "seq": told["seq"]}
            socket.send_json(command | {"key": key(), "id": 7})
            update, answer = socket.receive_json(), socket.receive_json()
            assert (update["type"], update["n"]) == ("update", 1)
            assert answer == {"type": "answer", "id": 7, "ok": True, "seq": update["seq"]}
            for _ in range(4):
                socket.send_text("nothing that we know")
            errors = [socket.receive_json()["code"] for _ in range(4)]
            assert errors == ["bad"] * 4
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive()
            assert ended.value.code == 4400
