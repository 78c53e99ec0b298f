"""Show the profiles of people with accounts who don't hide them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import structs
from sqlalchemy import ColumnElement, Connection, Row, Select, case, delete, func, insert, select

from menagerie import bots as kinds
from menagerie.core.registry import load, titles
from menagerie.server.base import bot_anchors
from menagerie.server.base.errors import Refused, missing
from menagerie.server.base.rating_scale import CLASSES, MU, ORDER, STEP, SURE, Rating, why_not
from menagerie.server.protocol.outgoing import ratings as outgoing
from menagerie.server.protocol.outgoing.ratings import (
    AnimalCount,
    Best,
    Bot,
    BotRating,
    CurvePoint,
    Favourites,
    PersonRating,
    Profile,
    RatedBot,
    RatedPerson,
    Scale,
    SoloResult,
    TitleResults,
)
from menagerie.server.show import title_catalog
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, same_person
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.ratings import KEPT_ROWS, PROFILE_ROWS, RATING_ROWS, RESULT_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS, TABLE_ROWS

LEAST: Final = 10
"""The fewest rated games for a place on the leaderboard, since fewer say little."""
BEST: Final = 100
CURVE: Final = 300
"""The most games in a curve, counted from the last."""
FAVOURITES: Final = 4
NO_PROFILE: Final = "This profile doesn't exist or is hidden."


def address(guest: str) -> str:
    """Return the address of a person's profile."""
    return f"/people/{guest}"


def name_of(title: str) -> str:
    """Return a title's name, or its id if it isn't installed any more."""
    return load(title).name if title in titles() else title


def shown(database: Database, guests: Iterable[str]) -> set[str]:
    """Return those of some guests whose profile is visible."""
    wanted = sorted(set(guests))
    if not wanted:
        return set()
    with database.engine.connect() as connection:
        return set(connection.execute(all_shown().where(ACCOUNT_ROWS.c.guest.in_(wanted))).scalars())


def all_shown() -> Select[Any]:
    """Return the condition for accounts with visible profiles."""
    hides = select(PROFILE_ROWS.c.guest).where((PROFILE_ROWS.c.guest == ACCOUNT_ROWS.c.guest) & PROFILE_ROWS.c.hidden)
    return select(ACCOUNT_ROWS.c.guest).where(~hides.exists())


def is_hidden(connection: Connection, guest: str) -> bool:
    """Return whether a person's profile is hidden."""
    query = select(PROFILE_ROWS.c.hidden).where(PROFILE_ROWS.c.guest == guest)
    return bool(connection.execute(query).scalar())


def hide(database: Database, guest: Guest, person: str, hidden: bool) -> None:
    """Hide a person's profile, or show it again; only its owner may. Raises Refused."""
    if guest.id != person or not guest.account:
        raise Refused("missing", NO_PROFILE)
    with database.writing() as connection:
        connection.execute(delete(PROFILE_ROWS).where(PROFILE_ROWS.c.guest == guest.id))
        connection.execute(insert(PROFILE_ROWS).values(guest=guest.id, hidden=hidden))


def check(database: Database, person: str, me: str | None) -> None:
    """Refuse a hidden profile."""
    with database.engine.connect() as connection:
        find(connection, person, me)


def find(connection: Connection, person: str, me: str | None) -> Any:
    """Return a person with an account. A hidden profile looks like one that doesn't exist: raises Refused for both."""
    columns = (GUEST_ROWS.c.id, GUEST_ROWS.c.name, ACCOUNT_ROWS.c.created)
    query = select(*columns).join(ACCOUNT_ROWS, ACCOUNT_ROWS.c.guest == GUEST_ROWS.c.id)
    row = connection.execute(query.where(GUEST_ROWS.c.id == person)).first()
    if row is None or (person != me and is_hidden(connection, person)):
        raise Refused("missing", NO_PROFILE)
    return row


