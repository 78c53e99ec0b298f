"""Store invitations to tables, from friends or for rematches. They wait in the lobby.

The methods wait for the disk, so call them in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.guests import people_now, same_person
from menagerie.server.store.schema.social import INVITATION_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS, SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts, facts_of

KEPT: Final = 180.0
"""Seconds for which a rematch keeps a seat for an invited player. Then anyone with the link may take it."""
SHOWN: Final = 20
"""The most invitations in one list."""
_rows = INVITATION_ROWS.c


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a table."""

    table: str
    guest: str
    inviter: str
    kind: str
    """`friend` or `rematch`."""
    seats: tuple[Seat, ...] = ()
    """The seats kept for a while: the player's, and those of people at the same screen."""
    at: float = 0.0
    declined: bool = False

    @property
    def keeps(self) -> bool:
        """Return whether the seats are still kept."""
        return not self.declined and clock.now() - self.at < KEPT


class Asked(msgspec.Struct, frozen=True):
    """An invitation as the lobby shows it."""

    invitation: Invitation
    by: str
    """The name of the player who invites."""
    facts: TableFacts


class Invitations:
    """All invitations."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.when_changed: Callable[[Connection, str], None] = lambda _connection, _table: None
        """Called in the same transaction with each table whose invitations change."""

    def add(self, invitations: Sequence[Invitation]) -> None:
        """Add invitations, renewing existing ones."""
        with self._database.writing() as connection:
            for one in invitations:
                mine = (_rows.table_id == one.table) & (_rows.guest == one.guest)
                connection.execute(delete(INVITATION_ROWS).where(mine))
                connection.execute(insert(INVITATION_ROWS).values(_values(one)))
                self.when_changed(connection, one.table)

    def to(self, table: str) -> list[Invitation]:
        """Return the people invited to a table."""
        with self._database.engine.connect() as connection:
            found = [
                _invitation(row) for row in connection.execute(select(INVITATION_ROWS).where(_rows.table_id == table))
            ]
        now = people_now(self._database, [one.guest for one in found]) if found else {}
        return [msgspec.structs.replace(one, guest=now[one.guest].id) for one in found]

    def decline(self, table: str, guest: str) -> bool:
        """Decline an invitation; return whether there was one."""
        mine = (_rows.table_id == table) & _rows.guest.in_(same_person(guest)) & ~_rows.declined
        with self._database.writing() as connection:
            self.when_changed(connection, table)
            return connection.execute(update(INVITATION_ROWS).where(mine).values(declined=True)).rowcount > 0

    def waiting_for(self, guest: str, without: set[str]) -> list[Asked]:
        """Return a guest's open invitations, the newest first, except those of the people in `without`."""
        seats = SEAT_ROWS.c.table_id == TABLE_ROWS.c.id
        free = select(SEAT_ROWS.c.seat).where(seats & (SEAT_ROWS.c.kind == "open"))
        sits = select(SEAT_ROWS.c.seat).where(seats & (SEAT_ROWS.c.guest == guest))
        can = TABLE_ROWS.c.status.in_(("open", "playing")) & free.exists() & ~sits.exists()
        query = (
            select(INVITATION_ROWS, GUEST_ROWS.c.name.label("by"))
            .join(TABLE_ROWS, TABLE_ROWS.c.id == _rows.table_id)
            .join(GUEST_ROWS, GUEST_ROWS.c.id == _rows.inviter)
            .where(_rows.guest.in_(same_person(guest)) & ~_rows.declined & _rows.inviter.not_in(without) & can)
            .order_by(_rows.at.desc())
            .limit(SHOWN)
        )
        with self._database.engine.connect() as connection:
            found = connection.execute(query).all()
            tables = select(TABLE_ROWS).where(TABLE_ROWS.c.id.in_([row.table_id for row in found]))
            facts = {row.id: facts_of(row) for row in connection.execute(tables)}
        return [Asked(_invitation(row), row.by, facts[row.table_id]) for row in found if row.table_id in facts]

    def count(self, table: str) -> int:
        """Return the number of invitations to a table."""
        query = select(func.count()).select_from(INVITATION_ROWS).where(_rows.table_id == table)
        with self._database.engine.connect() as connection:
            return connection.execute(query).scalar_one()


def _values(one: Invitation) -> dict[str, Any]:
    return {
        "table_id": one.table,
        "guest": one.guest,
        "inviter": one.inviter,
        "kind": one.kind,
        "seats": msgspec.json.encode(one.seats).decode(),
        "at": clock.now(),
        "declined": False,
    }


def _invitation(row: Any) -> Invitation:
    seats = msgspec.json.decode(row.seats, type=tuple[Seat, ...])
    return Invitation(row.table_id, row.guest, row.inviter, row.kind, seats, row.at, row.declined)
