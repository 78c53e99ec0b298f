"""Keep the connection that writes events to PostgreSQL.

It holds a session lock, which PostgreSQL releases when the connection ends. Servers share it; a program that needs the
database to itself (`menagerie move`, a server that upgrades it) holds it exclusively."""

from __future__ import annotations

import contextlib
import time
from typing import Any, Final

import psycopg
from sqlalchemy import URL

from menagerie.server.store import engines
from menagerie.server.store.file_lock import InUse

_KEY: Final = 0x4D656E61
"""The number of our lock within the database."""
_NAME: Final = "menagerie "
"""The prefix of our connections' names, followed by the server's address."""
_HOLDER: Final = """
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objid = %s AND granted AND pg_locks.database =
        (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY application_name DESC
"""
_ALONE: Final = "SELECT pg_try_advisory_lock(%s)"
_SHARED: Final = "SELECT pg_try_advisory_lock_shared(%s)"
PATIENCE: Final = 5.0
"""Seconds to wait for an exclusive user, such as another server that upgrades the database."""


class PostgresSession:
    """Holds the lock, shared or exclusive. Raises InUse if it conflicts with another user's."""

    def __init__(self, url: URL, shared: bool) -> None:
        self._place = engines.place(url)
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = _NAME
        self._shared = shared
        self._is_sharing = False
        self.is_alone = False
        """Whether no other server uses the database."""
        self._connection: psycopg.Connection[Any] | None = self._connect()

    @property
    def connection(self) -> psycopg.Connection[Any]:
        """Return the connection, reconnecting if necessary; raise psycopg.Error or InUse."""
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
        return self._connection

    def announce(self, address: str) -> None:
        """Put the server's address into the connection's name, for others that want the database."""
        self._name = f"{_NAME}{address}"
        self.connection.execute("SELECT set_config('application_name', %s, false)", [self._name])

    def share(self) -> None:
        """Let other servers use the database as well."""
        if self.is_alone:
            self.connection.execute(_SHARED, [_KEY])
            self.connection.execute("SELECT pg_advisory_unlock(%s)", [_KEY])
        self.is_alone, self._is_sharing = False, True

    def release(self) -> None:
        """Release the database at once, since PostgreSQL notices a closed connection only a little later."""
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error):  # the connection is lost, and the lock with it
                self._connection.execute("SELECT pg_advisory_unlock_all()")
            self._connection.close()

    def _connect(self) -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self._address, autocommit=True, application_name=self._name, **engines.NOT_FOR_EVER
        )
        try:
            connection.execute("SET synchronous_commit = on")
            self._wait_for_lock(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _wait_for_lock(self, connection: psycopg.Connection[Any]) -> None:
        """Get the lock, or raise InUse after some time."""
        end = time.monotonic() + (PATIENCE if self._shared else 0)
        while not self._lock(connection):
            if time.monotonic() >= end:
                holder = connection.execute(_HOLDER, [_KEY]).fetchone()
                raise InUse(self._place, holder[0].removeprefix(_NAME).strip() if holder else "")
            time.sleep(0.05)

    def _lock(self, connection: psycopg.Connection[Any]) -> bool:
        """Get the lock: exclusive if possible, otherwise shared if that suffices."""
        self.is_alone = not self._is_sharing and connection.execute(_ALONE, [_KEY]).fetchone() == (True,)
        if self.is_alone:
            return True
        return self._shared and connection.execute(_SHARED, [_KEY]).fetchone() == (True,)
