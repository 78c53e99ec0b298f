"""The table object: a table as one viewer may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing

SeatKind = Literal["person", "hotseat", "bot", "open"]
TableStatus = Literal["open", "playing", "over", "replay"]
Overtime = Literal["bot", "lost", "others"]
"""What happens when time runs out."""


class Seat(Outgoing):
    """Who sits in a seat."""

    seat: int
    letter: str
    kind: SeatKind
    """`open`: free, or abandoned."""
    name: str
    """Unique at the table: players who share a name have the seat's letter after it."""
    mine: bool
    bot: str | None
    """The kind of bot that plays here."""
    for_: str | None
    """The name of the person for whom a bot stands in."""


class Fair(Outgoing):
    """The promise about a game's chance."""

    commitment: str
    """The SHA-256 of `SEED:SALT`, in hexadecimal."""
    seed: str | None
    """Shown when the game is over. A text, since it has more digits than JavaScript's numbers."""
    salt: str | None


class Source(Outgoing):
    """Where an imported game was played, as far as its record says."""

    source: str
    started: str


class Origin(Outgoing):
    """The game that a table continues."""

    table: str | None
    """Its id. Null for everyone but the owner: anyone with an id may watch."""
    moment: int | None
    anew: bool
    """Whether the game continues with fresh chance."""


class SharedDeal(Outgoing):
    """The shared deal of a table."""

    kind: Literal["day", "free", "group"]
    """`day`: the ranked attempt. `free`: an unranked one. `group`: a duplicate."""
    address: str
    """The page that compares the results."""
    day: str | UnsetType = UNSET
    closed: bool | UnsetType = UNSET
    closes: float | UnsetType = UNSET


class LeftOut(Outgoing):
    """Something that the lessons of a title leave out."""

    words: str
    rule: str
    """The section of the rules page about it."""


class LessonAbout(Outgoing):
    """The lesson taught at a table."""

    number: int
    of: int
    """How many lessons the title has."""
    heading: str
    next: str | None
    """The heading of the next lesson. Null after the last."""
    more: Sequence[LeftOut]
    """After the last one: what the lessons leave out."""


class RematchQuestion(Outgoing):
    """The invitation to a rematch."""

    sentence: str
    table: str
    """The id of the new table."""


class TimeControl(Outgoing):
    """The pace of a table and what happens when time runs out. Part of larger objects."""

    pace: str | None
    """`30+10`, `12h`, `3d` and so on. Null: no clock."""
    overtime: Overtime | None
    """What happens when time runs out. Null without a clock."""
    told_pace: str
    """The pace in words."""
    told_time: str
    """Pace and rule in sentences."""


class Table(TimeControl):
    """A table as one viewer may see it."""

    id: str
    """Can't be guessed. Anyone with it may watch."""
    title: str
    name: str
    """The title's name."""
    status: TableStatus
    players: int
    options: dict[str, Any]
    """The title's options, by name."""
    hints: bool
    stand_in: str
    """The kind of bot that replaces players who are away or have left."""
    trials: bool
    """Whether the title has something to try out (`try`)."""
    overlays: Sequence[str]
    """The names of the table's overlays."""
    public: bool
    research: bool
    """Whether the game may be studied once it is over."""
    rated: bool
    takeover: bool
    """Whether a bot may replace a player who is merely away."""
    created: float
    rules_version: int
    seats: Sequence[Seat]
    mine: Sequence[int]
    """The seats I hold: mine and those of the people at my screen."""
    claims: Sequence[int]
    """The seats where a bot stands in for me or for the people at my screen: I can take them back with `return`."""
    out: str | None
    """A sentence if a bot plays for me because my time ran out or I have lost by leaving."""
    owner: bool
    link: str | None
    """The address of the invitation, for everyone at the table, and for all while a public table has a free seat."""
    lesson: LessonAbout | None
    deal: SharedDeal | None
    """If others play the same deal."""
    fair: Fair | None
    """Null for an imported game, unless its record has a valid promise."""
    seq: int
    """Counts all events that everyone may see."""
    decisions: int
    """How many decisions are in effect."""
    to_act: Sequence[int]
    source: Source | None
    """For an imported game."""
    from_: Origin | None
    """The game that this one continues."""
    next: str | None
    """Where the rematch is."""
    again: RematchQuestion | None
    """My invitation to it."""
    stood_in: Sequence[int]
    """The abandoned seats where a bot plays and anyone may ask to take over (`sit`)."""
