"""Test starts: the database is checked first, and a fault is reported in one sentence."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import webbrowser
from pathlib import Path

import httpx
import pytest

from menagerie.server.base.settings import Settings
from menagerie.server.http.start import listen, run
from menagerie.server.services.assembly import Services
from menagerie.server.store import engines
from menagerie.server.store.file_lock import FileLock, InUse, Unusable
from menagerie.server.store.storage import Storage
from tests.server.support.people import PATIENCE, ROOT, Server

pytestmark = pytest.mark.usefixtures("on_a_file")

NO_RECIPIENT = 65534


@pytest.fixture
def file(tmp_path):
    """A database that a server has used."""
    path = tmp_path / "tables.db"
    Storage(path).close()
    return path


def start(path: Path, *more: str, fsize: int | None = None) -> tuple[int, str, str]:
    """Run `menagerie serve` on an unusable file: return exit code, output, errors."""

    def limit() -> None:
        if fsize is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (fsize, fsize))

    command = [
        sys.executable,
        "-m",
        "menagerie",
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--database",
        str(path),
        *more,
    ]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, preexec_fn=limit)
    return ended.returncode, ended.stdout, ended.stderr.partition("\n")[2]


@contextlib.contextmanager
def nobody():
    """Drop the rights of root, to whom every folder is open."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NO_RECIPIENT)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def refused(path: Path) -> str:
    """Return the sentence with which the file is refused."""
    with pytest.raises(Unusable) as error:
        Storage(path)
    return str(error.value)


