"""The rows about tables: facts, the lists that are made from them, and how many tables a guest may have.

Who sits where follows from the events (`table_rows`). The functions wait for the disk: call them in a thread.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, func, insert, select
from sqlalchemy.exc import DatabaseError, OperationalError

from menagerie.server.base.errors import unquoted
from menagerie.server.store.database import Database
from menagerie.server.store.events import Damaged
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.tables import EVENT_ROWS, GUEST_ROWS, LEASE_ROWS, REMARK_ROWS, SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.schema.time import DUE_ROWS
from menagerie.server.store.seats import Seat

UNFINISHED: Final = ("open", "playing")
"""The statuses of games that are not over."""
LISTED: Final = 50
"""The most tables in one list."""


class TableFacts(msgspec.Struct, frozen=True):
    """What a table was made with, and its status. What happened at it is in its events."""

    id: str
    title: str
    rules_version: int
    players: int
    options: dict[str, str]
    """As in a record: those that differ from their defaults, as text."""
    seed: int
    salt: str
    owner: str
    hints: bool
    public: bool
    status: str
    """open, playing, over or replay."""
    link: str
    created: float
    from_table: str | None = None
    from_moment: int | None = None
    result: str | None = None
    """How the game ended, in a sentence."""
    stand_in: str | None = None
    """The kind of bot that goes on for who is away or has left; None: the title's usual one."""
    lesson: str | None = None
    """The lesson that is taught there, as `table.lessons` names it; None: a game like any other."""
    research: bool = False
    """Whether its owner lets the game be studied once it is over, without names."""
    rated: bool = False
    """Whether its result counts for something beyond the table."""
    pace: str | None = None
    """How much time players have, as `table.time_controls` writes it; None: there is no clock."""
    overtime: str = "bot"
    """What happens when somebody's time runs out: bot, lost or others."""
    deal: str | None = None
    """What several tables are dealt alike, by a name that features read; None: this table has a deal of its own."""
    imported: str | None = None
    """Of a game that was played elsewhere, what its record says of that (`table.values.Imported`), as JSON."""


class Quota(msgspec.Struct, frozen=True):
    """How many tables of a kind a guest may have."""

    most: int
    statuses: tuple[str, ...]
    sentence: str
    only_bots: bool = False


class Full(Exception):
    """A guest has as many tables as one may have."""

    def __init__(self, quota: Quota) -> None:
        super().__init__(quota.sentence)
        self.quota = quota


_TABLE: Final = select(TABLE_ROWS).where(TABLE_ROWS.c.id == bindparam("id"))


def add(database: Database, facts: TableFacts, seats: Sequence[Seat], quotas: Sequence[Quota] = ()) -> None:
    """Store a new table; raises Full."""
    values = msgspec.to_builtins(facts) | {"options": json.dumps(facts.options), "seed": str(facts.seed)}
    with database.writing() as connection:
        # Counted in the same transaction: of two tables made at once the second finds the first.
        database.wait_for_turn(connection, facts.owner)
        _check_quotas(connection, facts.owner, quotas)
        connection.execute(insert(TABLE_ROWS).values(values))
        connection.execute(insert(SEAT_ROWS), [_seat_values(facts.id, seat) for seat in seats])


def find(database: Database, id: str) -> TableFacts | None:
    """A table. Raises Damaged."""
    try:
        with database.engine.connect() as connection:
            row = connection.execute(_TABLE, {"id": id}).first()
    except (DatabaseError, UnicodeDecodeError) as error:
        if isinstance(error, OperationalError) and "decode" not in str(error):
            raise  # no connection, or a lock: what is stored may be as it was
        raise Damaged(id, f"it cannot be read ({' '.join(unquoted(error).split())[:100]})") from None
    return None if row is None else facts_of(row)


def id_by_link(database: Database, link: str) -> str | None:
    """The id of the table that a link leads to."""
    with database.engine.connect() as connection:
        return connection.execute(select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.link == link)).scalar()


def remove(database: Database, table: str) -> None:
    """Forget a table and everything about it."""
    with database.writing() as connection:
        connection.execute(delete(REMARK_ROWS).where(REMARK_ROWS.c.table_id == table))
        connection.execute(delete(SEAT_ROWS).where(SEAT_ROWS.c.table_id == table))
        connection.execute(delete(EVENT_ROWS).where(EVENT_ROWS.c.table_id == table))
        connection.execute(delete(DUE_ROWS).where(DUE_ROWS.c.table_id == table))
        connection.execute(delete(LEASE_ROWS).where(LEASE_ROWS.c.table_id == table))
        connection.execute(delete(TABLE_ROWS).where(TABLE_ROWS.c.id == table))


def check_quotas(database: Database, owner: str, quotas: Sequence[Quota]) -> None:
    """Raise Full for a guest who has too many tables."""
    with database.engine.connect() as connection:
        _check_quotas(connection, owner, quotas)


