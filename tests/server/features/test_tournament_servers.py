"""Test tournaments on real servers: over HTTP, killed in the middle, several on one database, and moved to another."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from menagerie.cli import main
from menagerie.server.base import clock
from menagerie.server.features.tournaments.runner import BEAT
from menagerie.server.services.assembly import Services
from menagerie.server.store import engines
from menagerie.server.store.events import TableEvent
from menagerie.server.store.schema.tables import SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.schema.tournaments import PAIRING_ROWS
from menagerie.server.store.table_rows import Made
from tests.server.support.days import DAY, Days
from tests.server.support.people import PATIENCE, SMALLEST, Person, Server, with_services
from tests.server.support.tournament import Cup, cup

pytestmark = pytest.mark.slow

GOOD = "seven otters under the bridge"
MANY = 10**6
LIMITS = {
    "gets_burst": MANY,
    "posts_burst": MANY,
    "new_guests_per_minute": MANY,
    "keeps_per_minute": MANY,
    "tables_per_guest": 1,
}
WISH = {"name": "Spring Cup", "title": SMALLEST, "pace": "1d", "overtime": "lost"}


def come(server: Server, name: str) -> Person:
    """A person with an account."""
    one = Person(server, name)
    one.post("/api/me/keep", {"password": GOOD})
    return one


def wait(one: Person, id: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until something is true: a server checks its tournaments every few seconds."""
    end = time.monotonic() + PATIENCE
    told: dict[str, Any] = {}
    while time.monotonic() < end:
        told = one.get(f"/api/tournaments/{id}")
        if holds(told):
            return told
        time.sleep(0.2)
    raise AssertionError(f"it did not happen: {told}")


def enter_all(people: list[Person], id: str) -> None:
    for one in people:
        assert one.post(f"/api/tournaments/{id}/enter", {})["entered"]


def test_a_tournament_over_http_continues_after_a_kill_and_in_another_database(tmp_path):
    days = Days()
    server = Server(tmp_path / "tables.db", days, limits=LIMITS).start()
    people = [come(server, name) for name in ("Lisa", "Ben", "Eva", "Tom")]
    guest = Person(server, "Guest")
    try:
        lisa, ben = people[:2]
        id = lisa.post("/api/tournaments", WISH)["id"]
        hidden = lisa.post("/api/tournaments", {**WISH, "name": "Hidden", "public": False})["id"]
        assert [one["id"] for one in guest.get("/api/tournaments")["open"]] == [id]
        assert {one["id"] for one in lisa.get("/api/tournaments")["open"]} == {id, hidden}
        assert "You need an account for tournaments" in guest.refused(f"/api/tournaments/{id}/enter", {})["error"]
        assert guest.refused(f"/api/tournaments/{id}x/enter", {})["status"] == 409
        assert ben.refused(f"/api/tournaments/{id}x/enter", {})["status"] == 404
        assert ben.refused(f"/api/tournaments/{id}/next", {})["code"] == "seat"
        assert ben.refused("/api/tournaments", {**WISH, "title": "zoo-escape"})["code"] == "setup"
        assert ben.refused("/api/tournaments", {**WISH, "players": "two"})["status"] == 400
        enter_all(people, id)
        told = lisa.post(f"/api/tournaments/{id}/next", {})
        assert (told["status"], told["round"], told["rounds"]) == ("running", 1, 2)
        assert all(table["table"] for table in told["played"][0]["tables"])
        assert "being played" in lisa.refused(f"/api/tournaments/{id}/next", {})["error"]
        server.kill()
        server.start()
        days.pass_by(1.1 * DAY)
        told = wait(ben, id, is_made(2))
        assert sorted([line["points"] for line in told["standings"]]) == ["0", "0", "1", "1"]
        assert ben.get("/api/tables")["mine"][0]["tournament"]["round"] == 2
        server.stop()
        other = Server(tmp_path / "other.db", days, limits=LIMITS)
        assert main(["move", str(server.database), str(other.database)]) == 0
        other.start()
        try:
            ben.go_to(other)
            moved = ben.get(f"/api/tournaments/{id}")
            assert (moved["standings"], moved["played"]) == (told["standings"], told["played"])
            days.pass_by(1.1 * DAY)
            assert wait(ben, id, lambda now: now["status"] == "over")["standings"][0]["place"] == 1
        finally:
            other.stop()
    finally:
        for one in (*people, guest):
            one.close()
        server.kill()
    assert "Traceback" not in server.log


