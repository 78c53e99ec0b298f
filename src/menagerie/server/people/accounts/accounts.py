"""Store accounts, and what proves who owns one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.base.ids import new_id
from menagerie.server.base.names import ERASED_NAME, folded
from menagerie.server.people.accounts import devices, one_time_tokens
from menagerie.server.people.accounts.passkeys import Made
from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.protocol.outgoing.accounts import Belongings, EmailAddress, KeptName, Passkey
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest, Taken, add_session, announce_guest, hashed, same_person
from menagerie.server.store.schema.accounts import (
    ACCOUNT_ROWS,
    CODE_ROWS,
    PASSKEY_ROWS,
    SESSION_ROWS,
    TICKET_ROWS,
    UNFORGOTTEN_ROWS,
)
from menagerie.server.store.schema.tables import GUEST_ROWS, REMARK_ROWS, SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.table_index import concerns, is_running_of

CODES: Final = 10
CODE_LETTERS: Final = 16
"""79 bits, so that a plain hash of a recovery code reveals nothing."""
Result = TypeVar("Result")


class Account(msgspec.Struct, frozen=True):
    """The stored data of an account, besides its passkeys and codes."""

    guest: str
    name: str
    password: str | None
    email: str | None
    confirmed: float | None


class Gone(Exception):
    """Raised when a person no longer exists."""


class BothSeats(Exception):
    """Raised when a guest and an account play against each other: they can't become one person before that game is
    over."""


class Accounts:
    """All accounts. The methods wait for the disk, so call them in a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.person_data: list[PersonData] = []
        """The data that other parts of the server keep about people."""

    # Reading.

    def find(self, guest: str) -> Account | None:
        """Return a guest's account."""
        return self._first(ACCOUNT_ROWS.c.guest == guest)

    def by_name(self, name: str) -> Account | None:
        """Return the account with that name, or one that looks like it."""
        return self._first(ACCOUNT_ROWS.c.folded == folded(name))

    def by_email(self, email: str) -> list[Account]:
        """Return the accounts that have confirmed that email address."""
        return self._all((ACCOUNT_ROWS.c.email == email.lower()) & ACCOUNT_ROWS.c.confirmed.is_not(None))

    def _first(self, condition: Any) -> Account | None:
        return next(iter(self._all(condition)), None)

    def _all(self, condition: Any) -> list[Account]:
        columns = (ACCOUNT_ROWS.c.guest, GUEST_ROWS.c.name, *ACCOUNT_ROWS.c["password", "email", "confirmed"])
        with self.database.engine.connect() as connection:
            rows = connection.execute(select(*columns).join(GUEST_ROWS).where(condition)).all()
        return [Account(*row) for row in rows]

    def passkeys(self, guest: str) -> list[Row[Any]]:
        """Return a guest's passkeys, the oldest first."""
        query = select(PASSKEY_ROWS).where(PASSKEY_ROWS.c.guest == guest).order_by(PASSKEY_ROWS.c.created)
        with self.database.engine.connect() as connection:
            return list(connection.execute(query).all())

    def passkey(self, id: str) -> Row[Any] | None:
        """Return a passkey."""
        with self.database.engine.connect() as connection:
            return connection.execute(select(PASSKEY_ROWS).where(PASSKEY_ROWS.c.id == id)).first()

    def codes_left(self, guest: str) -> int:
        """Return how many unused recovery codes a guest has."""
        query = select(func.count()).select_from(CODE_ROWS).where(CODE_ROWS.c.guest == guest)
        with self.database.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def how_kept(self, guest: str) -> KeptName | None:
        """Return how an account is protected; None for a guest without one."""
        found = self.find(guest)
        if found is None:
            return None
        passkeys = [
            Passkey(id=row.id, name=row.name, created=row.created, used=row.used) for row in self.passkeys(guest)
        ]
        confirmed = found.confirmed is not None
        email = None if found.email is None else EmailAddress(address=found.email, confirmed=confirmed)
        return KeptName(
            password=found.password is not None, passkeys=passkeys, codes=self.codes_left(guest), email=email
        )

    def belongings(self, guest: str) -> Belongings:
        """Return a guest's tables: those that aren't over, and all others."""
        count = select(func.count()).select_from(TABLE_ROWS)
        finished = concerns(guest) & TABLE_ROWS.c.status.not_in(("open", "playing"))
        with self.database.engine.connect() as connection:
            return Belongings(
                unfinished=connection.execute(count.where(is_running_of(guest))).scalar_one(),
                finished=connection.execute(count.where(finished)).scalar_one(),
            )

    # Creating an account.

    def keep(self, guest: Guest, token: str, password: str | None, passkey: tuple[Made, str] | None) -> Kept:
        """Turn a guest into an account with a password or a passkey. Raises Taken."""
        values = {"guest": guest.id, "password": password, "created": clock.now()}
        try:
            with self.database.writing() as connection:
                # Read the name again: it may have changed while the password was checked.
                called = select(GUEST_ROWS.c.name).where(GUEST_ROWS.c.id == guest.id).with_for_update()
                values["folded"] = folded(connection.execute(called).scalar_one())
                connection.execute(insert(ACCOUNT_ROWS).values(values))
                if passkey is not None:
                    add_passkey(connection, guest.id, *passkey)
                connection.execute(delete(TICKET_ROWS).where(TICKET_ROWS.c.guest == guest.id))
                kept = Kept(new_codes(connection, guest.id), devices.renew(connection, token))
                announce_guest(self.database, connection, guest.id)
                return kept
        except IntegrityError:
            raise Taken from None

    # Ways to sign in.

    def change(self, guest: str, token: str, work: Callable[[Connection], Result]) -> tuple[Result, str]:
        """Change how an account signs in; return the result of `work` and the new token of this device.

        The same transaction signs out all other devices and revokes every code and link, so that anyone who got in with
        the old ways is out. Raises Gone if this device has been signed out itself."""
        with self.database.writing() as connection:
            # One change at a time: if an owner and a thief both change something, the second is signed out.
            mine = select(ACCOUNT_ROWS.c.guest).where(ACCOUNT_ROWS.c.guest == guest)
            connection.execute(mine.with_for_update())
            renewed = devices.take_over(connection, guest, token)
            if renewed is None:
                raise Gone
            connection.execute(delete(TICKET_ROWS).where(TICKET_ROWS.c.guest == guest))
            announce_guest(self.database, connection, guest)
            return work(connection), renewed

    def use_passkey(self, id: str, before: int, after: int) -> bool:
        """Note that a passkey has signed; return whether no one else did with the same counter at the same time."""
        row = (PASSKEY_ROWS.c.id == id) & (PASSKEY_ROWS.c.counter == before)
        with self.database.writing() as connection:
            used = connection.execute(update(PASSKEY_ROWS).where(row).values(counter=after, used=clock.now()))
        return used.rowcount == 1

    def by_code(self, code: str) -> Proof | None:
        """Return whose recovery code this is. Signing in uses it up."""
        row = CODE_ROWS.c.code_hash == hashed(one_time_tokens.typed(code))
        with self.database.engine.connect() as connection:
            guest = connection.execute(select(CODE_ROWS.c.guest).where(row)).scalar()
        if guest is None:
            return None
        return Proof(guest, lambda connection: connection.execute(delete(CODE_ROWS).where(row)).rowcount == 1)

    def confirm(self, guest: str, email: str) -> None:
        """Mark an email address as confirmed, if it is still the account's."""
        still = (ACCOUNT_ROWS.c.guest == guest) & (ACCOUNT_ROWS.c.email == email)
        with self.database.writing() as connection:
            connection.execute(update(ACCOUNT_ROWS).where(still).values(confirmed=clock.now()))

    # Signing in and deleting.

    def sign_in(self, proof: Proof, device: str, before: Guest | None, old: str | None, bring: bool) -> str:
        """Sign in a device and return its new token; the old one stops working. If a guest without an account was there
        `before`, their data moves along if `bring`. Raises Gone, or Outdated if the proof is no longer valid."""
        guest = proof.guest
        with self.database.writing() as connection:
            # A change of an account's ways to sign in comes either before this or after it; in the latter case this
            # device is signed out.
            account = select(ACCOUNT_ROWS.c.guest).where(ACCOUNT_ROWS.c.guest == guest)
            connection.execute(account.with_for_update())
            if not proof.holds(connection):
                raise Outdated
            is_there = (GUEST_ROWS.c.id == guest) & ~GUEST_ROWS.c.gone & GUEST_ROWS.c.became.is_(None)
            if connection.execute(select(GUEST_ROWS.c.id).where(is_there).with_for_update()).first() is None:
                raise Gone
            if old:
                devices.end_session(connection, old)
            if before is not None:
                if bring and not before.account and before.id != guest:
                    if _plays_against(connection, before.id, guest):
                        raise BothSeats
                    self._bring_along(connection, before.id, guest)
                announce_guest(self.database, connection, before.id)
            return add_session(connection, guest, device, is_proved=True)

    def _bring_along(self, connection: Connection, guest: str, account: str) -> None:
        """Move everything of a guest to an account. Tables follow later, see `table.identity_events`."""
        is_own = (GUEST_ROWS.c.id == guest) & GUEST_ROWS.c.became.is_(None)
        if connection.execute(update(GUEST_ROWS).where(is_own).values(became=account)).rowcount == 0:
            return
        connection.execute(delete(SESSION_ROWS).where(SESSION_ROWS.c.guest == guest))
        connection.execute(delete(TICKET_ROWS).where(TICKET_ROWS.c.guest == guest))
        connection.execute(update(REMARK_ROWS).where(REMARK_ROWS.c.guest == guest).values(guest=account))
        for data in self.person_data:
            data.merge(connection, guest, account)

    def delete(self, guest: str) -> None:
        """Delete a person. Only nameless seats in other people's games remain."""
        with self.database.writing() as connection:
            for relation in (SESSION_ROWS, PASSKEY_ROWS, CODE_ROWS, TICKET_ROWS, ACCOUNT_ROWS):
                connection.execute(delete(relation).where(relation.c.guest == guest))
            was = ((GUEST_ROWS.c.id == guest) | (GUEST_ROWS.c.became == guest)) & ~GUEST_ROWS.c.gone
            # Of two requests to delete the same person the second finds no one.
            going = connection.execute(select(GUEST_ROWS.c.id).where(was).with_for_update()).scalars().all()
            if not going:
                return
            connection.execute(insert(UNFORGOTTEN_ROWS), [{"guest": id} for id in going])
            connection.execute(update(GUEST_ROWS).where(GUEST_ROWS.c.id.in_(going)).values(name=ERASED_NAME, gone=True))
            connection.execute(update(REMARK_ROWS).where(REMARK_ROWS.c.guest == guest).values(name=ERASED_NAME))
            for data in self.person_data:
                data.forget(connection, guest)
            announce_guest(self.database, connection, guest)

    def behind(self) -> list[str]:
        """Return the tables that don't know yet that a player got an account or was deleted."""
        is_other = GUEST_ROWS.c.became.is_not(None)
        is_revealed = GUEST_ROWS.c.gone & (SEAT_ROWS.c.name != ERASED_NAME)
        seats = select(SEAT_ROWS.c.table_id).join(GUEST_ROWS, SEAT_ROWS.c.guest == GUEST_ROWS.c.id)
        owned = select(TABLE_ROWS.c.id).join(GUEST_ROWS, TABLE_ROWS.c.owner == GUEST_ROWS.c.id).where(is_other)
        with self.database.engine.connect() as connection:
            return list(connection.execute(union(seats.where(is_other | is_revealed), owned)).scalars())

    def unforgotten(self) -> list[str]:
        """Return the deleted people whose names may still be in table events."""
        with self.database.engine.connect() as connection:
            return list(connection.execute(select(UNFORGOTTEN_ROWS.c.guest)).scalars())

    def forgotten(self, guest: str) -> None:
        """Note that a deleted person's name is in no event any more."""
        with self.database.writing() as connection:
            connection.execute(delete(UNFORGOTTEN_ROWS).where(UNFORGOTTEN_ROWS.c.guest == guest))


