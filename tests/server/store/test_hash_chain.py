"""Test damage: stored data is served as it was written or not at all, and other tables still work."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert

from menagerie.cli import main
from menagerie.server.base.errors import Refused
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store import hash_chain, table_index
from menagerie.server.store.events import Damaged, TableEvent
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.guests import Guest, rename_guest
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.sqlite import last_written
from menagerie.server.store.storage import Storage
from tests.server.support.people import ROOT, SMALLEST, Person, Server, key, with_services

pytestmark = pytest.mark.usefixtures("on_a_file")


def test_links_are_made_the_same_way_for_ever():
    first = TableEvent("t", 1, "note", None, "The game begins. \N{LION FACE}", 1794841246.067, "1")
    second = TableEvent("t", 2, "play", 1, "draw", 1794841246.5, "1", "guest-ben k")
    assert hash_chain.link("", first) == "388f569d75390d19f16802a41448cb3a"
    assert hash_chain.link(hash_chain.link("", first), second) == "0bdddf23ab938d94e8457df8caac9c5d"


@pytest.fixture(scope="module")
def three(tmp_path_factory, on_a_file):
    """A database with three long games; their ids in the order in which they are stored."""
    folder = tmp_path_factory.mktemp("three")
    ids: list[str] = []

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        chance = random.Random(1)
        for _ in range(3):
            wish = incoming.NewTable(
                title="zooloretto-mini", seats=[incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
            )
            table = await services.make_table(lisa, wish)
            ids.append(table.id)
            while table.to_act:
                seat = table.to_act[0]
                decision = str(chance.choice(table.state.legal(seat)))
                command = incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
                await services.commands.do(lisa, table.id, command)

    with_services(folder, work)
    return folder / "tables.db", sorted(ids)


@pytest.fixture
def played(three, tmp_path):
    """A copy of it to damage."""
    path, ids = three
    for file in (path, last_written.file_of(path)):
        shutil.copy(file, tmp_path / file.name)
    return tmp_path / path.name, ids


def change(path: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute(statement, values).rowcount == 1
    connection.close()


def is_shown(path: Path, tables: list[str]) -> list[bool]:
    """Return which of these tables a server shows; the others it refuses as damaged but still lists."""
    shown: list[bool] = []

    async def work(services):
        for table in tables:
            try:
                shown.append((await services.tables.get(table)).n > 0)
            except Refused as refused:
                shown.append(refused.code != "damaged")
        facts = table_index.find(services.database, tables[0])
        assert facts is not None
        listed = services.lobby_lists.of(Guest(facts.owner, "Lisa")).mine
        assert {table.id for table in listed} == set(tables)

    with_services(path.parent, work)
    return shown


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET data = 'take 9' WHERE table_id = ? AND seq = 7",
        "UPDATE events SET at = at + 0.001 WHERE table_id = ? AND seq = 7",
        "UPDATE events SET seat = NULL WHERE table_id = ? AND seq = 7",
        "UPDATE events SET data = x'00ff' WHERE table_id = ? AND seq = 7",
        "UPDATE events SET link = '' WHERE table_id = ? AND seq = 7",
        "DELETE FROM events WHERE table_id = ? AND seq = 7",
        "DELETE FROM events WHERE table_id = ? AND seq = 1",
    ],
)
def test_a_changed_row_is_noticed_and_other_tables_still_work(played, statement):
    path, tables = played
    change(path, statement, tables[1])
    assert is_shown(path, tables) == [True, False, True]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET salt = CAST(x'31ff32' AS TEXT) WHERE id = ?",
        "UPDATE tables SET link = CAST(x'ff' || link AS TEXT) WHERE id = ?",
        "UPDATE tables SET title = 'zooloretto-maxi' WHERE id = ?",
        "UPDATE events SET data = CAST(data || x'ff' AS TEXT) WHERE seq = 1 AND table_id = ?",
        "DELETE FROM events WHERE table_id = ?",
    ],
)
def test_an_unreadable_table_is_damaged_and_not_our_fault(played, statement, caplog):
    path, tables = played
    with sqlite3.connect(path) as connection:
        (link,) = connection.execute("SELECT link FROM tables WHERE id = ?", (tables[1],)).fetchone()
        assert connection.execute(statement, (tables[1],)).rowcount > 0
    connection.close()
    path.with_name("tables.db-last").unlink(missing_ok=True)

    async def work(services):
        with pytest.raises(Refused, match="stored data is damaged"):
            await services.tables.get(tables[1])
        assert (await services.tables.get(tables[0])).n > 0

    with_services(path.parent, work)
    assert tables[1] in caplog.text
    assert link[:8] not in caplog.text  # readers of the log are not invited by it


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET seed = '8' WHERE id = ?",
        "UPDATE tables SET salt = '5a17' WHERE id = ?",
        'UPDATE tables SET options = \'{"removed": "wolf"}\' WHERE id = ?',
        "UPDATE tables SET players = 3 WHERE id = ?",
        "UPDATE tables SET hints = NOT hints WHERE id = ?",
        "UPDATE tables SET link = 'guessed' WHERE id = ?",
        "UPDATE tables SET owner = (SELECT max(id) FROM guests) WHERE id = ?",
        "UPDATE tables SET stand_in = 'random' WHERE id = ?",
        "UPDATE tables SET from_table = 'another' WHERE id = ?",
        "UPDATE tables SET created = created + 1 WHERE id = ?",
        "UPDATE tables SET research = 1 WHERE id = ?",
    ],
)
def test_a_tables_facts_are_covered_too(played, capsys, tmp_path, statement):
    path, tables = played
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO guests (id, name, token_hash, created) VALUES ('zzz', 'Eve', 'hash', 1.0)")
    connection.close()
    change(path, statement, tables[1])
    sentence = f"table {tables[1]}: its facts differ from its events"
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == sentence
    assert main(["backup", str(path), str(tmp_path / "kept")]) == 1
    assert f"{sentence}; it is left out\n" in capsys.readouterr().out

    async def work(services):
        with pytest.raises(Refused, match="stored data is damaged"):
            await services.tables.get(tables[1])
        assert (await services.tables.get(tables[0])).n > 0

    with_services(path.parent, work)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE seats SET name = 'Eve' WHERE table_id = ? AND seat = 1", "its seats differ from its events"),
        (
            "UPDATE seats SET kind = 'open', guest = NULL WHERE table_id = ? AND seat = 0",
            "its seats differ from its events",
        ),
        ("UPDATE tables SET status = 'playing' WHERE id = ?", "its status differs from its events"),
    ],
)
def test_seats_follow_the_events_and_check_finds_other_rows(played, capsys, statement, what):
    path, tables = played
    change(path, statement, tables[1])
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out == f"table {tables[1]}: {what}\n"

    async def work(services):
        table = await services.tables.get(tables[1])
        assert (table.names, table.status) == (("Lisa", "Player B"), "over")

    with_services(path.parent, work)


def test_a_flipped_byte_on_the_disk_is_noticed(played):
    path, tables = played
    data = bytearray(path.read_bytes())
    row = re.search(tables[1].encode() + rb".{0,2}play.{0,1}draw", data, re.DOTALL)
    assert row is not None
    data[row.end() - 1] ^= 1
    path.write_bytes(data)
    assert is_shown(path, tables) == [True, False, True]


def test_a_lost_page_is_noticed_and_other_tables_still_work(played):
    path, tables = played
    data = bytearray(path.read_bytes())
    pages = range(0, len(data), 4096)
    rows = [len(re.findall(tables[1].encode() + rb".{0,3}play", data[page : page + 4096], re.DOTALL)) for page in pages]
    page = pages[rows.index(max(rows))]
    data[page : page + 4096] = bytes(4096)
    path.write_bytes(data)
    assert is_shown(path, tables)[1] is False
    storage = Storage(path)
    with pytest.raises(Damaged, match=f"table {tables[1]}: "):
        storage.store.read(tables[1])
    storage.close()


@pytest.fixture
def killed(tmp_path):
    """A database whose server was killed, with everything ever written still in its log, including the relations; and
    the last event."""
    server = Server(str(tmp_path / "tables.db")).start()
    lisa = Person(server, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    with lisa.watch(table) as screen:
        for _ in range(6):
            seat = screen.turn["to_act"][0]
            screen.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
        seq = screen.seq
    server.kill()
    lisa.close()
    return tmp_path / "tables.db", f"(event {seq} of table {table})"


def test_a_damaged_log_is_noticed(killed):
    path, last = killed
    log = path.with_name("tables.db-wal")
    data = bytearray(log.read_bytes())
    data[-100] ^= 1
    log.write_bytes(data)
    with pytest.raises(Unusable, match=re.escape(f"{path} has lost its newest events {last}: ")):
        Storage(path)


def test_check_knows_the_last_stored_event(played, capsys, tmp_path):
    path, tables = played
    storage = Storage(path)
    seq = len(storage.store.read(tables[0])) + 1
    asyncio.run(storage.store.append([TableEvent(tables[0], seq, "note", None, "Well played.", 1.5, "")]))
    (tmp_path / "copy").mkdir()
    for name in ("tables.db", "tables.db-last"):  # and not the log
        shutil.copy(tmp_path / name, tmp_path / "copy")
    assert check(path, capsys)[0] == 0
    storage.close()
    copy = tmp_path / "copy" / "tables.db"
    assert check(copy, capsys) == (
        1,
        f"the file: {copy} has lost its newest events (event {seq} of table {tables[0]}): "
        f"{copy}-wal is damaged or missing.\n"
        "menagerie: No table is damaged, but the file is. "
        "Restore a backup, or continue: a server still serves the others.\n",
    )


def test_a_last_event_whose_number_is_damaged_counts_as_lost(tmp_path):
    path = tmp_path / "tables.db"
    last_written.file_of(path).write_text("t 3")
    event = TableEvent("t", 3, "note", None, "Well played.", 1.5, "")
    assert last_written.lost(path, lambda _: {"t": event}) == ""
    broken = msgspec.structs.replace(event, seq=None)
    assert "has lost its newest events (event 3 of table t)" in last_written.lost(path, lambda _: {"t": broken})


def test_check_of_a_file_that_has_lost_everything_does_not_call_it_new(killed, capsys):
    path, last = killed
    Path(f"{path}-wal").unlink()
    Path(f"{path}-shm").unlink()
    assert check(path, capsys) == (
        2,
        f"menagerie: {path} has lost its newest events {last}: {path}-wal is damaged or missing. Restore a backup.\n",
    )


def test_a_missing_log_is_noticed_and_the_rest_can_be_used(killed):
    path, last = killed
    whole = Path(f"{path}-wal").read_bytes()
    Path(f"{path}-wal").unlink()
    Path(f"{path}-shm").unlink()
    with pytest.raises(Unusable, match=re.escape(last)):
        Storage(path)
    assert whole
    Path(f"{path}-last").unlink()
    Storage(path).close()


def test_a_server_that_was_killed_finds_everything(killed):
    path, _ = killed
    Storage(path).close()


def test_a_damaged_table_says_so_in_the_browser_and_the_others_still_work(tmp_path):
    server = Server(tmp_path / "tables.db").start()
    lisa = Person(server, "Lisa")
    bad, good = [lisa.table("me", "hotseat")["id"] for _ in range(2)]
    server.stop()
    change(tmp_path / "tables.db", "UPDATE events SET data = 'Nobody begins.' WHERE table_id = ? AND seq = 1", bad)
    server.start()
    answer = lisa.http.get(f"/api/tables/{bad}")
    assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
    assert lisa.watch(bad).open().closed() == (
        4500,
        "This table's stored data is damaged, so it can't be shown. Other tables still work.",
    )
    with lisa.watch(good) as screen:
        assert screen.play("draw", screen.turn["to_act"][0])["ok"]
    lisa.close()
    server.stop()
    assert f"table {bad}: event 1 is not as it was written" in server.log


def check(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run `menagerie check`; return the exit code and the output."""
    code = main(["check", str(path)])
    told = capsys.readouterr()
    return code, told.out + told.err.partition("\n")[2]


