"""Test clocks of real servers: killed and restarted, several on one database, and moved to another."""

from __future__ import annotations

import json
from typing import Any

import pytest

from menagerie.cli import main
from menagerie.server.store.storage import Storage
from tests.server.support.days import DAY, Days
from tests.server.support.people import Person, Server, key

pytestmark = pytest.mark.slow

LIMITS = {"gets_burst": 10**6, "posts_burst": 10**6, "tables_per_guest": 100, "messages_burst": 10**6}
SLACK = 600
"""Seconds that a busy machine may take; what is asserted is days apart."""


def at_a_table(first: Person, second: Person, **more: Any) -> dict[str, Any]:
    table = first.table("me", "open", **more)
    second.join(table)
    return table


def begin(table: str, *people: Person) -> None:
    """Let everyone at a table (by seat) decide once: otherwise the game is aborted when the time runs out."""
    decided: set[int] = set()
    while len(decided) < len(people):
        with people[0].watch(table) as screen:
            seat = screen.turn["to_act"][0]
        with people[seat].watch(table) as screen:
            assert screen.play(screen.choices(seat)[0], seat)["ok"]
        decided.add(seat)


def left(person: Person, table: str) -> list[float]:
    """Return what the clocks show now; that of the player to act runs."""
    with person.watch(table) as screen:
        time = screen.turn["time"]
        now = float(json.loads(screen.raw[0])["now"])
    return [have if due is None else due - now for have, due in zip(time["left"], time["due"], strict=True)]


def test_downtime_costs_no_player_time(tmp_path):
    days = Days()
    server = Server(tmp_path / "tables.db", days, limits=LIMITS).start()
    lisa, ben = Person(server, "Lisa"), Person(server, "Ben")
    try:
        slow = at_a_table(lisa, ben, pace="1d", overtime="lost")["id"]
        quick = at_a_table(lisa, ben, pace="60+0", overtime="lost")["id"]
        for stop in (server.kill, server.stop):
            stop()
            days.pass_by(3 * DAY)
            server.start()
            assert min(left(lisa, slow)) > DAY - SLACK
            assert min(left(lisa, quick)) > 3600 - SLACK
        with ben.watch(slow) as screen:
            days.pass_by(1.1 * DAY)
            screen.until(lambda one: one.table["status"] == "over")
            assert screen.turn["over"]
            assert screen.turn["result"]["sentence"].startswith("Game aborted")
        assert lisa.get(f"/api/tables/{quick}")["status"] == "over"
    finally:
        lisa.close()
        ben.close()
        server.stop()


def test_a_timeout_that_no_one_noticed_is_seen_at_the_next_start(tmp_path):
    """The server was killed between the timeout and the check, so the next one finds it."""
    days = Days()
    server = Server(tmp_path / "tables.db", days, limits=LIMITS).start()
    lisa, ben = Person(server, "Lisa"), Person(server, "Ben")
    try:
        table = at_a_table(lisa, ben, pace="12h", overtime="bot")["id"]
        server.kill()
        storage = Storage(server.database)
        with storage.database.writing() as connection:  # as a server would have written before it was killed
            from menagerie.server.store.schema.time import UPTIME_ROWS

            seen = connection.execute(UPTIME_ROWS.select()).one().seen
            connection.execute(UPTIME_ROWS.update().values(seen=seen + DAY))
        storage.close()
        days.pass_by(DAY)
        server.start()
        with lisa.watch(table) as screen:
            screen.until(lambda one: any(seat["for"] for seat in one.table["seats"]))
    finally:
        lisa.close()
        ben.close()
        server.stop()


def test_two_processes_do_not_both_end_a_game(postgres):
    url, days = postgres.new(), Days()
    first, second = [Server(url, days, limits=LIMITS).start() for _ in range(2)]
    lisa, ben = Person(first, "Lisa"), Person(second, "Ben")
    tables = []
    try:
        for number in range(8):
            people = (lisa, ben) if number % 2 else (ben, lisa)
            tables.append(at_a_table(*people, pace="1d", overtime="lost")["id"])
            begin(tables[-1], *people)
        first.kill()  # its tables belong to no process for a while
        lisa.go_to(second)
        first.start()
        days.pass_by(1.1 * DAY)
        for table in tables:
            with lisa.watch(table) as screen:
                screen.until(lambda one: one.table["status"] == "over")
    finally:
        lisa.close()
        ben.close()
        for server in (first, second):
            server.stop()
            assert "Traceback" not in server.log
    storage = Storage(url)
    try:
        for table in tables:
            kinds = [event.kind for event in storage.store.read(table)]
            assert (kinds.count("overtime"), kinds[-1]) == (1, "status")
    finally:
        storage.close()
    assert main(["check", url]) == 0


def test_clocks_and_holidays_move_along(tmp_path, place):
    days = Days()
    server = Server(tmp_path / "old.db", days, limits=LIMITS).start()
    lisa, ben = Person(server, "Lisa"), Person(server, "Ben")
    try:
        table = at_a_table(lisa, ben, pace="1d", overtime="lost")["id"]
        lisa.post("/api/holiday", {"days": 2})
        server.stop()
        assert main(["move", str(server.database), str(place)]) == 0
        days.pass_by(5 * DAY)
        moved = Server(str(place), days, limits=LIMITS).start()
        try:
            lisa.go_to(moved)
            ben.go_to(moved)
            assert lisa.get("/api/holiday")["left"] == 28
            assert min(left(ben, table)) > DAY - SLACK
            days.pass_by(4 * DAY)
            with ben.watch(table) as screen:
                screen.until(lambda one: one.table["status"] == "over")
        finally:
            moved.stop()
    finally:
        lisa.close()
        ben.close()


def test_others_are_asked_on_their_pages_and_decide_there(tmp_path):
    days = Days()
    server = Server(tmp_path / "tables.db", days, limits=LIMITS).start()
    people = [Person(server, name) for name in ("Lisa", "Ben", "Eva")]
    lisa, ben, eva = people
    try:
        table = lisa.table("me", "open", "open", pace="1d", overtime="others")
        for one in (ben, eva):
            one.join(table)
        assert lisa.get(f"/api/tables/{table['id']}")["told_time"].startswith(
            "1 day per move. When time runs out, the o"
        )
        with lisa.watch(table["id"]) as screen:
            days.pass_by(1.1 * DAY)
            screen.until(lambda one: bool(one.turn["time"]["overdue"]))
            asked = screen.turn["time"]["overdue"][0]
            late = asked["seat"]
            others = [one for seat, one in enumerate(people) if seat != late]
            answer = people[late].do(table["id"], do="vote", ask=asked["ask"], choice="wait", key=key()).json()
            assert answer["error"] == "You don't have a vote here."
            answer = others[0].do(table["id"], do="vote", ask=asked["ask"], choice="nothing", key=key()).json()
            assert answer["code"] == "bad"
            for one in others:
                again = key()
                for _ in range(2):  # sent twice, and counted once
                    answer = one.do(table["id"], do="vote", ask=asked["ask"], choice="bot", key=again).json()
                    assert answer["ok"], answer
            screen.until(lambda one: not one.turn["time"]["overdue"])
            screen.until(lambda one: one.table["seats"][late]["bot"] == "random")
            assert screen.turn["time"]["lost"] == []
    finally:
        for one in people:
            one.close()
        server.stop()
        assert "Traceback" not in server.log
