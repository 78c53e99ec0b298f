"""Who is meant: by the seat at a table, by a line of chat, or by the id that friends and blocks are listed with."""

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
    """The person who is meant; raises Refused. Waits for the disk: call it in a thread."""
    if whom.person is not None and whom.table is None:
        now = people_now(database, [whom.person]).get(whom.person)
        if now is None or now.gone:
            raise Refused("missing", "There is no such person.")
        return Meant(now.id, now.name)
    if whom.table is None or whom.person is not None or (whom.seat is None) == (whom.remark is None):
        raise Refused("bad", "Name a person, or a table with either a seat or a line of chat.")
    if whom.remark is not None:
        said = chat.find(database, whom.table, whom.remark)
        if said is None:
            raise Refused("missing", "There is no such line.")
        return Meant(_now(database, said.guest), said.name, whom.table, said.id)
    return _at_seat(database, whom.table, whom.seat or 0)


def _now(database: Database, guest: str) -> str:
    """The account that a guest has become, if so."""
    now = people_now(database, [guest]).get(guest)
    return guest if now is None else now.id


def possible_friend(database: Database, whom: Whom) -> Meant:
    """The person who is meant, if their name is kept by an account; raises Refused. Waits for the disk, too."""
    found = meant(database, whom)
    with database.engine.connect() as connection:
        if connection.execute(select(ACCOUNT_ROWS.c.guest).where(ACCOUNT_ROWS.c.guest == found.id)).first() is None:
            raise Refused("not-now", f"{found.name} plays as a guest; friends need a name that is theirs.")
    return found


def _at_seat(database: Database, table: str, seat: int) -> Meant:
    query = select(SEAT_ROWS.c.guest, SEAT_ROWS.c.name).where(
        (SEAT_ROWS.c.table_id == table) & (SEAT_ROWS.c.seat == seat)
    )
    with database.engine.connect() as connection:
        row = connection.execute(query).first()
    if row is None or row.guest is None:
        raise Refused("missing", "Nobody sits there.")
    return Meant(_now(database, row.guest), row.name, table)
