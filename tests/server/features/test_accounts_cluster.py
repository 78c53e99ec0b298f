"""Test several processes on one PostgreSQL database: a person's identity is the same in all of them at once."""

from __future__ import annotations

import pytest

from tests.server.features.test_accounts import GOOD, mine, sign_in
from tests.server.features.test_authentication import COOKIE, person_with
from tests.server.http.test_restart import wait_for
from tests.server.support.authenticator import Passkey
from tests.server.support.people import Person, Server, key

LIMITS = {"messages_burst": 10**6, "posts_burst": 10**6, "gets_burst": 10**6, "keeps_per_minute": 1000}


@pytest.fixture(scope="module")
def two(postgres):
    """Two processes on one database."""
    url = postgres.new()
    servers = [Server(url, limits=LIMITS).start() for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log


@pytest.fixture
def people(two):
    """Creates people at one of the processes, who leave at the end."""
    made: list[Person] = []

    def make(process: int, name: str = "") -> Person:
        made.append(Person(two[process], name))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_signing_out_everywhere_works_in_all_processes_and_closes_connections(people):
    lisa = people(0, "Lisa")
    lisa.post("/api/me/keep", {"password": GOOD})
    table = lisa.table("me", "hotseat")["id"]
    thief = person_with(people(1), lisa.http.cookies[COOKIE])
    assert thief.get("/api/me")["guest"]["name"] == "Lisa"  # the second process has it in memory now
    with thief.watch(table) as screen:  # through the second process, at the table of the first
        lisa.post("/api/me/sign-out-everywhere", {})
        assert screen.closed()[0] == 4401
    # The notification comes with the transaction, so the other process needs only a moment.
    wait_for(lambda: thief.get("/api/me")["guest"] is None)


def test_a_guest_of_one_process_signs_in_at_another_and_the_tables_follow(people):
    vera, guest, ben = people(0, "Vera"), people(1, "Passer-by"), people(0, "Ben")
    vera.post("/api/me/keep", {"password": GOOD})
    table = guest.table("me", "open")
    ben.join(table)
    guest.go_to(vera.server)  # the table stays with the second process
    with ben.watch(table["id"]) as screen:
        assert sign_in(guest, "Vera")["id"] == vera.id
        screen.until(lambda one: one.table["seats"][0]["name"] == "Vera")
    assert mine(vera) == [table["id"]]
    with vera.watch(table["id"]) as screen:
        assert screen.table["mine"] == [0]


def test_a_deletion_is_known_to_all_processes(people):
    dora, ben = people(0, "Dora"), people(1, "Ben")
    left = ben.table("me", "open")
    dora.join(left)
    dora.post(f"/api/tables/{left['id']}/leave", {})
    table = ben.table("me", "open")
    dora.join(table)
    with ben.watch(table["id"]) as screen:
        assert dora.do(table["id"], do="chat", text="Hello", key=key()).json()["ok"]
        dora.post("/api/me/delete", {"name": "Dora"})
        screen.until(lambda one: one.table["seats"][1]["kind"] == "open")
    for id in (table["id"], left["id"]):
        wait_for(lambda id=id: "Dora" not in ben.http.get(f"/api/tables/{id}/log").text)
    with ben.watch(table["id"]) as screen:
        assert [remark["name"] for remark in screen.chat] == ["somebody"]


def test_a_challenge_of_one_process_is_answered_at_another_once(people, two):
    one = people(0, "Karl")
    passkey = Passkey(f"http://localhost:{two[0].port}", "localhost")
    one.http.headers["host"] = f"localhost:{two[0].port}"
    options = one.post("/api/me/passkey/begin", {})
    one.go_to(two[1])
    one.http.headers["host"] = f"localhost:{two[0].port}"  # as behind a proxy
    made = passkey.make(options)
    assert one.post("/api/me/passkey", made)["guest"]["account"] is True
    phone = people(0)
    phone.http.headers["host"] = f"localhost:{two[0].port}"
    answer = passkey.sign(phone.post("/api/sign-in/passkey/begin", {}))
    phone.go_to(two[1])
    phone.http.headers["host"] = f"localhost:{two[0].port}"
    assert phone.post("/api/sign-in/passkey", answer)["guest"]["name"] == "Karl"
    phone.go_to(two[0])
    phone.http.headers["host"] = f"localhost:{two[0].port}"
    assert phone.refused("/api/sign-in/passkey", answer)["code"] == "sign-in"


def test_a_rated_game_of_another_process_is_played_on_by_a_bot_when_an_account_is_deleted(people):
    rosa, ben = people(0, "Rosa"), people(1, "Benno")
    for one in (rosa, ben):
        one.post("/api/me/keep", {"password": GOOD})
    table = ben.table("me", "open", rated=True)["id"]
    rosa.join(ben.get(f"/api/tables/{table}"))
    rosa.post("/api/me/delete", {"name": "Rosa"})
    wait_for(lambda: ben.get(f"/api/tables/{table}")["seats"][1]["kind"] == "bot")
    assert "Rosa" not in ben.http.get(f"/api/tables/{table}/log").text