def test_check_verifies_all_tables_while_a_server_runs(played, capsys):
    path, tables = played
    in_use = Storage(path)
    code, told = check(path, capsys)
    count = sum([len(in_use.store.read(table)) for table in tables])
    assert (code, told.splitlines()[0]) == (0, f"3 tables, {count} events: all as written.")
    in_use.close()


def test_check_names_what_is_damaged_and_fails(played, capsys):
    path, tables = played
    change(path, "UPDATE events SET data = 'take 9' WHERE table_id = ? AND seq = 7", tables[1])
    change(path, "UPDATE tables SET seed = 'twelve' WHERE id = ?", tables[2])
    assert check(path, capsys) == (
        1,
        f"table {tables[1]}: event 7 is not as it was written\n"
        f"table {tables[2]}: its facts cannot be read\n"
        "menagerie: 2 of 3 tables are damaged. Restore a backup, or continue: a server still serves the others.\n",
    )


def test_check_changes_nothing(played, capsys):
    path, _ = played
    before = path.read_bytes()
    check(path, capsys)
    assert path.read_bytes() == before


def test_check_of_a_foreign_file(tmp_path, capsys):
    (tmp_path / "letter").write_text("Dear Lisa, " * 1000)
    assert check(tmp_path / "letter", capsys)[0] == 2
    code, told = check(tmp_path / "nothing", capsys)
    assert (code, told) == (2, f"menagerie: There is no file {tmp_path / 'nothing'}. Check the name.\n")
    with sqlite3.connect(tmp_path / "old") as connection:
        connection.executescript((ROOT / "tests/server/support/tables-0001.sql").read_text(encoding="utf-8"))
    connection.close()
    assert check(tmp_path / "old", capsys)[0] == 0
    with sqlite3.connect(tmp_path / "other") as connection:
        connection.execute("CREATE TABLE letters (id)")
    connection.close()
    assert "belongs to another program" in check(tmp_path / "other", capsys)[1]


