"""Test backups, restoring them, and moving to another kind of database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from menagerie.cli import main
from menagerie.server.base.settings import Limits
from menagerie.server.protocol import incoming
from menagerie.server.store import engines
from menagerie.server.store.events import TableEvent
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.guests import rename_guest
from menagerie.server.store.maintenance import backups, copying
from menagerie.server.store.schema.accounts import COPIED
from menagerie.server.store.schema.deals import COPIED as DEALS
from menagerie.server.store.schema.notices import COPIED as NOTICES
from menagerie.server.store.schema.social import COPIED as SOCIAL
from menagerie.server.store.schema.tables import METADATA, REMARK_ROWS
from menagerie.server.store.storage import Storage
from tests.server.support import forking
from tests.server.support.people import PATIENCE, ROOT, Person, Server, key, with_services

pytestmark = pytest.mark.one_store

NOT_COPIED = {"processes", "leases", "secrets", "work", "turns", "tickets", "failures"}
"""Relations about the servers that use a database rather than about tables."""
SQL = ROOT / "tests/server/support/tables-0001.sql"

BEFORE_KILL = 7
"""How many tables have been copied when a copy is killed."""


@pytest.fixture
def old(tmp_path):
    """A database with tables in every state."""
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(SQL.read_text(encoding="utf-8"))
    connection.close()
    Storage(path).close()
    return path


def everything(database: str | Path) -> dict[str, list[Any]]:
    """Return all rows of all relations, except numbers that each database assigns itself."""
    engine = engines.reading_engine(engines.url_of(database))
    found = {}
    with engine.connect() as connection:
        for name in METADATA.tables.keys() - NOT_COPIED:
            relation = METADATA.tables[name]
            columns = [column for column in relation.c if column is not REMARK_ROWS.c.id]
            found[name] = sorted([tuple(map(str, row)) for row in connection.execute(select(*columns))])
    engine.dispose()
    return found


def test_every_relation_is_copied():
    beside = [relation.name for relation in (*copying._BESIDE, *copying._WHOLE, *COPIED, *DEALS, *SOCIAL, *NOTICES)]
    copied = {"guests", "tables", "events", *beside}
    assert set(METADATA.tables) == copied | NOT_COPIED


def test_a_restore_drill(tmp_path):
    """A backup is made while two people play; the machine is lost; the game continues from the backup."""
    server = Server(str(tmp_path / "first" / "tables.db"), limits={"messages_burst": 10**6}).start()
    lisa = Person(server, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    enough = threading.Event()

    def play() -> None:
        with lisa.watch(table) as screen:
            while not screen.turn["over"] and screen.n < 60:
                seat = screen.turn["to_act"][0]
                screen.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
                if screen.n > 20:
                    enough.set()

    player = threading.Thread(target=play)
    player.start()
    assert enough.wait(PATIENCE)
    assert main(["backup", str(server.database), str(tmp_path / "kept")]) == 0
    player.join()
    server.kill()
    shutil.rmtree(tmp_path / "first")

    (backup,) = (tmp_path / "kept").iterdir()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700
    (tmp_path / "first").mkdir()
    assert main(["restore", str(backup), str(tmp_path / "first" / "tables.db")]) == 0
    server.start()
    with lisa.watch(table) as screen:
        assert screen.n >= 20
        seat = screen.turn["to_act"][0]
        assert screen.play(screen.choices(seat)[0], seat)["ok"]
    lisa.close()
    server.stop()


def test_only_the_newest_backups_are_kept_and_nothing_else_is_touched(old, tmp_path, capsys):
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in ("tables-20250101-000000.db", "tables-20250102-000000.db", "holiday.db"):
        (kept / name).write_text("")
    assert main(["backup", str(old), str(kept), "--keep", "2"]) == 0
    names = sorted([path.name for path in kept.iterdir()])
    assert names[:2] == ["holiday.db", "tables-20250102-000000.db"]
    assert len(names) == 3
    assert f"{kept / 'tables-20250101-000000.db'}: removed.\n" in capsys.readouterr().out
    assert everything(kept / names[2]) == everything(old)


def test_a_damaged_table_is_left_out_of_a_backup_and_reported_and_no_older_backup_is_removed(old, tmp_path, capsys):
    with sqlite3.connect(old) as connection:
        connection.execute("UPDATE events SET data = 'take 1' WHERE table_id = 'old-over' AND seq = 7")
    connection.close()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "tables-20250101-000000.db").write_text("")
    assert main(["backup", str(old), str(tmp_path / "kept"), "--keep", "1"]) == 1
    assert "table old-over: event 7 is not as it was written; it is left out\n" in capsys.readouterr().out
    older, new = sorted((tmp_path / "kept").iterdir())
    assert older.name == "tables-20250101-000000.db"
    assert main(["check", str(new)]) == 0


def test_a_backup_on_a_full_disk_leaves_nothing_behind(old, tmp_path, capsys):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    Storage(tmp_path / "empty.db").close()
    room = (tmp_path / "empty.db").stat().st_size + 15_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        code = main(["backup", str(old), str(tmp_path / "kept")])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert code == 2
    assert "The disk refuses to write" in capsys.readouterr().err
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_restore_keeps_existing_tables_if_asked_and_never_works_under_a_server(old, tmp_path, capsys):
    assert main(["backup", str(old), str(tmp_path / "kept")]) == 0
    (backup,) = (tmp_path / "kept").iterdir()
    before = everything(old)
    storage = Storage(old)
    asyncio.run(storage.store.append([TableEvent("new", 1, "note", None, "The game starts.", 1.5, "0")]))
    assert main(["restore", str(backup), str(old), "--replace"]) == 2
    assert "Another server already uses the tables" in capsys.readouterr().err
    storage.close()
    assert main(["restore", str(backup), str(old)]) == 2
    assert "already exists. Use --replace to put it aside first." in capsys.readouterr().err
    assert main(["restore", str(backup), str(old), "--replace"]) == 0
    assert everything(old) == before
    Storage(old).close()
    (aside,) = [path for path in tmp_path.iterdir() if "-before-" in path.name]
    assert everything(aside)["events"][0][:1] == ("new",)


def test_a_file_moves_to_postgresql_and_back(old, tmp_path, postgres, capsys):
    server = postgres.new()
    assert main(["move", str(old), server]) == 0
    assert capsys.readouterr().out.endswith(" events copied and verified.\n")
    assert everything(server) == everything(old)
    moved = Server(server).start()
    lisa = Person(moved, "Lisa")
    table = lisa.table("me", "hotseat")["id"]
    assert lisa.do(table, do="chat", text="All here?", key=key()).is_success
    lisa.close()
    moved.stop()
    assert main(["move", server, str(tmp_path / "back.db")]) == 0
    assert everything(tmp_path / "back.db") == everything(server)
    assert main(["backup", server, str(tmp_path / "kept")]) == 0
    (backup,) = (tmp_path / "kept").iterdir()
    assert everything(backup) == everything(server)


def test_an_interrupted_move_can_be_continued(old, tmp_path):
    source = Storage(old)
    under_way = iter(backups.Copying(source.database.engine, Storage(tmp_path / "new.db")))
    for _ in range(3):
        next(under_way)
    under_way.close()  # type: ignore[attr-defined]
    halfway = {row[0] for row in everything(tmp_path / "new.db")["tables"]}
    assert len(halfway) == 3
    # Later changes arrive as well.
    table = sorted(halfway)[0]
    last = source.store.last([table])[table].seq
    asyncio.run(source.store.append([TableEvent(table, last + 1, "note", None, "Wait!", 1.5, "0")]))
    rename_guest(source.database, "guest-lisa", "Elisabeth")
    source.close()
    assert main(["move", str(old), str(tmp_path / "new.db")]) == 0
    assert everything(tmp_path / "new.db") == everything(old)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A database with more tables than are copied before a kill."""
    folder = tmp_path_factory.mktemp("many")

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        seats = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")]
        for _ in range(BEFORE_KILL + 5):
            await services.make_table(lisa, incoming.NewTable(title="zooloretto-mini", seats=seats))

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MENAGERIE_TESTS_ON", raising=False)
        with_services(folder, work, limits=Limits(tables_per_guest=1000))
    return folder / "tables.db"


