"""The book of results: what finished games were for everybody, and the ratings that follow. Kept in the database.

Each game is written down once, in one transaction that also takes it off the list of those to be counted. Ratings are
those of all rated games in the order of their ends, whatever the order in which they are written down: a game that
comes late, because another process was stopped before it could count it, has the later ones of its scale rated again.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, or_, select, update

from menagerie.core.errors import MenagerieError
from menagerie.server import engines, reading, rows
from menagerie.server.database import Database, TableFacts, facts_of
from menagerie.server.ratings import anchors, outcome, scale
from menagerie.server.ratings.outcome import Outcome
from menagerie.server.ratings.relations import KEPT_ROWS, RATING_ROWS, RESULT_ROWS, UNCOUNTED_ROWS
from menagerie.server.ratings.scale import Rating
from menagerie.server.schema import EVENT_ROWS, TABLE_ROWS
from menagerie.server.store import Damaged
from menagerie.server.table import Table

_LOCK = 7_201_411
"""One process at a time writes into the book; on PostgreSQL this number says so."""


class Game(NamedTuple):
    """A finished game, ready to be written down."""

    facts: TableFacts
    ended: float
    outcomes: list[Outcome]


class Book:
    """The results and ratings in a database. Its methods wait for the disk: call them in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def uncounted(self) -> list[str]:
        """The games that are over and not yet written down, in the order of their ends."""
        with self._database.engine.connect() as connection:
            return list(connection.execute(_UNCOUNTED).scalars())

    def count(self, table: str, played: Table | None = None) -> bool:
        """Write a game down, unless somebody has done so; whether it is new. `played`: the table, if it is in memory.
        Raises Damaged."""
        with self._database.engine.connect() as connection:
            if not _is_uncounted(connection, table):
                return False
            game = _read(connection, table, played)
        with self._database.writing() as connection:
            _take_turn(connection)
            # Looked at again in the transaction: another process may have been quicker.
            if not _is_uncounted(connection, table):
                return False
            if game is not None:
                _write(connection, game)
            connection.execute(_COUNTED, {"table": table})
        return game is not None

    def forget(self) -> list[str]:
        """Begin the book anew: nothing is written down, and all finished games are to be counted; which those are."""
        with self._database.writing() as connection:
            _take_turn(connection)
            for relation in (RATING_ROWS, KEPT_ROWS, RESULT_ROWS, UNCOUNTED_ROWS):
                connection.execute(delete(relation))
            over = select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.status == "over")
            connection.execute(insert(UNCOUNTED_ROWS).from_select(["table_id"], over))
        return self.uncounted()

    def totals(self) -> tuple[int, int]:
        """How many games are written down, and how many of them are rated."""
        with self._database.engine.connect() as connection:
            counted, rated = [
                connection.execute(select(func.count(relation.c.table_id.distinct()))).scalar_one()
                for relation in (RESULT_ROWS, RATING_ROWS)
            ]
        return counted, rated


# Made once: these are asked for every game that ends.
_here, _ends = UNCOUNTED_ROWS.c.table_id, EVENT_ROWS.c
_UNCOUNTED: Final = (
    select(_here)
    .outerjoin(EVENT_ROWS, (_ends.table_id == _here) & (_ends.kind == rows.STATUS))
    .group_by(_here)
    .order_by(func.max(_ends.at), _here)
)
_IS_UNCOUNTED: Final = select(_here).where(_here == bindparam("table"))
_COUNTED: Final = delete(UNCOUNTED_ROWS).where(_here == bindparam("table"))


def _is_uncounted(connection: Connection, table: str) -> bool:
    return connection.execute(_IS_UNCOUNTED, {"table": table}).first() is not None


def _take_turn(connection: Connection) -> None:
    """Let one process after another write: each rates with what the one before has written."""
    if not engines.is_file(connection.engine.url):
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def _read(connection: Connection, table: str, played: Table | None) -> Game | None:
    """A finished game as its events tell it; None for a lesson. Raises Damaged."""
    row = connection.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == table)).first()
    if row is None or row.lesson is not None:
        return None
    facts, events = facts_of(row), reading.read(connection, table)
    rows.check_made(facts, events)
    # What is in memory is what these events add up to, if it has heard of all of them.
    if played is None or played.seq != events[-1].seq:
        try:
            played = Table(msgspec.structs.replace(facts, status="open"), rows.first_seats(events), events)
        except MenagerieError as error:  # a title that is not here
            raise Damaged(table, str(error)) from None
    return Game(facts, outcome.ended(events), outcome.of(played, events))


