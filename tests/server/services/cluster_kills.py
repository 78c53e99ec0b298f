"""Kill the processes of a cluster with -9 under load, one after another: nothing is lost, no one sees two truths.

    python -m tests.server.services.cluster_kills --tables 60 --kills 20

Every table has a player, who decides for both seats, and a spectator. Each connects to any of the processes, and to
another one when the connection ends. Afterwards everything they have seen, and everything acknowledged, is compared
with what is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import httpx
from msgspec import to_builtins
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from menagerie.server.store import table_index, table_rows
from menagerie.server.store.events import TableEvent
from menagerie.server.store.storage import Storage
from menagerie.server.table.table import Table
from tests.server.support.people import PATIENCE, Person, Server, key, notations
from tests.server.support.postgres import running

PLENTY = 10**9
LIMITS = dict.fromkeys(
    [
        *("messages_burst", "posts_burst", "gets_burst", "tables_per_guest", "new_guests_per_minute"),
        *("connections_per_address", "sockets_per_address"),
    ],
    PLENTY,
)
BREAK = 0.2
"""Seconds until a disconnected client tries again, as the browser does (0.4 at first)."""


@dataclass
class Seen:
    """What a client has seen of a table: by number of the last event, the log up to there (as a hash)."""

    seq: int = 0
    logs: dict[int, str] = field(default_factory=dict)
    _hashes: list[str] = field(default_factory=lambda: [""])

    def show(self, seq: int, keep: int, add: list[dict[str, Any]]) -> None:
        assert seq >= self.seq, f"event {self.seq} was shown before {seq}"
        self.seq = seq
        del self._hashes[keep + 1 :]
        for entry in add:
            self._hashes.append(lengthened(self._hashes[-1], entry))
        assert self.logs.setdefault(seq, self._hashes[-1]) == self._hashes[-1], f"two truths about event {seq}"


def lengthened(before: str, entry: dict[str, Any]) -> str:
    told = json.dumps([before, entry["n"], entry["seat"], entry["decision"], list(entry["text"])])
    return blake2b(told.encode(), digest_size=16).hexdigest()


@dataclass
class Decided:
    """An acknowledged decision."""

    table: str
    key: str
    seconds: float
    breaks: int
    """How many connections ended before it."""


class Client:
    """A client that watches a table through any process until all is over."""

    def __init__(self, servers: Sequence[Server], person: Person, table: str, chance: random.Random) -> None:
        self.servers = servers
        self.person = person
        self.table = table
        self.chance = chance
        self.seen: dict[str, Seen] = {table: Seen()}
        self.turn: dict[str, Any] = {}
        self.breaks = 0

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            server = self.chance.choice(self.servers)
            cookies = "; ".join([f"{name}={value}" for name, value in self.person.http.cookies.items()])
            headers = {"Cookie": cookies, "Origin": server.base}
            address = f"ws://127.0.0.1:{server.port}/api/tables/{self.table}/live"
            try:
                async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
                    await self.talk(socket, stop)
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
                self.breaks += 1
                await asyncio.sleep(BREAK)

    async def talk(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.hear(socket)

    async def hear(self, socket: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in ("table", "update"):
            seen = self.seen[self.table]
            seen.show(message["seq"], message["log"]["keep"], message["log"]["add"])
            self.turn = message["turn"]
        return message


class Player(Client):
    """Decides for both seats, and sends unacknowledged decisions again with their keys."""

    def __init__(self, servers: Sequence[Server], person: Person, chance: random.Random, think: float) -> None:
        super().__init__(servers, person, "", chance)
        self.seen = {}
        self.think = think
        self.decided: list[Decided] = []
        self.open: dict[str, Any] | None = None
        self.began = 0.0
        self.breaks_before = 0

    async def new_table(self) -> None:
        self.table = ""
        while not self.table:
            try:
                self.person.go_to(self.chance.choice(self.servers))
                self.table = (await asyncio.to_thread(self.person.table, "me", "hotseat", public=True))["id"]
            except (httpx.TransportError, AssertionError):  # killed just now
                await asyncio.sleep(BREAK)
        self.seen[self.table] = Seen()

    async def talk(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        while (await self.hear(socket))["type"] != "table":
            pass
        if self.open is not None:
            await socket.send(json.dumps(self.open))
        while not stop.is_set():
            if self.open is None and self.turn["over"]:
                await self.new_table()
                return
            if self.open is None:
                await asyncio.sleep(self.chance.uniform(0, 2 * self.think))
                await self.decide(socket)
            message = await self.hear(socket)
            if message["type"] == "answer" and self.open is not None:
                await self.acknowledged(socket, message)

    async def decide(self, socket: ClientConnection) -> None:
        asked = self.turn["asks"][0]
        decisions = [notation for choice in asked["choices"] for notation in notations(choice)]
        command = {"do": "play", "id": 1, "seat": asked["seat"], "decision": self.chance.choice(decisions)}
        self.open = {**command, "seq": self.seen[self.table].seq, "key": key()}
        self.began, self.breaks_before = time.monotonic(), self.breaks
        await socket.send(json.dumps(self.open))

    async def acknowledged(self, socket: ClientConnection, answer: dict[str, Any]) -> None:
        assert self.open is not None
        assert answer["ok"], answer
        seconds, breaks = time.monotonic() - self.began, self.breaks - self.breaks_before
        self.decided.append(Decided(self.table, self.open["key"], seconds, breaks))
        self.open = None
        while self.seen[self.table].seq < answer["seq"]:
            await self.hear(socket)


@dataclass
class Report:
    decisions: int
    tables: int
    events: int
    seen: int
    usual: list[float]
    """Seconds from sending a decision to its acknowledgement."""
    moved: list[float]
    """The same if the connection ended in between."""
    seconds: float

    def __str__(self) -> str:
        def told(seconds: list[float]) -> str:
            if len(seconds) < 2:
                return f"{len(seconds)} decisions"
            cuts = statistics.quantiles(seconds, n=100)
            figures = [statistics.median(seconds), cuts[98], max(seconds)]
            return "{} decisions: {:.3f} s p50, {:.3f} s p99, {:.3f} s at most".format(len(seconds), *figures)

        return (
            f"{self.decisions} decisions acknowledged in {self.seconds:.0f} s at {self.tables} tables, all stored once"
            f" ({self.events} events)\n{self.seen} views of clients, each as stored up to its number\n"
            f"acknowledged: {told(self.usual)}\nthrough a change: {told(self.moved)}"
        )


async def play(url: str, processes: int, tables: int, kills: int, think: float, every: float) -> Report:
    """Start, play, kill, stop, and compare."""
    servers = [Server(url, limits=LIMITS, workers=1).start() for _ in range(processes)]
    chance, began = random.Random(20), time.monotonic()
    people = [Person(chance.choice(servers), f"Player {number}") for number in range(tables)]
    watcher = Person(servers[0])
    players = [Player(servers, person, random.Random(n), think) for n, person in enumerate(people)]
    await asyncio.gather(*[player.new_table() for player in players])
    onlookers = [Client(servers, watcher, one.table, random.Random(-n)) for n, one in enumerate(players, start=1)]
    stop = asyncio.Event()
    clients = [asyncio.ensure_future(client.run(stop)) for client in (*players, *onlookers)]
    try:
        for _ in range(kills):
            before = {player: len(player.decided) for player in players}
            await asyncio.sleep(chance.uniform(0.5, 1.0) * every)
            await go_on(before, clients)
            victim = chance.choice(servers)
            victim.kill()
            await asyncio.to_thread(victim.start)
        await go_on({player: len(player.decided) for player in players}, clients)
    finally:
        stop.set()
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        for person in (*people, watcher):
            person.close()
        for server in servers:
            server.stop()
    for server in servers:
        assert "Traceback" not in server.log, server.log
    return compare(url, players, onlookers, time.monotonic() - began)


async def go_on(before: dict[Player, int], clients: list[asyncio.Task[None]]) -> None:
    """Wait until every player has decided once more, while no client has found a fault."""
    end = time.monotonic() + PATIENCE
    while any(len(player.decided) <= count for player, count in before.items()):
        for client in clients:
            if client.done():
                client.result()
        assert time.monotonic() < end, "a player is stuck"
        await asyncio.sleep(0.05)


def compare(url: str, players: list[Player], onlookers: list[Client], seconds: float) -> Report:
    """Compare everything that clients know with what is stored; raise AssertionError."""
    storage = Storage(url)
    try:
        stored, events = {}, 0
        for table in {table for client in players for table in client.seen}:
            facts, found = table_index.find(storage.database, table), storage.store.read(table)
            assert facts is not None
            stored[table] = (
                logs_of(Table(facts, table_rows.first_seats(found)), found),
                {event.key for event in found},
            )
            events += len(found)
    finally:
        storage.close()
    views = 0
    for client in (*players, *onlookers):
        for table, seen in client.seen.items():
            views += len(seen.logs)
            assert seen.logs.items() <= stored[table][0].items(), f"what was shown of {table} is not what is stored"
    decided = [(player, one) for player in players for one in player.decided]
    for player, one in decided:
        assert f"{player.person.id} {one.key}" in stored[one.table][1], f"a decision of {one.table} is lost"
    usual, moved = ([one.seconds for _, one in decided if bool(one.breaks) == is_moved] for is_moved in (False, True))
    return Report(len(decided), len(stored), events, views, usual, moved, seconds)


def logs_of(table: Table, events: list[TableEvent]) -> dict[int, str]:
    """Return the log up to each event, by its number."""
    logs: dict[int, str] = {}
    hashes = [""]
    for event in events:
        table.apply(event)
        if len(table.log) == len(hashes):
            hashes.append(lengthened(hashes[-1], to_builtins(table.log[-1])))
        logs[event.seq] = hashes[-1]
    return logs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--think", type=float, default=0.5, help="seconds between decisions, on average")
    parser.add_argument("--every", type=float, default=3.0, help="at most so many seconds of play before each kill")
    chosen = parser.parse_args()
    with running(fsync=True) as postgres:
        url = postgres.new()
        print(asyncio.run(play(url, chosen.processes, chosen.tables, chosen.kills, chosen.think, chosen.every)))


if __name__ == "__main__":
    main()
