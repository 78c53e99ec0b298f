"""Name the last stored event in a small file beside the database.

A damaged or lost write-ahead log takes the newest events with it, and the rest looks complete, because SQLite continues
with what it can read. The name is written after the event is durable, so at the next start the event must be there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from menagerie.server.store.events import TableEvent
from menagerie.server.store.file_lock import Unusable

WIDTH: Final = 200
"""The file's size in bytes. The same bytes are always overwritten, which needs no disk space."""
NOTHING: Final = "nothing"
"""The content when no event is expected. A blank file is a damaged one."""


class Last(NamedTuple):
    """What is known of the last event."""

    table: str
    seq: int


def file_of(database: Path) -> Path:
    """Return the file beside a database."""
    return database.with_name(f"{database.name}-last")


class LastWritten:
    """The file, for writing."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.is_new: Final = not file_of(database).exists()
        """No server had written it: an earlier release, or a host who restored a backup, left the database without."""
        try:
            opened = os.open(file_of(database), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._file = os.fdopen(opened, "wb", buffering=0)
        except OSError as error:
            raise Unusable(f"{file_of(database)} is not writable: {error.strerror}.") from None

    def begin(self) -> None:
        """Note that no event is known yet, in a file that no server has used before."""
        if read(self._database) is None:
            self._write(NOTHING)

    def note(self, event: TableEvent) -> None:
        """Note an event that is durable now."""
        # Without waiting for the disk: an older name still refers to an event that must be there.
        with contextlib.suppress(OSError):
            self._write(f"{event.table} {event.seq}")

    def let_go(self, table: str) -> None:
        """Stop expecting an event of this table, which is about to be removed. Durable on return."""
        last = read(self._database)
        # A stopping server has closed the file, and removes nothing any more.
        if last is not None and last.table == table and not self._file.closed:
            self._write(NOTHING)
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, words: str) -> None:
        os.pwrite(self._file.fileno(), words.ljust(WIDTH).encode(), 0)


def lost(database: Path, look_up: Callable[[list[str]], dict[str, TableEvent]]) -> str:
    """Return a sentence about the last stored events if they are missing; empty if all is well. `look_up` finds the
    last event of each of some tables."""
    last = read(database)
    if last is None:
        return ""
    found = look_up([last.table]).get(last.table)
    # A damaged row may contain anything, or nothing.
    if found is not None and isinstance(found.seq, int) and found.seq >= last.seq:
        return ""
    event = f"(event {last.seq} of table {last.table})"
    return f"{database} has lost its newest events {event}: {database}-wal is damaged or missing."


def problem(database: Path) -> str:
    """Return what is wrong with the file beside a used database; empty if it is reliable."""
    file = file_of(database)
    try:
        says_nothing = file.read_text(encoding="utf-8").strip() == NOTHING
    except FileNotFoundError:
        return f"{file} is missing"
    except (OSError, ValueError):
        return f"{file} cannot be read"
    return "" if says_nothing or read(database) is not None else f"{file} is blank or damaged"


def read(database: Path) -> Last | None:
    """Return what was noted last; None if it is unreadable."""
    try:
        table, seq = file_of(database).read_text(encoding="utf-8").split()
        return Last(table, int(seq))
    except (OSError, ValueError):
        return None
