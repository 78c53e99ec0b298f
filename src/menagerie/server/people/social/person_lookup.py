"""Find a person by a seat at a table, by a chat message, or by the id in lists of friends and blocks."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from menagerie.server.base.errors import Refused
from menagerie.server.protocol.incoming import Whom
from menagerie.server.store import chat
from menagerie.server.store.database import Database
from menagerie.server.store.guests import people_now
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.tables import SEAT_ROWS


class Meant(NamedTuple):
    """A person, and where they were met."""

    id: str
    name: str
    table: str | None = None
    remark: int | None = None


def meant(database: Database, whom: Whom) -> Meant:
    """Return the person that a request refers to; raise Refused. Waits for the disk, so call it in a thread."""
    if whom.person is not None and whom.table is None:
        now = people_now(database, [whom.person]).get(whom.person)
        if now is None or now.gone:
            raise Refused("missing", "This person doesn't exist.")
        return Meant(now.id, now.name)
    if whom.table is None or whom.person is not None or (whom.seat is None) == (whom.remark is None):
        raise Refused("bad", "Give a person, or a table with either a seat or a chat message.")
    if whom.remark is not None:
        said = chat.find(database, whom.table, whom.remark)
        if said is None:
            raise Refused("missing", "This chat message doesn't exist.")
        return Meant(_now(database, said.guest), said.name, whom.table, said.id)
    return _at_seat(database, whom.table, whom.seat or 0)


def _now(database: Database, guest: str) -> str:
    """Return the account that a guest has become, if any."""
    now = people_now(database, [guest]).get(guest)
    return guest if now is None else now.id


def possible_friend(database: Database, whom: Whom) -> Meant:
    """Return the person that a request refers to, who must have an account; raise Refused. Waits for the disk, so call
    it in a thread."""
    found = meant(database, whom)
    with database.engine.connect() as connection:
        if connection.execute(select(ACCOUNT_ROWS.c.guest).where(ACCOUNT_ROWS.c.guest == found.id)).first() is None:
            raise Refused("not-now", f"{found.name} plays as a guest. You can only add people with an account.")
    return found


def _at_seat(database: Database, table: str, seat: int) -> Meant:
    query = select(SEAT_ROWS.c.guest, SEAT_ROWS.c.name).where(
        (SEAT_ROWS.c.table_id == table) & (SEAT_ROWS.c.seat == seat)
    )
    with database.engine.connect() as connection:
        row = connection.execute(query).first()
    if row is None or row.guest is None:
        raise Refused("missing", "No player sits there.")
    return Meant(_now(database, row.guest), row.name, table)
