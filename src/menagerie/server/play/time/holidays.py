"""Holidays: for some days a year nobody has to move, at the tables where moves have days.

They begin when they are taken, in whole days, and can be ended early: days that have not begun come back. Taking or
ending one makes all tables due at which the person plays; whoever has them then tells the others, as an event.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from menagerie.core.seats import counted
from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.protocol.outgoing import lobby
from menagerie.server.store import due_tables
from menagerie.server.store.database import Database
from menagerie.server.store.schema.time import DUE_ROWS, HOLIDAY_ROWS
from menagerie.server.table.clocks import Holiday
from menagerie.server.table.time_controls import DAY

YEARLY: Final = 30
"""Days of holiday a year."""


def of(database: Database, guest: str) -> lobby.Holiday:
    """Somebody's holidays: until when the one is that is taken now, and how many days are left this year and, for a
    holiday that goes beyond its end, the next."""
    now = clock.now()
    with database.engine.connect() as connection:
        return _told(_taken(connection, guest), now)


def take(database: Database, guest: str, days: int) -> lobby.Holiday:
    """Go on holiday for so many days from now, or stay so many days longer; raises Refused."""
    now = clock.now()
    with database.writing() as connection:
        database.wait_for_turn(connection, guest)
        taken = _taken(connection, guest)
        start = max([now, *[row["until"] for row in taken]])
        new = {"guest": guest, "start": start, "until": start + days * DAY, "days": days}
        for year, used in _used([*taken, new]).items():
            if used > YEARLY and year in _used([new]):
                left = max(0, YEARLY - _used(taken).get(year, 0))
                raise Refused("not-now", f"You have {counted(left, 'day', 'days')} of holiday left in {year}.")
        connection.execute(insert(HOLIDAY_ROWS).values(new))
        _make_due(connection, guest)
        return _told([*taken, new], now)


def end(database: Database, guest: str) -> lobby.Holiday:
    """Be back from now on; raises Refused."""
    now = clock.now()
    mine = HOLIDAY_ROWS.c.guest == guest
    with database.writing() as connection:
        database.wait_for_turn(connection, guest)
        if not any(row["until"] > now for row in _taken(connection, guest)):
            raise Refused("not-now", "You are not on holiday.")
        connection.execute(delete(HOLIDAY_ROWS).where(mine & (HOLIDAY_ROWS.c.start > now)))
        for row in _taken(connection, guest):
            if row["until"] > now:
                begun = max(1, math.ceil((now - row["start"]) / DAY))
                changed = update(HOLIDAY_ROWS).where(mine & (HOLIDAY_ROWS.c.start == row["start"]))
                connection.execute(changed.values(until=now, days=min(begun, row["days"])))
        _make_due(connection, guest)
        return _told(_taken(connection, guest), now)


class HolidayData(PersonData):
    """The days of holiday that someone has taken."""

    def merge(self, connection: Connection, guest: str, account: str) -> None:
        """Add a guest's holidays to those of the account."""
        _bring_along(connection, guest, account)

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete them."""
        connection.execute(delete(HOLIDAY_ROWS).where(HOLIDAY_ROWS.c.guest == guest))


def _bring_along(connection: Connection, guest: str, account: str) -> None:
    """A guest's holidays become those of an account: together they cost no more days than anybody has. Days that go
    beyond that and have not begun are lost."""
    now, kept = clock.now(), _taken(connection, account)
    theirs = _taken(connection, guest)
    connection.execute(delete(HOLIDAY_ROWS).where(HOLIDAY_ROWS.c.guest == guest))
    for row in theirs:
        fewest = 0 if row["start"] > now else min(row["days"], math.ceil((min(now, row["until"]) - row["start"]) / DAY))
        days = next((days for days in range(row["days"], fewest, -1) if _fits(kept, row, days)), fewest)
        until = min(row["until"], row["start"] + days * DAY)
        if days and not any(one["start"] == row["start"] for one in kept):
            new = {"guest": account, "start": row["start"], "until": until, "days": days}
            connection.execute(insert(HOLIDAY_ROWS).values(new))
            kept.append(new)
    if theirs:
        _make_due(connection, account)


def _fits(taken: list[dict[str, Any]], row: dict[str, Any], days: int) -> bool:
    used = _used([*taken, row | {"days": days}])
    return all(used[year] <= YEARLY for year in _used([row | {"days": days}]))


def last(database: Database, guests: set[str]) -> dict[str, Holiday]:
    """The last holiday of each of these people; those that were taken one after the other are one."""
    with database.engine.connect() as connection:
        query = select(HOLIDAY_ROWS).where(HOLIDAY_ROWS.c.guest.in_(guests)).order_by(HOLIDAY_ROWS.c.start)
        found: dict[str, Holiday] = {}
        for row in connection.execute(query):
            before = found.get(row.guest)
            begins = before.start if before is not None and before.until == row.start else row.start
            found[row.guest] = Holiday(begins, row.until)
    return found


def _taken(connection: Connection, guest: str) -> list[dict[str, Any]]:
    query = select(HOLIDAY_ROWS).where(HOLIDAY_ROWS.c.guest == guest).order_by(HOLIDAY_ROWS.c.start)
    return [dict(row._mapping) for row in connection.execute(query)]


def _used(taken: list[dict[str, Any]]) -> dict[int, int]:
    """How many days of holiday each year has seen."""
    used: dict[int, int] = {}
    for row in taken:
        for day in range(row["days"]):
            year = datetime.fromtimestamp(row["start"] + day * DAY, UTC).year
            used[year] = used.get(year, 0) + 1
    return used


def _told(taken: list[dict[str, Any]], now: float) -> lobby.Holiday:
    until = max([row["until"] for row in taken], default=0.0)
    year = datetime.fromtimestamp(now, UTC).year
    left = max(0, YEARLY - _used(taken).get(year, 0))
    return lobby.Holiday(until=until if until > now else None, left=left, yearly=YEARLY)


def _make_due(connection: Connection, guest: str) -> None:
    """Have somebody look at all tables at which this changes something."""
    playing = due_tables.tables_by_days(guest)
    connection.execute(update(DUE_ROWS).where(DUE_ROWS.c.table_id.in_(playing)).values(at=due_tables.AT_ONCE))
