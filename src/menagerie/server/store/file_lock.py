"""One server at a time on a database file: the next one finds the first, and learns its address."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError

LONGEST: Final = 500
"""Bytes of an address."""


class Unusable(MenagerieError):
    """A database that cannot be opened; the sentence says why, and what would help."""


class InUse(Unusable):
    """Another server uses the database."""

    def __init__(self, place: str, address: str) -> None:
        at = f"served at {address}" if address else "used by another server that is just starting"
        super().__init__(f"The tables in {place} are already {at}.")
        self.address = address
        """Where it is found; nothing if it has not said so yet."""


class FileLock:
    """A file beside the database, locked for as long as its server runs; it holds the server's address. The lock ends
    with the process, however that ends. The file stays: whoever removed it could lock another one of the same name."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(f"{database.name}-lock")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unusable(f"The folder {database.parent} cannot be written to: {error.strerror}.") from None
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
        """Say where the server is found."""
        with contextlib.suppress(OSError):  # a full disk: the lock holds all the same
            os.truncate(self._file, 0)
            os.pwrite(self._file, address.encode()[:LONGEST], 0)

    def release(self) -> None:
        """Let another server have the database."""
        self.announce("")
        os.close(self._file)
