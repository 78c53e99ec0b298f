"""Provide the server of a walk, the people on it, and a diary of what they did."""

from __future__ import annotations

import random
import re
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
from aiosmtpd.controller import Controller

from tests.server.support.authenticator import Passkey
from tests.server.support.days import Days
from tests.server.support.people import Person, Server, key
from tests.server.support.receiver import Receiver

if TYPE_CHECKING:
    from tests.server.walk.step import Step

PASSWORD: Final = "three llamas in the barn at midnight"
UNLIMITED: Final = (
    *("posts_burst", "gets_burst", "messages_burst", "new_guests_per_minute", "keeps_per_minute", "moves_per_minute"),
    *("undos_per_minute", "signs_per_minute", "remarks_per_minute", "questions_per_minute", "hints_per_minute"),
    *("uploads_per_minute", "letters_per_hour", "sockets_per_guest", "sockets_per_address", "connections_per_address"),
)
QUOTA: Final = 6  # unfinished tables per person
AWAY: Final = 0.3  # seconds after which someone who does not look at a table is away
NAMES: Final = ("Ada", "Bruno", "Cleo", "Dino", "Edda", "Falk", "Gina", "Hugo", "Ines", "Jolan", "Kira", "Ludo")
MODERATOR: Final = "Olga"
PEOPLE: Final = 5  # who are there from the start


@dataclass
class Actor:
    """A person with a browser, and what they remember."""

    browser: Person
    name: str
    has_account: bool = False
    has_password: bool = False
    codes: list[str] = field(default_factory=list)
    passkey: Passkey | None = None

    @property
    def id(self) -> str:
        """Return the person this browser is signed in as; empty for no one."""
        guest = self.browser.http.get("/api/me").json()["guest"]
        return str(guest["id"]) if guest else ""


