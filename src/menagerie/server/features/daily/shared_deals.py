"""Name a table's deal: the day's deal, ranked or unranked, or that of a duplicate."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from menagerie.server.features.daily import deal_days
from menagerie.server.protocol.outgoing.table import SharedDeal

RATED: Final = "day"
"""The kind of a ranked attempt. Each person has one for every deal."""
FREE: Final = "free"
GROUP: Final = "group"
"""The kind of a duplicate's table."""


class DayDeal(msgspec.Struct, frozen=True):
    """An attempt at the deal of a day for a title."""

    day: date
    title: str
    is_rated: bool

    def __str__(self) -> str:
        return f"{RATED if self.is_rated else FREE} {self.day} {self.title}"


def day_deal(name: str | None) -> DayDeal | None:
    """Return the day's deal that a table's deal names, if it is one."""
    kind, _, rest = (name or "").partition(" ")
    if kind not in (RATED, FREE):
        return None
    day, _, title = rest.partition(" ")
    return DayDeal(date.fromisoformat(day), title, kind == RATED)


def group_deal(code: str) -> str:
    """Return the name of a duplicate's deal."""
    return f"{GROUP} {code}"


def code_of(name: str | None) -> str | None:
    """Return the code of the duplicate that a table belongs to, if any."""
    kind, _, code = (name or "").partition(" ")
    return code if kind == GROUP else None


def about(name: str | None) -> SharedDeal | None:
    """Return the description of a table's deal: what it is, where results are compared, and when it closes."""
    day, code = day_deal(name), code_of(name)
    if day is not None:
        return SharedDeal(
            kind=RATED if day.is_rated else FREE,
            address=f"/daily/{day.day}#{day.title}",
            day=str(day.day),
            closed=deal_days.is_closed(day.day),
            closes=deal_days.closes(day.day),
        )
    return None if code is None else SharedDeal(kind=GROUP, address=f"/duplicate/{code}")
