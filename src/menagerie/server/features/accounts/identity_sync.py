"""Update this process when someone is renamed, signed out, signed in elsewhere, or deleted.

Such a change is announced in its own transaction, and every process reacts; see `announce_guest`."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from menagerie.server.people.accounts.guests import Guests
from menagerie.server.play.seating import Seating
from menagerie.server.show.hub import Hub
from menagerie.server.store.database import Database
from menagerie.server.store.guests import people_now
from menagerie.server.store.schema.accounts import SESSION_ROWS
from menagerie.server.store.schema.tables import REMARK_ROWS


class IdentitySync:
    """Updates the people who are connected or in memory here."""

    def __init__(self, database: Database, guests: Guests, seating: Seating, hub: Hub) -> None:
        self._database = database
        self._guests = guests
        self._seating = seating
        self._hub = hub

    async def look_at(self, guest: str) -> None:
        """Look up a guest's current identity and apply it here."""
        self._guests.forget(guest)
        self._hub.sign_out(guest, await asyncio.to_thread(self._sessions, guest))
        now = (await asyncio.to_thread(people_now, self._database, [guest])).get(guest)
        if now is None:
            return
        if now.gone:
            await self._hub.read_chat_again(await asyncio.to_thread(self._talked_at, guest))
        await self._seating.follow(guest)

    def _sessions(self, guest: str) -> set[str]:
        query = select(SESSION_ROWS.c.token_hash).where(SESSION_ROWS.c.guest == guest)
        with self._database.engine.connect() as connection:
            return set(connection.execute(query).scalars())

    def _talked_at(self, guest: str) -> set[str]:
        query = select(REMARK_ROWS.c.table_id).where(REMARK_ROWS.c.guest == guest)
        with self._database.engine.connect() as connection:
            return set(connection.execute(query.distinct()).scalars())
