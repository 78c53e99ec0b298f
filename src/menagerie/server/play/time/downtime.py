"""Keep track of when the server was down, since that time costs no player anything.

While any table has a clock, a running server notes the time every few seconds. After a restart the next process reads
the last note and treats the time since then as a stop. A killed server gives back the few seconds between two notes. Of
several processes on one database each writes, so time stops only when all of them are down. A sleeping machine counts
as stopped."""

from __future__ import annotations

import contextlib
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.schema.time import DUE_ROWS, STOP_ROWS, UPTIME_ROWS
from menagerie.server.table.clocks import Stretch, merged

EVERY: Final = 10.0
"""Seconds between two notes."""
_NAME: Final = "server"


class Downtime:
    """Notes that the server runs, and knows when it didn't."""

    def __init__(self, database: Database, *, is_alone: bool) -> None:
        """`is_alone`: whether no other process can have been running."""
        self._database = database
        self._least = 0.0 if is_alone else 2 * EVERY
        self._written = 0.0
        self._asleep = clock.asleep()
        self.stops: list[Stretch] = []
        """When nothing ran, in order. The clocks read this very list."""
        self._begin(clock.now())

    def _begin(self, now: float) -> None:
        self._correct(now)
        with self._database.writing() as connection:
            seen = connection.execute(select(UPTIME_ROWS.c.seen).where(UPTIME_ROWS.c.name == _NAME)).scalar()
            if seen is None:
                connection.execute(insert(UPTIME_ROWS).values(name=_NAME, seen=now))
        if seen is not None and now - seen > self._least:
            self._note(seen, now)
        with self._database.engine.connect() as connection:
            self.stops[:] = merged([(row.start, row.until) for row in connection.execute(select(STOP_ROWS))])

    def _correct(self, now: float) -> None:
        """Remove stops in the future, which a wrong machine clock left behind. Otherwise clocks would stand still until
        then."""
        with self._database.writing() as connection:
            connection.execute(update(UPTIME_ROWS).where(UPTIME_ROWS.c.seen > now).values(seen=now))
            connection.execute(delete(STOP_ROWS).where(STOP_ROWS.c.start >= now))
            cut = connection.execute(update(STOP_ROWS).where(STOP_ROWS.c.until > now).values(until=now)).rowcount
            if cut:
                # Due times were computed with the old stops, so every clock must be checked again.
                connection.execute(update(DUE_ROWS).where(DUE_ROWS.c.at.is_not(None)).values(at=now))
        self.stops[:] = [(start, min(until, now)) for start, until in self.stops if start < now]

    def _note(self, start: float, until: float) -> None:
        """Note that nothing ran between these moments. If two processes start at once, the second changes nothing."""
        there = select(STOP_ROWS.c.start).where(STOP_ROWS.c.start == start)
        with self._database.writing() as connection:
            connection.execute(update(UPTIME_ROWS).where(UPTIME_ROWS.c.name == _NAME).values(seen=until))
            if connection.execute(there).first() is None:
                connection.execute(insert(STOP_ROWS).values(start=start, until=until))
        self.stops[:] = merged([*self.stops, (start, until)])

    def runs(self) -> bool:
        """Note that the server runs, if a note is due; return whether the machine slept since the last one. Waits for
        the disk."""
        now, asleep = clock.now(), clock.asleep()
        slept, self._asleep = asleep - self._asleep, asleep
        if self.stops and self.stops[-1][1] > now + EVERY:
            self._correct(now)
        if slept > EVERY:
            self._note(now - slept, now)
            return True
        if now - self._written >= EVERY:
            self._written = now
            with self._database.engine.connect() as connection:
                clocks = connection.execute(select(DUE_ROWS.c.table_id).where(DUE_ROWS.c.at.is_not(None)).limit(1))
                is_needed = clocks.first() is not None
            if is_needed:
                self._write(now)
        return False

    def _write(self, now: float) -> None:
        row = (UPTIME_ROWS.c.name == _NAME) & (UPTIME_ROWS.c.seen < now)
        with self._database.writing() as connection:
            connection.execute(update(UPTIME_ROWS).where(row).values(seen=now))

    def end(self) -> None:
        """Note that the server stops: from now on no time counts."""
        with contextlib.suppress(DBAPIError):  # then time counts from the last note
            self._write(clock.now())
