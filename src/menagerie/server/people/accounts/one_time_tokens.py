"""What is given out and can be handed in once, for a while: challenges, codes for a device, links in letters."""

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
"""Seconds that they hold."""
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
    """A new ticket, for whoever is `bound` to it or for anybody; the older ones of that guest for the same purpose hold
    no more."""
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
    """A ticket that still holds."""
    holds = (TICKET_ROWS.c.ticket_hash == hashed(ticket)) & (TICKET_ROWS.c.purpose == purpose)
    holds &= (TICKET_ROWS.c.bound == bound) & (TICKET_ROWS.c.expires >= clock.now())
    return connection.execute(select(TICKET_ROWS).where(holds)).first()


def take(connection: Connection, purpose: str, ticket: str, bound: str = "") -> Row[Any] | None:
    """Hand a ticket in: of two who try at once, one succeeds."""
    found = look(connection, purpose, ticket, bound)
    if found is None:
        return None
    return found if use(connection, found) else None


def use(connection: Connection, ticket: Row[Any]) -> bool:
    """Use up a ticket that was looked at; return whether it was still there."""
    used = delete(TICKET_ROWS).where(TICKET_ROWS.c.ticket_hash == ticket.ticket_hash)
    return connection.execute(used).rowcount == 1


def device_code() -> str:
    """A code that is typed on another device: short, since it holds for minutes and wrong ones cost time."""
    return new_id(DEVICE_LETTERS)


def typed(code: str) -> str:
    """A code as it was given out, however somebody has typed it."""
    return "".join(code.split()).replace("-", "").lower()
