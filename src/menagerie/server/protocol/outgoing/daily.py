"""Deals that several people or groups play: those of a day, and duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.table import Fair, Seat, TableStatus

DayStanding = Literal["coming", "open", "ending", "closed"]


class OwnTry(Outgoing):
    """My ranked attempt."""

    table: str
    over: bool
    told: str | None
    """The result in words."""
    place: int | None


class DayResult(Outgoing):
    """A person's result."""

    place: int | None
    name: str
    told: str
    """The result in words."""
    tie: str
    """What decided between equal points. Empty if nothing had to."""
    mine: bool
    finished: float
    table: str | None
    """Null if I may not view it."""


class DayDeal(Outgoing):
    """The deal of a title on a day."""

    title: str
    name: str
    line: str
    players: int
    commitment: str
    seed: str | None
    """Null until the deal has closed."""
    salt: str | None
    try_: OwnTry | None
    free: str | None
    """My unfinished unranked attempt."""
    may_play_freely: bool
    count: int
    results: Sequence[DayResult]
    """At most 100, the best first, and my own."""
    free_results: Sequence[DayResult]


class Day(Outgoing):
    """The deals of a day."""

    day: str
    today: str
    now: float
    standing: DayStanding
    """`coming`: promised. `ending`: attempts may be finished."""
    begins: float
    ends: float
    closes: float
    before: str | None
    """The day before."""
    after: str | None
    """The day after."""
    deals: Sequence[DayDeal]


class Rung(Outgoing):
    """A person on the ladder of a week."""

    place: int
    name: str
    points: int
    tries: int
    mine: bool


class Ladder(Outgoing):
    """The ladder of a week."""

    monday: str
    sunday: str
    final: bool
    formula: str
    """How places score, in words."""
    ladder: Sequence[Rung]


class DuplicateGroup(Outgoing):
    """A group that plays a duplicate."""

    number: int
    status: TableStatus
    mine: bool
    table: str | None
    """Null if I may not view it."""
    seats: Sequence[Seat]
    scores: Sequence[str] | None
    """As text. Null until the group has finished."""
    places: Sequence[int] | None
    result: str | None


class Duplicate(Outgoing):
    """A deal that several groups play."""

    code: str
    title: str
    name: str
    players: int
    options: dict[str, Any]
    """The title's options, by name."""
    created: float
    closed: bool
    owner: bool
    """Whether I made it."""
    knows: bool
    """Whether I have played or seen it."""
    fair: Fair | None
    groups: Sequence[DuplicateGroup]
