"""Store the rows about tables: facts, the lists made from them, and quotas.

Who sits where follows from the events (`table_rows`). The functions wait for the disk, so call them in a thread."""

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
"""The statuses of unfinished games."""
LISTED: Final = 50
"""The most tables in one list."""


class TableFacts(msgspec.Struct, frozen=True):
    """How a table was made, and its status. What happened there is in its events."""

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
    """`open`, `playing`, `over` or `replay`."""
    link: str
    created: float
    from_table: str | None = None
    from_moment: int | None = None
    result: str | None = None
    """How the game ended, as a sentence."""
    stand_in: str | None = None
    """The kind of bot that replaces players who are away or have left; None: the title's usual one."""
    lesson: str | None = None
    """The lesson taught there, as `table.lessons` names it; None: an ordinary game."""
    research: bool = False
    """Whether its owner lets the game be studied once it is over, without names."""
    rated: bool = False
    """Whether its result counts for something beyond the table."""
    pace: str | None = None
    """The time control, as `table.time_controls` writes it; None: no clock."""
    overtime: str = "bot"
    """What happens when a player's time runs out: `bot`, `lost` or `others`."""
    deal: str | None = None
    """The name of a shared deal, which features read; None: the table has its own deal."""
    imported: str | None = None
    """What the record of an imported game says about its origin (`table.values.Imported`), as JSON."""


class Quota(msgspec.Struct, frozen=True):
    """How many tables of a kind a guest may have."""

    most: int
    statuses: tuple[str, ...]
    sentence: str
    only_bots: bool = False


class Full(Exception):
    """Raised when a guest has reached a quota."""

    def __init__(self, quota: Quota) -> None:
        super().__init__(quota.sentence)
        self.quota = quota


_TABLE: Final = select(TABLE_ROWS).where(TABLE_ROWS.c.id == bindparam("id"))


def add(database: Database, facts: TableFacts, seats: Sequence[Seat], quotas: Sequence[Quota] = ()) -> None:
    """Store a new table; raise Full."""
    values = msgspec.to_builtins(facts) | {"options": json.dumps(facts.options), "seed": str(facts.seed)}
    with database.writing() as connection:
        # Counted in the same transaction, so that of two tables made at once the second finds the first.
        database.wait_for_turn(connection, facts.owner)
        _check_quotas(connection, facts.owner, quotas)
        connection.execute(insert(TABLE_ROWS).values(values))
        connection.execute(insert(SEAT_ROWS), [_seat_values(facts.id, seat) for seat in seats])


def find(database: Database, id: str) -> TableFacts | None:
    """Return a table's facts. Raises Damaged."""
    try:
        with database.engine.connect() as connection:
            row = connection.execute(_TABLE, {"id": id}).first()
    except (DatabaseError, UnicodeDecodeError) as error:
        if isinstance(error, OperationalError) and "decode" not in str(error):
            raise  # no connection, or a lock: the stored data may be intact
        raise Damaged(id, f"it cannot be read ({' '.join(unquoted(error).split())[:100]})") from None
    return None if row is None else facts_of(row)


def id_by_link(database: Database, link: str) -> str | None:
    """Return the id of the table that a link leads to."""
    with database.engine.connect() as connection:
        return connection.execute(select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.link == link)).scalar()


def remove(database: Database, table: str) -> None:
    """Delete a table and everything about it."""
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
    """Return open tables made before that time that no one but their owner has joined."""
    joined = select(SEAT_ROWS.c.table_id).where(
        (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & (SEAT_ROWS.c.guest != TABLE_ROWS.c.owner)
    )
    is_old = (TABLE_ROWS.c.status == "open") & (TABLE_ROWS.c.created < before)
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(is_old & ~joined.exists())).scalars())


def deserted(database: Database, before: float) -> list[str]:
    """Return games in progress without people, and without an event since that time. Bots finish rated games."""
    here = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.guest.is_not(None)
    people = select(SEAT_ROWS.c.seat).where(here).exists()
    events = (EVENT_ROWS.c.table_id == TABLE_ROWS.c.id) & (EVENT_ROWS.c.at >= before)
    lately = select(EVENT_ROWS.c.seq).where(events).exists()
    is_left = (TABLE_ROWS.c.status == "playing") & ~TABLE_ROWS.c.rated & ~people & ~lately
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(is_left)).scalars())


def unfinished(database: Database, tables: Sequence[str]) -> list[str]:
    """Return those of these tables that exist and are unfinished."""
    query = select(TABLE_ROWS.c.id).where(TABLE_ROWS.c.id.in_(tables) & TABLE_ROWS.c.status.in_(UNFINISHED))
    with database.engine.connect() as connection:
        return list(connection.execute(query).scalars())


def unfinished_of(database: Database, guest: str) -> list[str]:
    """Return the unfinished tables where a guest sits, or that the guest made."""
    going_on = TABLE_ROWS.c.status.in_(UNFINISHED)
    with database.engine.connect() as connection:
        return list(connection.execute(select(TABLE_ROWS.c.id).where(concerns(guest) & going_on)).scalars())


