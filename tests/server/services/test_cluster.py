"""Test several processes on one PostgreSQL database: whichever one is asked, there is one truth about a table."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import httpx
import psycopg
import pytest

from menagerie.cli import main
from menagerie.server.store import table_index
from menagerie.server.store.events import Lost, TableEvent
from menagerie.server.store.guests import add_guest
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.store.seats import Seat
from menagerie.server.store.storage import Storage
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table.presence import Presence
from tests.server.http.test_restart import children
from tests.server.support.people import PATIENCE, Person, Server, key

LIMITS = {"messages_burst": 10**6, "posts_burst": 10**6, "gets_burst": 10**6, "tables_per_guest": 3}


@pytest.fixture(scope="module")
def url(postgres):
    return postgres.new()


@pytest.fixture(scope="module")
def two(url):
    """Two processes on one database; a test that stops one starts it again."""
    servers = [Server(url, limits=LIMITS).start() for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log


def event(seq: int) -> TableEvent:
    return TableEvent("t", seq, "play", 0, f"load {seq}", 1.5, "1")


def owner_of(url: str, table: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT process FROM leases WHERE table_id = %s", [table]).fetchone()
    assert row is not None
    return row[0]


def test_everyone_at_a_table_sees_the_same_through_any_process(two):
    first, second = two
    lisa, ben = Person(first, "Lisa"), Person(second, "Ben")
    table = lisa.table("me", "open")
    assert [seat["name"] for seat in ben.join(table)["seats"]] == ["Lisa", "Ben"]
    with lisa.watch(table["id"]) as a, ben.watch(table["id"]) as b:
        screens = [a, b]
        for _ in range(10):
            seat = a.turn["to_act"][0]
            answer = screens[seat].play(screens[seat].choices(seat)[0], seat)
            assert answer["ok"]
            for screen in screens:
                screen.reach(answer["seq"])
        assert a.log == b.log
        assert b.ask_for(do="chat", text="Hello, Lisa", key=key())["ok"]
        a.until(lambda one: bool(one.chat))
        assert a.chat[0]["name"] == "Ben"
        a.until(lambda one: one.here["seats"] == [0, 1])
        assert ben.get(f"/api/tables/{table['id']}/log") == lisa.get(f"/api/tables/{table['id']}/log")
        # A refusal comes from the owner, too.
        assert ben.do(table["id"], do="play", seat=0, decision="draw", seq=a.seq, key=key()).json()["code"] == "seat"
        ben.post("/api/me", {"name": "Benjamin"})
        a.until(lambda one: one.table["seats"][1]["name"] == "Benjamin")
        assert ben.do(table["id"], do="chat", text="Call me so", key=key()).json()["ok"]
        assert a.wait_for("chat")["message"]["name"] == "Benjamin"
    lisa.close()
    ben.close()


def test_a_process_that_stops_leaves_its_tables_to_the_others(two, url, capsys):
    first, second = two
    lisa = Person(first, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        screen.reach(screen.play("draw", screen.turn["to_act"][0])["seq"])
        log = screen.log
    first.stop()
    lisa.go_to(second)
    with lisa.watch(table) as screen:
        assert screen.log == log
        seat = screen.turn["to_act"][0]
        screen.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
    first.start()
    assert main(["check", url]) == 0
    lisa.close()


def test_a_process_that_hangs_loses_its_tables_and_adds_nothing_when_it_wakes(two, url):
    first, second = two
    lisa = Person(first, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    before = owner_of(url, table)
    with lisa.watch(table) as old:
        seat = old.turn["to_act"][0]
        assert first.process is not None
        os.kill(first.process.pid, signal.SIGSTOP)
        # What is sent to it now waits there.
        old.say(do="play", id=1, seat=seat, decision="draw", seq=old.seq, key=key())
        there = Person(second)
        there.http.cookies = lisa.http.cookies
        there.csrf = lisa.csrf
        answer = there.do(table, do="play", seat=seat, decision="draw", seq=old.seq, key=key())
        assert answer.json()["ok"], answer.text
        assert owner_of(url, table) != before
        os.kill(first.process.pid, signal.SIGCONT)
        assert old.closed()[0] == 1012
    there.close()
    lines = lisa.get(f"/api/tables/{table}/log")["log"]
    assert [line["decision"] for line in lines if line["decision"]] == ["draw"]
    lisa.close()


def test_a_viewer_of_a_table_taken_by_another_process_is_sent_there(two, url):
    lisa = Person(two[0], "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    third = Storage(url, shared=True)
    with lisa.watch(table) as screen:
        assert third.ownership.take(table, lost=owner_of(url, table)).is_new
        assert screen.closed()[0] == 1012
    third.close()
    with lisa.watch(table) as screen:
        assert screen.play("draw", screen.turn["to_act"][0])["ok"]
    lisa.close()


def test_no_one_counts_as_away_at_a_table_that_has_just_moved():
    presence = Presence(patience=60)
    presence._start -= 1000
    assert presence.is_away("t", "lisa")
    presence.arrive("t")
    assert not presence.is_away("t", "lisa")
    presence._arrived["t"] -= 61
    assert presence.is_away("t", "lisa")


def test_bots_continue_when_their_process_is_killed_without_viewers(two):
    first, second = two
    lisa = Person(first, "Lisa")
    table = lisa.table("me", {"kind": "bot", "bot": "random"})["id"]
    first.kill()
    lisa.go_to(second)
    end = time.monotonic() + PATIENCE
    while [one for one in lisa.get("/api/tables")["mine"] if one["to_act"] == [0]] == []:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert lisa.get(f"/api/tables/{table}")["status"] == "playing"
    lisa.close()
    first.start()


def test_bots_of_one_process_think_in_the_workers_of_both(two):
    lisa = Person(two[0], "Lisa")
    bot = {"kind": "bot", "bot": "montecarlo"}
    tables = [lisa.table(bot, bot)["id"] for _ in range(3)]
    with lisa.watch(tables[0]) as a, lisa.watch(tables[1]) as b, lisa.watch(tables[2]) as c:
        end = time.monotonic() + PATIENCE
        while not all(server.process and children(server.process.pid) for server in two):
            assert time.monotonic() < end
            for screen in (a, b, c):
                screen.reach(screen.seq + 1)
    lisa.close()


def test_strangers_are_refused_at_the_processes_port(two, url):
    with psycopg.connect(url) as connection:
        # The two that are alive gave the latest signs of life; one killed by an earlier test may still be listed.
        addresses = [row[0] for row in connection.execute("SELECT address FROM processes ORDER BY seen DESC LIMIT 2")]
    assert len(addresses) == 2
    for address in addresses:
        for headers in ({}, {"x-menagerie-inside": "guess", "x-menagerie-from": "10.0.0.1"}):
            answer = httpx.get(f"http://{address}/api/me", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_a_guests_quotas_count_over_all_processes(two):
    lisa = Person(two[0], "Lisa")
    for number in range(3):
        lisa.go_to(two[number % 2]).table("me", "open")
    for server in two:
        wish = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert lisa.go_to(server).refused("/api/tables", wish)["code"] == "busy"
    lisa.close()


def test_writes_under_an_old_lease_are_refused(url):
    """Two owners in one process: `mine` takes the table over, and what `theirs` adds after that is refused."""
    theirs, mine = Storage(url, shared=True), Storage(url, shared=True)

    async def work() -> None:
        lease = theirs.ownership.make("t")
        await theirs.store.append([event(1)], lease.epoch)
        lisa, _ = add_guest(theirs.database, "Lisa")
        facts = TableFacts("t", "x", 1, 2, {}, 1, "salt", lisa.id, True, True, "open", "link", 1.0)
        table_index.add(theirs.database, facts, [Seat(0, "person", lisa.id, "Lisa")])
        with pytest.raises(Elsewhere) as elsewhere:
            mine.ownership.take("t")
        with pytest.raises(Lost):
            await mine.store.append([event(2)], lease.epoch)
        taken = mine.ownership.take("t", lost=elsewhere.value.process)
        assert (taken.epoch, taken.is_new) == (lease.epoch + 1, True)
        with pytest.raises(Lost):
            await theirs.store.append([event(2)], lease.epoch)
        await mine.store.append([event(2)], taken.epoch)
        # Given back and taken again: what the first remembers of the chain is outdated.
        back = theirs.ownership.take("t", lost=owner_of(url, "t"))
        await theirs.store.append([event(3)], back.epoch)

    asyncio.run(work())
    assert [one.seq for one in mine.store.read("t")] == [1, 2, 3]
    for storage in (theirs, mine):
        storage.close()