def profile(database: Database, person: str, me: str | None) -> Profile:
    """Return a person's whole profile. Raises Refused."""
    with database.engine.connect() as connection:
        found = find(connection, person, me)
        return Profile(
            id=found.id,
            name=found.name,
            since=found.created,
            mine=person == me,
            hidden=is_hidden(connection, person),
            titles=_by_title(connection, person),
            ratings=_ratings(connection, person),
            solo=_solo(connection, person, me),
            favourites=_favourites(connection, person),
        )


def own_seat(guest: str, *, below: bool = False) -> ColumnElement[bool]:
    """Return the condition that the same person had another seat in the same game."""
    other = RESULT_ROWS.alias()
    there = (other.c.table_id == RESULT_ROWS.c.table_id) & other.c.guest.in_(same_person(guest))
    is_other = other.c.seat < RESULT_ROWS.c.seat if below else other.c.seat != RESULT_ROWS.c.seat
    return select(other.c.seat).where(there & is_other).exists()


def _by_title(connection: Connection, person: str) -> list[TitleResults]:
    """Return how often a person has played and won each title, and the mean place if there are places."""
    here = RESULT_ROWS.c
    against = here.players > 1
    query = select(
        here.title,
        func.count().label("played"),
        func.sum(case((here.won, 1), else_=0)).label("won"),
        func.avg(case((against, here.place))).label("place"),
        func.avg(case((against, here.players))).label("of"),
    ).where(here.guest.in_(same_person(person)) & (here.how != "continued") & ~own_seat(person))
    rows = connection.execute(query.group_by(here.title).order_by(func.count().desc(), here.title))
    return [
        TitleResults(
            title=row.title,
            name=name_of(row.title),
            played=row.played,
            won=row.won,
            place=None if row.place is None else round(float(row.place), 2),
            of=None if row.of is None else round(float(row.of), 1),
        )
        for row in rows
    ]


def _ratings(connection: Connection, person: str) -> list[PersonRating]:
    """Return a person's current ratings, each with its curve."""
    here = RATING_ROWS.c
    query = select(RATING_ROWS).where(here.guest.in_(same_person(person))).order_by(here.title, here["class"])
    newest = connection.execute(query.where(here.newest)).all()
    return [_rating(connection, person, row, row._mapping["class"]) for row in newest]


def _rating(connection: Connection, person: str, row: Row[Any], of: str) -> PersonRating:
    return PersonRating(
        games=row.games,
        curve=_curve(connection, person, row.title, of),
        bots=bots(row.title, of),
        **structs.asdict(scale_of(row.title, of)),
        **structs.asdict(figures(row)),
    )


def scale_of(title: str, of: str) -> Scale:
    """Return what a rating is about."""
    return Scale(title=title, name=name_of(title), class_=of, words=CLASSES[of])


def figures(row: Row[Any]) -> outgoing.Rating:
    """Return a rating as numbers to show, with the game's change."""
    rating = Rating(row.mu, row.sigma)
    before = Rating(row.mu_before, row.sigma)
    return outgoing.Rating(rating=rating.shown, margin=rating.margin, change=rating.shown - before.shown)


def _curve(connection: Connection, person: str, title: str, of: str) -> list[CurvePoint]:
    here = RATING_ROWS.c
    mine = (here.guest == person) & (here.title == title) & (here["class"] == of)
    query = select(RATING_ROWS, TABLE_ROWS.c.public).join(TABLE_ROWS, TABLE_ROWS.c.id == here.table_id).where(mine)
    last = connection.execute(query.order_by(here.ended.desc(), here.table_id.desc()).limit(CURVE)).all()
    return [
        CurvePoint(
            at=row.ended,
            place=row.place,
            table=row.table_id if row.public else None,
            **structs.asdict(figures(row)),
        )
        for row in reversed(last)
    ]


