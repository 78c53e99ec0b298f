"""Provide a real server in its own process, and people who use it over loopback."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx
from msgspec import UNSET
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from menagerie.server.base.settings import Settings
from menagerie.server.protocol.outgoing.answers import Answer, Done
from menagerie.server.services.assembly import Services
from tests.server.support import forking
from tests.server.support.days import Days
from tests.server.support.declared import check_answer, check_message
from tests.server.support.forking import Forked
from tests.server.support.postgres import name_of

T = TypeVar("T")
PATIENCE = 180.0
"""Seconds after which something counts as missing; no test asserts a shorter time."""

IDLE = httpx.Limits(keepalive_expiry=2.0)
"""Idle connections are closed before the server does so after five seconds: a request that crosses that is lost, and
only browsers send it again."""

TRUST = ssl.create_default_context()
"""Made once. httpx would read all certificates again for every client, though these only use HTTP."""

ROOT = Path(__file__).parents[3]
SMALLEST = "zooloretto-mini"


class Server:
    """`menagerie.server.run` in a process. Servers that share a database can share a clock offset, too."""

    def __init__(self, database: str | Path, days: Days | None = None, **settings: Any) -> None:
        self.database = name_of(database) if isinstance(database, Path) else database
        self.days = days or Days()
        self.settings = {"bot_pause": 0.0, "bot_seconds": 0.05, "workers": 1, **settings}
        self.process: Forked | None = None
        self.port = 0
        self.lines: list[str] = []
        self._collecting = threading.Thread()

    def start(self) -> Server:
        """Start, on the same port as before if there was one."""
        limits = self.settings.get("limits", {})
        others = {name: value for name, value in self.settings.items() if name != "limits"}
        program = (
            "from menagerie.server import run\nfrom menagerie.server.base.settings import Limits\n"
            f"run('127.0.0.1', {self.port}, {str(self.database)!r}, limits=Limits(**{limits!r}), **{others!r})"
        )
        self.process = forking.start(program, os.environ | forking.BYTECODE | self.days.environment)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(r"Menagerie is at \S+:(\d+)/", line):
                self.port = int(found[1])
                break
        assert self.process.poll() is None, self.log
        self._collecting = threading.Thread(target=self._collect, args=(self.process,), daemon=True)
        self._collecting.start()
        return self

    def _collect(self, process: Forked) -> None:
        with process.stdout:
            self.lines.extend(process.stdout)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return "".join(self.lines)

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; return its exit code. All of its output is in the log then."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self._collecting.join(PATIENCE)
        return code


def client(server: Server, **more: Any) -> httpx.Client:
    """Return a patient client of a server that checks what it is answered."""
    hooks = {"response": [check_answer]}
    return httpx.Client(base_url=server.base, timeout=PATIENCE, verify=TRUST, limits=IDLE, event_hooks=hooks, **more)


class Person:
    """A browser: cookies, a CSRF token, and what it shows."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.http = client(server)
        self.csrf = self.http.get("/api/me").json()["csrf"]
        self.id = self.post("/api/me", {"name": name})["guest"]["id"] if name else None
        self.tables: list[str] = []

    def sign_in(self, name: str, password: str) -> Person:
        """Sign in to an account."""
        self.id = self.post("/api/sign-in/password", {"name": name, "password": password})["guest"]["id"]
        return self

    def close(self) -> None:
        self.http.close()

    def go_to(self, server: Server) -> Person:
        """Use another process of the server from now on, with the same cookies."""
        cookies = self.http.cookies
        self.http.close()
        self.server, self.http = server, client(server, cookies=cookies)
        return self

    def request(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Send a POST with everything that it needs."""
        headers = {"x-csrf-token": self.csrf, **more.pop("headers", {})}
        return self.http.post(path, json=body, headers=headers, **more)

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.request(path, body)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, path: str, body: Any = None) -> dict[str, Any]:
        """Return the error of a POST."""
        answer = self.request(path, body)
        assert answer.is_error, answer.text
        error: dict[str, Any] = answer.json()
        return error | {"status": answer.status_code}

    def table(self, *seats: Any, title: str = SMALLEST, **more: Any) -> dict[str, Any]:
        """Make a table; seats are kinds, or complete wishes."""
        wishes = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
        made: dict[str, Any] = self.post("/api/tables", {"title": title, "seats": wishes, "stand_in": "random", **more})
        return made

    def join(self, table: dict[str, Any], **more: Any) -> dict[str, Any]:
        joined: dict[str, Any] = self.post(f"/api{table['link']}", more)
        return joined

    def do(self, table: str, **command: Any) -> httpx.Response:
        return self.request(f"/api/tables/{table}/do", command)

    def watch(self, table: str, **headers: str) -> Screen:
        return Screen(self, table, headers)


class Screen:
    """A page that shows a table: it applies what it is sent, as the browser does."""

    def __init__(self, person: Person, table: str, headers: dict[str, str]) -> None:
        cookies = "; ".join([f"{name}={value}" for name, value in person.http.cookies.items()])
        uri = f"ws://127.0.0.1:{person.server.port}/api/tables/{table}/live"
        sent = {"Cookie": cookies, "Origin": person.server.base} | headers
        self._connecting = connect(uri, additional_headers=sent, max_size=None, compression=None)
        self.socket: ClientConnection
        self.raw: list[str] = []
        self.pieces: dict[str, Any] = {}
        self.log: list[Any] = []
        self.chat: list[Any] = []
        self.turn: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.here: dict[str, Any] = {}
        self.ask: Any = None
        self.scene: dict[str, Any] = {}
        self.seq = -1
        self.n = -1

    def __enter__(self) -> Screen:
        self.open()
        try:
            self.wait_for("table")
        except BaseException:
            self.__exit__()
            raise
        return self

    def open(self) -> Screen:
        """Connect without waiting for anything."""
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)

    def next(self) -> dict[str, Any]:
        """Return the next message, applied."""
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        check_message(text)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        kind = message["type"]
        if kind == "table":
            self.pieces, self.log = {}, []
            self.chat, self.here = message["chat"], message["here"]
        if kind in ("table", "update"):
            scene = message["scene"]
            self.scene |= {name: value for name, value in scene.items() if name not in ("set", "del")}
            self.pieces |= scene["set"]
            for id in scene["del"]:
                del self.pieces[id]
            self.log = self.log[: message["log"]["keep"]] + message["log"]["add"]
            self.turn, self.ask, self.seq, self.n = message["turn"], message["ask"], message["seq"], message["n"]
        if kind in ("table", "about"):
            self.table = message["table"]
        if kind == "chat":
            self.chat.append(message["message"])
        if kind == "here":
            self.here = message["here"]
        return message

    def wait_for(self, kind: str, holds: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Read until a message of that kind comes."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.next()
            if message["type"] == kind and holds(message):
                return message
        raise AssertionError(f"no message {kind!r} came")

    def closed(self) -> tuple[int, str]:
        """Return the code and the reason of the closed connection."""
        try:
            while True:
                self.next()
        except ConnectionClosed as ended:
            return (ended.rcvd.code, ended.rcvd.reason) if ended.rcvd else (1006, "")

    def until(self, holds: Callable[[Screen], bool]) -> Screen:
        """Read until something is visible."""
        end = time.monotonic() + PATIENCE
        while not holds(self):
            assert time.monotonic() < end, "nothing has changed"
            self.next()
        return self

    def reach(self, seq: int) -> Screen:
        """Read until that event is shown."""
        return self.until(lambda one: one.seq >= seq)

    def say(self, **command: Any) -> None:
        self.socket.send(json.dumps(command))

    def ask_for(self, **command: Any) -> dict[str, Any]:
        """Send a command; return its answer."""
        number = str(uuid.uuid4())
        self.say(id=number, **command)
        return self.wait_for("answer", lambda message: message["id"] == number)

    def play(self, decision: str, seat: int, **more: Any) -> dict[str, Any]:
        return self.ask_for(**{"do": "play", "seat": seat, "decision": decision, "seq": self.seq, "key": key()} | more)

    def choices(self, seat: int) -> list[str]:
        """Return the notations that the seat may choose from."""
        choices = [choice for asked in self.turn["asks"] if asked["seat"] == seat for choice in asked["choices"]]
        return [notation for choice in choices for notation in notations(choice)]


def with_services(folder: Path, work: Callable[[Services], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """Run a test on a server without the web, in this process."""

    async def run() -> None:
        services = Services(Settings(name_of(folder / "tables.db"), **settings))
        try:
            await work(services)
        finally:
            await services.close()

    asyncio.run(run())


def have_accounts(database: str | Path, password: str, *names: str) -> None:
    """Create accounts for these people before a server starts, since moderators must exist by then."""
    from argon2 import PasswordHasher

    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(password)

    async def run() -> None:
        services = Services(Settings(database))
        try:
            for name in names:
                guest, token = await services.guests.add(name)
                services.accounts.keep(guest, token, quick, None)
        finally:
            await services.close()

    asyncio.run(run())


def notations(choice: dict[str, Any]) -> list[str]:
    """Return the decisions that a choice stands for; for a grid all of them, as the browser makes them from the bit
    maps. None for a step-by-step decision."""
    if "grid" not in choice:
        return [choice["notation"]] if choice["notation"] else []
    columns = choice["grid"]["columns"]
    made = []
    for turn, fits in choice["fits"].items():
        bits = int(fits or "0", 16)
        for bit in range(bits.bit_length()):
            if bits >> bit & 1:
                cell = f"{chr(65 + bit % columns)}{bit // columns + 1}"
                made.append(choice["notation"].replace("{turn}", turn).replace("{cell}", cell))
    return made


def key() -> str:
    return str(uuid.uuid4())


def there(value: T | None) -> T:
    """Return a value that must not be None."""
    assert value is not None
    return value


def is_asked(answer: Answer) -> bool:
    """Return whether a command waits for the others to agree."""
    return isinstance(answer, Done) and answer.asked is not UNSET