def _write(connection: Connection, game: Game) -> None:
    facts, base = game.facts, {"table_id": game.facts.id, "title": game.facts.title}
    about = base | {"players": facts.players, "ended": game.ended}
    results, kept = [], []
    for one in game.outcomes:
        values = one._asdict()
        animals = values.pop("kept")
        results.append(about | values)
        if one.guest is not None:
            of_seat = base | {"seat": one.seat, "guest": one.guest}
            kept += [of_seat | {"animal": animal, "count": count} for animal, count in animals.items()]
    connection.execute(insert(RESULT_ROWS), results)
    if kept:
        connection.execute(insert(KEPT_ROWS), kept)
    if facts.rated:
        _rate_from(connection, game)


def _rate_from(connection: Connection, game: Game) -> None:
    """Rate a game, and again all of its scale that ended later. Whoever's newest game is among those is rated in it
    again, so that everybody has one that is the newest."""
    title, of = game.facts.title, scale.class_of(game.facts.players)
    later = _later(connection, title, of, game)
    for table, _ in later:
        connection.execute(delete(RATING_ROWS).where(RATING_ROWS.c.table_id == table))
    for table, ended in [(game.facts.id, game.ended), *later]:
        _rate(connection, title, of, table, ended)


def _later(connection: Connection, title: str, of: str, game: Game) -> list[tuple[str, float]]:
    """The rated games of a scale after this one, in the order of their ends."""
    here = RATING_ROWS.c
    after = or_(here.ended > game.ended, and_(here.ended == game.ended, here.table_id > game.facts.id))
    query = select(here.table_id, here.ended).where(_in_scale(title, of) & after)
    found = connection.execute(query.distinct().order_by(here.ended, here.table_id))
    return [(row.table_id, row.ended) for row in found]


def _in_scale(title: str, of: str) -> ColumnElement[bool]:
    return and_(RATING_ROWS.c.title == title, RATING_ROWS.c["class"] == of)


def _rate(connection: Connection, title: str, of: str, table: str, ended: float) -> None:
    """Rate one game, by its results, after all that are rated before it."""
    results = connection.execute(
        select(RESULT_ROWS).where(RESULT_ROWS.c.table_id == table).order_by(RESULT_ROWS.c.seat)
    ).all()
    before, games = [], []
    for result in results:
        known = None if result.guest is None else _rating_of(connection, title, of, result.guest)
        anchored = anchors.rating(title, of, result.bot or anchors.MIDDLE) if result.guest is None else None
        before.append(anchored or (known[0] if known else Rating()))
        games.append(known[1] if known else 0)
    after = scale.rate(before, [result.place for result in results])
    for result, was, is_now, played in zip(results, before, after, games, strict=True):
        if result.guest is None:
            continue  # anchors stand fast
        connection.execute(
            update(RATING_ROWS).where(_in_scale(title, of) & (RATING_ROWS.c.guest == result.guest)).values(newest=False)
        )
        values: dict[str, Any] = {"table_id": table, "seat": result.seat, "title": title, "class": of}
        values |= {"guest": result.guest, "ended": ended, "place": result.place, "games": played + 1}
        values |= {"mu_before": was.mu, "mu": is_now.mu, "sigma": is_now.sigma, "newest": True}
        connection.execute(insert(RATING_ROWS).values(values))


def _rating_of(connection: Connection, title: str, of: str, guest: str) -> tuple[Rating, int] | None:
    """Somebody's rating after all games that are rated by now, and how many those are."""
    here = RATING_ROWS.c
    query = select(here.mu, here.sigma, here.games).where(_in_scale(title, of) & (here.guest == guest))
    row = connection.execute(query.order_by(here.ended.desc(), here.table_id.desc()).limit(1)).first()
    return None if row is None else (Rating(row.mu, row.sigma), row.games)
