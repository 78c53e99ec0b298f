"""Make backups: SQLite files with everything from a single moment, from either kind of database."""

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
    """A running copy: iterate over it to the end. An unfinished one is removed if it is a `part`."""

    def __init__(self, source: Engine, target: Storage, part: Path | None = None) -> None:
        self._source = source
        self._target = target
        self._part = part
        try:
            self._connection = source.connect()  # a single moment, whatever happens meanwhile
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
    """Return the name of a backup made now."""
    return f"tables-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"


def begin(source: Engine, file: Path) -> Copying | older_versions.Copying:
    """Start copying to a new file, which has another name until it is complete: see `finish`. Raises Unusable."""
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
    """Give a complete copy its name. Only its owner can read it."""
    part = _part(file)
    database_file.mark_served(part, False)
    part.chmod(0o600)
    part.replace(file)
    _sync(file.parent)
    _remove(part)


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Remove all backups in a folder except the newest ones; return those removed."""
    old = sorted([path for path in folder.iterdir() if _NAME.fullmatch(path.name)])[:-keep]
    for path in old:
        path.unlink()
    return old


def forget_unfinished(folder: Path) -> None:
    """Remove the remains of killed backups, but not those still running."""
    for part in [path for path in folder.iterdir() if path.name.endswith(_PART)]:
        if _NAME.fullmatch(part.name.removesuffix(_PART)):
            with contextlib.suppress(InUse):
                _clear(part)


def put_in_place(file: Path) -> Path | None:
    """Replace an unused database by a complete copy; return where the old one is now. Raises Unusable.

    An interruption leaves the old one, the new one, or one that is refused as incomplete: never none, for which a
    server would create an empty one."""
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
    """Remove the remains of an interrupted copy. Raises InUse if it is still running."""
    FileLock(part).release()
    _remove(part)


def _sync(folder: Path) -> None:
    """Wait until a folder's new names are on disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _remove(part: Path) -> None:
    """Remove an unfinished copy and the files beside it."""
    database_file.remove(part)
    for ending in ("-lock", "-last"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder for backups that others can't read. Raises Unusable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(f"The folder {folder} cannot be created: {error.strerror}.") from None
    if not os.access(folder, os.W_OK):
        raise Unusable(f"The folder {folder} is not writable.")