class Outdated(Exception):
    """Raised when a way to sign in was changed or used up a moment ago."""


class Proof(NamedTuple):
    """A proven identity, and whether its proof is still valid when a device signs in."""

    guest: str
    holds: Callable[[Connection], bool] = lambda _: True


class Kept(msgspec.Struct, frozen=True):
    """What a guest gets who creates an account."""

    codes: list[str]
    token: str


def set_password(connection: Connection, guest: str, password: str) -> None:
    """Set an account's password."""
    connection.execute(update(ACCOUNT_ROWS).where(ACCOUNT_ROWS.c.guest == guest).values(password=password))


def set_email(connection: Connection, guest: str, email: str | None) -> None:
    """Set an account's email address, which isn't confirmed yet, or remove it."""
    values = {"email": None if email is None else email.lower(), "confirmed": None}
    connection.execute(update(ACCOUNT_ROWS).where(ACCOUNT_ROWS.c.guest == guest).values(**values))


def has_password(connection: Connection, guest: str, password: str | None) -> bool:
    """Return whether this is still the account's stored password."""
    query = select(ACCOUNT_ROWS.c.password).where(ACCOUNT_ROWS.c.guest == guest)
    return bool(connection.execute(query).scalar() == password)


def has_passkey(connection: Connection, guest: str, id: str) -> bool:
    """Return whether an account still has a passkey."""
    mine = (PASSKEY_ROWS.c.id == id) & (PASSKEY_ROWS.c.guest == guest)
    return connection.execute(select(PASSKEY_ROWS.c.id).where(mine)).first() is not None


