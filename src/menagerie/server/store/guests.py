"""Store people: guests, the tokens that identify them, and their current identities.

The functions wait for the disk, so call them in a thread."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import BindParameter, Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.base.ids import new_id
from menagerie.server.base.names import folded
from menagerie.server.store.database import Database
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, SESSION_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS

# Built once, since these run for every table that is read or entered.
_now = GUEST_ROWS.alias()
_PEOPLE_NOW: Final = (
    select(GUEST_ROWS.c.id.label("was"), _now.c.id, _now.c.name, _now.c.gone)
    .join(_now, _now.c.id == func.coalesce(GUEST_ROWS.c.became, GUEST_ROWS.c.id))
    .where(GUEST_ROWS.c.id.in_(bindparam("guests", expanding=True)))
)
_GUEST: Final = (
    select(GUEST_ROWS.c.id, GUEST_ROWS.c.name, ACCOUNT_ROWS.c.guest)
    .join(SESSION_ROWS, SESSION_ROWS.c.guest == GUEST_ROWS.c.id)
    .outerjoin(ACCOUNT_ROWS)
    .where(SESSION_ROWS.c.token_hash == bindparam("token_hash"))
)


class Guest(msgspec.Struct, frozen=True):
    """A person, known by the token in a cookie."""

    id: str
    name: str
    account: bool = False
    """Whether the person has an account."""


class Standing(msgspec.Struct, frozen=True):
    """A person's current identity."""

    id: str
    """That of the account if the guest has become one."""
    name: str
    gone: bool
    """Whether the person was deleted."""


class Taken(Exception):
    """Raised when an account already has that name, or one that looks like it."""


def hashed(token: str) -> str:
    """Return the stored form of a secret that can't be guessed."""
    return hashlib.sha256(token.encode()).hexdigest()


def add_session(connection: Connection, guest: str, device: str, is_proved: bool = False) -> str:
    """Sign in one more device of a person; return the token for its cookie."""
    token, now = secrets.token_urlsafe(32), clock.now()
    row: dict[str, Any] = {"token_hash": hashed(token), "id": new_id(12), "guest": guest, "device": device}
    row |= {"created": now, "seen": now, "proved": now if is_proved else 0.0}
    connection.execute(insert(SESSION_ROWS).values(row))
    return token


def add_guest(database: Database, name: str, device: str = "") -> tuple[Guest, str]:
    """Create a guest; return it with the token for its device."""
    guest = Guest(new_id(12), name)
    row = {"id": guest.id, "name": name, "token_hash": guest.id, "created": clock.now()}
    with database.writing() as connection:
        connection.execute(insert(GUEST_ROWS).values(row))
        token = add_session(connection, guest.id, device)
    return guest, token


def guest_by_token(database: Database, token: str) -> Guest | None:
    """Return the person with this token."""
    with database.engine.connect() as connection:
        row = connection.execute(_GUEST, {"token_hash": hashed(token)}).first()
    return None if row is None else Guest(row.id, row.name, row.guest is not None)


def mark_seen(database: Database, tokens: Iterable[str]) -> None:
    """Note that the devices with these tokens were just seen."""
    seen = SESSION_ROWS.c.token_hash.in_([hashed(token) for token in tokens])
    with database.writing() as connection:
        connection.execute(update(SESSION_ROWS).where(seen).values(seen=clock.now()))


def announce_guest(database: Database, connection: Connection, guest: str) -> None:
    """Tell the other processes that a guest has changed, once this is committed."""
    database.notify(connection, f"guest {guest}")


def rename_guest(database: Database, guest: str, name: str) -> None:
    """Rename a guest. The name of a seat is an event of its table. Raises Taken."""
    try:
        with database.writing() as connection:
            connection.execute(update(GUEST_ROWS).where(GUEST_ROWS.c.id == guest).values(name=name))
            account = update(ACCOUNT_ROWS).where(ACCOUNT_ROWS.c.guest == guest)
            connection.execute(account.values(folded=folded(name)))
            announce_guest(database, connection, guest)
    except IntegrityError:
        raise Taken from None


def people_now(database: Database, guests: Iterable[str]) -> dict[str, Standing]:
    """Return the current identities of these guests."""
    with database.engine.connect() as connection:
        found = connection.execute(_PEOPLE_NOW, {"guests": list(guests)})
        return {row.was: Standing(row.id, row.name, row.gone) for row in found}


def same_person(guest: str | BindParameter[str]) -> Select[tuple[str]]:
    """Return the ids by which tables may know a person, including guests who have become that account."""
    return select(GUEST_ROWS.c.id).where((GUEST_ROWS.c.id == guest) | (GUEST_ROWS.c.became == guest))
