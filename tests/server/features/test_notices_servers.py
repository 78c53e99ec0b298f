"""Test notices on real servers: email, killed servers, several on one database, and moving to another."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from pathlib import Path
from queue import Empty
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from menagerie.cli import main
from menagerie.server.features.notices.outbox import LEASE
from menagerie.server.store.schema.notices import OUTBOX_ROWS
from menagerie.server.store.storage import Storage
from tests.server.features.test_accounts import GOOD
from tests.server.features.test_email_addresses import Post, link_in
from tests.server.support.days import DAY, HOUR, Days
from tests.server.support.people import PATIENCE, Person, Server
from tests.server.support.receiver import Browser, Receiver, receiving

pytestmark = pytest.mark.slow

LIMITS = {"gets_burst": 10**6, "posts_burst": 10**6, "tables_per_guest": 100, "keeps_per_minute": 1000}
TURN = {"turn": ["push", "mail", "webhook"]}


@pytest.fixture
def receiver():
    with receiving() as made:
        yield made


@pytest.fixture
def post():
    box = Post()
    box.controller.port = _free_port()
    box.controller.start()
    yield box
    box.controller.stop()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def serving(database: str | Path, days: Days, **settings: Any) -> Server:
    port = _free_port()
    public = {"public_url": f"http://127.0.0.1:{port}", "private_receivers": True, "notice_seconds": 0.0}
    server = Server(database, days, limits=LIMITS, **{**public, **settings})
    server.port = port
    return server.start()


def account(server: Server, name: str, receiver: Receiver | None = None) -> Person:
    """A person with a webhook, who gets notices about turns only."""
    person = Person(server, name)
    person.post("/api/me/keep", {"password": GOOD})
    if receiver is not None:
        hook = {"form": "plain", "address": f"{receiver.base}/{name}"}
        assert len(person.post("/api/notices/webhook", hook)["secret"]) > 30
    person.post("/api/notices", {"kinds": TURN})
    return person


def sit_down(first: Person, second: Person, **more: Any) -> str:
    table = first.table("me", "open", **{"pace": "7d", **more})
    second.join(table)
    return str(table["id"])


def states(server: Server) -> list[str]:
    storage = Storage(server.database)
    try:
        with storage.database.engine.connect() as connection:
            return list(connection.execute(select(OUTBOX_ROWS.c.state)).scalars())
    finally:
        storage.close()


def test_a_kill_between_sending_and_noting_sends_once_more_at_most(tmp_path, receiver):
    days, hold = Days(), threading.Event()
    server = serving(tmp_path / "tables.db", days)
    lisa, ben = account(server, "Lisa", receiver), account(server, "Ben", receiver)
    try:
        receiver.answers = {"/Lisa": hold, "/Ben": hold}  # no answer: it is sent, but not noted
        sit_down(lisa, ben)
        receiver.news.get(timeout=PATIENCE)
        server.kill()
        receiver.answers = {}
        hold.set()
        server.start()
        days.pass_by(LEASE + 10)
        again = receiver.news.get(timeout=PATIENCE)
        assert again.body == receiver.got[0].body
        days.pass_by(3 * LEASE)
        sit_down(lisa, ben)  # the next message is only about this one: the server has checked since
        assert len(receiver.news.get(timeout=PATIENCE).json["notices"]) == 1
        assert len(receiver.got) == 3
    finally:
        lisa.close()
        ben.close()
        server.stop()
    assert set(states(server)) == {"sent"}
    assert "Traceback" not in server.log


def test_messages_in_flight_when_the_server_stops_are_not_sent_again(tmp_path, receiver):
    hold = threading.Event()
    server = serving(tmp_path / "tables.db", Days())
    lisa, ben = account(server, "Lisa", receiver), account(server, "Ben", receiver)
    receiver.answers = {"/Lisa": (hold, 201), "/Ben": (hold, 201)}
    sit_down(lisa, ben)
    receiver.news.get(timeout=PATIENCE)
    lisa.close()
    ben.close()
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    while _is_open(server.port):  # it stops listening first
        time.sleep(0.01)
    hold.set()
    stopping.join()
    assert set(states(server)) == {"sent"}


def _is_open(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
        return True
    return False


def test_a_notice_survives_a_kill_before_it_was_sent(tmp_path, receiver):
    """The event and the mark that there is news are stored together."""
    days = Days()
    server = serving(tmp_path / "tables.db", days, notice_seconds=3600.0)
    lisa, ben = account(server, "Lisa", receiver), account(server, "Ben", receiver)
    try:
        table = sit_down(lisa, ben)
        server.kill()
        server.start()
        _pass_by_until_told(days, receiver, 3601)
        assert [one.json["notices"][0]["table"] for one in receiver.got] == [table]
    finally:
        lisa.close()
        ben.close()
        server.stop()


def _pass_by_until_told(days: Days, receiver: Receiver, seconds: float) -> None:
    """Let days pass until a notice arrives. The server must have checked once before they count."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        days.pass_by(seconds)
        try:
            receiver.news.get(timeout=5)
            return
        except Empty:
            continue
    raise AssertionError("no notice arrived")


