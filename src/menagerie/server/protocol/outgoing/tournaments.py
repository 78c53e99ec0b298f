"""Tournaments: lists, standings, rounds, and what I can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.table import TimeControl

TournamentSystem = Literal["swiss", "robin"]
TournamentStatus = Literal["open", "running", "over", "cancelled"]


class TournamentAbout(TimeControl):
    """What a tournament was made with. Part of larger objects."""

    id: str
    name: str
    title: str
    game: str
    """What the title is called."""
    players: int
    """At a table."""
    system: TournamentSystem
    told_system: str
    rounds: int | None
    round: int
    status: TournamentStatus
    reason: str | None
    """Why it was called off."""
    public: bool
    rated: bool
    """Whether its games are."""
    starts: float | None
    """Null: when its owner says so."""
    late: int
    """The last round for which one may still enter."""
    hours: float | None
    """After so many hours a player who has not come to a round's game has lost it."""
    automatic: bool
    """Whether a round begins automatically when the one before is over."""
    created: float


class ListedTournament(TournamentAbout):
    """A tournament in a list."""

    people: int
    """How many play."""
    entered: bool
    """Whether I do."""


class Tournaments(Outgoing):
    """The tournaments that are listed, and mine."""

    open: list[ListedTournament]
    running: list[ListedTournament]
    finished: list[ListedTournament]


ColumnKey = Literal["points", "buchholz", "sonneborn", "wins", "share"]


class StandingsColumn(Outgoing):
    """A column of the standings."""

    key: ColumnKey
    name: str
    help: str


class Standing(Outgoing):
    """A line of the standings. Figures are text."""

    place: int
    person: str | None
    """The player's id, for the owner of the tournament."""
    name: str
    me: bool
    points: str
    buchholz: str
    sonneborn: str
    wins: str
    share: str
    first: int
    """The first round of the player."""
    left: bool
    reason: str | None
    """Why the player was taken out."""


class PairedPlayer(Outgoing):
    """A player of a round."""

    name: str
    me: bool
    points: str | None


class PairedTable(Outgoing):
    """A table of a round."""

    people: Sequence[PairedPlayer]
    """By seat."""
    table: str | None
    bye: bool
    done: bool
    how: str | None
    """How it ended, if not by the game's end."""


class Round(Outgoing):
    """A round."""

    round: int
    tables: Sequence[PairedTable]


class MayDo(Outgoing):
    """What I can do now."""

    enter: bool
    leave: bool
    start: bool
    next: bool
    remove: bool
    cancel: bool


class Tournament(TournamentAbout):
    """All about a tournament."""

    owner: str
    """A name."""
    people: int
    """How many play."""
    entered: bool
    """Whether I do."""
    columns: Sequence[StandingsColumn]
    standings: Sequence[Standing]
    played: Sequence[Round]
    """The rounds, the last one first."""
    mine: str | None
    """My table of the round."""
    next: str
    """What happens next, in a sentence."""
    maker: bool
    """Whether it is mine."""
    may: MayDo
