"""Read and write the stored tournaments, so that of two people who do the same at once only one succeeds.

All of this waits for the database, so call it in a thread."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from menagerie.server.base import clock
from menagerie.server.base.ids import new_id
from menagerie.server.features.tournaments.standings import POINT, Entrant, Meeting
from menagerie.server.protocol.outgoing.lobby import TournamentRound
from menagerie.server.store.database import Database
from menagerie.server.store.schema.tables import GUEST_ROWS, SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.schema.tournaments import ENTRANT_ROWS, PAIRING_ROWS, TOURNAMENT_ROWS

LISTED: Final = 50
"""The most tournaments in one list."""


class Tournament(msgspec.Struct, frozen=True):
    """A tournament's settings, and its progress."""

    id: str
    name: str
    owner: str
    title: str
    options: dict[str, Any]
    players: int
    """Players at a table."""
    system: str
    """`swiss` or `robin`."""
    rounds: int | None
    pace: str | None
    overtime: str
    public: bool
    starts: float | None
    late: int
    deadline: float | None
    automatic: bool
    status: str
    """`open`, `running`, `over` or `cancelled`."""
    round: int
    begun: float | None
    reason: str | None
    created: float


class Paired(msgspec.Struct, frozen=True):
    """A stored table of a round."""

    number: int
    meeting: Meeting
    table: str | None
    made: bool
    how: str | None


class Whole(msgspec.Struct, frozen=True):
    """A tournament with all its entrants and pairings."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    paired: tuple[Paired, ...]

    @property
    def meetings(self) -> list[Meeting]:
        """Return all meetings, round by round."""
        return [paired.meeting for paired in self.paired]

    def entrant(self, guest: str) -> Entrant | None:
        """Return an entrant."""
        return next((entrant for entrant in self.entrants if entrant.guest == guest), None)

    def now(self) -> list[Paired]:
        """Return the tables of the current round."""
        return [paired for paired in self.paired if paired.meeting.round == self.tournament.round]

    def last_round(self, guest: str) -> int:
        """Return the last round of a person who leaves now, which excludes one still being played."""
        goes_on = any(guest in one.meeting.guests and one.meeting.points is None for one in self.now())
        return self.tournament.round - 1 if goes_on else self.tournament.round

    def is_round_done(self) -> bool:
        """Return whether all results of the round are in."""
        return all(paired.meeting.points is not None for paired in self.now())


def whole(connection: Connection, id: str) -> Whole | None:
    """Return a whole tournament."""
    row = connection.execute(select(TOURNAMENT_ROWS).where(TOURNAMENT_ROWS.c.id == id)).first()
    if row is None:
        return None
    mine = ENTRANT_ROWS.c.tournament == id
    entrants = connection.execute(select(ENTRANT_ROWS).where(mine).order_by(ENTRANT_ROWS.c.number)).all()
    order = (PAIRING_ROWS.c.round, PAIRING_ROWS.c.number)
    paired = connection.execute(select(PAIRING_ROWS).where(PAIRING_ROWS.c.tournament == id).order_by(*order)).all()
    found = [Entrant(one.guest, one.number, one.first, one.last, one.reason) for one in entrants]
    return Whole(_tournament(row), tuple(found), tuple([_paired(one) for one in paired]))


def _tournament(row: Row[Any]) -> Tournament:
    return Tournament(**dict(row._mapping) | {"options": json.loads(row.options)})


def _paired(row: Row[Any]) -> Paired:
    points = None if row.points is None else tuple(json.loads(row.points))
    meeting = Meeting(row.round, tuple(json.loads(row.guests)), points)
    return Paired(row.number, meeting, row.table_id, row.made, row.how)


def read(database: Database, id: str) -> Whole | None:
    """Return a whole tournament as it is now."""
    with database.engine.connect() as connection:
        return whole(connection, id)


def lists(database: Database, guest: str | None) -> list[tuple[Tournament, int, bool]]:
    """Return listed tournaments and those that a person made or entered: running ones first, the newest first, each
    with its number of players and whether this person plays."""
    entered = select(ENTRANT_ROWS.c.tournament).where(ENTRANT_ROWS.c.guest == guest)
    seen = TOURNAMENT_ROWS.c.public | (TOURNAMENT_ROWS.c.owner == guest) | TOURNAMENT_ROWS.c.id.in_(entered)
    here = ENTRANT_ROWS.c.tournament == TOURNAMENT_ROWS.c.id
    count = select(func.count()).select_from(ENTRANT_ROWS).where(here).scalar_subquery()
    order = (TOURNAMENT_ROWS.c.status.in_(("over", "cancelled")), TOURNAMENT_ROWS.c.created.desc())
    query = select(TOURNAMENT_ROWS).where(seen).order_by(*order).limit(LISTED)
    with database.engine.connect() as connection:
        rows = connection.execute(query).all()
        ids = [row.id for row in rows]
        counts = select(TOURNAMENT_ROWS.c.id, count.label("people")).where(TOURNAMENT_ROWS.c.id.in_(ids))
        playing = {row.id: row.people for row in connection.execute(counts)}
        mine = set(connection.execute(entered).scalars())
    return [(_tournament(row), playing[row.id], row.id in mine) for row in rows]


def of_person(connection: Connection, guest: str) -> list[dict[str, Any]]:
    """Return the tournaments that a person made or entered."""
    columns = TOURNAMENT_ROWS.c["id", "name", "title", "status", "created"]
    mine = (ENTRANT_ROWS.c.tournament == TOURNAMENT_ROWS.c.id) & (ENTRANT_ROWS.c.guest == guest)
    query = select(*columns, ENTRANT_ROWS.c.entered).select_from(TOURNAMENT_ROWS.outerjoin(ENTRANT_ROWS, mine))
    found = query.where(ENTRANT_ROWS.c.guest.is_not(None) | (TOURNAMENT_ROWS.c.owner == guest))
    return [dict(row._mapping) for row in connection.execute(found.order_by(TOURNAMENT_ROWS.c.created))]


def unfinished_of(connection: Connection, owner: str) -> int:
    """Return how many unfinished tournaments a person has."""
    mine = (TOURNAMENT_ROWS.c.owner == owner) & TOURNAMENT_ROWS.c.status.in_(("open", "running"))
    return connection.execute(select(func.count()).select_from(TOURNAMENT_ROWS).where(mine)).scalar_one()


def add(connection: Connection, tournament: Tournament) -> None:
    """Add a tournament."""
    values = msgspec.structs.asdict(tournament) | {"options": json.dumps(tournament.options)}
    connection.execute(insert(TOURNAMENT_ROWS).values(values))


def change(connection: Connection, id: str, **values: Any) -> None:
    """Change a tournament's fields."""
    connection.execute(update(TOURNAMENT_ROWS).where(TOURNAMENT_ROWS.c.id == id).values(values))


