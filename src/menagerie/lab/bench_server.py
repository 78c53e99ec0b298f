"""How much a server carries: whole games of the smallest title over loopback, two websocket clients a table.

Starts a server of its own on 127.0.0.1 with a database in a temporary folder, plays, measures, and stops it. The load
is bounded by the number of tables and games. `menagerie bench server` prints the report.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from menagerie.core.playout import play_randomly
from menagerie.core.record import Record
from menagerie.core.registry import load, titles
from menagerie.lab import boardgame_io

PATIENCE: Final = 120.0
_PLENTY: Final = 10**9
_LIMITS: Final = (
    *("tables_per_guest", "replays_per_guest", "messages_burst", "posts_burst", "gets_burst", "sockets_per_guest"),
    *("moves_per_minute", "signs_per_minute", "uploads_per_minute", "connections_per_address"),
)


class _Choice(msgspec.Struct):
    notation: str
    grid: msgspec.Raw | None = None


class _Asked(msgspec.Struct):
    seat: int
    choices: list[_Choice]


class _Turn(msgspec.Struct):
    over: bool
    asks: list[_Asked]


class _Heard(msgspec.Struct):
    """What a client needs of a message."""

    type: str
    seq: int = 0
    turn: _Turn | None = None
    ok: bool = True
    code: str = ""
    error: str = ""


_read: Final = msgspec.json.Decoder(_Heard).decode


@dataclass
class Report:
    """What was measured."""

    title: str
    tables: int
    decisions: int = 0
    games: int = 0
    seconds: float = 0
    cpu: float = 0
    """Seconds of processor time that the server used."""
    latencies: list[float] = field(default_factory=list)
    """From sending a decision to its arrival at the other client, in seconds."""
    memory: float = 0
    """Bytes that the server's memory grew by while the tables were in use."""
    think: float = 0

    def percentile(self, share: float) -> float:
        """A percentile of the latencies, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def lines(self) -> list[str]:
        """The report for people."""
        decisions = max(1, self.decisions)
        return [
            f"{self.title}: {self.tables} tables, {2 * self.tables} clients, think time {1000 * self.think:.0f} ms",
            f"  {self.games} games, {self.decisions} durable decisions in {self.seconds:.1f} s",
            f"  decisions/s                       {self.decisions / max(self.seconds, 1e-9):8.0f}",
            f"  sending to the other's receipt    {self.percentile(0.5):8.1f} ms p50",
            f"                                    {self.percentile(0.99):8.1f} ms p99",
            f"  server CPU a decision             {1000 * self.cpu / decisions:8.2f} ms",
            f"  memory a table, two clients       {self.memory / max(1, self.tables) / 1024:8.0f} KiB",
        ]


class Bench:
    """A server for the length of a measurement, and two guests who sit at all its tables."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="menagerie-bench-")
        self._errors = (Path(self._folder.name) / "log").open("w+")
        self.port = 0
        self._server = self._start()
        self.guests = [Guest(self.port, name) for name in ("Lisa", "Ben")]

    def _start(self) -> subprocess.Popen[str]:
        """Start a server as hosts do: further settings can be in the environment. Bytecode is kept, as on an installed
        server, whatever the environment says about that."""
        settings = {"database": Path(self._folder.name) / "tables.db", "port": self.port, "idle-events": _PLENTY}
        settings |= {f"limits-{name.replace('_', '-')}": _PLENTY for name in _LIMITS}
        flags = [f"--{name}={value}" for name, value in settings.items()]
        command = [sys.executable, "-m", "menagerie", "serve", "--no-browser", *flags]
        kept = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._errors, text=True, env=kept)  # noqa: S603 - ours
        assert server.stdout is not None
        for line in server.stdout:
            if found := re.search(r"Menagerie is at \S+:(\d+)/", line):
                self.port = int(found[1])
                return server
        raise RuntimeError("the server did not start")

    def restart(self) -> None:
        """Stop it as `systemctl restart` does, and start it again."""
        self._server.terminate()
        self._server.communicate()
        self._server = self._start()

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        self._server.wait()
        assert self._server.stdout is not None
        self._server.stdout.close()
        self._errors.close()
        for guest in self.guests:
            guest.connection.close()
        self._folder.cleanup()

    def cpu(self) -> float:
        """Seconds of processor time that the server has used."""
        fields = _proc(self._server.pid, "stat").rpartition(")")[2].split() or ["0"] * 13
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of memory that the server has now."""
        found = re.search(r"VmRSS:\s+(\d+) kB", _proc(self._server.pid, "status"))
        return int(found[1]) * 1024 if found else 0

    def new_table(self, title: str) -> str:
        """A table at which both guests sit."""
        first, second = self.guests
        wish = {"title": title, "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = first.post("/api/tables", wish)
        second.post(f"/api{table['link']}", {})
        return str(table["id"])


def _proc(pid: int, name: str) -> str:
    """What Linux tells of a process; nothing on other systems."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except FileNotFoundError:
        return ""


