"""Test the database beside the events: made by migrations, private, and the same after every start."""

from __future__ import annotations

import stat
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, create_engine

from menagerie.server.base.settings import Settings
from menagerie.server.services.assembly import Services
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import add_guest, guest_by_token
from menagerie.server.store.schema.tables import METADATA
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts


@pytest.fixture
def database(tmp_path):
    database = opened(tmp_path)
    yield database
    database.close()


def opened(folder: Path) -> Database:
    return Database(URL.create("sqlite", database=str(folder / "tables.db")), threading.Lock())


def row(owner: str, **more) -> TableFacts:
    values: dict[str, Any] = {
        "id": "t",
        "title": "x",
        "rules_version": 1,
        "players": 2,
        "options": {"a": "b"},
        "seed": (1 << 376) - 1,
    }
    values |= {
        "salt": "s",
        "owner": owner,
        "hints": True,
        "public": True,
        "status": "open",
        "link": "l",
        "created": 1.5,
    }
    return TableFacts(**values | more)


def test_the_migrations_match_the_schema(database, tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_second_start_finds_everything(database, tmp_path):
    lisa, token = add_guest(database, "Lisa \N{LION FACE}")
    seats = [Seat(0, "person", lisa.id, lisa.name), Seat(1, "open")]
    table_index.add(database, row(lisa.id), seats)
    again = opened(tmp_path)
    assert guest_by_token(again, token) == lisa
    assert table_index.find(again, "t") == row(lisa.id)
    assert table_index.running_of(again, lisa.id) == [(row(lisa.id), seats)]
    assert table_index.id_by_link(again, "l") == "t"
    again.close()


def test_the_token_itself_is_not_in_the_file(database, tmp_path):
    _, token = add_guest(database, "Lisa")
    database.close()
    for path in tmp_path.iterdir():
        assert token.encode() not in path.read_bytes()


def test_other_users_of_the_machine_cannot_read_the_file(tmp_path):
    services = Services(Settings(tmp_path / "new" / "tables.db"))
    for path in (tmp_path / "new").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    services.storage.close()
