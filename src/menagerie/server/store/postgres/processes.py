"""Let the processes on a PostgreSQL database know each other: each signals every half second that it is alive.

Messages use NOTIFY: they arrive with their transaction or not at all, and need no further server. There are few (names,
dead processes, tables taken over, jobs for bots), because only a table's owner reports what happens there."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import psycopg
from sqlalchemy import URL

from menagerie.server.base.errors import mistake
from menagerie.server.store import engines
from menagerie.server.store.bus import CHANNEL

LOG: Final = logging.getLogger("menagerie.server")
BEAT: Final = 0.5
"""Seconds between signs of life."""
EXPIRY: Final = 3.0
"""Seconds without one after which a process counts as gone, and others may take its tables."""
EVICTED: Final = "evicted"
"""The message to a process that was considered gone."""

_NOW: Final = "extract(epoch FROM clock_timestamp())"
_ENTER: Final = f"INSERT INTO processes (id, address, seen) VALUES (%s, %s, {_NOW})"  # noqa: S608 - constants
_LIVE: Final = f"UPDATE processes SET address = %s, seen = {_NOW} WHERE id = %s"  # noqa: S608 - constants
_BURY: Final = f"""
    WITH gone AS (DELETE FROM processes WHERE seen < {_NOW} - %s RETURNING id)
    SELECT pg_notify('{CHANNEL}', 'gone ' || id) FROM gone
"""  # noqa: S608 - constants
_LEAVE: Final = (
    "UPDATE leases SET process = NULL WHERE process = %s",
    "DELETE FROM processes WHERE id = %s",
    f"SELECT pg_notify('{CHANNEL}', 'gone ' || %s)",
)
_SECRET: Final = "INSERT INTO secrets (name, value) VALUES ('inside', %s) ON CONFLICT DO NOTHING"  # noqa: S105
_READ_SECRET: Final = "SELECT value FROM secrets WHERE name = 'inside'"  # noqa: S105

Listener = Callable[[list[str]], None]


class Processes:
    """This process among the others. It has its own thread, so that a busy server doesn't look dead."""

    def __init__(self, url: URL) -> None:
        self.id: Final = secrets.token_hex(8)
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._address = ""
        self._heard = time.monotonic()
        self._connection = self._connect()
        self._connection.execute(_ENTER, [self.id, ""])
        self.secret: Final = self._find_secret()
        """The secret with which processes identify themselves; only they can read the database."""
        self._listener: Listener = lambda _: None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._live, name="processes", daemon=True)
        self._thread.start()

    @property
    def is_out_of_touch(self) -> bool:
        """Return whether others may consider this process gone, because it could give no sign of life for too long."""
        return time.monotonic() - self._heard > EXPIRY

    def listen(self, listener: Listener) -> None:
        """Call a listener with every notification, in this object's thread."""
        self._listener = listener

    def announce(self, address: str) -> None:
        """Store this process's address for the others."""
        self._address = address
        with psycopg.connect(self._url, autocommit=True) as connection:  # the thread's own connection is busy listening
            connection.execute(_LIVE, [address, self.id])

    def close(self) -> None:
        """Release everything at once."""
        self._stopping.set()
        self._thread.join()
        with contextlib.suppress(psycopg.Error), self._connection.transaction():
            for statement in _LEAVE:
                self._connection.execute(statement, [self.id])
        self._connection.close()

    def _connect(self) -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self._url, autocommit=True, application_name="menagerie processes", **engines.NOT_FOR_EVER
        )
        try:
            connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _find_secret(self) -> str:
        self._connection.execute(_SECRET, [secrets.token_urlsafe(32)])
        row = self._connection.execute(_READ_SECRET).fetchone()
        assert row is not None
        return str(row[0])

    # In the thread.

    def _live(self) -> None:
        while not self._stopping.is_set():
            try:
                self._beat()
                for notification in self._connection.notifies(timeout=BEAT):
                    self._listener(notification.payload.split())
            except psycopg.Error as error:
                LOG.warning("The other processes cannot be reached: %s", mistake(error))
                self._stopping.wait(BEAT)
                self._connect_again()

    def _beat(self) -> None:
        """Give a sign of life, and find the processes that have given none for too long."""
        began = time.monotonic()
        if self._connection.execute(_LIVE, [self._address, self.id]).rowcount == 0:
            LOG.warning("This process was considered gone, so others may have taken its tables")
            self._connection.execute(_ENTER, [self.id, self._address])
            self._listener([EVICTED])
        self._connection.execute(_BURY, [EXPIRY])
        self._heard = began

    def _connect_again(self) -> None:
        with contextlib.suppress(psycopg.Error):
            self._connection.close()
            self._connection = self._connect()
            # Messages may have been missed meanwhile.
            self._listener([EVICTED])
