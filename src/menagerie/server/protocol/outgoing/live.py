"""What the server sends over a table's live connection, besides answers to commands."""

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
    """A request to the other players."""

    ask: int
    """The number for `agree`."""
    what: Proposed
    by: str
    waiting: Sequence[int]
    """The seats of the people who haven't answered."""
    to: int | UnsetType = UNSET
    """For `undo`: the decision number to go back to."""
    count: int | UnsetType = UNSET
    """For `undo`: how many decisions to undo."""
    seat: int | UnsetType = UNSET
    """For `takeover` and `sit`."""
    bot: str | UnsetType = UNSET
    """For `takeover`: the kind of bot."""
    sentence: str


class Remark(Outgoing):
    """A chat message."""

    id: int
    name: str
    seat: int | None
    """Null for spectators."""
    text: str
    at: float


class Presence(Outgoing):
    """Who is connected to a table."""

    seats: Sequence[int]
    """The seats of connected people."""
    onlookers: int
    """The number of spectators."""
    away: dict[int, int]
    """In a game in progress: the seats of disconnected people, with the seconds since they were last seen."""
    away_after: float
    """After so many seconds a `takeover` may be proposed."""


class WholeTable(Outgoing, tag_field="type", tag="table"):
    """Everything: the first message, sent again whenever differences aren't enough."""

    seq: int
    n: int
    """The number of decisions in effect, which is the moment shown."""
    now: float
    """The server's time."""
    scene: Scene
    turn: Turn
    log: LogChanges
    ask: Proposal | None
    table: Table
    chat: Sequence[Remark]
    """The last 100 chat messages."""
    here: Presence | UnsetType = UNSET
    """Missing at a puzzle, where no one else is."""


class Update(Outgoing, tag_field="type", tag="update"):
    """Something happened."""

    film: Sequence[Caption]
    """How the last decision came about, if that is all the news. Empty otherwise."""
    seq: int
    n: int
    """The number of decisions in effect, which is the moment shown."""
    now: float
    """The server's time."""
    scene: SceneChanges
    turn: Turn
    log: LogChanges
    ask: Proposal | None
    table: Table | UnsetType = UNSET
    """At a puzzle only."""


class TableChanged(Outgoing, tag_field="type", tag="about"):
    """Seats, status or `fair` changed. Comes after the `update`, if there is one."""

    table: Table


class ChatLine(Outgoing, tag_field="type", tag="chat"):
    """A new chat message."""

    message: Remark


class ChatAgain(Outgoing, tag_field="type", tag="said"):
    """A mute or block has changed whose chat the viewer sees."""

    chat: Sequence[Remark]
    """The chat that the viewer sees now."""


class PresenceChanged(Outgoing, tag_field="type", tag="here"):
    """Someone connected, disconnected, sat down or left."""

    here: Presence


LiveMessage = WholeTable | Update | TableChanged | ChatLine | ChatAgain | PresenceChanged
"""Everything sent over a live connection besides answers to commands."""
