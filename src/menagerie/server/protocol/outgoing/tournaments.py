"""Tournaments: lists, standings, rounds, and what I can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.table import TimeControl

TournamentSystem = Literal["swiss", "robin"]
TournamentStatus = Literal["open", "running", "over", "cancelled"]


class TournamentAbout(TimeControl):
    """A tournament's settings. Part of larger objects."""

    id: str
    name: str
    title: str
    game: str
    """The title's name."""
    players: int
    """At a table."""
    system: TournamentSystem
    told_system: str
    rounds: int | None
    round: int
    status: TournamentStatus
    reason: str | None
    """Why it was cancelled."""
    public: bool
    rated: bool
    """Whether its games are."""
    starts: float | None
    """Null: when its host starts it."""
    late: int
    """The last round for which late entry is possible."""
    hours: float | None
    """After so many hours a player who hasn't come to a round's game loses it."""
    automatic: bool
    """Whether a round starts automatically after the previous one."""
    created: float


class ListedTournament(TournamentAbout):
    """A tournament in a list."""

    people: int
    """The number of players."""
    entered: bool
    """Whether I am in it."""


class Tournaments(Outgoing):
    """The listed tournaments, and mine."""

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
    """A line of the standings. Numbers are text."""

    place: int
    person: str | None
    """The player's id, for the tournament's host."""
    name: str
    me: bool
    points: str
    buchholz: str
    sonneborn: str
    wins: str
    share: str
    first: int
    """The player's first round."""
    left: bool
    reason: str | None
    """Why the player was removed."""


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
    """How it ended, if not by the end of the game."""


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
    """Everything about a tournament."""

    owner: str
    """The host's name."""
    people: int
    """The number of players."""
    entered: bool
    """Whether I am in it."""
    columns: Sequence[StandingsColumn]
    standings: Sequence[Standing]
    played: Sequence[Round]
    """The rounds, the last one first."""
    mine: str | None
    """My table of the round."""
    next: str
    """What happens next, as a sentence."""
    maker: bool
    """Whether I am its host."""
    may: MayDo
