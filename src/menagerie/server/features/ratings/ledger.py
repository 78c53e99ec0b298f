"""Keep a ledger of the results of finished games, and the ratings that follow from them.

Each game is added once, in one transaction that also removes it from the list of uncounted games. A listed game that is
already in the ledger is only removed from the list. Ratings follow the order in which games ended, not that in which
they were added: after a late addition, such as by a stopped process, all later games of its scale are rated again."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, or_, select, update

from menagerie.core.errors import MenagerieError
from menagerie.server.base import bot_anchors, rating_scale
from menagerie.server.base.rating_scale import Rating
from menagerie.server.features.ratings import audit, placements
from menagerie.server.features.ratings.placements import Placement
from menagerie.server.store import engines, event_reader, table_rows
from menagerie.server.store.database import Database
from menagerie.server.store.events import Damaged
from menagerie.server.store.schema.ratings import KEPT_ROWS, RATING_ROWS, RESULT_ROWS, UNCOUNTED_ROWS
from menagerie.server.store.schema.tables import EVENT_ROWS, TABLE_ROWS
from menagerie.server.store.table_index import TableFacts, facts_of
from menagerie.server.table.table import Table

_LOCK = 7_201_411
"""One process at a time writes the ledger, which PostgreSQL ensures with this number."""


class CountedGame(NamedTuple):
    """A finished game, ready to be added."""

    facts: TableFacts
    ended: float
    outcomes: list[Placement]
    is_rated: bool


class Ledger:
    """The results and ratings in a database. Its methods wait for the disk, so call them in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def uncounted(self) -> list[str]:
        """Return the finished games that aren't in the ledger, in the order of their ends."""
        with self._database.engine.connect() as connection:
            return list(connection.execute(_UNCOUNTED).scalars())

    def count(self, table: str, played: Table | None = None) -> bool:
        """Add a game unless it is there already; return whether it is new. `played`: the table, if it is in memory.
        Raises Damaged."""
        with self._database.engine.connect() as connection:
            if not _is_uncounted(connection, table):
                return False
            game = None if _is_written(connection, table) else _read(connection, table, played)
        with self._database.writing() as connection:
            _take_turn(connection)
            # Checked again in the transaction, since another process may have been faster.
            if not _is_uncounted(connection, table):
                return False
            is_new = game is not None and not _is_written(connection, table)
            if game is not None and is_new:
                _write(connection, game)
            connection.execute(_COUNTED, {"table": table})
        return is_new

    def mend(self) -> list[str]:
        """List games again whose results differ from their ends; return all uncounted games."""
        with self._database.writing() as connection:
            _take_turn(connection)
            for table in audit.look(connection).wrong:
                _take_out(connection, table)
                connection.execute(insert(UNCOUNTED_ROWS).values(table_id=table))
        return self.uncounted()

    def forget(self) -> list[str]:
        """Empty the ledger and list all finished games again; return them."""
        with self._database.writing() as connection:
            _take_turn(connection)
            for relation in (RATING_ROWS, KEPT_ROWS, RESULT_ROWS, UNCOUNTED_ROWS):
                connection.execute(delete(relation))
            over = select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.status == "over")
            connection.execute(insert(UNCOUNTED_ROWS).from_select(["table_id"], over))
        return self.uncounted()

    def totals(self) -> tuple[int, int]:
        """Return how many games are in the ledger, and how many of them are rated."""
        with self._database.engine.connect() as connection:
            counted, rated = [
                connection.execute(select(func.count(relation.c.table_id.distinct()))).scalar_one()
                for relation in (RESULT_ROWS, RATING_ROWS)
            ]
        return counted, rated


# Built once, since they run for every game that ends.
_here = UNCOUNTED_ROWS.c.table_id
_ends = audit.ENDS.where(EVENT_ROWS.c.table_id.in_(select(_here))).subquery()
_UNCOUNTED: Final = select(_here).outerjoin(_ends, _ends.c.table_id == _here).order_by(_ends.c.ended, _here)
_IS_UNCOUNTED: Final = select(_here).where(_here == bindparam("table"))
_IS_WRITTEN: Final = select(RESULT_ROWS.c.seat).where(RESULT_ROWS.c.table_id == bindparam("table")).limit(1)
_COUNTED: Final = delete(UNCOUNTED_ROWS).where(_here == bindparam("table"))


def _is_uncounted(connection: Connection, table: str) -> bool:
    return connection.execute(_IS_UNCOUNTED, {"table": table}).first() is not None


def _is_written(connection: Connection, table: str) -> bool:
    return connection.execute(_IS_WRITTEN, {"table": table}).first() is not None