def unjoined(database: Database, before: float) -> list[str]:
    """Tables made before that time which have not begun, and at which nobody sits but who made them."""
    joined = select(SEAT_ROWS.c.table_id).where(
        (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & (SEAT_ROWS.c.guest != TABLE_ROWS.c.owner)
    )
    is_old = (TABLE_ROWS.c.status == "open") & (TABLE_ROWS.c.created < before)
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(is_old & ~joined.exists())).scalars())


def deserted(database: Database, before: float) -> list[str]:
    """Games being played at which no person has a seat, and where nothing has happened since that time. Bots play
    rated games to their end."""
    here = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.guest.is_not(None)
    people = select(SEAT_ROWS.c.seat).where(here).exists()
    events = (EVENT_ROWS.c.table_id == TABLE_ROWS.c.id) & (EVENT_ROWS.c.at >= before)
    lately = select(EVENT_ROWS.c.seq).where(events).exists()
    is_left = (TABLE_ROWS.c.status == "playing") & ~TABLE_ROWS.c.rated & ~people & ~lately
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(is_left)).scalars())


def unfinished(database: Database, tables: Sequence[str]) -> list[str]:
    """Those of these tables that are there and whose game is not over."""
    query = select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.id.in_(tables) & TABLE_ROWS.c.status.in_(UNFINISHED))
    with database.engine.connect() as connection:
        return list(connection.execute(query).scalars())


def unfinished_of(database: Database, guest: str) -> list[str]:
    """The tables where a guest sits, or that the guest has made, and whose games are not over."""
    going_on = TABLE_ROWS.c.status.in_(UNFINISHED)
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(concerns(guest) & going_on)).scalars())


def running_of(database: Database, guest: str) -> list[tuple[TableFacts, list[Seat]]]:
    """All tables of a guest whose games are not over, the newest first."""
    return _list(database, is_running_of(guest), most=None)


def settled_of(database: Database, guest: str, page: int) -> tuple[list[tuple[TableFacts, list[Seat]]], int]:
    """A page of the tables where a guest sat, or that the guest has made, and whose games are over or were brought
    here, the newest first; and how many pages there are. Lessons that are done are none of them."""
    done = TABLE_ROWS.c.status.in_(("over", "replay")) & TABLE_ROWS.c.lesson.is_(None)
    mine = concerns(guest) & done
    with database.engine.connect() as connection:
        total = connection.execute(select(func.count()).select_from(TABLE_ROWS).where(mine)).scalar_one()
    return _list(database, mine, skipped=(page - 1) * LISTED), max(1, -(-total // LISTED))


def finished(database: Database, guest: str, title: str) -> int:
    """How many games of a title a guest has played to the end, here or on another device; lessons are none."""
    here = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.bot.is_(None)
    sat = here & SEAT_ROWS.c.guest.in_(same_person(guest))
    over = (TABLE_ROWS.c.title == title) & (TABLE_ROWS.c.status == "over") & TABLE_ROWS.c.lesson.is_(None)
    query = select(func.count()).select_from(TABLE_ROWS).where(over & select(SEAT_ROWS.c.seat).where(sat).exists())
    with database.engine.connect() as connection:
        return connection.execute(query).scalar_one()


def public_tables(database: Database, status: str, by_owner: int) -> list[tuple[TableFacts, list[Seat]]]:
    """Tables that everybody may find: of each owner the newest few."""
    newest = func.row_number().over(partition_by=TABLE_ROWS.c.owner, order_by=TABLE_ROWS.c.created.desc())
    offered = TABLE_ROWS.c.public & (TABLE_ROWS.c.status == status)
    numbered = select(TABLE_ROWS.c.id, newest.label("number")).where(offered).subquery()
    return _list(database, TABLE_ROWS.c.id.in_(select(numbered.c.id).where(numbered.c.number <= by_owner)))


def lessons_of(database: Database, guest: str) -> list[tuple[str, str, str, str]]:
    """The tables at which a guest has or had lessons, in the order in which they were begun: id, title, lesson and
    status."""
    columns = (TABLE_ROWS.c.id, TABLE_ROWS.c.title, TABLE_ROWS.c.lesson, TABLE_ROWS.c.status)
    mine = TABLE_ROWS.c.owner.in_(same_person(guest)) & TABLE_ROWS.c.lesson.is_not(None)
    with database.engine.connect() as connection:
        rows = connection.execute(select(*columns).where(mine).order_by(TABLE_ROWS.c.created))
        return [(row.id, row.title, row.lesson, row.status) for row in rows]


def with_bots(database: Database) -> list[str]:
    """Games being played at which a bot sits and does not rest, since a person sits there too, or it goes on for
    people whose time ran out or who have left a rated game: after a start these bots have to be woken."""
    sits = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.is_not(None) & SEAT_ROWS.c.bot.is_(None))
    owns = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.is_not(None))
    has_bot = (TABLE_ROWS.c.status == "playing") & SEAT_ROWS.c.bot.is_not(None)
    ran_out = TABLE_ROWS.c.pace.is_not(None) & TABLE_ROWS.c.id.in_(owns)
    goes_on = TABLE_ROWS.c.rated | TABLE_ROWS.c.id.in_(sits) | ran_out
    query = select(TABLE_ROWS.c.id).join(SEAT_ROWS).where(has_bot & goes_on)
    with database.engine.connect() as connection:
        return list(connection.execute(query.distinct()).scalars())


