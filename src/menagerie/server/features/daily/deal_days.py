"""Define the days of deals: from midnight to midnight UTC, with one more day to finish.

A day's deal is promised the day before. An attempt started on its day may be finished on the day after. Then the deal
closes, and only then is its seed revealed, since it can't help anyone any more."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, missing

DAY: Final = 24 * 3600.0
WEEK: Final = 7


def today() -> date:
    """Return the current day."""
    return datetime.fromtimestamp(clock.now(), UTC).date()


def begins(day: date) -> float:
    """Return when a day starts, in seconds since 1970."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def ends(day: date) -> float:
    """Return when a day ends, after which its deal can't be started ranked."""
    return begins(day) + DAY


def closes(day: date) -> float:
    """Return when a day's deal closes: unfinished attempts don't count, and the seed is revealed."""
    return ends(day) + DAY


def is_closed(day: date) -> bool:
    """Return whether everything about a day's deal may be known."""
    return clock.now() >= closes(day)


def standing(day: date) -> str:
    """Return `coming`, `open`, `ending` (attempts may be finished) or `closed`."""
    now = clock.now()
    if now < begins(day):
        return "coming"
    return "open" if now < ends(day) else "ending" if now < closes(day) else "closed"


def week_of(day: date) -> list[date]:
    """Return the days of its week, from Monday to Sunday."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(WEEK)]


def read(text: str) -> date:
    """Return the day in an address; refuse anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or text != str(day):
        raise Refused("bad", "This is not a date. Use the form 2026-11-18.")
    return day


def check(day: date, first: date) -> None:
    """Refuse a day before the first one here or after tomorrow."""
    if not first <= day <= today() + timedelta(days=1):
        raise missing("day")