def killed(*arguments: str | Path) -> None:
    """Run `menagerie` with these arguments; kill it with -9 in the middle of a table, after it has copied others."""
    program = f"""
import os, signal
from menagerie.cli import main
from menagerie.server.store.maintenance import copying
copy, copied = copying._copy_table, []

def copy_some(*arguments):
    copied.append(copy(*arguments))
    if len(copied) > {BEFORE_KILL}:
        os.kill(os.getpid(), signal.SIGKILL)  # before it is committed
    return copied[-1]

copying._copy_table = copy_some
main({[str(one) for one in arguments]!r})
"""
    process = forking.start(program, dict(os.environ))
    with process.stdout:
        said = process.stdout.read()
    assert process.wait(PATIENCE) == -signal.SIGKILL, said


def arrived(database: str | Path) -> int:
    """Return how many tables have arrived in a database that may not exist yet."""
    try:
        engine = engines.reading_engine(engines.url_of(database))
        with engine.connect() as connection:
            count = connection.execute(select(func.count()).select_from(METADATA.tables["tables"])).scalar_one()
        engine.dispose()
        return int(count)
    except Unusable:
        return 0


@pytest.mark.parametrize("place", ["a file", "PostgreSQL"], indirect=True)
def test_a_killed_move_can_be_continued(many, place):
    killed("move", many, str(place))
    assert arrived(place) == BEFORE_KILL
    assert main(["move", str(many), str(place)]) == 0
    assert everything(place) == everything(many)
    assert main(["check", str(place)]) == 0


