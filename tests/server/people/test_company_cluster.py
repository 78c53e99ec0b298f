"""Test relationships on several processes: one table for a rematch, and a block works everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from tests.server.play.test_rematch import names, play_out
from tests.server.support.people import Person, Server, key

LIMITS = {"messages_burst": 10**6, "posts_burst": 10**6, "gets_burst": 10**6, "moves_per_minute": 10**4}


@pytest.fixture(scope="module")
def url(postgres: Any) -> str:
    return str(postgres.new())


@pytest.fixture(scope="module")
def two(url: str) -> Iterator[list[Server]]:
    """Two processes on one database."""
    servers = [Server(url, limits=LIMITS).start() for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log


def test_all_press_at_the_same_moment_at_two_processes_and_there_is_one_table(two: list[Server], url: str) -> None:
    people = [Person(two[number % 2], name) for number, name in enumerate(("Lisa", "Ben", "Mia", "Tom"))]
    table = people[0].table("me", "open", "open", "open")
    for one in people[1:]:
        one.join(table)
    play_out(people, table["id"])
    with psycopg.connect(url) as connection:
        before = connection.execute("SELECT count(*) FROM tables").fetchone()
    for one in people:  # they may now use the other process
        one.go_to(two[people.index(one) // 2])
    with ThreadPoolExecutor(len(people)) as pool:
        made = list(pool.map(lambda one: one.post(f"/api/tables/{table['id']}/again", {}), people))
    with psycopg.connect(url) as connection:
        after = connection.execute("SELECT count(*) FROM tables").fetchone()
    assert before is not None
    assert after is not None
    assert (len({one["id"] for one in made}), after[0] - before[0]) == (1, 1)
    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(lambda one: one.post(f"/api{made[0]['link']}", {}), people))
    begun = people[3].get(f"/api/tables/{made[0]['id']}")
    assert (names(begun), begun["status"]) == (["Ben", "Mia", "Tom", "Lisa"], "playing")
    for one in people:
        one.close()


def test_a_block_in_one_process_takes_effect_in_the_other(two: list[Server]) -> None:
    lisa, ben, mia = Person(two[0], "Lisa"), Person(two[1], "Ben"), Person(two[1], "Mia")
    table = lisa.table("me", "open")
    ben.join(table)
    with lisa.watch(table["id"]) as hers, ben.watch(table["id"]) as his, mia.watch(table["id"]) as onlooker:
        his.ask_for(do="chat", text="one", key=key())
        hers.until(lambda one: bool(one.chat))
        # The table is with the first process; the block comes in through the second.
        lisa.go_to(two[1]).post("/api/blocks", {"table": table["id"], "seat": 1})
        assert hers.wait_for("said")["chat"] == []
        his.ask_for(do="chat", text="two", key=key())
        onlooker.until(lambda one: len(one.chat) == 2)
        hers.ask_for(do="ping")
        assert [said["text"] for said in hers.chat] == ["one"], "nothing came since"
    for one in (lisa, ben, mia):
        one.close()