def _solo(connection: Connection, person: str, me: str | None) -> list[SoloResult]:
    """Return the best solo game of each title."""
    here = RESULT_ROWS.c
    alone: ColumnElement[bool] = here.guest.in_(same_person(person)) & (here.players == 1) & (here.how == "played")
    order = func.row_number().over(partition_by=here.title, order_by=(here.score.desc(), here.ended, here.table_id))
    best = select(RESULT_ROWS, TABLE_ROWS.c.public, TABLE_ROWS.c.result, order.label("number"))
    # A deal that can be replayed proves little.
    fresh = alone & TABLE_ROWS.c.deal.is_(None)
    numbered = best.join(TABLE_ROWS, TABLE_ROWS.c.id == here.table_id).where(fresh).subquery()
    rows = connection.execute(select(numbered).where(numbered.c.number == 1).order_by(numbered.c.title))
    return [
        SoloResult(
            title=row.title,
            name=name_of(row.title),
            told=row.told,
            won=row.won,
            ended=row.ended,
            table=row.table_id if row.public or person == me else None,
        )
        for row in rows
    ]


def _favourites(connection: Connection, person: str) -> list[Favourites]:
    """Return the animals that a person has had most of, by title: see the titles' `display/owned_animals.py`."""
    here = KEPT_ROWS.c
    total = func.sum(here.count)
    query = select(here.title, here.animal, total.label("count")).where(here.guest.in_(same_person(person)))
    found: dict[str, list[AnimalCount]] = {}
    for row in connection.execute(query.group_by(here.title, here.animal).order_by(total.desc(), here.animal)):
        found.setdefault(row.title, []).append(AnimalCount(animal=row.animal, count=row._mapping["count"]))
    return [
        Favourites(title=title, name=name_of(title), animals=animals[:FAVOURITES])
        for title, animals in sorted(found.items())
    ]


def best(database: Database, title: str, of: str) -> Best:
    """Return the leaderboard of a scale by the lower bound of each rating, so that luck in few games doesn't lead; and
    the bots on the same scale. Raises Refused."""
    game = title_catalog.title(title)
    if of not in CLASSES:
        raise Refused("bad", f"Unknown class of players. Choose one of these: {', '.join(CLASSES)}.")
    if why := why_not(game, game.players[-1]):
        raise Refused("missing", why)
    here = RATING_ROWS.c
    surely = here.mu - SURE * here.sigma
    ranked = (here.title == title) & (here["class"] == of) & here.newest & (here.games >= LEAST)
    query = select(RATING_ROWS, GUEST_ROWS.c.name).join(GUEST_ROWS, GUEST_ROWS.c.id == here.guest)
    query = query.where(ranked & here.guest.in_(all_shown())).order_by(surely.desc(), here.guest).limit(BEST)
    with database.engine.connect() as connection:
        people = [
            RatedPerson(name=row.name, address=address(row.guest), games=row.games, **structs.asdict(figures(row)))
            for row in connection.execute(query)
        ]
    return Best(least=LEAST, people=people, bots=bots(title, of), **structs.asdict(scale_of(title, of)))


def bots(title: str, of: str) -> list[RatedBot]:
    """Return the bots on a scale, the weakest first."""
    return [
        RatedBot(kind=kind, name=kinds.name_of(kind), rating=anchors_rating(title, of, kind))
        for kind in bot_anchors.kinds(title)
    ]


def anchors_rating(title: str, of: str, kind: str) -> int:
    """Return a bot's rating as numbers to show."""
    found = bot_anchors.rating(title, of, kind)
    return round(ORDER + STEP * ((found.mu if found else MU) - MU))


def bot(kind: str) -> Bot:
    """Return a bot's description, and its strength at each title. Raises Refused."""
    if kind not in kinds.kinds():
        raise missing("bot")
    anchors = bot_anchors.all_of(kind)
    ratings = [BotRating(rating=one.rating.shown, **structs.asdict(scale_of(one.title, one.of))) for one in anchors]
    line, about = kinds.line_of(kind), kinds.about_of(kind)
    return Bot(
        kind=kind,
        name=kinds.name_of(kind),
        line=line,
        about=about,
        ratings=ratings,
        measured=bot_anchors.measured(anchors),
    )
