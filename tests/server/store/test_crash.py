"""Test kill -9 at random moments under load: every acknowledged decision is stored, none half or twice."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from menagerie.cli import main
from menagerie.server.store import table_index, table_rows
from menagerie.server.store.storage import Storage
from menagerie.server.table.table import Table
from tests.budget import budget
from tests.server.support.people import PATIENCE, Person, Server, key

KILLS = budget(5, 22)
TABLES = 4


class Player:
    """Plays both seats of one table as fast as possible, and remembers what was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        self.person = Person(server, f"Player {number}")
        self.chance = random.Random(number)
        self.table = ""
        self.acknowledged: dict[str, list[str]] = {}
        self.unanswered: dict[str, Any] | None = None
        self.problems: list[str] = []
        self.retried = 0

    def new_table(self) -> None:
        self.table = self.person.table("me", "hotseat")["id"]
        self.acknowledged[self.table] = []

    def run(self) -> None:
        """Play until the server is gone."""
        try:
            if not self.table:
                self.new_table()
            while self.play_game():
                self.new_table()
        except (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError):
            return  # killed
        except Exception as error:
            self.problems.append(f"{type(error).__name__}: {error}")

    def play_game(self) -> bool:
        with self.person.watch(self.table) as screen:
            self.retry(screen)
            while not screen.turn["over"]:
                seat = screen.turn["to_act"][0]
                decision = self.chance.choice(screen.choices(seat))
                command = {"do": "play", "seat": seat, "decision": decision, "seq": screen.seq, "key": key()}
                self.unanswered = command
                answer = screen.ask_for(**command)
                self.note(answer, decision)
                screen.reach(answer["seq"])
        return True

    def retry(self, screen: Any) -> None:
        """Send an unanswered decision again: it may have been stored or not, but never counts twice."""
        if self.unanswered is not None:
            answer = screen.ask_for(**self.unanswered)
            self.retried += 1
            self.note(answer, self.unanswered["decision"])
            screen.reach(answer["seq"])

    def note(self, answer: dict[str, Any], decision: str) -> None:
        assert answer["ok"], answer
        self.acknowledged[self.table].append(decision)
        self.unanswered = None


@pytest.mark.slow
def test_kill_9_under_load(tmp_path):
    chance = random.Random(9)
    limits = {"messages_burst": 10**6, "posts_burst": 10**6, "tables_per_guest": 10**6}
    server = Server(tmp_path / "tables.db", limits=limits).start()
    players = [Player(server, number) for number in range(TABLES)]
    for _ in range(KILLS):
        threads = [threading.Thread(target=player.run) for player in players]
        for thread in threads:
            thread.start()
        before = total(players)
        wait_for_more(players, before + TABLES)
        time.sleep(chance.uniform(0, 0.2))
        server.kill()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        assert [player.problems for player in players] == [[]] * TABLES
        check(server, players)
        server.start()
    server.stop()
    check(server, players)
    for player in players:
        player.person.close()
    assert total(players) > KILLS * TABLES
    assert sum([player.retried for player in players]) > 0


def total(players: list[Player]) -> int:
    """Return how many decisions have been acknowledged."""
    return sum([len(line) for player in players for line in list(player.acknowledged.values())])


def wait_for_more(players: list[Player], than: int) -> None:
    """Wait until more decisions than that have been acknowledged."""
    end = time.monotonic() + PATIENCE
    while total(players) <= than:
        assert time.monotonic() < end, "the load did not get going"
        time.sleep(0.005)


def check(server: Server, players: list[Player]) -> None:
    """Read the file as the next start would."""
    assert main(["check", str(server.database)]) == 0
    storage = Storage(server.database)
    try:
        for player in players:
            for id, acknowledged in player.acknowledged.items():
                facts = table_index.find(storage.database, id)
                assert facts is not None
                events = storage.store.read(id)
                assert [event.seq for event in events] == list(range(1, len(events) + 1))
                table = Table(facts, table_rows.first_seats(events), events)
                line = [decision for _, decision in table.decisions]
                assert line[: len(acknowledged)] == acknowledged
                waiting = player.unanswered if id == player.table else None
                assert line[len(acknowledged) :] in ([], [waiting["decision"]] if waiting else [])
    finally:
        storage.close()
