"""People as others may look them up: profiles, ratings, finished games; and the bots, who are on the same scale."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.lobby import TournamentRound


class Scale(Outgoing):
    """What a rating is about. Part of larger objects."""

    title: str
    name: str
    """What the title is called."""
    class_: str
    """`two` players, or `many`."""
    words: str
    """The same in words."""


class Rating(Outgoing):
    """A rating as people read it. Part of larger objects."""

    rating: int
    margin: int
    change: int
    """What the last game changed."""


class RatedPerson(Rating):
    """One of the best of a title."""

    name: str
    address: str
    games: int


class RatedBot(Outgoing):
    """A bot on the scale of a title."""

    kind: str
    name: str
    """What it is called on screen."""
    rating: int


class Best(Scale):
    """The best of a title, and the bots on the same scale."""

    least: int
    """How many rated games it takes to be listed."""
    people: Sequence[RatedPerson]
    bots: Sequence[RatedBot]


class TitleResults(Outgoing):
    """How somebody has played a title."""

    title: str
    name: str
    played: int
    won: int
    place: float | None
    """The mean place, where there are places."""
    of: float | None
    """The mean number of players."""


class CurvePoint(Rating):
    """A rating after one game."""

    at: float
    place: int
    table: str | None
    """Null where the game is not listed."""


class PersonRating(Scale):
    """A rating of somebody, with the way there."""

    rating: int
    margin: int
    change: int
    games: int
    curve: Sequence[CurvePoint]
    """The last 300 games."""
    bots: Sequence[RatedBot]


class SoloResult(Outgoing):
    """Somebody's best game alone of a title."""

    title: str
    name: str
    told: str
    """The result in words."""
    won: bool
    ended: float
    table: str | None


class AnimalCount(Outgoing):
    """How many of an animal somebody has had."""

    animal: str
    count: int


class Favourites(Outgoing):
    """The animals that somebody has had most of in a title."""

    title: str
    name: str
    animals: Sequence[AnimalCount]


class Profile(Outgoing):
    """All about somebody with an account."""

    id: str
    name: str
    since: float
    mine: bool
    hidden: bool
    """Whether others may not look."""
    titles: Sequence[TitleResults]
    ratings: Sequence[PersonRating]
    solo: Sequence[SoloResult]
    favourites: Sequence[Favourites]


class Privacy(Outgoing):
    """Whether a profile is hidden."""

    hidden: bool


class PlayedSeat(Outgoing):
    """A player of a finished game."""

    seat: int
    name: str
    place: int | None
    told: str | None
    profile: str | None
    """The address of the profile, where there is one to see."""


class FinishedGame(Outgoing):
    """A finished game of somebody."""

    table: str
    title: str
    name: str
    ended: float
    players: int
    seat: int
    place: int | None
    won: bool
    told: str | None
    """What somebody achieved, in words."""
    how: str
    """`played`, `time`, `left` or `continued`."""
    result: str | None
    """The sentence that tells how the game ended."""
    rated: bool
    listed: bool
    """Whether everyone may find it."""
    change: int | None
    """What it changed of the rating."""
    seats: Sequence[PlayedSeat]
    record: str
    """The address of the record."""


class FinishedGames(Outgoing):
    """A page of somebody's finished games, the newest first."""

    total: int
    page: int
    pages: int
    games: Sequence[FinishedGame]


class SeatProfile(Outgoing):
    """Where one may read more about the player at a seat."""

    seat: int
    profile: str | None
    rating: int | UnsetType = UNSET
    """At a rated table."""
    margin: int | UnsetType = UNSET
    """At a rated table, for people."""
    change: int | UnsetType | None = UNSET
    """At a rated table: what the game changed, once it is over."""


class TablePeople(Outgoing):
    """Links and ratings of those at a table."""

    seats: Sequence[SeatProfile]
    tournament: TournamentRound | None
    """The tournament that the table belongs to."""


class BotRating(Scale):
    """How strong a bot is at a title."""

    rating: int


class Bot(Outgoing):
    """A kind of bot."""

    kind: str
    name: str
    """What it is called on screen."""
    line: str | None
    about: str
    ratings: Sequence[BotRating]
    measured: str
    """How and when its strength was measured."""
