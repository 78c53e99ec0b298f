"""Test the log: it says who was refused what and where, and nothing that others could use."""

from __future__ import annotations

import json
import sqlite3

import pytest

from tests.server.http.test_restart import wait_for
from tests.server.support.people import Person, Server, key

pytestmark = pytest.mark.one_store

PASSWORD = "three rhinos on a raft"


@pytest.fixture(params=["plain", "json"])
def told(request, tmp_path):
    """A server with a log of either kind."""
    server = Server(str(tmp_path / "tables.db"), log=request.param, limits={"posts_burst": 1000}).start()
    yield server
    server.stop()
    assert "Traceback" not in server.log


def lines(server: Server) -> list[str]:
    """Return the log's lines about requests, without those about the start."""
    return [line for line in list(server.lines) if "Menagerie is at" not in line]


def test_a_line_names_its_context(told):
    lisa = Person(told, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        assert not screen.play("fly", 0)["ok"]
    lisa.do(table, do="play", seat=5, decision="draw", seq=0, key=key())
    lisa.http.get("/api/tables/nowhere")
    wait_for(lambda: len(lines(told)) == 3)
    if told.settings["log"] == "plain":
        about = f"(address 127.0.0.1, guest {lisa.id}, table {table})\n"
        assert [line.endswith(about) for line in lines(told)] == [True, True, False]
    else:
        found = [json.loads(line) for line in lines(told)]
        assert [(one["address"], one["guest"], one["table"]) for one in found] == [
            ("127.0.0.1", lisa.id, table),
            ("127.0.0.1", lisa.id, table),
            ("127.0.0.1", lisa.id, "nowhere"),
        ]
        assert all(one["level"] == "info" and one["time"].endswith("+00:00") for one in found)
        assert found[1]["message"] == f"refused POST /api/tables/{table}/do: seat: This seat isn't yours."
    lisa.close()


def test_no_proof_of_identity_is_ever_logged(told):
    lisa, ben = Person(told, "Lisa"), Person(told, "Ben")
    table = lisa.table("me", "open")
    link = table["link"].rpartition("/")[2]
    lisa.request(f"/api{table['link']}", {"seat": 9})
    lisa.request(f"/api{table['link']}", {"seat": "x"})
    lisa.http.get(f"/api/join/{link}x")
    lisa.http.get(f"/join/{link}/x", headers={"accept": "text/html"})
    ben.http.post("/api/me", json={"name": "Ben"})  # without the CSRF token
    ben.request("/api/me", {"name": "x"}, headers={"origin": "http://a.example"})
    ben.request("/api/me", {"name": 5})
    with ben.watch(table["id"]) as screen:
        screen.socket.send("{")
        assert not screen.play("draw", 0)["ok"]
    let_no_table_be_stored(told)
    lisa.request("/api/tables", {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "open"}]})
    wait_for(lambda: "failed POST /api/tables" in told.log)
    secrets = [link, *[value for one in (lisa, ben) for value in one.http.cookies.values()]]
    assert len(secrets) == 5
    assert [secret for secret in secrets if secret in told.log] == []
    assert "parameters: (" not in told.log  # of SQL: a seed, a salt, an invitation
    assert "/api/join/..." in told.log
    for one in (lisa, ben):
        one.close()


def test_no_credentials_or_addresses_are_logged(told):
    lisa, eve = Person(told, "Lisa"), Person(told, "Eve")
    codes = lisa.post("/api/me/keep", {"password": PASSWORD})["codes"]
    device = lisa.post("/api/me/device", {})["code"]
    off, hook = "b" * 40, "https://127.0.0.1/hooks/SECRET-OF-A-HOOK"
    eve.request("/api/sign-in/password", {"name": "Lisa", "password": f"{PASSWORD}?"})
    for path in ("/api/sign-in/code", "/api/sign-in/device", "/api/sign-in/letter", "/api/me/mail/confirm"):
        eve.request(path, {"code": f"{codes[0]}x"})
        eve.request(path, {"code": device, "bring": 7})
    eve.http.post(f"/api/notices/off/{off}")
    eve.request("/api/duplicates/CODE-OF-A-GROUP", {})
    eve.http.get("/duplicate/CODE-OF-A-GROUP/x", headers={"accept": "text/html"})
    lisa.request("/api/me/mail", {"email": "lisa@zoo.example"})
    lisa.request("/api/notices/webhook", {"form": "plain", "address": hook})
    lisa.http.post("/api/me/prove", json={"password": PASSWORD})  # without the CSRF token
    wait_for(lambda: "refused POST /api/me/prove" in told.log)
    shown = ("password", "code", "device", "letter", "mail/confirm", "notices/off/...", "duplicates/...")
    assert [path for path in shown if f"{path}: " not in told.log] == []
    secret = (PASSWORD, *codes, device, off, "CODE-OF-A-GROUP", "lisa@zoo.example", "SECRET-OF-A-HOOK")
    assert [one for one in secret if one in told.log] == []
    for one in (lisa, eve):
        one.close()


def let_no_table_be_stored(server: Server) -> None:
    """Make the database fail from now on, with SQLAlchemy quoting what it was to store."""
    with sqlite3.connect(server.database) as connection:
        connection.execute("CREATE TRIGGER no_tables BEFORE INSERT ON tables BEGIN SELECT raise(ABORT, 'no'); END")
    connection.close()
