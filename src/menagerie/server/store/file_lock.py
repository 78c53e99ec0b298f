"""Let only one server use a database file. The next one finds the first, and its address."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError

LONGEST: Final = 500
"""The longest address in bytes."""


class Unusable(MenagerieError):
    """Raised when a database can't be opened, with the reason and a remedy."""


class InUse(Unusable):
    """Raised when another server uses the database."""

    def __init__(self, place: str, address: str) -> None:
        unknown = f"Another server already uses the tables in {place}. Stop it first."
        super().__init__(f"The tables in {place} are already served at {address}." if address else unknown)
        self.address = address
        """Its address; empty if it isn't known yet."""


class FileLock:
    """A file beside the database that is locked while its server runs and contains the server's address. The lock ends
    with the process, however that ends. The file stays, because a process that removed it could then lock another one
    of the same name."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(f"{database.name}-lock")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unusable(f"The folder {database.parent} is not writable: {error.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            address = os.pread(self._file, LONGEST, 0).decode(errors="replace")
            os.close(self._file)
            raise InUse(str(database), address) from None
        except OSError as error:
            os.close(self._file)
            raise Unusable(f"{path} cannot be locked: {error.strerror}.") from None
        self.announce("")

    def announce(self, address: str) -> None:
        """Write the server's address."""
        with contextlib.suppress(OSError):  # a full disk doesn't affect the lock
            os.truncate(self._file, 0)
            os.pwrite(self._file, address.encode()[:LONGEST], 0)

    def release(self) -> None:
        """Release the database."""
        self.announce("")
        os.close(self._file)
