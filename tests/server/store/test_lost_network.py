"""Test a lost network between the server and PostgreSQL: nothing is lost, and no one sees two truths."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from menagerie.cli import main
from menagerie.server.store import group_writer
from menagerie.server.store.events import StoreFailed, TableEvent, Unanswered
from menagerie.server.store.storage import Storage
from tests.budget import budget
from tests.server.http.test_restart import wait_for
from tests.server.support.people import PATIENCE, Person, Screen, Server, key
from tests.server.support.wire import Wire

LIMITS = {"messages_burst": 10**6, "posts_burst": 10**6, "gets_burst": 10**6}
CUTS = budget(8, 40)
"""How often the connections of one game are cut."""


@pytest.fixture
def database(postgres):
    return postgres.new()


@pytest.fixture
def wire(database):
    made = Wire(database)
    yield made
    made.close()


@pytest.fixture
def far(wire):
    """A server that reaches its database through the wire."""
    server = Server(wire.url, limits=LIMITS).start()
    yield server
    wire.mend()
    server.stop()
    assert "Traceback" not in server.log


def look(person: Person, table: str) -> Screen:
    """Return a screen, retrying as the browser does until there is something to see."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return person.watch(table).__enter__()
        except (InvalidHandshake, ConnectionClosed, OSError):
            assert time.monotonic() < end
            time.sleep(0.1)


def insist(person: Person, table: str, **command: Any) -> None:
    """Send a command until it is acknowledged."""
    end = time.monotonic() + PATIENCE
    while not (answer := person.do(table, **command).json()).get("ok"):
        assert answer["code"] in ("storage", "moved"), answer
        assert time.monotonic() < end
        time.sleep(0.05)


def decisions(lines: list[dict[str, Any]]) -> list[str]:
    return [line["decision"] for line in lines if line["decision"]]