def enter(connection: Connection, id: str, guest: str, number: int, first: int) -> None:
    """Enter a person from a round on."""
    row = {"tournament": id, "guest": guest, "number": number, "first": first, "entered": clock.now()}
    connection.execute(insert(ENTRANT_ROWS).values(row))


def withdraw(connection: Connection, id: str, guest: str) -> None:
    """Remove a person before the start."""
    connection.execute(delete(ENTRANT_ROWS).where(_entrant(id, guest)))


def change_entrant(connection: Connection, id: str, guest: str, **values: Any) -> None:
    """Change an entrant's fields."""
    connection.execute(update(ENTRANT_ROWS).where(_entrant(id, guest)).values(values))


def _entrant(id: str, guest: str) -> Any:
    return (ENTRANT_ROWS.c.tournament == id) & (ENTRANT_ROWS.c.guest == guest)


def pair(connection: Connection, id: str, round: int, tables: Sequence[tuple[str, ...]]) -> None:
    """Store a round. Its byes are complete at once; its tables are yet to be made."""
    rows = []
    for number, guests in enumerate(tables, start=1):
        is_bye = len(guests) == 1
        row = {"tournament": id, "round": round, "number": number, "guests": json.dumps(guests), "made": is_bye}
        row |= {"table_id": None if is_bye else new_id(16), "points": json.dumps([POINT]) if is_bye else None}
        rows.append(row | {"how": "bye" if is_bye else None})
    if rows:
        connection.execute(insert(PAIRING_ROWS), rows)


def _pairing(id: str, paired: Paired) -> Any:
    at = (PAIRING_ROWS.c.round == paired.meeting.round) & (PAIRING_ROWS.c.number == paired.number)
    return (PAIRING_ROWS.c.tournament == id) & at


def name_another_table(database: Database, id: str, paired: Paired) -> None:
    """Replace the id of a table whose making was interrupted, so that its remains aren't used."""
    found = _pairing(id, paired) & (PAIRING_ROWS.c.table_id == paired.table) & ~PAIRING_ROWS.c.made
    with database.writing() as connection:
        connection.execute(update(PAIRING_ROWS).where(found).values(table_id=new_id(16)))


def mark_made(database: Database, id: str, paired: Paired) -> None:
    """Note that the table exists."""
    with database.writing() as connection:
        connection.execute(update(PAIRING_ROWS).where(_pairing(id, paired)).values(made=True))


def write_points(database: Database, id: str, paired: Paired, points: Sequence[int], how: str | None) -> None:
    """Store a table's result, unless there is one."""
    found = _pairing(id, paired) & PAIRING_ROWS.c.points.is_(None)
    with database.writing() as connection:
        connection.execute(update(PAIRING_ROWS).where(found).values(points=json.dumps(points), how=how))


def statuses(database: Database, tables: Sequence[str]) -> dict[str, str]:
    """Return the status of these tables' games, as far as they exist."""
    query = select(TABLE_ROWS.c.id, TABLE_ROWS.c.status).where(TABLE_ROWS.c.id.in_(tables))
    with database.engine.connect() as connection:
        return {row.id: row.status for row in connection.execute(query)}