def concerns(guest: str) -> ColumnElement[bool]:
    """Whether somebody sits at a table, or has made it."""
    sits = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.in_(same_person(guest)))
    return TABLE_ROWS.c.owner.in_(same_person(guest)) | TABLE_ROWS.c.id.in_(sits)


def is_running_of(guest: str) -> ColumnElement[bool]:
    """Whether a game that is not over is somebody's: they sit there, or have made the table and nobody else plays. A
    table that its maker has left and where others play on is no longer the maker's concern."""
    here = SEAT_ROWS.c.table_id == TABLE_ROWS.c.id
    sits = select(SEAT_ROWS.c.seat).where(here & SEAT_ROWS.c.guest.in_(same_person(guest))).exists()
    people = select(SEAT_ROWS.c.seat).where(here & SEAT_ROWS.c.guest.is_not(None)).exists()
    made = TABLE_ROWS.c.owner.in_(same_person(guest)) & ((TABLE_ROWS.c.status == "open") | ~people)
    return TABLE_ROWS.c.status.in_(UNFINISHED) & (sits | made)


def facts_of(row: Row[Any]) -> TableFacts:
    """A table's facts as they are stored; raises Damaged."""
    values = dict(row._mapping)
    try:
        return TableFacts(**values | {"options": json.loads(row.options), "seed": int(row.seed)})
    except (ValueError, TypeError):
        raise Damaged(row.id, "its facts cannot be read") from None


def _list(
    database: Database, condition: Any, most: int | None = LISTED, skipped: int = 0
) -> list[tuple[TableFacts, list[Seat]]]:
    newest = (TABLE_ROWS.c.created.desc(), TABLE_ROWS.c.id)
    query = select(TABLE_ROWS).where(condition).order_by(*newest).limit(most).offset(skipped)
    with database.engine.connect() as connection:
        rows = connection.execute(query).all()
        seats = _seats(connection, rows)
        listed = []
        for row in rows:
            with contextlib.suppress(Damaged):  # whoever goes to that table is told
                listed.append((facts_of(row), seats[row.id]))
        return listed


def _check_quotas(connection: Connection, owner: str, quotas: Sequence[Quota]) -> None:
    for quota in quotas:
        counted = TABLE_ROWS.c.owner.in_(same_person(owner)) & TABLE_ROWS.c.status.in_(quota.statuses)
        if "playing" in quota.statuses:  # of each lesson there is one that is not over: they crowd nothing out
            counted &= is_running_of(owner) & TABLE_ROWS.c.lesson.is_(None)
        if quota.only_bots:
            of_table = SEAT_ROWS.c.table_id == TABLE_ROWS.c.id
            counted &= ~select(SEAT_ROWS.c.seat).where(of_table & (SEAT_ROWS.c.kind != "bot")).exists()
        if connection.execute(select(func.count()).select_from(TABLE_ROWS).where(counted)).scalar_one() >= quota.most:
            raise Full(quota)


def _seat_values(table: str, seat: Seat) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(seat)
    return values | {"table_id": table}


def _seats(connection: Connection, tables: Sequence[Row[Any]]) -> dict[str, list[Seat]]:
    """Who sits where at these tables. People who have taken another name are called by it, unless the game is over; who
    is gone is somebody. A guest who has become an account sits there as that one."""
    ended = {table.id for table in tables if table.status == "over"}
    seats: dict[str, list[Seat]] = {table.id: [] for table in tables}
    was, now = GUEST_ROWS.alias(), GUEST_ROWS.alias()
    query = select(SEAT_ROWS, now.c.id.label("now"), now.c.name.label("called"), now.c.gone)
    query = query.outerjoin(was, SEAT_ROWS.c.guest == was.c.id)
    query = query.outerjoin(now, now.c.id == func.coalesce(was.c.became, was.c.id))
    for row in connection.execute(query.where(SEAT_ROWS.c.table_id.in_(list(seats))).order_by(SEAT_ROWS.c.seat)):
        is_renamed = row.kind == "person" and row.called is not None and row.table_id not in ended
        name = row.called if is_renamed or row.gone else row.name
        seats[row.table_id].append(Seat(row.seat, row.kind, row.now, name, row.bot))
    return seats