def remove_passkey(connection: Connection, guest: str, id: str) -> bool:
    """Remove a passkey; return whether it existed."""
    mine = (PASSKEY_ROWS.c.id == id) & (PASSKEY_ROWS.c.guest == guest)
    return connection.execute(delete(PASSKEY_ROWS).where(mine)).rowcount == 1


def can_sign_in(connection: Connection, guest: str) -> bool:
    """Return whether an account has a password or a passkey."""
    has_password = select(ACCOUNT_ROWS.c.guest).where(
        (ACCOUNT_ROWS.c.guest == guest) & ACCOUNT_ROWS.c.password.is_not(None)
    )
    has_passkey = select(PASSKEY_ROWS.c.guest).where(PASSKEY_ROWS.c.guest == guest)
    return connection.execute(union(has_password, has_passkey)).first() is not None


def add_passkey(connection: Connection, guest: str, passkey: Made, name: str) -> None:
    """Add a passkey."""
    values = msgspec.structs.asdict(passkey) | {"guest": guest, "name": name, "created": clock.now()}
    connection.execute(insert(PASSKEY_ROWS).values(values))


def new_codes(connection: Connection, guest: str) -> list[str]:
    """Return new recovery codes, which replace the old ones."""
    codes = [new_id(CODE_LETTERS) for _ in range(CODES)]
    connection.execute(delete(CODE_ROWS).where(CODE_ROWS.c.guest == guest))
    connection.execute(insert(CODE_ROWS), [{"code_hash": hashed(code), "guest": guest} for code in codes])
    return ["-".join([code[at : at + 4] for at in range(0, CODE_LETTERS, 4)]) for code in codes]


def _plays_against(connection: Connection, guest: str, account: str) -> bool:
    """Return whether two people sit at the same unfinished game."""
    theirs = SEAT_ROWS.alias()
    both = (SEAT_ROWS.c.table_id == theirs.c.table_id) & SEAT_ROWS.c.guest.in_(same_person(guest))
    both &= theirs.c.guest.in_(same_person(account)) & TABLE_ROWS.c.status.in_(("open", "playing"))
    query = select(SEAT_ROWS.c.table_id).join(TABLE_ROWS, TABLE_ROWS.c.id == SEAT_ROWS.c.table_id).where(both)
    return connection.execute(query).first() is not None


def reset(connection: Connection, guest: str) -> list[str]:
    """Return new recovery codes and revoke everything else: password, passkeys, links and devices."""
    for relation in (SESSION_ROWS, PASSKEY_ROWS, TICKET_ROWS):
        connection.execute(delete(relation).where(relation.c.guest == guest))
    connection.execute(update(ACCOUNT_ROWS).where(ACCOUNT_ROWS.c.guest == guest).values(password=None))
    return new_codes(connection, guest)
