"""What whoever runs a server sees of it: the log from its first line, copies before an upgrade, and commands."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from menagerie.server.schema import VERSION
from tests.server.people import PATIENCE, ROOT

OLD = Path(__file__).parent / "tables-0001.sql"
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
    """`menagerie serve`, asked to stop when it has started: its exit code, and all its lines as objects."""
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
    assert (code, told) == (0, ["The figures are at http", "started", "stopping", "stopped"])
    assert "Menagerie is at http://127.0.0.1:" in lines[1]["message"]
    assert lines[2]["message"] == "stopping: asked by SIGTERM"


@pytest.mark.usefixtures("on_a_file")
def test_why_a_server_does_not_start_is_an_object_as_well(tmp_path):
    (tmp_path / "tables.db").write_text("Dear Lisa, " * 1000)
    code, lines = served("--database", str(tmp_path / "tables.db"))
    assert code == 2
    assert [line["level"] for line in lines] == ["error"]
    assert "is not a database" in lines[0]["message"]


@pytest.mark.usefixtures("on_a_file")
def test_an_upgrade_is_told_and_keeps_the_file_as_it_was(old):
    before = sorted(tuple(row) for row in _events(old))
    code, lines = served("--database", str(old))
    assert code == 0
    (aside,) = old.parent.glob("tables.db-before-*")
    assert lines[0]["message"] == f"the database as it is, of version 0001 of the schema, is kept as {aside}"
    assert lines[1]["message"] == f"the database was brought from version 0001 of the schema to {VERSION}"
    assert sorted(tuple(row) for row in _events(aside)) == before
    assert aside.stat().st_mode & 0o777 == 0o600
    served("--database", str(old))
    assert list(old.parent.glob("tables.db-before-*")) == [aside], "once"


def _events(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT table_id, seq, kind, seat, data, at FROM events").fetchall()
    finally:
        connection.close()