def running_of(database: Database, guest: str) -> list[tuple[TableFacts, list[Seat]]]:
    """Return all unfinished tables of a guest, the newest first."""
    return _list(database, is_running_of(guest), most=None)


def settled_of(database: Database, guest: str, page: int) -> tuple[list[tuple[TableFacts, list[Seat]]], int]:
    """Return a page of the finished or imported tables where a guest sat, or that the guest made, the newest first, and
    the number of pages. Completed lessons aren't included."""
    done = TABLE_ROWS.c.status.in_(("over", "replay")) & TABLE_ROWS.c.lesson.is_(None)
    mine = concerns(guest) & done
    with database.engine.connect() as connection:
        total = connection.execute(select(func.count()).select_from(TABLE_ROWS).where(mine)).scalar_one()
    return _list(database, mine, skipped=(page - 1) * LISTED), max(1, -(-total // LISTED))


def finished(database: Database, guest: str, title: str) -> int:
    """Return how many games of a title a guest has finished, on any device, not counting lessons."""
    here = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & SEAT_ROWS.c.bot.is_(None)
    sat = here & SEAT_ROWS.c.guest.in_(same_person(guest))
    over = (TABLE_ROWS.c.title == title) & (TABLE_ROWS.c.status == "over") & TABLE_ROWS.c.lesson.is_(None)
    query = select(func.count()).select_from(TABLE_ROWS).where(over & select(SEAT_ROWS.c.seat).where(sat).exists())
    with database.engine.connect() as connection:
        return connection.execute(query).scalar_one()


def public_tables(database: Database, status: str, by_owner: int) -> list[tuple[TableFacts, list[Seat]]]:
    """Return listed tables: the newest few of each owner."""
    newest = func.row_number().over(partition_by=TABLE_ROWS.c.owner, order_by=TABLE_ROWS.c.created.desc())
    offered = TABLE_ROWS.c.public & (TABLE_ROWS.c.status == status)
    numbered = select(TABLE_ROWS.c.id, newest.label("number")).where(offered).subquery()
    return _list(database, TABLE_ROWS.c.id.in_(select(numbered.c.id).where(numbered.c.number <= by_owner)))


def lessons_of(database: Database, guest: str) -> list[tuple[str, str, str, str]]:
    """Return the tables of a guest's lessons in the order in which they were started: id, title, lesson and status."""
    columns = (TABLE_ROWS.c.id, TABLE_ROWS.c.title, TABLE_ROWS.c.lesson, TABLE_ROWS.c.status)
    mine = TABLE_ROWS.c.owner.in_(same_person(guest)) & TABLE_ROWS.c.lesson.is_not(None)
    with database.engine.connect() as connection:
        rows = connection.execute(select(*columns).where(mine).order_by(TABLE_ROWS.c.created))
        return [(row.id, row.title, row.lesson, row.status) for row in rows]


def with_bots(database: Database) -> list[str]:
    """Return games in progress with an active bot: a person sits there, too, or it plays for people who ran out of time
    or left a rated game. These bots must be woken after a start."""
    sits = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.is_not(None) & SEAT_ROWS.c.bot.is_(None))
    owns = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.is_not(None))
    has_bot = (TABLE_ROWS.c.status == "playing") & SEAT_ROWS.c.bot.is_not(None)
    ran_out = TABLE_ROWS.c.pace.is_not(None) & TABLE_ROWS.c.id.in_(owns)
    goes_on = TABLE_ROWS.c.rated | TABLE_ROWS.c.id.in_(sits) | ran_out
    query = select(TABLE_ROWS.c.id).join(SEAT_ROWS).where(has_bot & goes_on)
    with database.engine.connect() as connection:
        return list(connection.execute(query.distinct()).scalars())


def concerns(guest: str) -> ColumnElement[bool]:
    """Return the condition that a guest sits at a table or made it."""
    sits = select(SEAT_ROWS.c.table_id).where(SEAT_ROWS.c.guest.in_(same_person(guest)))
    return TABLE_ROWS.c.owner.in_(same_person(guest)) | TABLE_ROWS.c.id.in_(sits)


def is_running_of(guest: str) -> ColumnElement[bool]:
    """Return the condition that an unfinished table is a guest's: they sit there, or made it and no one else plays. An
    owner who has left others playing isn't concerned any more."""
    here = SEAT_ROWS.c.table_id == TABLE_ROWS.c.id
    sits = select(SEAT_ROWS.c.seat).where(here & SEAT_ROWS.c.guest.in_(same_person(guest))).exists()
    people = select(SEAT_ROWS.c.seat).where(here & SEAT_ROWS.c.guest.is_not(None)).exists()
    made = TABLE_ROWS.c.owner.in_(same_person(guest)) & ((TABLE_ROWS.c.status == "open") | ~people)
    return TABLE_ROWS.c.status.in_(UNFINISHED) & (sits | made)


def facts_of(row: Row[Any]) -> TableFacts:
    """Return a table's facts as stored; raise Damaged."""
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
            with contextlib.suppress(Damaged):  # opening that table reports it
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
    """Return who sits where at these tables, by current names unless the game is over; deleted people have the erased
    name. A guest who has become an account sits there as that account."""
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