@pytest.mark.slow
def test_connections_cut_during_a_game_lose_nothing(far, wire, database):
    lisa = Person(far, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    played: list[str] = []
    wire.cut_often(random.Random(7))
    while wire.cuts < CUTS:
        # A new screen for each decision shows what is stored.
        screen = look(lisa, table)
        assert decisions(screen.log) == played
        (seat,) = screen.turn["to_act"]
        played.append(screen.choices(seat)[0])
        screen.__exit__()
        insist(lisa, table, do="play", seat=seat, decision=played[-1], seq=screen.seq, key=key())
    wire.mend()
    assert decisions(lisa.get(f"/api/tables/{table}/log")["log"]) == played
    lisa.close()
    assert main(["check", database]) == 0


@pytest.mark.slow
def test_a_missing_database_is_reported_and_everything_continues_when_it_is_back(far, wire):
    lisa = Person(far, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    screen = look(lisa, table)
    wire.cut()
    answer = screen.play("draw", screen.turn["to_act"][0])
    assert (answer["ok"], answer["code"]) == (False, "storage")
    assert answer["error"] == "The database isn't working. Try again in a moment."
    # After a while this process can't know whether others have continued.
    assert screen.closed()[0] == 1012
    with pytest.raises(InvalidHandshake, match="503"):
        lisa.watch(table)
    for path in ("/api/tables", f"/api/tables/{table}", "/api/ready", "/api/health"):
        assert lisa.http.get(path).status_code == 503
    # Where the database is, and its own words about the connection, are for the log only.
    assert lisa.http.get("/api/health").json()["problems"] == {"storage": "The database does not answer."}
    assert lisa.http.get("/api/ready").json()["why"] == "The database does not answer."
    # One line a minute says so, whichever part of the server notices first.
    wait_for(lambda: "WARNING" in far.log)  # one line a minute, by whichever part notices first
    assert "server closed the connection" in far.log or "refused it" in far.log
    assert lisa.http.get("/").status_code == 200
    wire.mend()
    screen = look(lisa, table)
    assert decisions(screen.log) == []
    assert screen.play("draw", screen.turn["to_act"][0])["ok"]
    screen.__exit__()
    wait_for(lambda: httpx.get(f"{far.base}/api/health", timeout=PATIENCE).status_code == 200)
    lisa.close()


@pytest.mark.parametrize("how", ["cut", "fall_silent"])
def test_a_process_without_the_database_shows_nothing_outdated(far, wire, database, how):
    near = Server(database, limits=LIMITS).start()
    lisa, ben = Person(far, "Lisa"), Person(near, "Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    old = look(lisa, table["id"])
    (seat,) = old.turn["to_act"]
    draw = {"do": "play", "seat": seat, "decision": "draw", "seq": old.seq, "key": key()}
    getattr(wire, how)()
    if seat == 0:
        old.say(id=1, **draw)  # no one acknowledges this
    assert old.closed()[0] == 1012
    new = look(ben, table["id"])
    insist((lisa.go_to(near), ben)[seat], table["id"], **draw)
    wire.mend()
    back = look(lisa.go_to(far), table["id"])
    assert decisions(back.log) == ["draw"]
    assert new.reach(back.seq).log == back.log
    for screen in (old, new, back):
        screen.__exit__()
    lisa.close()
    ben.close()
    near.stop()
    assert "Traceback" not in near.log
    assert main(["check", database]) == 0


def test_unreachable_data_is_not_called_damaged(wire):
    storage = Storage(wire.url)
    try:
        assert storage.store.read("t") == []
        wire.cut()
        for _ in range(3):  # on an existing connection, and on new ones
            with pytest.raises(OperationalError):
                storage.store.read("t")
        wire.mend()
        assert storage.store.read("t") == []
    finally:
        storage.close()


def test_no_one_waits_for_ever_and_late_writes_are_announced(wire, monkeypatch):
    monkeypatch.setattr(group_writer, "PATIENCE", 0.3)
    storage = Storage(wire.url)
    late: list[str] = []
    storage.store.when_late(late.append)

    def draw(table: str) -> asyncio.Future[None]:
        return asyncio.ensure_future(storage.store.append([TableEvent(table, 1, "play", 0, "draw", 1.5, "1")]))

    async def work() -> None:
        wire.fall_silent()
        first, second = draw("first"), draw("second")
        while not (first.done() and second.done()):
            await asyncio.sleep(0.05)
            storage.store.give_up()
        for waited in (first, second):
            with pytest.raises(Unanswered, match="has not answered"):
                await waited
        with pytest.raises(StoreFailed, match="Nothing could be written"):
            await draw("third")
        wire.mend()
        end = time.monotonic() + PATIENCE
        while not late:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        await draw("third")

    asyncio.run(work())
    assert "first" in late
    assert sorted([*late, "third"]) == sorted(storage.store.tables())
    storage.close()


def test_while_the_database_is_away_the_log_says_so_once_a_minute(far, wire):
    lisa = Person(far, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    wire.cut()
    for _ in range(3):
        assert lisa.http.get("/api/me/account").status_code == 503
        with contextlib.suppress(InvalidHandshake):
            lisa.watch(table).open()
    wait_for(lambda: lisa.http.get("/api/health").status_code == 503)
    said = [line for line in far.lines if " WARNING " in line or " ERROR " in line]
    assert len(said) == 1, said
    lisa.close()


def test_a_start_waits_for_the_database(wire):
    wire.cut()
    server = Server(wire.url, limits=LIMITS)
    starting = threading.Thread(target=server.start)
    starting.start()
    wait_for(lambda: any("The database cannot be reached. Trying again" in line for line in server.lines))
    wire.mend()
    starting.join(PATIENCE)
    person = Person(server, "Lisa")
    person.close()
    assert server.stop() == 0
    assert "Traceback" not in server.log


def test_a_start_that_waits_in_vain_ends_with_a_sentence(wire, capsys):
    wire.cut()
    assert main(["serve", "--database", wire.url, "--database-seconds", "0", "--port", "0", "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert "cannot be used" in said
    assert "Traceback" not in said