def test_a_deleted_person_stops_playing_and_everyone_can_export_their_data(server):
    people = [come(server, f"Goer {number}") for number in range(6)]
    try:
        lisa, early, late = people[0], people[4], people[5]
        id = lisa.post("/api/tournaments", {"name": "Spring Cup", "title": SMALLEST})["id"]
        enter_all(people, id)
        early.post("/api/me/delete", {"name": "Goer 4"})
        told = lisa.post(f"/api/tournaments/{id}/next", {})
        assert len(told["standings"]) == 5
        late.post("/api/me/delete", {"name": "Goer 5"})
        told = wait(lisa, id, lambda now: any(line["left"] for line in now["standings"]))
        assert [line["name"] for line in told["standings"] if line["left"]] == ["somebody"]
        assert "Goer 5" not in str(told)
        with zipfile.ZipFile(io.BytesIO(lisa.http.get("/api/me/export").content)) as file:
            (mine,) = json.loads(file.read("me.json"))["tournaments"]
        assert (mine["id"], mine["name"], mine["entered"] > 0) == (id, "Spring Cup", True)
    finally:
        for one in people:
            one.close()


def test_a_round_whose_making_is_killed_is_made_once(tmp_path):
    """kill -9 after the first tables of 32, twice, with one table left incomplete, without its row."""
    days, place = Days(), tmp_path / "tables.db"
    made: list[str] = []

    async def make(here: Cup) -> None:
        await here.make(64, starts=clock.now() + DAY)
        made.append(here.id)

    cup(tmp_path, make)
    days.pass_by(1.1 * DAY)
    server = Server(place, days, limits=LIMITS)
    engine = engines.open_engine(engines.url_of(server.database))

    def tables() -> list[Any]:
        with engine.connect() as connection:
            return list(connection.execute(select(PAIRING_ROWS).where(PAIRING_ROWS.c.tournament == made[0])))

    def count() -> int:
        return sum([one.made for one in tables()])

    stops = []
    for least in (1, 8):
        server.start()
        end = time.monotonic() + PATIENCE
        while count() < least:
            assert time.monotonic() < end, f"it did not begin: {server.log}"
            time.sleep(0.001)
        server.kill()
        stops.append(count())
    assert 0 < stops[0] <= stops[1] < 32, "killed in the middle"
    half = max(tables(), key=lambda one: one.number).table_id  # no one has come to it

    async def begin(services: Services) -> None:
        lease = services.tables.ownership.make(half)
        await services.store.append([TableEvent(half, 1, Made.kind, None, "{}", clock.now(), "")], lease.epoch)

    with_services(tmp_path, begin)
    server.start()
    try:
        end = time.monotonic() + PATIENCE
        while count() < 32:
            assert time.monotonic() < end, "it did not go on"
            time.sleep(0.1)
        time.sleep(3 * BEAT)
    finally:
        server.stop()
    assert "Traceback" not in server.log
    assert half not in [one.table_id for one in tables()]
    with engine.connect() as connection:
        sits = list(connection.execute(select(SEAT_ROWS.c.guest)).scalars())
        there = set(connection.execute(select(TABLE_ROWS.c.id)).scalars())
    named = {one.table_id for one in tables()}
    engine.dispose()
    assert there == named
    assert (len(sits), len(set(sits))) == (64, 64)


def is_made(round: int) -> Callable[[dict[str, Any]], bool]:
    """Return whether all tables of a round exist."""
    return lambda now: now["round"] == round and all(table["table"] for table in now["played"][0]["tables"])


def test_two_servers_on_one_database_make_each_round_once(postgres):
    days, database = Days(), postgres.new()
    servers = [Server(database, days, limits=LIMITS).start() for _ in range(2)]
    people = [come(servers[number % 2], f"Person {number}") for number in range(6)]
    try:
        id = people[0].post("/api/tournaments", WISH)["id"]
        enter_all(people, id)
        people[0].post(f"/api/tournaments/{id}/next", {})
        for round in (1, 2, 3):
            told = wait(people[1], id, is_made(round))
            assert len(told["played"][0]["tables"]) == 3
            for one in people:
                rounds = [table["tournament"]["round"] for table in one.get("/api/tables")["mine"]]
                assert sorted(rounds) == list(range(1, round + 1))
            days.pass_by(1.1 * DAY)
        wait(people[0], id, lambda now: now["status"] == "over")
    finally:
        for one in people:
            one.close()
        for server in servers:
            server.stop()
    assert "Traceback" not in servers[0].log + servers[1].log
