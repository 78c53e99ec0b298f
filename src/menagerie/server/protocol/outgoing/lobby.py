"""What the lobby lists, and what waits for somebody elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.table import Seat, SharedDeal, TableStatus, TimeControl


class TournamentRound(Outgoing):
    """The round of a tournament to which a table belongs."""

    id: str
    name: str
    round: int


class ListedTable(TimeControl, kw_only=True):
    """A table in a list."""

    id: str
    title: str
    name: str
    """What the title is called."""
    status: TableStatus
    seats: Sequence[Seat]
    to_act: Sequence[int]
    mine: Sequence[int]
    claims: Sequence[int]
    created: float
    changed: float
    result: str | None
    """The sentence that tells how the game ended."""
    lesson: bool
    deal: SharedDeal | None
    research: bool
    rated: bool
    link: str | None
    """The address of the invitation, for those who may have it."""
    profiles: Sequence[str | None]
    """By seat the address of the player's profile, where there is one to see."""
    left: float | UnsetType | None = UNSET
    """Among my tables: the seconds until somebody's time runs out there."""
    tournament: TournamentRound | UnsetType | None = UNSET
    """Among my tables."""


InvitationKind = Literal["rematch", "friend"]


class Invitation(Outgoing):
    """A table to which I am asked."""

    table: str
    title: str
    kind: InvitationKind
    by: str
    sentence: str
    at: float
    link: str


class ModeratorNote(Outgoing):
    """Something that a moderator has told me and that I have not read."""

    id: str
    sentence: str


class Lobby(Outgoing):
    """My tables, public tables with a free seat, and public games being played."""

    mine: Sequence[ListedTable]
    """All whose games are not over, and then a page of the others, each the newest first."""
    open: Sequence[ListedTable]
    watch: Sequence[ListedTable]
    asked: Sequence[Invitation]
    told: Sequence[ModeratorNote]
    pages: int
    """How many pages there are of my games that are over."""


class Turns(Outgoing):
    """How many tables wait for me."""

    count: int
    """Without the one that I am at."""
    next: str | None
    """The next of them."""


class Holiday(Outgoing):
    """My holidays."""

    until: float | None
    """Until when I am on holiday."""
    left: int
    """How many days are left this year."""
    yearly: int
    """How many there are in a year."""