# Everything else that is stored.


@pytest.fixture
def spoken(tmp_path):
    """A database in which people have accounts and have chatted."""

    async def work(services: Services) -> None:
        lisa, _ = await services.guests.add("Lisa")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        table = await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=seats))
        await services.commands.do(lisa, table.id, incoming.Chat(text="Hello", key=key()))
        with services.database.writing() as connection:
            values = {"guest": lisa.id, "folded": "lisa", "password": "$argon2id$abc", "created": 1.0}
            connection.execute(insert(ACCOUNT_ROWS).values(values))
        await asyncio.to_thread(rename_guest, services.database, lisa.id, "Lise")

    with_services(tmp_path, work)
    return tmp_path / "tables.db"


@pytest.mark.usefixtures("on_a_file")
@pytest.mark.parametrize(
    ("statement", "relation"),
    [
        ("UPDATE chat SET text = 'Hallo'", "chat"),
        ("UPDATE guests SET name = 'Eve'", "guests"),
        ("UPDATE accounts SET password = '$argon2ix$abc'", "accounts"),
        ("UPDATE guests SET name = CAST(x'ff' AS TEXT)", "guests"),
        ("UPDATE sessions SET seen = 'yesterday'", "sessions"),
        ("DELETE FROM guests", "sessions"),
    ],
)
def test_check_finds_changes_in_any_row(spoken, capsys, statement, relation):
    assert main(["check", str(spoken)]) == 0
    with sqlite3.connect(spoken) as connection:
        connection.execute(statement)
    connection.close()
    assert main(["check", str(spoken)]) == 1
    assert any(line.startswith(f"{relation}: ") for line in capsys.readouterr().out.splitlines())


