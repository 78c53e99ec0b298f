"""Issue tokens that work once and expire: challenges, codes for a device, links in emails."""

from __future__ import annotations

import secrets
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select

from menagerie.server.base import clock
from menagerie.server.base.ids import new_id
from menagerie.server.store.guests import hashed
from menagerie.server.store.schema.accounts import TICKET_ROWS

CHALLENGE: Final = 300.0
DEVICE: Final = 300.0
RECOVERY: Final = 30 * 60.0
CONFIRMATION: Final = 24 * 3600.0
"""Seconds of validity."""
DEVICE_LETTERS: Final = 8


def give(
    connection: Connection,
    purpose: str,
    seconds: float,
    *,
    guest: str | None = None,
    bound: str = "",
    data: str = "",
    ticket: str | None = None,
) -> str:
    """Issue a token for anyone, or only for the guest `bound` to it. It revokes the guest's older ones for the same
    purpose."""
    ticket = ticket or secrets.token_urlsafe(32)
    now = clock.now()
    is_over = TICKET_ROWS.c.expires < now
    if guest is not None:
        is_over |= (TICKET_ROWS.c.guest == guest) & (TICKET_ROWS.c.purpose == purpose)
    connection.execute(delete(TICKET_ROWS).where(is_over))
    row = {"ticket_hash": hashed(ticket), "purpose": purpose, "guest": guest, "bound": bound, "data": data}
    connection.execute(insert(TICKET_ROWS).values(row | {"expires": now + seconds}))
    return ticket


def look(connection: Connection, purpose: str, ticket: str, bound: str = "") -> Row[Any] | None:
    """Return a valid token without using it up."""
    holds = (TICKET_ROWS.c.ticket_hash == hashed(ticket)) & (TICKET_ROWS.c.purpose == purpose)
    holds &= (TICKET_ROWS.c.bound == bound) & (TICKET_ROWS.c.expires >= clock.now())
    return connection.execute(select(TICKET_ROWS).where(holds)).first()


def take(connection: Connection, purpose: str, ticket: str, bound: str = "") -> Row[Any] | None:
    """Use up a token and return it. Of two simultaneous attempts one succeeds."""
    found = look(connection, purpose, ticket, bound)
    if found is None:
        return None
    return found if use(connection, found) else None


def use(connection: Connection, ticket: Row[Any]) -> bool:
    """Use up a token that was looked at; return whether it was still valid."""
    used = delete(TICKET_ROWS).where(TICKET_ROWS.c.ticket_hash == ticket.ticket_hash)
    return connection.execute(used).rowcount == 1


def device_code() -> str:
    """Return a code to type on another device: short, since it expires in minutes and wrong guesses cost time."""
    return new_id(DEVICE_LETTERS)


def typed(code: str) -> str:
    """Return a typed code in the form in which it was issued."""
    return "".join(code.split()).replace("-", "").lower()
