"""The last event that was stored, named in a small file beside the database.

A write-ahead log that is damaged or lost takes the newest events with it, and what is left looks whole: SQLite goes on
with what it can read. The name of the last event is written after it is durable, so at the next start it must be there.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from menagerie.server.store.events import TableEvent
from menagerie.server.store.file_lock import Unusable

WIDTH: Final = 200
"""Bytes of the file: always the same ones are written over, which needs no space on the disk."""
NOTHING: Final = "nothing"
"""What the file says where no event must be there: a blank file is a damaged one."""


class Last(NamedTuple):
    """What is known of the last event."""

    table: str
    seq: int


def file_of(database: Path) -> Path:
    """The file beside a database."""
    return database.with_name(f"{database.name}-last")


class LastWritten:
    """The file, to write to."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.is_new: Final = not file_of(database).exists()
        """Nobody had written it: an earlier release, or somebody who restored a backup, left the database without."""
        try:
            opened = os.open(file_of(database), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._file = os.fdopen(opened, "wb", buffering=0)
        except OSError as error:
            raise Unusable(f"{file_of(database)} cannot be written to: {error.strerror}.") from None

    def begin(self) -> None:
        """Say that no event is known yet."""
        if read(self._database) is None:
            self._write(NOTHING)

    def note(self, event: TableEvent) -> None:
        """Name an event that is durable by now."""
        # Not waiting for the disk: a name that is older than the last event is still that of one that must be there.
        with contextlib.suppress(OSError):
            self._write(f"{event.table} {event.seq}")

    def let_go(self, table: str) -> None:
        """If it is an event of this table, nobody is to look for it: it is about to be removed. On return that is
        durable."""
        last = read(self._database)
        if last is not None and last.table == table:
            self._write(NOTHING)
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, words: str) -> None:
        os.pwrite(self._file.fileno(), words.ljust(WIDTH).encode(), 0)


def lost(database: Path, look_up: Callable[[list[str]], dict[str, TableEvent]]) -> str:
    """The sentence about what was stored last in a file and is not there any more; nothing if all is well. `look_up`
    finds the last event of each of some tables."""
    last = read(database)
    if last is None:
        return ""
    found = look_up([last.table]).get(last.table)
    # A row that is damaged may hold anything, or nothing.
    if found is not None and isinstance(found.seq, int) and found.seq >= last.seq:
        return ""
    event = f"(event {last.seq} of table {last.table})"
    return f"{database} has lost what was stored last {event}: {database}-wal is damaged or gone."


def problem(database: Path) -> str:
    """Return what is wrong with the file beside a database that a server has used; nothing if it can be relied on."""
    file = file_of(database)
    try:
        says_nothing = file.read_text(encoding="utf-8").strip() == NOTHING
    except FileNotFoundError:
        return f"{file} is missing"
    except (OSError, ValueError):
        return f"{file} cannot be read"
    return "" if says_nothing or read(database) is not None else f"{file} is blank or damaged"


def read(database: Path) -> Last | None:
    """What was noted last; nothing if there is nothing that could be understood."""
    try:
        table, seq = file_of(database).read_text(encoding="utf-8").split()
        return Last(table, int(seq))
    except (OSError, ValueError):
        return None