def test_a_killed_backup_leaves_nothing_permanent_or_readable_by_others(many, tmp_path):
    kept = tmp_path / "kept"
    killed("backup", many, kept)
    left = list(kept.iterdir())
    assert [arrived(path) for path in left if path.name.endswith("-part")] == [BEFORE_KILL]
    assert [path.name for path in left if stat.S_IMODE(path.stat().st_mode) != 0o600] == []
    while (kept / f"{backups.new_name()}-part").exists():
        time.sleep(0.01)  # so that it gets a different name
    assert main(["backup", str(many), str(kept)]) == 0
    (backup,) = kept.iterdir()
    assert everything(backup) == everything(many)


def test_a_killed_restore_leaves_the_old_database(many, old, tmp_path):
    before = everything(old)
    part = old.with_name("tables.db-part")
    killed("restore", many, old, "--replace")
    assert arrived(part) == BEFORE_KILL
    assert everything(old) == before
    Storage(old).close()
    assert main(["restore", str(many), str(old), "--replace"]) == 0
    assert everything(old) == everything(many)
    assert not part.exists()


def test_an_interrupted_restore_leaves_one_or_the_other_or_a_clear_error(old, tmp_path, monkeypatch):
    """Each step of the replacement may be the last one."""
    before = everything(old)
    assert main(["backup", str(old), str(tmp_path / "kept")]) == 0
    (backup,) = (tmp_path / "kept").iterdir()
    ends = []
    for steps in range(6):
        place = tmp_path / str(steps)
        place.mkdir()
        shutil.copy(old, place / "tables.db")
        storage = Storage(place / "tables.db")
        asyncio.run(storage.store.append([TableEvent("new", 1, "note", None, "The game starts.", 1.5, "0")]))
        for name in ("tables.db", "tables.db-wal", "tables.db-last"):  # as after a kill
            shutil.copy(place / name, place / f"{name}.kept")
        storage.close()
        for name in ("tables.db", "tables.db-wal", "tables.db-last"):
            (place / f"{name}.kept").rename(place / name)
        with monkeypatch.context() as patch:
            stop_after(patch, steps)
            with contextlib.suppress(Stopped):
                main(["restore", str(backup), str(place / "tables.db"), "--replace"])
        assert (place / "tables.db").exists()
        ends.append(how_it_stands(place / "tables.db", before))
    assert ends[0] == "old"
    assert ends[-1] == "new"
    assert set(ends) == {"old", "told", "new"}


def how_it_stands(file: Path, restored: dict[str, list[Any]]) -> str:
    """Return what a server finds after an interrupted restore: the old tables, the restored ones, or a missing last
    event."""
    try:
        Storage(file).close()
    except Unusable as told:
        return "told" if "has lost its newest events (event 1 of table new)" in str(told) else str(told)
    if everything(file) == restored:
        return "new"
    return "old" if ("new", "1") in [row[:2] for row in everything(file)["events"]] else "lost"


class Stopped(BaseException):
    """Raised in place of a power failure."""


def stop_after(patch: pytest.MonkeyPatch, steps: int) -> None:
    """Let so many renames happen, and no more."""
    left = [steps]

    def counted(change: Any) -> Any:
        def work(*arguments: Any, **more: Any) -> Any:
            if left[0] == 0:
                raise Stopped
            left[0] -= 1
            return change(*arguments, **more)

        return work

    patch.setattr(os, "link", counted(os.link))
    for name in ("rename", "replace"):
        patch.setattr(Path, name, counted(getattr(Path, name)))


def test_a_missing_file_cannot_be_moved(tmp_path, capsys):
    assert main(["move", str(tmp_path / "wrong.db"), str(tmp_path / "new.db")]) == 2
    assert capsys.readouterr().err.endswith(f"There is no file {tmp_path / 'wrong.db'}. Check the name.\n")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_moved_into_a_database_with_other_content(old, tmp_path, capsys):
    Storage(tmp_path / "other.db").close()
    shutil.copy(old, tmp_path / "other.db")
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("UPDATE events SET link = '' WHERE table_id = 'old-asking'")
        before = list(connection.iterdump())
    assert main(["move", str(old), str(tmp_path / "other.db")]) == 2
    assert "contains another table old-asking. Choose an empty database." in capsys.readouterr().err
    connection.execute("UPDATE tables SET id = 'mine' WHERE id = 'old-waiting'")
    connection.commit()
    assert main(["move", str(old), str(tmp_path / "other.db")]) == 2
    assert "already contains other tables. Choose an empty database." in capsys.readouterr().err
    connection.execute("UPDATE tables SET id = 'old-waiting' WHERE id = 'mine'")
    assert list(connection.iterdump()) == before
    connection.close()