def test_two_processes_send_everything_once(postgres, receiver):
    url, days = postgres.new(), Days()
    first, second = [serving(url, days) for _ in range(2)]
    lisa, ben = account(first, "Lisa", receiver), account(second, "Ben", receiver)
    try:
        tables = [sit_down(*((lisa, ben) if number % 2 else (ben, lisa))) for number in range(8)]
        seen: list[str] = []
        while set(seen) != set(tables):
            seen += [one["table"] for one in receiver.news.get(timeout=PATIENCE).json["notices"]]
    finally:
        lisa.close()
        ben.close()
        for server in (first, second):
            server.stop()
            assert "Traceback" not in server.log
    told = [one["table"] for got in receiver.got for one in got.json["notices"]]
    assert sorted(told) == sorted(tables)
    assert states(first) == ["sent"] * len(tables)


def _click(link: str) -> int:
    """Send what a mail program sends: no cookies, no page's token."""
    return httpx.post(link, data={"List-Unsubscribe": "One-Click"}).status_code


def test_emails_are_rare_if_wanted_and_end_with_one_click(tmp_path, post):
    days = Days()
    settings = {"smtp_host": "127.0.0.1", "smtp_port": post.controller.port, "smtp_security": "none"}
    server = serving(tmp_path / "tables.db", days, mail_from="Menagerie <zoo@zoo.example>", **settings)
    people = {name: account(server, name) for name in ("Lisa", "Ben")}
    lisa, ben = people.values()
    try:
        for name, one in people.items():
            one.post("/api/me/mail", {"email": f"{name}@zoo.example"})
            one.post("/api/me/mail/confirm", {"code": link_in(post.next(), "/me")})
            one.post("/api/notices", {"kinds": TURN, "digest": 24})
            assert one.get("/api/notices")["can"]["mail"]
        first = sit_down(lisa, ben)
        letter = post.next()
        assert letter["Subject"].startswith("Your turn: Zooloretto Mini with ")
        assert f"{server.base}/table/{first}" in letter.get_content()
        told = next(one for name, one in people.items() if letter["To"] == f"{name.lower()}@zoo.example")
        other = ben if told is lisa else lisa
        tables = [sit_down(lisa, ben) for _ in range(6)]
        days.pass_by(DAY + HOUR)
        letters = [post.next()]
        while len({*re.findall(r"/table/(\w+)", "".join([one.get_content() for one in letters]))}) < 6:
            letters.append(post.next())
        assert len(letters) <= 3  # one each, except for what was found only at the end of the day
        assert set(tables) == {*re.findall(r"/table/(\w+)", "".join([one.get_content() for one in letters]))}

        link = letter["List-Unsubscribe"].strip("<>")
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert _click(link[:-4] + "0000") == 400
        assert _click(link.replace("/off/", "/off/%C3%A4")) == 400
        assert httpx.get(link).status_code == 405  # merely opening a link ends nothing
        assert "mail" in told.get("/api/notices")["wishes"]["kinds"]["turn"]
        assert _click(link) == 200
        assert told.get("/api/notices")["wishes"]["kinds"]["turn"] == ["push", "webhook"]
        assert "mail" in other.get("/api/notices")["wishes"]["kinds"]["turn"]
        assert re.search(rf"Stop these emails: {server.base}/off#\S+", letter.get_content())
    finally:
        lisa.close()
        ben.close()
        server.stop()
    assert "Traceback" not in server.log


