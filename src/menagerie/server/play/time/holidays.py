"""Handle holidays: some days a year on which no one has to move, at tables with days per move.

A holiday starts when it is taken, lasts whole days and can end early, which gives back days that haven't started.
Taking or ending one makes all tables of that player due; the process that owns a table stores it there as an event."""

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
"""Days of holiday per year."""


def of(database: Database, guest: str) -> lobby.Holiday:
    """Return a guest's holidays: the end of the current one, and the days left this year and, if it extends into the
    next, that year."""
    now = clock.now()
    with database.engine.connect() as connection:
        return _payload(_taken(connection, guest), now)


def take(database: Database, guest: str, days: int) -> lobby.Holiday:
    """Start a holiday of so many days, or extend the current one; raise Refused."""
    now = clock.now()
    with database.writing() as connection:
        database.wait_for_turn(connection, guest)
        taken = _taken(connection, guest)
        start = max([now, *[row["until"] for row in taken]])
        new = {"guest": guest, "start": start, "until": start + days * DAY, "days": days}
        for year, used in _used([*taken, new]).items():
            if used > YEARLY and year in _used([new]):
                left = max(0, YEARLY - _used(taken).get(year, 0))
                raise Refused(
                    "not-now",
                    f"You have {counted(left, 'day', 'days')} of holiday left in {year}. Choose a shorter one.",
                )
        connection.execute(insert(HOLIDAY_ROWS).values(new))
        _make_due(connection, guest)
        return _payload([*taken, new], now)


def end(database: Database, guest: str) -> lobby.Holiday:
    """End the holiday now; raise Refused."""
    now = clock.now()
    mine = HOLIDAY_ROWS.c.guest == guest
    with database.writing() as connection:
        database.wait_for_turn(connection, guest)
        if not any(row["until"] > now for row in _taken(connection, guest)):
            raise Refused("not-now", "You aren't on holiday.")
        connection.execute(delete(HOLIDAY_ROWS).where(mine & (HOLIDAY_ROWS.c.start > now)))
        for row in _taken(connection, guest):
            if row["until"] > now:
                begun = max(1, math.ceil((now - row["start"]) / DAY))
                changed = update(HOLIDAY_ROWS).where(mine & (HOLIDAY_ROWS.c.start == row["start"]))
                connection.execute(changed.values(until=now, days=min(begun, row["days"])))
        _make_due(connection, guest)
        return _payload(_taken(connection, guest), now)


class HolidayData(PersonData):
    """The days of holiday that people have taken."""

    def merge(self, connection: Connection, guest: str, account: str) -> None:
        """Add a guest's holidays to those of the account."""
        _bring_along(connection, guest, account)

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete a guest's holidays."""
        connection.execute(delete(HOLIDAY_ROWS).where(HOLIDAY_ROWS.c.guest == guest))


def _bring_along(connection: Connection, guest: str, account: str) -> None:
    """Move a guest's holidays to an account. Together they use no more than a year's allowance; excess days that
    haven't started are dropped."""
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
    """Return the last holiday of each of these people. Adjoining holidays count as one."""
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
    """Return how many days of holiday were used in each year."""
    used: dict[int, int] = {}
    for row in taken:
        for day in range(row["days"]):
            year = datetime.fromtimestamp(row["start"] + day * DAY, UTC).year
            used[year] = used.get(year, 0) + 1
    return used


def _payload(taken: list[dict[str, Any]], now: float) -> lobby.Holiday:
    until = max([row["until"] for row in taken], default=0.0)
    year = datetime.fromtimestamp(now, UTC).year
    left = max(0, YEARLY - _used(taken).get(year, 0))
    return lobby.Holiday(until=until if until > now else None, left=left, yearly=YEARLY)


def _make_due(connection: Connection, guest: str) -> None:
    """Make all tables due that this changes."""
    playing = due_tables.tables_by_days(guest)
    connection.execute(update(DUE_ROWS).where(DUE_ROWS.c.table_id.in_(playing)).values(at=due_tables.AT_ONCE))