def is_awaited(database: Database, table: str) -> bool:
    """Return whether a tournament needs a table's result."""
    waits = (PAIRING_ROWS.c.table_id == table) & PAIRING_ROWS.c.points.is_(None)
    query = select(TOURNAMENT_ROWS.c.id).join(PAIRING_ROWS, PAIRING_ROWS.c.tournament == TOURNAMENT_ROWS.c.id)
    with database.engine.connect() as connection:
        return connection.execute(query.where(waits & (TOURNAMENT_ROWS.c.status == "running"))).first() is not None


def gone(connection: Connection, id: str) -> list[str]:
    """Return the active entrants who were deleted."""
    entered = ENTRANT_ROWS.join(GUEST_ROWS, GUEST_ROWS.c.id == ENTRANT_ROWS.c.guest)
    left = (ENTRANT_ROWS.c.tournament == id) & ENTRANT_ROWS.c.last.is_(None) & GUEST_ROWS.c.gone
    return list(connection.execute(select(ENTRANT_ROWS.c.guest).select_from(entered).where(left)).scalars())


def orphans(connection: Connection) -> list[str]:
    """Return the unfinished tournaments whose host was deleted."""
    columns = TOURNAMENT_ROWS.c
    waits = ((columns.status == "open") & columns.starts.is_(None)) | (
        (columns.status == "running") & ~columns.automatic
    )
    made = TOURNAMENT_ROWS.join(GUEST_ROWS, GUEST_ROWS.c.id == columns.owner)
    return list(connection.execute(select(columns.id).select_from(made).where(GUEST_ROWS.c.gone & waits)).scalars())


def due(database: Database, now: float) -> list[str]:
    """Return the tournaments that may need work: starting, making tables, reading results, starting the next round, or
    removing a deleted person."""
    columns = TOURNAMENT_ROWS.c
    to_start = select(columns.id).where((columns.status == "open") & (columns.starts <= now))
    open_ones = (PAIRING_ROWS.c.tournament == columns.id) & PAIRING_ROWS.c.points.is_(None)
    joined = TOURNAMENT_ROWS.outerjoin(PAIRING_ROWS, open_ones)
    joined = joined.outerjoin(TABLE_ROWS, TABLE_ROWS.c.id == PAIRING_ROWS.c.table_id)
    gone = select(ENTRANT_ROWS.c.guest).where(
        (ENTRANT_ROWS.c.tournament == columns.id) & ENTRANT_ROWS.c.last.is_not(None)
    )
    left = (SEAT_ROWS.c.table_id == TABLE_ROWS.c.id) & (SEAT_ROWS.c.guest.is_(None) | SEAT_ROWS.c.guest.in_(gone))
    asked = (columns.id, columns.automatic, columns.round, columns.rounds, columns.begun, columns.deadline)
    is_left = select(SEAT_ROWS.c.seat).where(left).exists().label("is_left")
    query = select(*asked, PAIRING_ROWS.c.number, TABLE_ROWS.c.status, is_left).select_from(joined)
    entered = TOURNAMENT_ROWS.join(ENTRANT_ROWS, ENTRANT_ROWS.c.tournament == columns.id)
    entered = entered.join(GUEST_ROWS, GUEST_ROWS.c.id == ENTRANT_ROWS.c.guest)
    has_gone = columns.status.in_(("open", "running")) & ENTRANT_ROWS.c.last.is_(None) & GUEST_ROWS.c.gone
    found: dict[str, None] = {}
    with database.engine.connect() as connection:
        found |= dict.fromkeys(connection.execute(to_start).scalars())
        found |= dict.fromkeys(orphans(connection))
        found |= dict.fromkeys(connection.execute(select(columns.id).select_from(entered).where(has_gone)).scalars())
        for row in connection.execute(query.where(columns.status == "running")):
            if row.number is None:
                is_due = row.automatic or row.round >= row.rounds
            else:
                late = row.deadline is not None and row.begun + row.deadline <= now
                is_due = row.status != "playing" or row.is_left or late
            if is_due:
                found[row.id] = None
    return list(found)


def rounds_of(database: Database, tables: Sequence[str]) -> dict[str, TournamentRound]:
    """Return the tournaments and rounds of these tables, if any."""
    columns = (PAIRING_ROWS.c.table_id, PAIRING_ROWS.c.round, TOURNAMENT_ROWS.c.id, TOURNAMENT_ROWS.c.name)
    query = select(*columns).join(TOURNAMENT_ROWS, TOURNAMENT_ROWS.c.id == PAIRING_ROWS.c.tournament)
    with database.engine.connect() as connection:
        rows = connection.execute(query.where(PAIRING_ROWS.c.table_id.in_(tables)))
        return {row.table_id: TournamentRound(id=row.id, name=row.name, round=row.round) for row in rows}
