"""Test what an operator sees of a server: the log from its first line, copies before an upgrade, and commands."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from menagerie.cli import main
from menagerie.server.store import engines
from menagerie.server.store.migrations import upgrade
from menagerie.server.store.schema.tables import VERSION
from menagerie.server.store.storage import Storage
from tests.server.support.machine import Machine
from tests.server.support.people import PATIENCE, ROOT, Person, Server

OLD = ROOT / "tests/server/support/tables-0001.sql"
BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}


@pytest.fixture
def old(tmp_path):
    """A database of the first version of the schema."""
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    return path


def served(*arguments: str) -> tuple[int, list[dict[str, str]]]:
    """Run `menagerie serve` and stop it once started: return its exit code, and all its lines as objects."""
    command = [sys.executable, "-m", "menagerie", "serve", "--no-browser", "--port", "0", "--log", "json", *arguments]
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | BYTECODE
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(json.loads(line) if line.startswith("{") else {"message": line, "level": "no object"})
            if lines[-1]["message"].startswith("started: "):
                process.send_signal(signal.SIGTERM)
        return process.wait(PATIENCE), lines


@pytest.mark.usefixtures("on_a_file")
def test_every_line_of_a_json_log_is_an_object_from_the_first_on(tmp_path):
    code, lines = served("--database", str(tmp_path / "tables.db"), "--metrics-port", "0")
    told = [line["message"].partition(":")[0] for line in lines]
    assert (code, told) == (0, ["Metrics are at http", "started", "stopping", "stopped"])
    assert "Menagerie is at http://127.0.0.1:" in lines[1]["message"]
    assert lines[2]["message"] == "stopping: on SIGTERM"


@pytest.mark.usefixtures("on_a_file")
def test_why_a_server_does_not_start_is_an_object_as_well(tmp_path):
    (tmp_path / "tables.db").write_text("Dear Lisa, " * 1000)
    code, lines = served("--database", str(tmp_path / "tables.db"))
    assert code == 2
    assert [line["level"] for line in lines] == ["error"]
    assert "is not a database" in lines[0]["message"]


@pytest.mark.usefixtures("on_a_file")
def test_an_upgrade_is_logged_and_keeps_the_original_file(old):
    before = sorted(tuple(row) for row in _events(old))
    code, lines = served("--database", str(old))
    assert code == 0
    (aside,) = old.parent.glob("tables.db-schema-*")
    assert lines[0]["message"] == f"The database with version 0001 of the schema is kept as {aside}"
    assert lines[1]["message"] == f"The database was upgraded from version 0001 of the schema to {VERSION}"
    assert sorted(tuple(row) for row in _events(aside)) == before
    assert aside.stat().st_mode & 0o777 == 0o600
    served("--database", str(old))
    assert list(old.parent.glob("tables.db-schema-*")) == [aside], "once"


@pytest.mark.usefixtures("on_a_file")
def test_backup_check_and_restore_read_an_older_database_before_a_server_upgrades_it(old, tmp_path, capsys):
    before = sorted(_events(old))
    assert main(["check", str(old)]) == 0
    assert "version 0001 of the schema" in capsys.readouterr().out
    assert main(["backup", str(old), str(tmp_path / "backups")]) == 0
    (backup,) = (tmp_path / "backups").glob("*.db")
    assert sorted(_events(backup)) == sorted(_events(old)) == before
    Storage(old).close()
    assert main(["restore", str(backup), str(old), "--replace"]) == 0
    assert sorted(_events(old)) == before
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE guests SET name = CAST(x'ff' AS TEXT)")
    connection.close()
    assert main(["check", str(old)]) == 1
    assert "guests: it cannot be read" in capsys.readouterr().out


def test_an_older_postgresql_database_is_backed_up_as_it_is(postgres, tmp_path):
    url = postgres.empty()
    engine = create_engine(engines.url_of(url))
    with engine.begin() as connection:
        upgrade.migrate(connection, "0019")
        connection.execute(text("INSERT INTO guests VALUES ('g1', 'Lisa', 'g1', 1.0, NULL, false)"))
    engine.dispose()
    assert main(["check", url]) == 0
    assert main(["backup", url, str(tmp_path)]) == 0
    (backup,) = tmp_path.glob("*.db")
    Storage(backup).close()  # which upgrades it
    assert main(["check", str(backup)]) == 0
    kept = sqlite3.connect(backup)
    assert kept.execute("SELECT name FROM guests").fetchall() == [("Lisa",)]
    kept.close()


# The docs.


@pytest.mark.slow
@pytest.mark.usefixtures("on_a_file")
@pytest.mark.skipif(not (shutil.which("createuser") and shutil.which("curl")), reason="needs createuser and curl")
def test_the_commands_of_the_docs_in_order(tmp_path, postgres):
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    machine = Machine(tmp_path, postgres.address.partition("host=")[2])
    people: list[Person] = []
    try:
        for block in re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            if "people list" in block:
                people.append(named(machine, "Lisa"))
            machine.run(block)
        lines = [json.loads(line) for line in machine.journal.splitlines() if line.startswith("{")]
    finally:
        machine.stop()
        for one in people:
            one.close()
        with contextlib.suppress(Exception):
            postgres.run(f"DROP DATABASE {machine.role} WITH (FORCE)")
    assert [line for line in lines if line["level"] in ("warning", "error")] == []


def named(machine: Machine, name: str) -> Person:
    """A person with an account on that machine."""
    server = Server("")
    server.port = machine.port
    person = Person(server)
    for path, body in ("/api/me", {"name": name}), ("/api/me/keep", {"password": "seven otters under the bridge"}):
        for cookie in person.http.cookies.jar:
            cookie.secure = False  # there is no proxy here
        person.post(path, body)
    return person


# People.


@pytest.fixture
def stopped(place):
    """A server with an account and a guest, which can be stopped."""
    server = Server(place).start()
    lisa, eve = Person(server, "Lisa"), Person(server, "Eve")
    lisa.post("/api/me/keep", {"password": "seven otters under the bridge"})
    eve.table("me", "hotseat")
    yield server, lisa, eve
    for one in (lisa, eve):
        one.close()
    server.stop()


def people(server: Server, *arguments: str) -> int:
    """Run `menagerie people` while the server is stopped."""
    server.stop()
    code = main(["people", *arguments, "--database", str(server.database)])
    server.start()
    return code


def test_people_are_listed_also_while_a_server_runs(stopped, capsys):
    server, lisa, eve = stopped
    for more, expected in ([], {lisa.id}), (["--guests"], {lisa.id, eve.id}):
        assert main(["people", "list", *more, "--database", str(server.database)]) == 0
        assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == expected


def test_people_are_renamed_suspended_and_deleted(stopped, capsys):
    server, lisa, eve = stopped
    assert people(server, "rename", "lisa", "Lise") == 0
    assert lisa.get("/api/me")["guest"]["name"] == "Lise"
    assert people(server, "suspend", "Lise", "--why", "Insults") == 0
    new = {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    assert "Insults" in lisa.refused("/api/tables", new)["error"]
    assert people(server, "suspend", "Lise", "--lift") == 0
    lisa.post("/api/tables", new)
    assert people(server, "delete", eve.id) == 0
    assert eve.get("/api/me")["guest"] is None
    assert people(server, "delete", "Nobody") == 2
    assert "There is no account or id 'Nobody'" in capsys.readouterr().err


def test_a_reset_account_has_new_codes_as_the_only_way_to_sign_in(stopped, capsys):
    server, lisa, eve = stopped
    capsys.readouterr()
    assert people(server, "reset", "Lisa") == 0
    code = capsys.readouterr().out.splitlines()[1]
    assert lisa.get("/api/me")["guest"] is None
    wrong = eve.refused("/api/sign-in/password", {"name": "Lisa", "password": "seven otters under the bridge"})
    assert wrong["code"] == "sign-in"
    assert lisa.post("/api/sign-in/code", {"code": code})["guest"]["name"] == "Lisa"


def test_inactive_guests_are_deleted_and_accounts_are_not(stopped, capsys):
    server, lisa, eve = stopped
    capsys.readouterr()
    assert people(server, "forget-guests", "--days", "1") == 0
    assert capsys.readouterr().out == "Deleted 0 guests.\n"
    assert people(server, "forget-guests", "--days", "0.000001") == 0
    assert capsys.readouterr().out == "Deleted 1 guest.\n"
    assert (lisa.get("/api/me")["guest"]["name"], eve.get("/api/me")["guest"]) == ("Lisa", None)


@pytest.mark.usefixtures("on_a_file")
def test_backup_and_check_find_the_database_where_serve_does(tmp_path, monkeypatch):
    path, config = tmp_path / "tables.db", tmp_path / "server.toml"
    Storage(path).close()
    config.write_text(f'database = "{path}"\n')
    assert main(["check", "--config", str(config)]) == 0
    assert main(["backup", "--config", str(config), str(tmp_path / "backups")]) == 0
    monkeypatch.setenv("MENAGERIE_SERVE_DATABASE", str(path))
    assert main(["check"]) == 0


def _events(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT table_id, seq, kind, seat, data, at FROM events").fetchall()
    finally:
        connection.close()
