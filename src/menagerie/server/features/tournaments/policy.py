"""Rule the tables of tournaments."""

from __future__ import annotations

import asyncio

from menagerie.server.features.tournaments import records
from menagerie.server.store.database import Database
from menagerie.server.table.policy import TablePolicy
from menagerie.server.table.table import Table


class TournamentPolicy(TablePolicy):
    """The rules of tournament tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_result_awaited(self, table: Table) -> bool:
        """Return whether a running tournament needs the result."""
        return await asyncio.to_thread(records.is_awaited, self._database, table.id)
