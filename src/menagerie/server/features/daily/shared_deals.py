"""What a table's deal is called: the day's deal, played for the result or freely, or that of a duplicate."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec

from menagerie.server.features.daily import deal_days
from menagerie.server.protocol.outgoing.table import SharedDeal

RATED: Final = "day"
"""The kind of a try that counts: each person has one of every deal."""
FREE: Final = "free"
GROUP: Final = "group"
"""The kind of a table of a duplicate."""


class DayDeal(msgspec.Struct, frozen=True):
    """The deal of a day for a title, as somebody tries it."""

    day: date
    title: str
    is_rated: bool

    def __str__(self) -> str:
        return f"{RATED if self.is_rated else FREE} {self.day} {self.title}"


def day_deal(name: str | None) -> DayDeal | None:
    """What a table's deal means, if it is that of a day."""
    kind, _, rest = (name or "").partition(" ")
    if kind not in (RATED, FREE):
        return None
    day, _, title = rest.partition(" ")
    return DayDeal(date.fromisoformat(day), title, kind == RATED)


def group_deal(code: str) -> str:
    """What the deal of a duplicate is called."""
    return f"{GROUP} {code}"


def code_of(name: str | None) -> str | None:
    """The code of the duplicate that a table belongs to, if it does."""
    kind, _, code = (name or "").partition(" ")
    return code if kind == GROUP else None


def about(name: str | None) -> SharedDeal | None:
    """Return what people read about a table's deal: what it is, the page that compares, and when it closes."""
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
