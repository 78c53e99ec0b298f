"""Connect to the SQLite file, and check whether it can be used."""

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
"""Errors from an unusable file. If names are damaged, the driver can't even report it."""


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection with the settings for durability."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=WAIT)
    try:
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Apply the settings for durability to a connection."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def make(path: Path) -> bool:
    """Create the file if it is missing; return whether it was. Raises Unusable if something else is there."""
    try:
        # The file contains the seeds of running games, so other users must not read it.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return True
    except FileExistsError:
        if path.is_dir():
            raise Unusable(f"{path} is a folder. Choose a file for the database.") from None
        if path.stat().st_size == 0:
            # SQLite would take it for a new one, but it may have been cut off, so a person must decide.
            raise Unusable(f"{path} is empty. Remove it to start without tables, or restore a backup.") from None
        return False
    except OSError as error:
        raise Unusable(f"{path} cannot be created: {error.strerror}.") from None


def remove(path: Path) -> None:
    """Remove the file, and those that SQLite has put beside it."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def check(path: Path) -> None:
    """Read the file and write to it once; raise Unusable."""
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
    """Note in the file whether a server has used it, in which case a file beside it names the last event."""
    connection = connect(path)
    try:
        connection.execute(f"PRAGMA user_version = {int(served)}")
    finally:
        connection.close()


def put_aside(path: Path, ending: str) -> Path:
    """Copy the file to a new name that others can't read; raise Unusable."""
    aside = path.with_name(f"{path.name}{ending}-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    copy(path, aside)
    return aside


def copy(path: Path, target: Path) -> None:
    """Copy the file, which may be in use, to a new one that others can't read. Raises Unusable."""
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
    """Return whether a server has used this very file."""
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
    """Return SQLite's error as a sentence for the operator."""
    if isinstance(error, UnicodeDecodeError):
        return f"{path} is damaged (names in it are no longer text). Restore a backup."
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_NOTADB":
        return f"{path} is not a database, or its start is damaged. Choose another file, or restore a backup."
    if name.startswith("SQLITE_CORRUPT"):
        return f"{path} is damaged or incomplete ({error}). Restore a backup."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"{path} is not writable ({error})."
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return f"The disk refuses to write to {path} ({error}). Free some space if it is full."
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"Another program keeps writing to {path} ({error}). Wait for it or stop it."
    return f"{path} cannot be used ({error})."