@pytest.mark.usefixtures("on_a_file")
def test_check_reports_a_missing_name_of_the_last_event(spoken, capsys):
    last_written.file_of(spoken).unlink()
    assert main(["check", str(spoken)]) == 1
    assert "is missing, so the newest events may be missing" in capsys.readouterr().out


@pytest.mark.usefixtures("on_a_file")
@pytest.mark.parametrize("written", [b"", b" " * 200, b"\0" * 200, b"\xff" * 200])
def test_check_reports_a_blank_name_of_the_last_event(spoken, capsys, written):
    """If the log is gone, too, the newest events may be missing without any other sign."""
    last_written.file_of(spoken).write_bytes(written)
    spoken.with_name("tables.db-wal").unlink(missing_ok=True)
    assert main(["check", str(spoken)]) == 1
    assert "so the newest events may be missing" in capsys.readouterr().out


@pytest.mark.usefixtures("on_a_file")
def test_check_believes_a_database_that_was_opened_without_the_name_of_the_last_event(spoken, capsys):
    """An earlier release has written none, and after damage the start advises to remove it."""
    last_written.file_of(spoken).unlink()
    Storage(str(spoken)).close()
    assert main(["check", str(spoken)]) == 0, capsys.readouterr().out


@pytest.mark.usefixtures("on_a_file")
def test_check_expects_no_event_after_its_table_was_removed(tmp_path, capsys):
    async def work(services: Services) -> None:
        lisa, _ = await services.guests.add("Lisa")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
        made = [await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=seats)) for _ in range(2)]
        async with services.tables.hold(made[-1].id) as last:
            await services.tables.remove(last)

    with_services(tmp_path, work)
    assert main(["check", str(tmp_path / "tables.db")]) == 0, capsys.readouterr().out


@pytest.mark.usefixtures("on_a_file")
def test_a_backup_is_complete_without_it(spoken, tmp_path, capsys):
    assert main(["backup", str(spoken), str(tmp_path / "backups")]) == 0
    (backup,) = (tmp_path / "backups").glob("*.db")
    assert main(["check", str(backup)]) == 0
    assert main(["restore", str(backup), str(spoken), "--replace"]) == 0
    assert main(["check", str(spoken)]) == 0


def test_a_table_removed_while_the_server_stops_is_no_error(tmp_path):
    """Erasing names lets go of a table, and may finish only when the file is closed."""
    database = tmp_path / "tables.db"
    witness = last_written.LastWritten(database)
    witness.note(TableEvent("t", 1, "note", None, "Hello.", 1794841246.0, "1"))
    witness.close()
    witness.let_go("t")
    assert last_written.read(database) == last_written.Last("t", 1)
