"""Slow down guessing: after a few wrong attempts at a name or from an address, each further one has to wait twice as
long.

Attempts are counted before they are checked, so a hundred at once count as a hundred. A right one is forgiven.
Signed-in devices aren't affected, so no one can lock an owner out of them."""

from __future__ import annotations

import math
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from menagerie.core.seats import counted
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.base.names import folded
from menagerie.server.store.database import Database
from menagerie.server.store.guests import hashed
from menagerie.server.store.schema.accounts import FAILURE_ROWS

FREE_BY_NAME: Final = 5
FREE_BY_ADDRESS: Final = 20
"""Attempts without a wait; many people may share an address."""
LONGEST: Final = 15 * 60.0
FORGOTTEN: Final = 24 * 3600.0
"""Seconds after the last wrong attempt."""


def at_name(name: str) -> str:
    """Return the key for attempts at a name, whether or not it has an account."""
    return f"name {hashed(folded(name))}"


def from_address(network: str) -> str:
    """Return the key for attempts from an address."""
    return f"address {network}"


class Failures:
    """Counts wrong attempts. Its methods wait for the disk, so call them in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, *whos: str) -> None:
        """Count an attempt for each key. Raise Refused, without counting, for one that has to wait."""
        with self._database.writing() as connection:
            connection.execute(delete(FAILURE_ROWS).where(FAILURE_ROWS.c.last < clock.now() - FORGOTTEN))
            for who in sorted(whos):
                self._database.wait_for_turn(connection, who)
            for who in whos:
                _check(connection, who)
            for who in whos:
                _add(connection, who)

    def forgive(self, *whos: str) -> None:
        """Forget the attempts at a name after a right one. An address may be shared, so only this one attempt is
        forgotten there."""
        with self._database.writing() as connection:
            for who in whos:
                row = FAILURE_ROWS.c.who == who
                if who.startswith("address "):
                    connection.execute(update(FAILURE_ROWS).where(row).values(times=FAILURE_ROWS.c.times - 1))
                else:
                    connection.execute(delete(FAILURE_ROWS).where(row))


def _check(connection: Connection, who: str) -> None:
    row = connection.execute(select(FAILURE_ROWS).where(FAILURE_ROWS.c.who == who)).first()
    if row is None:
        return
    free = FREE_BY_ADDRESS if who.startswith("address ") else FREE_BY_NAME
    wait = 0.0 if row.times < free else min(LONGEST, 2.0 ** min(20, row.times - free))
    left = row.last + wait - clock.now()
    if left > 0:
        seconds = math.ceil(left)
        raise Refused("busy", f"Too many wrong attempts. Try again in {_wait_text(seconds)}.", retry=seconds)


def _add(connection: Connection, who: str) -> None:
    now = clock.now()
    added = update(FAILURE_ROWS).where(FAILURE_ROWS.c.who == who).values(times=FAILURE_ROWS.c.times + 1, last=now)
    if connection.execute(added).rowcount == 0:
        connection.execute(insert(FAILURE_ROWS).values(who=who, times=1, last=now))


def _wait_text(seconds: int) -> str:
    if seconds < 90:
        return counted(seconds, "second", "seconds")
    return counted((seconds + 59) // 60, "minute", "minutes")