def _take_turn(connection: Connection) -> None:
    """Let one process write at a time: each rates on top of what the one before has written."""
    if not engines.is_file(connection.engine.url):
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def _read(connection: Connection, table: str, played: Table | None) -> CountedGame | None:
    """Return a finished game from its events; None for a lesson or an aborted game. Raises Damaged."""
    row = connection.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == table)).first()
    if row is None or row.lesson is not None:
        return None
    facts, events = facts_of(row), event_reader.read(connection, table)
    table_rows.check_made(facts, events)
    # A table in memory can be used if it has applied all these events.
    if played is None or played.seq != events[-1].seq:
        try:
            played = Table(msgspec.structs.replace(facts, status="open"), table_rows.first_seats(events), events)
        except MenagerieError as error:  # a title that isn't installed
            raise Damaged(table, str(error)) from None
    if played.aborted:
        return None
    # A player who never came to a tournament table has lost there, but only games that were played are rated.
    is_rated = facts.rated and played.n > played.deals.dealt_at
    return CountedGame(facts, table_rows.ended(events), placements.of(played, events), is_rated)


def _write(connection: Connection, game: CountedGame) -> None:
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
    if game.is_rated:
        _rate_from(connection, facts.title, rating_scale.class_of(facts.players), facts.id, game.ended)


def _take_out(connection: Connection, table: str) -> None:
    """Remove a game from the ledger, and rate later ones of its scale again."""
    rated = connection.execute(select(RATING_ROWS).where(RATING_ROWS.c.table_id == table)).first()
    for relation in (RATING_ROWS, KEPT_ROWS, RESULT_ROWS):
        connection.execute(delete(relation).where(relation.c.table_id == table))
    if rated is not None:
        _rate_from(connection, rated.title, rated._mapping["class"], table, rated.ended, has_to_come=False)


def _rate_from(
    connection: Connection, title: str, of: str, table: str, ended: float, *, has_to_come: bool = True
) -> None:
    """Rate a game if `has_to_come`, then all later ones of its scale again. Players whose newest game is among these
    are rated in it again, so that everyone has a newest one."""
    later = _later(connection, title, of, table, ended)
    for other, _ in later:
        connection.execute(delete(RATING_ROWS).where(RATING_ROWS.c.table_id == other))
    for other, end in [*([(table, ended)] if has_to_come else []), *later]:
        _rate(connection, title, of, other, end)


def _later(connection: Connection, title: str, of: str, table: str, ended: float) -> list[tuple[str, float]]:
    """Return the rated games of a scale after this one, in the order of their ends."""
    here = RATING_ROWS.c
    after = or_(here.ended > ended, and_(here.ended == ended, here.table_id > table))
    query = select(here.table_id, here.ended).where(_in_scale(title, of) & after)
    found = connection.execute(query.distinct().order_by(here.ended, here.table_id))
    return [(row.table_id, row.ended) for row in found]


def _in_scale(title: str, of: str) -> ColumnElement[bool]:
    return and_(RATING_ROWS.c.title == title, RATING_ROWS.c["class"] == of)


def _rate(connection: Connection, title: str, of: str, table: str, ended: float) -> None:
    """Rate one game by its results, after all that are rated before it."""
    results = connection.execute(
        select(RESULT_ROWS).where(RESULT_ROWS.c.table_id == table).order_by(RESULT_ROWS.c.seat)
    ).all()
    before, games = [], []
    for result in results:
        known = None if result.guest is None else _rating_of(connection, title, of, result.guest)
        kind = result.bot or bot_anchors.middle(title)
        anchored = bot_anchors.rating(title, of, kind) if result.guest is None else None
        before.append(anchored or (known[0] if known else Rating()))
        games.append(known[1] if known else 0)
    after = rating_scale.rate(before, [result.place for result in results])
    for result, was, is_now, played in zip(results, before, after, games, strict=True):
        if result.guest is None:
            continue  # anchors are fixed
        connection.execute(
            update(RATING_ROWS).where(_in_scale(title, of) & (RATING_ROWS.c.guest == result.guest)).values(newest=False)
        )
        values: dict[str, Any] = {"table_id": table, "seat": result.seat, "title": title, "class": of}
        values |= {"guest": result.guest, "ended": ended, "place": result.place, "games": played + 1}
        values |= {"mu_before": was.mu, "mu": is_now.mu, "sigma": is_now.sigma, "newest": True}
        connection.execute(insert(RATING_ROWS).values(values))


def _rating_of(connection: Connection, title: str, of: str, guest: str) -> tuple[Rating, int] | None:
    """Return a person's rating after all games rated so far, and their number."""
    here = RATING_ROWS.c
    query = select(here.mu, here.sigma, here.games).where(_in_scale(title, of) & (here.guest == guest))
    row = connection.execute(query.order_by(here.ended.desc(), here.table_id.desc()).limit(1)).first()
    return None if row is None else (Rating(row.mu, row.sigma), row.games)
