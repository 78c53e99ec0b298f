"""Delete guests who haven't come back for a long time, if the settings say so."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import func, select

from menagerie.core.seats import counted
from menagerie.server.base import clock
from menagerie.server.base.errors import mistake
from menagerie.server.features.accounts.authentication import Authentication
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, SESSION_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS

LOG: Final = logging.getLogger("menagerie.server")
DAY: Final = 24 * 60 * 60.0
AGAIN: Final = 6 * 60 * 60.0
"""Seconds between two checks."""


class GuestRetention:
    """Deletes guests without an account who haven't been seen for so many days; 0 keeps them all."""

    def __init__(self, authentication: Authentication, days: float) -> None:
        self._authentication = authentication
        self._days = days

    async def keep(self) -> None:
        """Delete them now and from now on."""
        while self._days:
            try:
                done = await self.forget(clock.now() - self._days * DAY)
            except Exception as error:  # the database can't be reached: try again next time
                LOG.warning("Inactive guests could not be deleted: %s", mistake(error))
            else:
                if done:
                    LOG.info("Deleted %s not seen for %g days", counted(done, "guest", "guests"), self._days)
            await asyncio.sleep(AGAIN)

    async def forget(self, before: float) -> int:
        """Delete guests not seen since then, as if they had asked for it; return how many."""
        guests = await asyncio.to_thread(self._unseen, before)
        for guest in guests:
            await self._authentication.remove(guest)
        if guests:
            await self._authentication.catch_up()
        return len(guests)

    def _unseen(self, before: float) -> list[str]:
        devices = select(SESSION_ROWS.c.guest, func.max(SESSION_ROWS.c.seen).label("seen"))
        seen = devices.group_by(SESSION_ROWS.c.guest).subquery()
        guest = GUEST_ROWS.c
        query = select(guest.id).outerjoin(ACCOUNT_ROWS).outerjoin(seen, seen.c.guest == guest.id)
        is_unseen = func.coalesce(seen.c.seen, guest.created) < before
        is_guest = ~guest.gone & guest.became.is_(None) & ACCOUNT_ROWS.c.guest.is_(None)
        with self._authentication.accounts.database.engine.connect() as connection:
            return list(connection.execute(query.where(is_guest & is_unseen)).scalars())
