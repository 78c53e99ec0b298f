"""Requests that fit our own description of the API, and requests that do not, to a running server (schemathesis)."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import hypothesis
import schemathesis
from hypothesis import HealthCheck, Phase
from requests import Session
from schemathesis.generation import GenerationMode

from menagerie import titles
from menagerie.server.base.errors import one_line
from menagerie.server.features.daily import deal_days
from tests.fuzz.running import Report
from tests.server.support.people import SMALLEST, Person, Server, have_accounts

MANY = (
    *("posts_burst", "gets_burst", "messages_burst", "tables_per_guest", "sockets_per_address", "bot_tables_per_guest"),
    *("replays_per_guest",),
)
OFTEN = (
    *("hints_per_minute", "new_guests_per_minute", "uploads_per_minute", "remarks_per_minute", "undos_per_minute"),
    *("questions_per_minute", "moves_per_minute", "signs_per_minute", "keeps_per_minute", "letters_per_hour"),
)
TOKEN = "menagerie_guest"
MODERATOR = "Lisa"
PASSWORD = "three rhinos on a raft"
SIGNING = ("/api/me", "/api/sign-in")
MAIL: dict[str, Any] = {
    "smtp_host": "127.0.0.1",
    "smtp_port": 9,
    "mail_from": "zoo@zoo.example",
    "public_url": "http://127.0.0.1:1",
}
"""A mail server that is not there: letters are tried, and refused with a sentence."""
NO_LETTER = "The email couldn't be sent"
PATIENCE = 30


class Asker:
    """Somebody with tables, who asks for anything."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._came = 0
        self._come()
        self.session = Session()
        self.report = Report("requests")
        self.answers: dict[int, int] = {}

    def _come(self) -> None:
        """Somebody whose name is kept, with tables, a duplicate, a tournament and a friend who was asked."""
        self._came += 1
        if self._came == 1:
            self.person = person = Person(self.server).sign_in(MODERATOR, PASSWORD)
        else:
            self.person = person = Person(self.server, f"Lisa {self._came}")
            person.post("/api/me/keep", {"password": PASSWORD})
        tables = [person.table("me", "hotseat") for _ in range(3)] + [person.table("me", "open")]
        dealt = person.table("me", {"kind": "bot", "bot": "random"}, duplicate=True)
        cup = person.post("/api/tournaments", {"name": "Cup", "title": SMALLEST})
        friend = Person(self.server, f"Ben {self._came}")
        friend.post("/api/me/keep", {"password": PASSWORD})
        friend.post("/api/friends/by-name", {"name": person.get("/api/me")["guest"]["name"]})
        person.post("/api/reports", {"person": friend.id, "reason": "Only a try."})
        devices = person.get("/api/me/account")["devices"]
        self.there: dict[str, list[str]] = {
            "table": [one["id"] for one in tables] + [dealt["id"]],
            "link": [one["link"].rpartition("/")[2] for one in tables],
            "title": list(titles()),
            "person": [str(person.id), str(friend.id)],
            "friend": [str(friend.id)],
            "tournament": [cup["id"]],
            "code": [dealt["deal"]["address"].rpartition("/")[2]],
            "day": [str(deal_days.today())],
            "id": [tables[0]["id"], *[one["id"] for one in devices]],
            "kind": ["random", "director"],
            "report": ["1"],
            "step": ["1"],
        }
        friend.close()

    def _stay(self) -> None:
        """Who keeps a name has another token afterwards; who is signed out or deleted comes again."""
        token = self.session.cookies.get(TOKEN)
        self.session.cookies.clear()
        if token:
            self.person.http.cookies.set(TOKEN, token, domain="127.0.0.1")
        elif not (self.person.get("/api/me")["guest"] or {}).get("account"):
            self.person.close()
            self._come()

    def ask(self, case: Any) -> None:
        """One request: at times about something that there is."""
        self._aim(case)
        started = time.monotonic()
        person = self.person
        try:
            answer = case.call(
                session=self.session,
                headers={"x-csrf-token": person.csrf},
                cookies=dict(person.http.cookies),
                timeout=PATIENCE,
            )
        except Exception as error:
            self._note(case, one_line(f"{type(error).__name__}: {error}"))
            return
        finally:
            self.report.tried += 1
            self.report.slowest = max(self.report.slowest, time.monotonic() - started)
        self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
        self.report.taken += answer.status_code < 400
        if case.method == "POST" and case.path.startswith(SIGNING) and answer.status_code < 400:
            self._stay()
        if answer.status_code >= 500 and NO_LETTER not in answer.text:
            self._note(case, one_line(f"{answer.status_code}: {answer.text}"))
        elif answer.status_code >= 400 and not {"code", "error"} <= set(answer.json()):
            self._note(case, one_line(f"{answer.status_code} without a sentence: {answer.text}"))

    def _aim(self, case: Any) -> None:
        body = case.body if isinstance(case.body, dict) else {}
        for parameters in (case.path_parameters or {}, case.query or {}, body):
            for name, there in self.there.items():
                value = str(parameters.get(name, ""))
                if value and len(value) % 2:
                    parameters[name] = there[len(value) // 2 % len(there)]

    def _note(self, case: Any, what: str) -> None:
        self.report.problems.setdefault(f"{case.method} {case.path} {what}", case.as_curl_command()[:2000])


def ask(count: int, seed: int, folder: Path) -> Report:
    """About so many requests, as many to each address, half of them fitting the description and half of them not."""
    limits = dict.fromkeys(MANY, 10**6) | dict.fromkeys(OFTEN, 10**6)
    server = Server(folder / "requests.db", limits=limits, moderators=(MODERATOR,), **MAIL)
    have_accounts(server.database, PASSWORD, MODERATOR)
    server.start()
    asker = Asker(server)
    began = time.monotonic()
    described = schemathesis.openapi.from_url(f"{server.base}/schema/openapi.json")
    operations: list[Any] = [found.ok() for found in described.get_all_operations()]  # type: ignore[union-attr]
    each = max(1, -(-count // (2 * len(operations))))
    for number, operation in enumerate(operations, start=1):
        so_far = f"{asker.report.tried} requests, {len(asker.report.problems)} problems"
        print(f"  {so_far}; address {number} of {len(operations)}", file=sys.stderr, flush=True)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _ask_about(operation, mode, each, seed, asker)
    asker.report.seconds = time.monotonic() - began
    asker.person.close()
    asker.session.close()
    ended = server.stop()
    mistakes = [line for line in server.lines if " ERROR " in line and "An email could not be sent" not in line]
    if ended != 0 or "Traceback" in server.log or mistakes:
        asker.report.problems["the server's log"] = "".join(mistakes or server.lines)[-2000:]
    print(f"  answers by status: {dict(sorted(asker.answers.items()))}", flush=True)
    return asker.report


def _ask_about(operation: Any, mode: GenerationMode, count: int, seed: int, asker: Asker) -> None:
    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def about(case: Any) -> None:
        asker.ask(case)

    try:
        about()
    except hypothesis.errors.Unsatisfiable:
        return  # nothing can be wrong about a request without parameters
