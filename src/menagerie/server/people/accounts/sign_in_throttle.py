"""Guessing is slow: after a few wrong tries at a name, or from an address, each further one has to wait twice as long.

A try is counted before it is looked at, so that a hundred at once are a hundred. Who is right is forgiven. Devices that
are signed in are not asked for anything of this, so nobody can lock an owner out of them.
"""

from __future__ import annotations

import math
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.base.names import folded
from menagerie.server.store.database import Database
from menagerie.server.store.guests import hashed
from menagerie.server.store.schema.accounts import FAILURE_ROWS

FREE_BY_NAME: Final = 5
FREE_BY_ADDRESS: Final = 20
"""Tries without a wait: many people may share an address."""
LONGEST: Final = 15 * 60.0
FORGOTTEN: Final = 24 * 3600.0
"""Seconds after the last wrong try."""


def at_name(name: str) -> str:
    """Who is counted where a name is tried, whether there is such an account or not."""
    return f"name {hashed(folded(name))}"


def from_address(network: str) -> str:
    """Who is counted where tries come from."""
    return f"address {network}"


class Failures:
    """How often somebody was wrong. Its methods wait for the disk: call them in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, *whos: str) -> None:
        """Count a try for each of these; raises Refused for who has to wait, and counts nothing then."""
        with self._database.writing() as connection:
            connection.execute(delete(FAILURE_ROWS).where(FAILURE_ROWS.c.last < clock.now() - FORGOTTEN))
            for who in sorted(whos):
                self._database.wait_for_turn(connection, who)
            for who in whos:
                _check(connection, who)
            for who in whos:
                _add(connection, who)

    def forgive(self, *whos: str) -> None:
        """The try was right: those before it are forgotten. One address may be of many: there only this one is."""
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
        raise Refused("busy", f"That was wrong too often; wait {_told(seconds)}, then try again.", retry=seconds)


def _add(connection: Connection, who: str) -> None:
    now = clock.now()
    counted = update(FAILURE_ROWS).where(FAILURE_ROWS.c.who == who).values(times=FAILURE_ROWS.c.times + 1, last=now)
    if connection.execute(counted).rowcount == 0:
        connection.execute(insert(FAILURE_ROWS).values(who=who, times=1, last=now))


def _told(seconds: int) -> str:
    if seconds < 90:
        return f"{seconds} second{'s' * (seconds != 1)}"
    return f"{(seconds + 59) // 60} minutes"
