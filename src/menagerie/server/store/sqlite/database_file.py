"""The SQLite file: connections to it, and whether it can be used at all."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from menagerie.server.store.file_lock import Unusable

WAIT: Final = 10.0
"""Seconds to wait for another program that is writing to the file."""
COMPLAINTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What comes of a file that cannot be used. Where names are damaged, the driver cannot even say what it is."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the settings that durability rests on."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=WAIT)
    try:
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the settings that durability rests on."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def make(path: Path) -> bool:
    """Make the file if it is not there; whether it was made. Raises Unusable if something else is there."""
    try:
        # The file has the seeds of running games in it: nobody else on this machine is to read them.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return True
    except FileExistsError:
        if path.is_dir():
            raise Unusable(f"{path} is a folder; a database is a file.") from None
        if path.stat().st_size == 0:
            # SQLite would take it for a new one. It may have been cut off: whoever knows better removes it.
            raise Unusable(f"{path} is empty: remove it to begin with no tables, or restore a backup.") from None
        return False
    except OSError as error:
        raise Unusable(f"{path} cannot be made: {error.strerror}.") from None


def remove(path: Path) -> None:
    """Remove the file, and those that SQLite has put beside it."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def check(path: Path) -> None:
    """Look at the file and write to it once; raises Unusable."""
    try:
        connection = connect(path)
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            probe(connection)
        finally:
            connection.close()
    except COMPLAINTS as error:
        raise Unusable(problem(path, error)) from None


def mark_served(path: Path, served: bool) -> None:
    """Note in the file whether a server has used it: then the name of the last event lies beside it."""
    connection = connect(path)
    try:
        connection.execute(f"PRAGMA user_version = {int(served)}")
    finally:
        connection.close()


def put_aside(path: Path, ending: str) -> Path:
    """Copy the file as it is to a new name, which nobody else can read; raises Unusable."""
    aside = path.with_name(f"{path.name}{ending}-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    copy(path, aside)
    return aside


def copy(path: Path, target: Path) -> None:
    """Copy the file as it is, which another program may be using, to a new one that nobody else can read. Raises
    Unusable."""
    source = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, timeout=WAIT)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copied = sqlite3.connect(target)
        try:
            source.backup(copied)
            copied.execute("PRAGMA user_version = 0")
        finally:
            copied.close()
    except (OSError, *COMPLAINTS) as error:
        target.unlink(missing_ok=True)
        raise Unusable(f"{path} could not be copied to {target} ({error}).") from None
    finally:
        source.close()


def was_served(path: Path) -> bool:
    """Whether a server has used this very file."""
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, timeout=WAIT)
    try:
        return bool(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def probe(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing, and wait for the disk."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def problem(path: Path, error: BaseException) -> str:
    """What SQLite complains about, in a sentence for who runs the server."""
    if isinstance(error, UnicodeDecodeError):
        return f"{path} is damaged (names in it are no text any more). Restore a backup."
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return f"{path} is not a database, or its beginning is damaged. Name another file, or restore a backup."
    if name.startswith("SQLITE_CORRUPT"):
        return f"{path} is damaged or cut off ({error}). Restore a backup."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"{path} cannot be written to ({error})."
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return f"The disk does not take what is written to {path} ({error}). Is it full?"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"Another program is writing to {path} and does not finish ({error})."
    return f"{path} cannot be used ({error})."
