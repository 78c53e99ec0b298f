"""The connection that writes events to PostgreSQL.

It holds the database for this process: a lock of the session, which PostgreSQL gives up when the connection ends.
Whoever has lost the connection has to get the lock again before writing, so that of two servers never both write.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from sqlalchemy import URL

from menagerie.server import engines
from menagerie.server.file_lock import InUse

_KEY: Final = 0x4D656E61
"""The number of our lock, within the database."""
_NAME: Final = "menagerie "
"""How the names of our connections begin; the server's address follows."""
_HOLDER: Final = """
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objid = %s AND granted AND pg_locks.database =
        (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class PostgresSession:
    """Raises InUse if another server has the database."""

    def __init__(self, url: URL) -> None:
        self._place = engines.place(url)
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = _NAME
        self._connection: psycopg.Connection[Any] | None = self._connect()

    @property
    def connection(self) -> psycopg.Connection[Any]:
        """The connection, made again if it was lost; raises psycopg.Error or InUse."""
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
        return self._connection

    def announce(self, address: str) -> None:
        """Say where the server is found: whoever wants to start another one sees the connection's name."""
        self._name = f"{_NAME}{address}"
        self.connection.execute("SELECT set_config('application_name', %s, false)", [self._name])

    def release(self) -> None:
        """Let another server have the database."""
        if self._connection is not None:
            self._connection.close()

    def _connect(self) -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self._address, autocommit=True, application_name=self._name, connect_timeout=10
        )
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", [_KEY]).fetchone()
        if row == (True,):
            connection.execute("SET synchronous_commit = on")
            return connection
        holder = connection.execute(_HOLDER, [_KEY]).fetchone()
        connection.close()
        raise InUse(self._place, holder[0].removeprefix(_NAME).strip() if holder else "")