def test_preferences_devices_and_keys_move_along(tmp_path, place, receiver):
    days = Days()
    server = serving(tmp_path / "old.db", days, notice_seconds=10**6)
    lisa, ben = account(server, "Lisa", receiver), account(server, "Ben", receiver)
    try:
        browser = Browser(f"{receiver.base}/push")
        device = browser.device
        lisa.post("/api/notices/devices", {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth})
        quiet = {"kinds": TURN, "zone": "Asia/Tokyo", "quiet_from": 60, "quiet_until": 90, "digest": 3}
        lisa.post("/api/notices", quiet)
        table = sit_down(lisa, ben)
        lisa.post(f"/api/notices/tables/{table}", {"kinds": {}})
        before = lisa.get("/api/notices")
        server.stop()
        assert main(["move", str(server.database), str(place)]) == 0
        moved = serving(str(place), days)
        try:
            lisa.go_to(moved)
            assert lisa.get("/api/notices") == before
            assert before["can"]["push"]
            assert set(lisa.get(f"/api/notices/tables/{table}")["kinds"]["turn"]) == set()
        finally:
            moved.stop()
    finally:
        lisa.close()
        ben.close()


def test_invalid_or_foreign_preferences_are_refused_in_a_sentence(tmp_path, receiver):
    server = serving(tmp_path / "tables.db", Days(), private_receivers=False)
    lisa, guest = account(server, "Lisa"), Person(server, "Gast")
    good = Browser("https://push.example/x").device
    try:
        for path, body in (
            ("/api/notices", {"kinds": {"turn": ["pigeon"]}}),
            ("/api/notices", {"kinds": {}, "zone": "Nowhere"}),
            ("/api/notices", {"kinds": {}, "quiet_from": 5}),
            ("/api/notices/webhook", {"form": "plain", "address": receiver.base}),
            ("/api/notices/webhook", {"form": "plain", "address": "https://169.254.169.254/latest"}),
            ("/api/notices/webhook", {"form": "carrier", "address": "https://zoo.example/"}),
            ("/api/notices/devices", {"endpoint": "http://127.0.0.1/", "p256dh": good.p256dh, "auth": good.auth}),
            ("/api/notices/devices", {"endpoint": good.endpoint, "p256dh": "A" * 87, "auth": good.auth}),
            ("/api/notices/tables/nowhere", {"kinds": {}}),
            ("/api/notices/devices/nothing/remove", {}),
        ):
            refused = lisa.refused(path, body)
            assert refused["status"] in (400, 404), (path, body, refused)
            assert refused["error"].endswith("."), refused
        assert (
            guest.refused("/api/notices/webhook", {"form": "plain", "address": "https://zoo.example/"})["code"]
            == "guest"
        )
        nobody = Person(server)
        assert nobody.http.get("/api/notices").status_code in (400, 401, 403)
        nobody.close()
        assert "worker-src 'self'" in lisa.http.get("/me").headers["content-security-policy"]
        worker = lisa.http.get("/worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
    finally:
        lisa.close()
        guest.close()
        server.stop()
    assert "Traceback" not in server.log
