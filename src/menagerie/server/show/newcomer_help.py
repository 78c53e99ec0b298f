"""Care for newcomers: whether somebody plays one of the first games of a title, and what is told them at the table."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from menagerie.core.display.step_guide import guide
from menagerie.server.show import title_catalog
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.table.table import Table

FIRST_GAMES: Final = 3
"""After so many games of a title nobody is a newcomer to it any more."""


async def experience(database: Database, guest: Guest | None, title: str) -> dict[str, Any]:
    """How many games of a title somebody has finished, and whether that makes a newcomer."""
    game = title_catalog.title(title)
    finished = 0 if guest is None else await asyncio.to_thread(table_index.finished, database, guest.id, game.id)
    return {"title": game.id, "finished": finished, "newcomer": finished < FIRST_GAMES}


def guides(table: Table, guest: str | None) -> dict[str, Any]:
    """What is told beside the questions that a guest is asked now, by seat."""
    seats = [seat for seat in table.held_by(guest) if seat in table.to_act]
    told = {seat: guide(table.state, seat) for seat in seats}
    return {"n": table.n, "guides": [{"seat": seat} | one.data() for seat, one in told.items() if one is not None]}
