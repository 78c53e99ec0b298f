"""Days, as the deal of the day goes by: from midnight to midnight UTC, with another day to finish what was begun.

A day's deal is promised from the day before. Who begins it on its day may finish it on the day after: then it closes,
and only then its seed is told, since nobody is left whom that could help.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused, missing

DAY: Final = 24 * 3600.0
WEEK: Final = 7


def today() -> date:
    """The day that it is."""
    return datetime.fromtimestamp(clock.now(), UTC).date()


def begins(day: date) -> float:
    """When a day begins, in seconds since 1970."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def ends(day: date) -> float:
    """When a day ends: from then on nobody begins its deal for the result."""
    return begins(day) + DAY


def closes(day: date) -> float:
    """When a day's deal closes: what is not finished by then does not count, and the seed is told."""
    return ends(day) + DAY


def is_closed(day: date) -> bool:
    """Whether everything about a day's deal may be known."""
    return clock.now() >= closes(day)


def standing(day: date) -> str:
    """`coming`, `open`, `ending` (what was begun may be finished) or `closed`."""
    now = clock.now()
    if now < begins(day):
        return "coming"
    return "open" if now < ends(day) else "ending" if now < closes(day) else "closed"


def week_of(day: date) -> list[date]:
    """The days of its week, from Monday to Sunday."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(WEEK)]


def read(text: str) -> date:
    """A day as addresses have it; refuses everything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or text != str(day):
        raise Refused("bad", "A day is written like 2026-11-18.")
    return day


def check(day: date, first: date) -> None:
    """Refuse a day of which nothing can be told: before the first one here, or after tomorrow."""
    if not first <= day <= today() + timedelta(days=1):
        raise missing("day")