class Guest:
    """A person as the server knows one."""

    def __init__(self, port: int, name: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.cookies: dict[str, str] = {}
        self._csrf = ""
        self._csrf = self._send("GET", "/api/me", b"")["csrf"]
        self.post("/api/me", {"name": name})

    @property
    def cookie(self) -> str:
        """The header that proves who it is."""
        return "; ".join([f"{name}={value}" for name, value in self.cookies.items()])

    def post(self, path: str, body: dict[str, Any] | str) -> Any:
        """Have something done."""
        return self._send("POST", path, body.encode() if isinstance(body, str) else json.dumps(body).encode())

    def _send(self, method: str, path: str, body: bytes) -> Any:
        headers = {"Cookie": self.cookie, "X-CSRF-Token": self._csrf, "Content-Type": "application/json"}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        content = json.loads(answer.read())
        self.connection.close()  # on a busy machine the server would have ended it before the next request
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {content}")
        return content


class Client:
    """One of the two at a table: decides at random when it is asked, and notes when the other's decisions arrive."""

    def __init__(self, load: Load, table: str, seat: int, sent: dict[str, float]) -> None:
        self._load = load
        self._table = table
        self._seat = seat
        self._sent = sent
        """When the decision that is under way at this table was sent; shared by both clients."""
        self._chance = random.Random(f"{table} {seat}")

    async def play(self) -> None:
        """Play until the game is over."""
        bench = self._load.bench
        uri = f"ws://127.0.0.1:{bench.port}/api/tables/{self._table}/live"
        headers = {"Cookie": bench.guests[self._seat].cookie}
        async with connect(uri, additional_headers=headers, compression=None, max_size=None) as socket:
            await self._load.all_are_there()
            async for text in socket:
                heard = _read(text)
                if heard.turn is not None:
                    if await self._look(socket, heard):
                        return
                elif heard.code == "stale":
                    self._load.report.decisions -= 1  # where several may decide, the other was first
                elif not heard.ok:
                    raise RuntimeError(heard.error)

    async def _look(self, socket: ClientConnection, heard: _Heard) -> bool:
        """Note what arrived, and decide if it is my turn; whether the game is over."""
        assert heard.turn is not None
        when = self._sent.get("at")
        if when is not None and self._sent["by"] != self._seat:
            self._load.report.latencies.append(time.perf_counter() - when)
            self._sent.clear()
        if heard.turn.over:
            self._load.report.games += self._seat == 0
            return True
        for asked in heard.turn.asks:
            await self._decide(socket, asked, heard.seq)
        return False

    async def _decide(self, socket: ClientConnection, asked: _Asked, seq: int) -> None:
        if self._load.report.think:
            await asyncio.sleep(self._load.report.think * self._chance.uniform(0.5, 1.5))
        decision = self._chance.choice([choice.notation for choice in asked.choices if choice.grid is None])
        command = {"do": "play", "seat": asked.seat, "decision": decision, "seq": seq, "key": f"{self._seat}-{seq:08}"}
        self._sent |= {"at": time.perf_counter(), "by": self._seat}
        self._load.report.decisions += 1
        await socket.send(json.dumps(command))


class Load:
    """Games at many tables at once."""

    def __init__(self, bench: Bench, title: str, tables: int, think: float) -> None:
        self.bench = bench
        self.report = Report(title, tables, think=think)
        self._missing = 2 * tables
        self._start = asyncio.Event()

    async def all_are_there(self) -> None:
        """Wait until all clients are connected."""
        self._missing -= 1
        if not self._missing:
            self._start.set()
        await self._start.wait()

    async def _begun(self) -> None:
        await self._start.wait()

    async def run(self) -> Report:
        """Play one game at every table."""
        bench, report = self.bench, self.report
        before = bench.memory()
        tables = [bench.new_table(report.title) for _ in range(report.tables)]
        players: list[Coroutine[None, None, None]] = []
        for table in tables:
            sent: dict[str, float] = {}
            players += [Client(self, table, seat, sent).play() for seat in (0, 1)]
        work = asyncio.ensure_future(_all(players))
        await asyncio.wait([asyncio.ensure_future(self._begun()), work], return_when=asyncio.FIRST_COMPLETED)
        began, cpu = time.perf_counter(), bench.cpu()
        await work
        report.seconds = time.perf_counter() - began
        report.cpu = bench.cpu() - cpu
        report.memory = bench.memory() - before
        return report


async def _all(players: list[Coroutine[None, None, None]]) -> None:
    await asyncio.gather(*players)


def smallest_title() -> str:
    """The title whose games are never long."""
    return min(titles(), key=lambda id: load(id).longest)


def measure(tables: int = 40, think: float = 0.0, title: str = "") -> Report:
    """Whole games at so many tables at once, each client thinking for about `think` seconds."""
    with Bench() as bench:
        return asyncio.run(Load(bench, title or smallest_title(), tables, think).run())


def measure_idle(tables: int = 2000, title: str = "") -> float:
    """Bytes of memory that the server has with so many tables in the middle of their games, in use but idle."""
    state = load(title or smallest_title()).new(seed=1)
    decisions = play_randomly(state, random.Random(1))
    with Bench() as bench:
        guest = bench.guests[0]
        replay = guest.post("/api/replays", str(Record.of(state)))["id"]
        seats = [{"kind": "me"}] + [{"kind": "hotseat"}] * (state.players - 1)
        for _ in range(tables):
            guest.post(f"/api/tables/{replay}/play-on", {"n": decisions // 2, "seats": seats})
        return float(bench.memory())


class Waiter:
    """A viewer of a table who comes back after a restart, as a page does."""

    def __init__(self, bench: Bench, table: str) -> None:
        self._uri = f"ws://127.0.0.1:{bench.port}/api/tables/{table}/live"
        self._headers = {"Cookie": bench.guests[0].cookie}
        self._chance = random.Random(table)

    async def look(self, is_there: asyncio.Event, came: list[float]) -> None:
        """Connect, wait for the end, and note when the table is there again."""
        async with self._connect() as socket:
            await socket.recv()
            is_there.set()
            await socket.wait_closed()
        while True:
            await asyncio.sleep(self._chance.uniform(0.1, 0.4))
            with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed):
                async with self._connect() as socket:
                    await socket.recv()
                    came.append(time.perf_counter())
                    return

    def _connect(self) -> connect:
        return connect(self._uri, additional_headers=self._headers, compression=None, max_size=None)


async def _restart(bench: Bench, tables: list[str]) -> list[float]:
    came: list[float] = []
    there = [asyncio.Event() for _ in tables]
    looking = [
        asyncio.ensure_future(Waiter(bench, table).look(event, came))
        for table, event in zip(tables, there, strict=True)
    ]
    await asyncio.gather(*[event.wait() for event in there])
    began = time.perf_counter()
    await asyncio.to_thread(bench.restart)
    await asyncio.gather(*looking)
    return sorted([when - began for when in came])


def measure_restart(clients: int = 200) -> list[float]:
    """Seconds from the request to stop until each of so many clients, each at a table of its own, has it again."""
    with Bench() as bench:
        tables = [bench.new_table(smallest_title()) for _ in range(clients)]
        return asyncio.run(_restart(bench, tables))


async def _connect_all(bench: Bench, tables: list[str], each: int) -> list[ClientConnection]:
    headers = {"Cookie": bench.guests[0].cookie}
    uris = [f"ws://127.0.0.1:{bench.port}/api/tables/{table}/live" for table in tables]
    sockets = []
    for uri in uris:
        for _ in range(each):
            sockets.append(await connect(uri, additional_headers=headers, compression=None, max_size=None))
            await sockets[-1].recv()
    return sockets


async def _connections(bench: Bench, tables: list[str], clients: int) -> float:
    sockets = await _connect_all(bench, tables, 1)  # what a table that is looked at takes is not counted
    before = bench.memory()
    sockets += await _connect_all(bench, tables, clients // len(tables))
    grown = bench.memory() - before
    await asyncio.gather(*[socket.close() for socket in sockets])
    return float(grown)


def measure_connections(clients: int = 1000, tables: int = 50) -> float:
    """Bytes of memory that so many further connections take which look at tables and do nothing."""
    _allow_files(clients + 10 * tables)
    with Bench() as bench:
        made = [bench.new_table(smallest_title()) for _ in range(tables)]
        return asyncio.run(_connections(bench, made, clients))


def _allow_files(count: int) -> None:
    """Every connection is an open file."""
    with contextlib.suppress(ImportError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < count:
            resource.setrlimit(resource.RLIMIT_NOFILE, (count if hard < 0 else min(count, hard), hard))


def main(
    tables: int = 40, clients: int = 200, think: float = 0.2, idle: int = 2000, connections: int = 1000
) -> Iterator[str]:
    """All measurements, line by line as they are made: the most that it carries, a usual evening, connections and
    tables that lie idle, a restart; and what boardgame.io needs for the same decisions."""
    title = smallest_title()
    yield "Throughput: no thinking time"
    yield from measure(tables, 0.0, title).lines()
    yield "\nLatency: people think"
    yield from measure(clients // 2, think, title).lines()
    yield "\nIdle connections"
    yield f"  {connections} at 50 tables{measure_connections(connections) / 2**20:24.1f} MiB more"
    yield f"\nRestart: from the request to stop until all of {clients} clients see their tables again"
    back = measure_restart(clients)
    yield f"  {back[0]:.1f} s the first, {back[-1]:.1f} s the last"
    if idle:
        yield f"\nIdle: {idle} tables in the middle of a game"
        yield f"  {measure_idle(idle, title) / 2**20:.0f} MiB in all"
    yield "\nboardgame.io, the same decisions: without rules and drawings, in memory only"
    yield from boardgame_io.lines(title, tables, clients, think)


if __name__ == "__main__":
    for line in main():
        print(line, flush=True)
