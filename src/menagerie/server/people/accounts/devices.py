"""Keep a person's devices. Each has its own token and can be signed out alone."""

from __future__ import annotations

import secrets
from typing import Any, Final

from sqlalchemy import Connection, delete, select, update

from menagerie.server.base import clock
from menagerie.server.protocol.outgoing.accounts import SignedInDevice
from menagerie.server.store.database import Database
from menagerie.server.store.guests import announce_guest, hashed
from menagerie.server.store.schema.accounts import SESSION_ROWS

PROOF: Final = 15 * 60.0
"""Seconds for which a device need not prove its owner again."""
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "a Mac"),
    ("CrOS", "a Chromebook"),
    ("Linux", "Linux"),
)


def device_name(agent: str) -> str:
    """Return a device's name, from its browser's user agent."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), "A browser")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return f"{browser} on {system}" if system else browser


class Devices:
    """A person's devices. Its methods wait for the disk, so call them in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, guest: str, token: str) -> list[SignedInDevice]:
        """Return all devices of a person, the current one first."""
        query = select(SESSION_ROWS).where(SESSION_ROWS.c.guest == guest).order_by(SESSION_ROWS.c.seen.desc())
        with self._database.engine.connect() as connection:
            rows = connection.execute(query).all()
        shown = [
            SignedInDevice(
                id=row.id,
                device=row.device or "A device",
                created=row.created,
                seen=row.seen,
                here=row.token_hash == hashed(token),
            )
            for row in rows
        ]
        return sorted(shown, key=lambda one: not one.here)

    def is_proved(self, token: str) -> bool:
        """Return whether this device has recently proved its owner by more than the cookie."""
        query = select(SESSION_ROWS.c.proved).where(SESSION_ROWS.c.token_hash == hashed(token))
        with self._database.engine.connect() as connection:
            proved = connection.execute(query).scalar()
        return proved is not None and proved > clock.now() - PROOF

    def prove(self, guest: str, token: str) -> str:
        """Note the proof and return the device's new token, so that a stolen old one proves nothing."""
        with self._database.writing() as connection:
            announce_guest(self._database, connection, guest)
            return renew(connection, token)

    def end(self, guest: str, id: str) -> bool:
        """Sign out one of a person's devices; return whether it existed."""
        return self._end(guest, SESSION_ROWS.c.id == id)

    def end_here(self, guest: str, token: str) -> None:
        """Sign out this device."""
        self._end(guest, SESSION_ROWS.c.token_hash == hashed(token))

    def end_all(self, guest: str) -> None:
        """Sign out all devices of a person."""
        self._end(guest, SESSION_ROWS.c.guest == guest)

    def _end(self, guest: str, which: Any) -> bool:
        with self._database.writing() as connection:
            ended = connection.execute(delete(SESSION_ROWS).where((SESSION_ROWS.c.guest == guest) & which))
            announce_guest(self._database, connection, guest)
        return ended.rowcount > 0


def renew(connection: Connection, token: str) -> str:
    """Replace a device's token after a proof, so that the old one is worthless to anyone who knew it."""
    return _renew(connection, token, proved=clock.now())


def take_over(connection: Connection, guest: str, token: str) -> str | None:
    """Sign out a person's other devices and return this one's new token; None if this device has been signed out
    itself."""
    if not is_signed_in(connection, guest, token):
        return None
    others = (SESSION_ROWS.c.guest == guest) & (SESSION_ROWS.c.token_hash != hashed(token))
    connection.execute(delete(SESSION_ROWS).where(others))
    return _renew(connection, token)


def is_signed_in(connection: Connection, guest: str, token: str) -> bool:
    """Return whether a device with this token is signed in as that person."""
    here = (SESSION_ROWS.c.guest == guest) & (SESSION_ROWS.c.token_hash == hashed(token))
    return connection.execute(select(SESSION_ROWS.c.id).where(here)).first() is not None


def _renew(connection: Connection, token: str, **values: float) -> str:
    new = secrets.token_urlsafe(32)
    mine = update(SESSION_ROWS).where(SESSION_ROWS.c.token_hash == hashed(token))
    connection.execute(mine.values(token_hash=hashed(new), **values))
    return new


def end_session(connection: Connection, token: str) -> None:
    """Invalidate a token."""
    connection.execute(delete(SESSION_ROWS).where(SESSION_ROWS.c.token_hash == hashed(token)))
