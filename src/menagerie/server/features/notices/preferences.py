"""Store people's preferences: what they are notified of, in which ways, and when not."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from menagerie.server.base.errors import Refused
from menagerie.server.store.schema.notices import TABLE_WISH_ROWS, WISH_ROWS

KINDS: Final = ("turn", "ask", "soon", "over")
"""It is your turn; someone asks you; your time is running out; a game is over."""
WAYS: Final = ("push", "mail", "webhook")
DAY: Final = 24 * 60
"""In minutes."""
LONGEST: Final = 7 * 24
"""The most hours between two emails."""

Kinds = dict[str, list[str]]


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's preferences."""

    kinds: Kinds
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    digest: int = 0
    """At most one email in so many hours; 0: no limit."""
    mailed: float | None = None
    """When the last email was sent."""

    def quiet_end(self, now: float) -> float | None:
        """Return when the person's quiet hours end; None outside them."""
        if self.quiet_from is None or self.quiet_until is None or self.quiet_from == self.quiet_until:
            return None
        here = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        if (minute - self.quiet_from) % DAY >= (self.quiet_until - self.quiet_from) % DAY:
            return None
        midnight = here.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
        day = midnight if minute < self.quiet_until else midnight + timedelta(days=1)
        # Computed in local time, since daylight saving may change in between.
        end = (day + timedelta(minutes=self.quiet_until)).astimezone(UTC).timestamp()
        return max(end, now + 60)

    def not_before(self, way: str, kind: str, now: float) -> float:
        """Return when a notice may be sent that is ready now. Time running out doesn't wait for the next digest."""
        wait = self.quiet_end(now) or now
        if way == "mail" and kind != "soon" and self.mailed is not None:
            wait = max(wait, self.mailed + self.digest * 3600)
        return wait


def usual() -> Preferences:
    """Return the defaults: everything, by the ways set up for notices alone. An email address may have been given for
    other reasons."""
    return Preferences({kind: ["push", "webhook"] for kind in KINDS})


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def check(preferences: Preferences) -> Preferences:
    """Return the preferences; refuse invalid ones."""
    kinds = check_kinds(preferences.kinds)
    if preferences.zone not in _zones():
        raise Refused("bad", "Unknown time zone. Use a name like Europe/Berlin.")
    hours = (preferences.quiet_from, preferences.quiet_until)
    if (hours[0] is None) != (hours[1] is None):
        raise Refused("bad", "Quiet hours need a start and an end.")
    if any(minute is not None and not 0 <= minute < DAY for minute in hours):
        raise Refused("bad", f"Quiet hours are given in minutes of the day. Use 0 to {DAY - 1}.")
    if not 0 <= preferences.digest <= LONGEST:
        raise Refused("bad", f"The time between emails must be 0 to {LONGEST} hours.")
    return msgspec.structs.replace(preferences, kinds=kinds, mailed=None)


def check_kinds(kinds: Kinds) -> Kinds:
    """Return the ways for each kind without repetition; refuse unknown ones."""
    if not set(kinds) <= set(KINDS) or not {way for ways in kinds.values() for way in ways} <= set(WAYS):
        raise Refused("bad", f"Unknown kind or way. The kinds are {', '.join(KINDS)}; the ways are {', '.join(WAYS)}.")
    return {kind: [way for way in WAYS if way in kinds.get(kind, ())] for kind in KINDS}


# Storage.


def of(connection: Connection, guest: str) -> Preferences:
    """Return a person's preferences."""
    row = connection.execute(select(WISH_ROWS).where(WISH_ROWS.c.guest == guest)).first()
    if row is None:
        return usual()
    values = {name: value for name, value in row._mapping.items() if name not in ("guest", "kinds")}
    return Preferences(json.loads(row.kinds), **values)


def keep(connection: Connection, guest: str, preferences: Preferences) -> None:
    """Store a person's preferences."""
    values: dict[str, Any] = msgspec.structs.asdict(preferences)
    values |= {"guest": guest, "kinds": json.dumps(preferences.kinds), "mailed": of(connection, guest).mailed}
    connection.execute(delete(WISH_ROWS).where(WISH_ROWS.c.guest == guest))
    connection.execute(insert(WISH_ROWS).values(values))


def at_table(connection: Connection, guest: str, table: str) -> Kinds | None:
    """Return a person's preferences for one table; None if they are the general ones."""
    mine = (TABLE_WISH_ROWS.c.guest == guest) & (TABLE_WISH_ROWS.c.table_id == table)
    kinds = connection.execute(select(TABLE_WISH_ROWS.c.kinds).where(mine)).scalar()
    return None if kinds is None else json.loads(kinds)


def keep_at_table(connection: Connection, guest: str, table: str, kinds: Kinds | None) -> None:
    """Store a person's preferences for one table."""
    mine = (TABLE_WISH_ROWS.c.guest == guest) & (TABLE_WISH_ROWS.c.table_id == table)
    connection.execute(delete(TABLE_WISH_ROWS).where(mine))
    if kinds is not None:
        values = {"guest": guest, "table_id": table, "kinds": json.dumps(kinds)}
        connection.execute(insert(TABLE_WISH_ROWS).values(values))


def ways(connection: Connection, guest: str, table: str, kind: str) -> list[str]:
    """Return the ways in which a person wants this kind of notice."""
    kinds = at_table(connection, guest, table)
    return (of(connection, guest).kinds if kinds is None else kinds).get(kind, [])


def mark_mailed(connection: Connection, guest: str, now: float) -> None:
    """Note that an email is sent."""
    connection.execute(update(WISH_ROWS).where(WISH_ROWS.c.guest == guest).values(mailed=now))


def drop_way(connection: Connection, guest: str, way: str) -> None:
    """Remove a way from all tables with their own preferences."""
    rows = connection.execute(select(TABLE_WISH_ROWS).where(TABLE_WISH_ROWS.c.guest == guest)).all()
    for row in rows:
        kinds = {kind: [other for other in ways if other != way] for kind, ways in json.loads(row.kinds).items()}
        keep_at_table(connection, guest, row.table_id, kinds)
