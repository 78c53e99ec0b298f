"""Limit how many tables a guest may have."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Limits
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import UNFINISHED, Full, Quota, TableFacts


class Quotas:
    """The quotas of this server."""

    def __init__(self, database: Database, limits: Limits) -> None:
        self._database = database
        self._limits = limits

    async def check(self, guest: str, *, is_replay: bool = False) -> None:
        """Refuse a guest with too many tables before any work is done for another. `add` checks again."""
        await self._check(guest, self._replays() if is_replay else self._tables())

    async def check_bot_tables(self, guest: str) -> None:
        """Refuse a guest with too many tables of bots only."""
        await self._check(guest, self._bot_tables())

    async def check_new(self, facts: TableFacts, seats: Sequence[Seat], *, is_counted: bool) -> list[Quota]:
        """Return the quotas that a new table counts towards; refuse one too many. If it isn't counted, only the quota
        for bots' tables applies."""
        quotas = [self._replays() if facts.status == "replay" else self._tables()] if is_counted else []
        if all(seat.kind == "bot" for seat in seats):
            quotas.append(self._bot_tables())
        await self._check(facts.owner, *quotas)
        return quotas

    async def add(self, facts: TableFacts, seats: Sequence[Seat], quotas: Sequence[Quota]) -> None:
        """Store the rows of a new table; refuse one too many, counted in the same transaction."""
        try:
            await asyncio.to_thread(table_index.add, self._database, facts, seats, quotas)
        except Full as full:
            raise _refused(full) from None

    async def _check(self, guest: str, *quotas: Quota) -> None:
        try:
            await asyncio.to_thread(table_index.check_quotas, self._database, guest, quotas)
        except Full as full:
            raise _refused(full) from None

    def _tables(self) -> Quota:
        most = self._limits.tables_per_guest
        return Quota(most, UNFINISHED, f"You have {most} unfinished tables. Finish or leave one first.")

    def _bot_tables(self) -> Quota:
        most = self._limits.bot_tables_per_guest
        sentence = f"You have {most} tables where only bots play. End one first."
        return Quota(most, UNFINISHED, sentence, only_bots=True)

    def _replays(self) -> Quota:
        most = self._limits.replays_per_guest
        return Quota(most, ("replay",), f"You already have {most} replays. Remove one first.")


def _refused(full: Full) -> Refused:
    return Refused("busy", full.quota.sentence, retry=60)
