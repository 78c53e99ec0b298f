"""Backups: SQLite files that hold everything of one moment, whichever kind of database it came from."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from menagerie.server.store import engines
from menagerie.server.store.file_lock import FileLock, InUse, Unusable
from menagerie.server.store.maintenance import checking, copying, older_versions
from menagerie.server.store.maintenance.checking import Finding
from menagerie.server.store.schema.tables import VERSION
from menagerie.server.store.sqlite import database_file, last_written
from menagerie.server.store.storage import Storage

_NAME: Final = re.compile(r"tables-\d{8}-\d{6}\.db")
_PART: Final = "-part"


class Copying:
    """A copy under way: iterate over it, and it is done. What was not finished is removed if it is a `part`."""

    def __init__(self, source: Engine, target: Storage, part: Path | None = None) -> None:
        self._source = source
        self._target = target
        self._part = part
        try:
            self._connection = source.connect()  # one moment, whatever happens meanwhile
            self.ids = checking.tables_of(self._connection)
            copying.refuse_others(target.database.engine, self.ids)
        except BaseException:
            target.close()
            raise

    def __iter__(self) -> Iterator[Finding]:
        engine = self._target.database.engine
        is_whole = False
        try:
            with engines.explaining(engine.url):
                yield from copying.copy(self._connection, engine, self.ids)
            is_whole = True
        finally:
            self._connection.close()
            self._source.dispose()
            self._target.close()
            if self._part and not is_whole:
                _remove(self._part)


def new_name() -> str:
    """The name of a backup of this moment."""
    return f"tables-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"


def begin(source: Engine, file: Path) -> Copying | older_versions.Copying:
    """A copy into a new file, which has another name until it is whole: see `finish`. Raises Unusable."""
    part = _part(file)
    _clear(part)
    try:
        if older_versions.version_of(source) != VERSION:
            return older_versions.Copying(source, part)
        return Copying(source, Storage(part), part)
    except BaseException:
        _remove(part)
        raise


def finish(file: Path) -> None:
    """Give a whole copy its name; nobody else can read it."""
    part = _part(file)
    database_file.mark_served(part, False)
    part.chmod(0o600)
    part.replace(file)
    _sync(file.parent)
    _remove(part)


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Remove all backups in a folder but the newest ones; those that were removed."""
    old = sorted([path for path in folder.iterdir() if _NAME.fullmatch(path.name)])[:-keep]
    for path in old:
        path.unlink()
    return old


def forget_unfinished(folder: Path) -> None:
    """Remove what backups have left that were killed; not those that are still under way."""
    for part in [path for path in folder.iterdir() if path.name.endswith(_PART)]:
        if _NAME.fullmatch(part.name.removesuffix(_PART)):
            with contextlib.suppress(InUse):
                _clear(part)


def put_in_place(file: Path) -> Path | None:
    """Let a whole copy take the place of a database that no server uses; where the old one is now. Raises Unusable.

    Whoever is stopped in between leaves the old one, the new one, or one that is refused for what it lacks: never
    none, for which a server would make an empty one."""
    lock = FileLock(file)
    try:
        aside = None
        if file.exists():
            aside = file.with_name(f"{file.name}-before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
            os.link(file, aside)
            for ending in ("-wal", "-shm"):
                if (old := file.with_name(file.name + ending)).exists():
                    old.rename(aside.with_name(aside.name + ending))
        finish(file)
        last_written.file_of(file).unlink(missing_ok=True)
        return aside
    finally:
        lock.release()


def _part(file: Path) -> Path:
    return file.with_name(f"{file.name}{_PART}")


def _clear(part: Path) -> None:
    """Remove what an interrupted copy has left. Raises InUse if it is still under way."""
    FileLock(part).release()
    _remove(part)


def _sync(folder: Path) -> None:
    """Wait until the disk knows the new names in a folder."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _remove(part: Path) -> None:
    """Remove an unfinished copy and what lies beside it."""
    database_file.remove(part)
    for ending in ("-lock", "-last"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder for backups that nobody else can look into. Raises Unusable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(f"The folder {folder} cannot be made: {error.strerror}.") from None
    if not os.access(folder, os.W_OK):
        raise Unusable(f"The folder {folder} cannot be written to.")
