"""Test tables stored in PostgreSQL."""

from __future__ import annotations

import asyncio

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from menagerie.cli import main
from menagerie.server.base.errors import mistake
from menagerie.server.store import hash_chain
from menagerie.server.store.events import StoreFailed, TableEvent
from menagerie.server.store.file_lock import InUse, Unusable
from menagerie.server.store.schema.tables import METADATA
from menagerie.server.store.storage import Storage
from tests.server.support.older import go_back
from tests.server.support.people import Person, Server, key


def event(seq: int, table: str = "t") -> TableEvent:
    return TableEvent(table, seq, "play", 0, f"load {seq}", 1.5, "1")


@pytest.fixture
def url(postgres):
    return postgres.new()


@pytest.fixture
def storage(url):
    opened = Storage(url)
    yield opened
    opened.close()


def test_the_migrations_match_the_schema(storage):
    with storage.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_an_older_database_is_upgraded(url, capsys):
    """How a table was made was not an event once."""
    server = Server(url).start()
    lisa = Person(server, "Lisa")
    table = lisa.table("me", "open")["id"]
    lisa.close()
    server.stop()
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM events")
        first = TableEvent(table, 1, "seated", None, '[{"seat":0,"kind":"open"},{"seat":1,"kind":"open"}]', 1.5, "0")
        values = [first.table, 1, first.kind, first.data, first.at, first.to_act, hash_chain.link("", first)]
        connection.execute("INSERT INTO events VALUES (%s, %s, %s, NULL, %s, %s, %s, NULL, %s)", values)
        connection.execute("UPDATE seats SET kind = 'open', guest = NULL, name = ''")
    go_back(url, "0009")
    Storage(url).close()
    assert main(["check", url]) == 0
    assert capsys.readouterr().out == "1 tables, 2 events: all as written.\n"


def test_a_whole_game_continues_after_a_kill_and_a_second_server_finds_the_first(url, capsys):
    server = Server(url, limits={"messages_burst": 10**6}).start()
    lisa = Person(server, "Lisa \N{LION FACE}")
    table = lisa.table("me", {"kind": "hotseat", "name": "Ben"})["id"]
    with lisa.watch(table) as screen:
        screen.reach(screen.play("draw", screen.turn["to_act"][0])["seq"])
        screen.ask_for(do="chat", text="Back in a minute", key=key())
        log = screen.log
    with pytest.raises(InUse) as found:
        Storage(url)
    assert found.value.address == f"{server.base}/"
    server.kill()
    server.start()
    with lisa.watch(table) as screen:
        assert screen.log == log
        assert screen.chat[0]["text"] == "Back in a minute"
        while not screen.turn["over"]:
            seat = screen.turn["to_act"][0]
            screen.reach(screen.play(screen.choices(seat)[-1], seat)["seq"])
        seq = screen.seq
    lisa.close()
    server.stop()
    assert "Traceback" not in server.log
    assert main(["check", url]) == 0
    assert capsys.readouterr().out.startswith(f"1 tables, {seq} events: all as written.\n")


def test_a_changed_row_is_noticed(storage, url, capsys):
    asyncio.run(storage.store.append([event(1), event(2)]))
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE events SET data = 'take 1' WHERE seq = 2")
    assert main(["check", url]) == 1
    assert capsys.readouterr().out == "table t: event 2 is not as it was written\n"


def test_a_lost_connection_is_replaced(storage, postgres):
    async def work() -> None:
        await storage.store.append([event(1)])
        postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        with pytest.raises(StoreFailed):
            await storage.store.append([event(2)])
        await storage.store.append([event(2)])
        await storage.store.probe()

    asyncio.run(work())
    assert [one.seq for one in storage.store.read("t")] == [1, 2]


def _end_connections(postgres):
    """End all other connections, and wait until they are gone: a lock is held until then."""
    postgres.run(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )


def test_a_server_that_lost_the_database_to_another_writes_no_more(storage, url, postgres):
    _end_connections(postgres)
    other = Storage(url)
    with pytest.raises(StoreFailed):
        asyncio.run(storage.store.append([event(1)]))
    with pytest.raises(
        StoreFailed, match=r"refused it: Another server already uses the tables in .*[^.]\. Stop it first\.$"
    ):
        asyncio.run(storage.store.append([event(1)]))
    asyncio.run(other.store.append([event(1)]))
    other.close()


def test_an_unusable_database_is_left_without_a_connection(url, postgres):
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unusable, match="newer Menagerie") as refused:
        Storage(url, shared=True)
    postgres.run(f"DROP DATABASE {url.partition('?')[0].rpartition('/')[2]}")  # refused while someone is connected
    assert "9999" in str(refused.value)  # which keeps references to everything opened


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mysql://lisa@127.0.0.1/zoo", "A database must be a file, or an address like postgresql://"),
        ("postgresql://lisa@127.0.0.1:port/zoo", "A database must be a file, or an address like postgresql://"),
        ("postgresql://lisa:secret@127.0.0.1:1/zoo", r"postgresql://lisa:\*\*\*@127.0.0.1:1/zoo cannot be used \(conn"),
    ],
)
def test_an_unusable_database_is_reported_in_one_sentence_without_the_password(name, sentence):
    with pytest.raises(Unusable, match=sentence) as error:
        Storage(name)
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_unstored_data_is_not_quoted_in_the_log(url):
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE secret (word text PRIMARY KEY)")
        connection.execute("INSERT INTO secret VALUES ('swordfish')")
        with pytest.raises(psycopg.errors.UniqueViolation, match="swordfish") as twice:
            connection.execute("INSERT INTO secret VALUES ('swordfish')")
    told = mistake(twice.value)
    assert "UniqueViolation: duplicate key value violates unique constraint" in told
    assert "swordfish" not in told
