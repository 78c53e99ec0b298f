"""Profiles, ratings and finished games of people, and the bots on the same scale."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.lobby import TournamentRound


class Scale(Outgoing):
    """What a rating is about. Part of larger objects."""

    title: str
    name: str
    """The title's name."""
    class_: str
    """`two` players, or `many`."""
    words: str
    """The same in words."""


class Rating(Outgoing):
    """A rating as numbers to show. Part of larger objects."""

    rating: int
    margin: int
    change: int
    """The change by the last game."""


class RatedPerson(Rating):
    """A person on a title's leaderboard."""

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
    """The leaderboard of a title, and the bots on the same scale."""

    least: int
    """How many rated games are needed to be listed."""
    people: Sequence[RatedPerson]
    bots: Sequence[RatedBot]


class TitleResults(Outgoing):
    """A person's results at a title."""

    title: str
    name: str
    played: int
    won: int
    place: float | None
    """The mean place, if there are places."""
    of: float | None
    """The mean number of players."""


class CurvePoint(Rating):
    """A rating after one game."""

    at: float
    place: int
    table: str | None
    """Null if the game isn't listed."""


class PersonRating(Scale):
    """A person's rating, with its curve."""

    rating: int
    margin: int
    change: int
    games: int
    curve: Sequence[CurvePoint]
    """The last 300 games."""
    bots: Sequence[RatedBot]


class SoloResult(Outgoing):
    """A person's best solo game of a title."""

    title: str
    name: str
    told: str
    """The result in words."""
    won: bool
    ended: float
    table: str | None


class AnimalCount(Outgoing):
    """How many of an animal a person has had."""

    animal: str
    count: int


class Favourites(Outgoing):
    """The animals that a person has had most of in a title."""

    title: str
    name: str
    animals: Sequence[AnimalCount]


class Profile(Outgoing):
    """The profile of a person with an account."""

    id: str
    name: str
    since: float
    mine: bool
    hidden: bool
    """Whether it is hidden from others."""
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
    """The address of the profile, if it is visible."""


class FinishedGame(Outgoing):
    """A person's finished game."""

    table: str
    title: str
    name: str
    ended: float
    players: int
    seat: int
    place: int | None
    won: bool
    told: str | None
    """The person's result in words."""
    how: str
    """`played`, `time`, `left` or `continued`."""
    result: str | None
    """How the game ended, as a sentence."""
    rated: bool
    listed: bool
    """Whether it is listed."""
    change: int | None
    """The change of the rating."""
    seats: Sequence[PlayedSeat]
    record: str
    """The address of the record."""


class FinishedGames(Outgoing):
    """A page of a person's finished games, the newest first."""

    total: int
    page: int
    pages: int
    games: Sequence[FinishedGame]


class SeatProfile(Outgoing):
    """The page about the player in a seat."""

    seat: int
    profile: str | None
    rating: int | UnsetType = UNSET
    """At a rated table."""
    margin: int | UnsetType = UNSET
    """At a rated table, for people."""
    change: int | UnsetType | None = UNSET
    """At a rated table: the change by this game, once it is over."""


class TablePeople(Outgoing):
    """Links and ratings of the people at a table."""

    seats: Sequence[SeatProfile]
    tournament: TournamentRound | None
    """The tournament that the table belongs to."""


class BotRating(Scale):
    """A bot's strength at a title."""

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
