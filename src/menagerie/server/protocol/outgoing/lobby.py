"""The lists of the lobby, and what waits for a person elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.table import Seat, SharedDeal, TableStatus, TimeControl


class TournamentRound(Outgoing):
    """The tournament round that a table belongs to."""

    id: str
    name: str
    round: int


class ListedTable(TimeControl, kw_only=True):
    """A table in a list."""

    id: str
    title: str
    name: str
    """The title's name."""
    status: TableStatus
    seats: Sequence[Seat]
    to_act: Sequence[int]
    mine: Sequence[int]
    claims: Sequence[int]
    created: float
    changed: float
    result: str | None
    """How the game ended, as a sentence."""
    lesson: bool
    deal: SharedDeal | None
    research: bool
    rated: bool
    link: str | None
    """The address of the invitation, for those who may have it."""
    profiles: Sequence[str | None]
    """By seat the address of the player's profile, if it is visible."""
    left: float | UnsetType | None = UNSET
    """Among my tables: the seconds until a player's time runs out."""
    tournament: TournamentRound | UnsetType | None = UNSET
    """Among my tables."""


InvitationKind = Literal["rematch", "friend"]


class Invitation(Outgoing):
    """A table that I'm invited to."""

    table: str
    title: str
    kind: InvitationKind
    by: str
    sentence: str
    at: float
    link: str


class ModeratorNote(Outgoing):
    """A moderator's message that I haven't read."""

    id: str
    sentence: str


class Lobby(Outgoing):
    """My tables, public tables with a free seat, and public games in progress."""

    mine: Sequence[ListedTable]
    """All unfinished games, then a page of the finished ones, each the newest first."""
    open: Sequence[ListedTable]
    watch: Sequence[ListedTable]
    asked: Sequence[Invitation]
    told: Sequence[ModeratorNote]
    pages: int
    """How many pages of finished games I have."""


class Turns(Outgoing):
    """How many tables wait for me."""

    count: int
    """Not counting the one I'm at."""
    next: str | None
    """The next of them."""


class Holiday(Outgoing):
    """My holidays."""

    until: float | None
    """When my current holiday ends."""
    left: int
    """How many days are left this year."""
    yearly: int
    """How many days there are per year."""