def test_a_file_that_is_not_a_database_is_reported_in_one_sentence(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Lisa, " * 1000)
    code, out, errors = start(path)
    assert (code, out) == (2, "")
    assert errors == (
        f"menagerie: {path} is not a database, or its start is damaged. Choose another file, or restore a backup.\n"
    )


def test_a_file_with_damaged_names_is_reported_in_one_sentence(file):
    whole, damaged = b"tablealembic_versionalembic_version", b"tablealembic_\xa5ersionalembic_version"
    file.write_bytes(file.read_bytes().replace(whole, damaged))
    assert refused(file) == f"{file} is damaged (names in it are no longer text). Restore a backup."


@pytest.mark.parametrize(("relation", "column"), [("tables", "options"), ("events", "to_act"), ("seats", "kind")])
def test_a_file_that_has_lost_a_column_is_reported_in_one_sentence(file, relation, column):
    """One letter of its description has changed, which SQLite itself doesn't notice."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (whole,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (relation,)).fetchone()
    damaged = whole.replace(f"\t{column} ", f"\t{column[:-1]}_ ", 1).encode()
    assert damaged != whole.encode()
    file.write_bytes(file.read_bytes().replace(whole.encode(), damaged))
    assert refused(file) == f"{file} is damaged ({relation} has no {column}). Restore a backup."
    with pytest.raises(Unusable, match=f"{relation} has no {column}"):
        engines.reading_engine(engines.url_of(file))


@pytest.mark.parametrize("relation", ["uptime", "stops"])
def test_a_file_with_a_damaged_page_is_reported_in_one_sentence(file, relation):
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (relation,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)
    code, out, errors = start(file)
    assert (code, out) == (2, "")
    assert (
        errors == f"menagerie: {file} is damaged or incomplete (database disk image is malformed). Restore a backup.\n"
    )
    with pytest.raises(Unusable):
        Services(Settings(file))
    FileLock(file).release()  # a failed start has released it


def test_a_full_disk_is_reported_in_one_sentence_and_no_address_is_printed(file):
    code, out, errors = start(file, fsize=1000)
    assert (code, out) == (2, "")
    assert errors.startswith(f"menagerie: The disk refuses to write to {file} (")
    assert errors.count("\n") == 1


def test_a_new_file_on_a_full_disk(tmp_path):
    code, out, errors = start(tmp_path / "tables.db", fsize=1000)
    assert (code, out) == (2, "")
    assert errors.startswith("menagerie: The disk refuses to write to ")
    assert [each.name for each in tmp_path.iterdir()] == ["tables.db-lock"]


def test_a_file_that_was_cut_off(file):
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size - 4096)
    assert "is damaged or incomplete" in refused(file)


def test_an_empty_file_may_have_been_cut_off_and_is_not_taken_for_a_new_one(file):
    os.truncate(file, 0)
    assert "is empty. Remove it to start without tables" in refused(file)
    file.unlink()
    Storage(file).close()


def test_the_database_of_a_newer_version(file):
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'wolves'")
    connection.close()
    assert (
        refused(file) == f"{file} was written by a newer Menagerie (version wolves of the schema). Start that version."
    )
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("wolves",)
    connection.close()


def test_the_database_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE albums (name TEXT)")
    connection.close()
    assert refused(path) == f"{path} belongs to another program: it contains albums. Choose another database."
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("albums",)]
    connection.close()


def test_folders_and_files_that_cannot_be_written_to(tmp_path):
    assert "is a folder. Choose a file for the database" in refused(tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be created: Not a directory" in refused(tmp_path / "file" / "new" / "tables.db")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        Storage(path).close()
        # The folder is open to others, but its content is read-only.
        for each in Path(folder).iterdir():
            each.chmod(0o444)
        Path(folder).chmod(0o555)
        with nobody():
            assert refused(path) == f"The folder {folder} is not writable: Permission denied."
            assert refused(Path(folder) / "new" / "tables.db").endswith("cannot be created: Permission denied.")
        Path(folder).chmod(0o777)
        (Path(folder) / "tables.db-lock").unlink()
        with nobody():
            assert refused(path).startswith(f"{path} is not writable (")


def test_a_migration_is_complete_or_not_done_at_all(tmp_path):
    """The third of the changes fails, so the second is not there either."""
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((ROOT / "tests/server/support/tables-0001.sql").read_text(encoding="utf-8"))
        connection.execute("ALTER TABLE tables ADD COLUMN result TEXT")
        before = list(connection.iterdump())
    connection.close()
    assert "duplicate column" in refused(path)
    with sqlite3.connect(path) as connection:
        assert list(connection.iterdump()) == before
    connection.close()


def test_a_second_server_on_the_same_file_finds_the_first_and_opens_it(tmp_path, monkeypatch, capsys):
    first = Server(tmp_path / "tables.db").start()
    code, out, errors = start(tmp_path / "tables.db")
    assert (code, out) == (2, "")
    sentence = f"The tables in {tmp_path / 'tables.db'} are already served at {first.base}/."
    assert errors == f"menagerie: {sentence}\n"
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run(database=tmp_path / "tables.db", open_browser=True)
    assert opened == [f"{first.base}/"]
    assert capsys.readouterr().out == f"{sentence} It is opened in the browser.\n"
    assert httpx.get(f"{first.base}/api/health").is_success
    first.stop()


def test_a_file_is_locked_whichever_name_it_is_called_by(tmp_path):
    server = Server(tmp_path / "tables.db").start()
    (tmp_path / "elsewhere").mkdir()
    other = tmp_path / "elsewhere" / "zoo.db"
    other.symlink_to(tmp_path / "tables.db")
    code, out, errors = start(other)
    assert (code, out) == (2, "")
    assert f"are already served at {server.base}/" in errors
    server.stop()
    Storage(other).close()
    assert list(other.parent.iterdir()) == [other]


def test_the_lock_ends_with_the_server_however_that_ends(tmp_path):
    server = Server(tmp_path / "tables.db").start()
    with pytest.raises(InUse):
        Storage(tmp_path / "tables.db")
    server.kill()
    Storage(tmp_path / "tables.db").close()
    server.start()
    server.stop()
    Storage(tmp_path / "tables.db").close()


def test_a_port_in_use_leaves_the_file_to_others(tmp_path):
    with listen("127.0.0.1", 0) as taken, pytest.raises(Exception, match="Cannot listen"):
        run(port=taken.getsockname()[1], database=tmp_path / "tables.db")
    Storage(tmp_path / "tables.db").close()


def test_clients_wait_while_the_database_is_being_opened(tmp_path, monkeypatch):
    """The socket is open before the database, but no one is answered before it is."""
    came: list[socket.socket] = []

    def look(place: Settings) -> None:
        came.append(socket.create_connection(("127.0.0.1", port)))
        came[0].sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        came[0].setblocking(False)
        with pytest.raises(BlockingIOError):
            came[0].recv(1)
        raise Unusable("It is damaged.")

    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr("menagerie.server.services.assembly.Services", look)
    with pytest.raises(Unusable, match="damaged"):
        run(port=port, database=tmp_path / "tables.db")
    came[0].setblocking(True)
    with came[0], pytest.raises(ConnectionResetError):  # the socket is closed again, and no one was answered
        came[0].recv(1)
    assert gc.isenabled()


def test_a_start_loads_only_what_it_needs():
    program = (
        "import sys\nfrom menagerie.server.http import application, graceful_stop\n"
        "from menagerie.server.http.connections import connection_limits\n"
        "from menagerie.server.services import assembly\n"
        "slow = ('alembic', 'argon2', 'cryptography', 'httpx', 'markdown_it', 'numpy', 'segno', 'webauthn')\n"
        "other = ('sqlalchemy.dialects.postgresql', 'websockets.asyncio.client')\n"
        "print(*[name for name in (*slow, *other) if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("\n", "")