class Letters:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self._controller.start()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.got.append(message_from_bytes(envelope.content, EmailMessage, policy=policy.default))
        return "250 taken"

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings with which a server sends email here."""
        port = self._controller.port
        sender = "Menagerie <zoo@zoo.example>"
        return {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_security": "none", "mail_from": sender}

    def find(self, address: str, pattern: str) -> list[str]:
        """Return a pattern's matches in the emails to an address, the oldest first."""
        mine = [letter for letter in list(self.got) if letter["To"] == address]
        texts = [f"{letter.get('List-Unsubscribe', '')}\n{letter.get_content()}" for letter in mine]
        return [found for text in texts for found in re.findall(pattern, text)]

    def close(self) -> None:
        self._controller.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class World:
    """One server and its people. Everything they do is chosen at random, from a seed that a failure names."""

    def __init__(self, database: str | Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.days = Days()
        self.receiver = Receiver()
        self.letters = Letters()
        self.server = Server(
            database,
            self.days,
            limits={**dict.fromkeys(UNLIMITED, 10**6), "tables_per_guest": QUOTA, "away_seconds": AWAY},
            private_receivers=True,
            notice_seconds=1,
            **self.letters.settings,
        )
        self.server.port = free_port()
        self.server.settings["public_url"] = f"http://localhost:{self.server.port}"  # a name, which passkeys need
        self.server.start()
        self.people: list[Actor] = []
        self.gone: list[str] = []  # names that were deleted
        self.tables: dict[str, str] = {}  # every table that anyone made, with its link
        self.tournaments: list[str] = []
        self.tried: Counter[str] = Counter()  # the steps, by name
        self.done: Counter[str] = Counter()  # what succeeded, by address or command
        self.diary: list[str] = []
        self._names = 0
        self._appoint(self.come(MODERATOR))
        for _ in range(PEOPLE):
            self.come()

    def _appoint(self, actor: Actor) -> None:
        """Make a person a moderator: an existing account, named in the settings."""
        answer = self.post(actor, "/api/me/keep", {"password": PASSWORD})
        actor.has_account, actor.has_password, actor.codes = True, True, answer.json()["codes"]
        self.server.settings["moderators"] = (actor.name,)
        self.restart(is_kill=False)

    def come(self, name: str = "") -> Actor:
        """Let a new person come, under an unused name."""
        if not name:
            name = f"{NAMES[self._names % len(NAMES)]} {'abcdefghijklmnop'[self._names // len(NAMES)]}x"
            self._names += 1
        actor = Actor(Person(self.server, name), name)
        actor.browser.http.headers["host"] = f"localhost:{self.server.port}"  # a name, which passkeys need
        self.people.append(actor)
        return actor

    def someone(self, holds: Callable[[Actor], bool] = lambda _: True) -> Actor | None:
        """Return any person for whom something is true."""
        found = [actor for actor in self.people if holds(actor)]
        return self.chance.choice(found) if found else None

    def take(self, step: Step) -> None:
        """Let people do something."""
        self.tried[step.take.__name__] += 1
        step.take(self)

    def post(self, actor: Actor, address: str, body: Any = None, **parts: str) -> httpx.Response:
        """Send a request as a browser does. It may be refused, but the server must not fail.

        `address` is that of the API's description; `parts` are the values in its braces."""
        path = address.format(**parts)
        answer = actor.browser.request(path, {} if body is None else body)
        if answer.status_code == 403 and answer.json()["code"] == "csrf":
            actor.browser.csrf = actor.browser.http.get("/api/me").json()["csrf"]
            answer = actor.browser.request(path, {} if body is None else body)
        self.note(actor, address, path, body, answer)
        return answer

    def note(self, actor: Actor, address: str, path: str, body: Any, answer: httpx.Response) -> None:
        """Note a request and its answer; a failure of the server ends the walk."""
        told = "" if answer.is_success else f": {answer.text[:200]}"
        self.diary.append(f"{actor.name}: {path} {body or ''} -> {answer.status_code}{told}")
        assert answer.status_code < 500, self.story
        if answer.is_success:
            self.done[address] += 1

    def do(self, actor: Actor, table: str, **command: Any) -> httpx.Response:
        """Send a command of a table."""
        answer = self.post(actor, "/api/tables/{table}/do", {"key": key(), **command}, table=table)
        if answer.is_success:
            self.done[f"do {command['do']}"] += 1
        return answer

    def look(self, actor: Actor, address: str) -> Any:
        """Read something; return None if it is refused."""
        answer = actor.browser.http.get(address)
        assert answer.status_code < 500, f"{address}: {answer.text}\n{self.story}"
        return answer.json() if answer.is_success else None

    def mine(self, actor: Actor, *statuses: str) -> list[dict[str, Any]]:
        """Return a person's tables with these statuses."""
        listed = self.look(actor, "/api/tables")["mine"]
        return [table for table in listed if table["status"] in statuses]

    def remember(self, answer: httpx.Response) -> str:
        """Remember the table that was made; return its id, or None."""
        if not answer.is_success:
            return ""
        table = answer.json()
        if table.get("link"):
            self.tables[table["id"]] = table["link"]
        return str(table["id"])

    def restart(self, is_kill: bool) -> None:
        """End the server's process and start it again, on the same database and port."""
        self.diary.append("restart by kill -9" if is_kill else "restart")
        if is_kill:
            self.server.kill()
        else:
            assert self.server.stop() == 0
        self.check_log()
        self.server.start()

    def check_log(self) -> None:
        """Check that the server has logged no error."""
        bad = [line for line in self.server.lines if any(word in line for word in ("WARNING", "ERROR", "Traceback"))]
        assert not bad, f"{''.join(bad[:20])}\n{self.story}"

    @property
    def story(self) -> str:
        """Return the end of the diary, for debugging a failure."""
        return "\n".join(["what happened last:", *self.diary[-40:]])

    def close(self) -> None:
        for actor in self.people:
            actor.browser.close()
        self.receiver.close()
        self.letters.close()
        self.server.stop()
