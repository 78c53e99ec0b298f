"""What the server sends over the live connection of a table, beside answers to commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.log import Caption, LogChanges
from menagerie.server.protocol.outgoing.scene import Scene, SceneChanges
from menagerie.server.protocol.outgoing.table import Table
from menagerie.server.protocol.outgoing.turn import Turn

Proposed = Literal["undo", "takeover", "sit"]


class Proposal(Outgoing, kw_only=True):
    """What somebody asks the others."""

    ask: int
    """What `agree` names."""
    what: Proposed
    by: str
    waiting: Sequence[int]
    """The seats whose people have not answered."""
    to: int | UnsetType = UNSET
    """For `undo`: to which decision number."""
    count: int | UnsetType = UNSET
    """For `undo`: how many decisions that takes back."""
    seat: int | UnsetType = UNSET
    """For `takeover` and `sit`."""
    bot: str | UnsetType = UNSET
    """For `takeover`: the kind of bot."""
    sentence: str


class Remark(Outgoing):
    """Something that was said."""

    id: int
    name: str
    seat: int | None
    """Null for spectators."""
    text: str
    at: float


class Presence(Outgoing):
    """Who is connected to a table."""

    seats: Sequence[int]
    """The seats whose people are connected."""
    onlookers: int
    """How many spectators there are."""
    away: dict[int, int]
    """In a game being played: the seats whose people are not connected, with the seconds since they were last seen."""
    away_after: float
    """From so many seconds on a `takeover` may be proposed."""


class WholeTable(Outgoing, tag_field="type", tag="table"):
    """Everything: the first message, sent again whenever differences would not do."""

    seq: int
    n: int
    """The number of decisions that stand: the moment that is shown."""
    now: float
    """The server's time."""
    scene: Scene
    turn: Turn
    log: LogChanges
    ask: Proposal | None
    table: Table
    chat: Sequence[Remark]
    """The last 100 lines of the chat."""
    here: Presence | UnsetType = UNSET
    """Missing at a puzzle, where there is nobody else."""


class Update(Outgoing, tag_field="type", tag="update"):
    """Something happened."""

    film: Sequence[Caption]
    """How the last decision came about, if that is all that is new. Else empty."""
    seq: int
    n: int
    """The number of decisions that stand: the moment that is shown."""
    now: float
    """The server's time."""
    scene: SceneChanges
    turn: Turn
    log: LogChanges
    ask: Proposal | None
    table: Table | UnsetType = UNSET
    """Sent at a puzzle only."""


class TableChanged(Outgoing, tag_field="type", tag="about"):
    """Seats, status or `fair` changed. Comes after the `update`, if there is one."""

    table: Table


class ChatLine(Outgoing, tag_field="type", tag="chat"):
    """Somebody said something."""

    message: Remark


class ChatAgain(Outgoing, tag_field="type", tag="said"):
    """The viewer hears other people than before: a mute or a block, or the end of one."""

    chat: Sequence[Remark]
    """All that the viewer hears of what was said."""


class PresenceChanged(Outgoing, tag_field="type", tag="here"):
    """Somebody came, went, sat down or left."""

    here: Presence


LiveMessage = WholeTable | Update | TableChanged | ChatLine | ChatAgain | PresenceChanged
"""All that is sent over a live connection beside answers to commands."""
