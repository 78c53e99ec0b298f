"""Help newcomers: find out who is new to a title, and what to show them at the table."""

from __future__ import annotations

import asyncio
from typing import Final

from menagerie.core.display.step_guide import guide
from menagerie.server.protocol.outgoing.moments import DecisionGuide, Guide, Guides, GuideText
from menagerie.server.protocol.outgoing.titles import Experience
from menagerie.server.show import title_catalog
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.table.table import Table

FIRST_GAMES: Final = 3
"""How many games of a title make a player experienced."""


async def experience(database: Database, guest: Guest | None, title: str) -> Experience:
    """Return how many games of a title a player has finished, and whether they are a newcomer."""
    game = title_catalog.title(title)
    finished = 0 if guest is None else await asyncio.to_thread(table_index.finished, database, guest.id, game.id)
    return Experience(title=game.id, finished=finished, newcomer=finished < FIRST_GAMES)


def guides(table: Table, guest: str | None) -> Guides:
    """Return the help texts for a guest's current decisions, by seat."""
    seats = [seat for seat in table.held_by(guest) if seat in table.to_act]
    return Guides(n=table.n, guides=[told for seat in seats if (told := _guide(table, seat)) is not None])


def _guide(table: Table, seat: int) -> Guide | None:
    found = guide(table.state, seat)
    if found is None:
        return None
    decisions = [
        DecisionGuide(begins=begins, words=told.words, rule=told.rule) for begins, told in found.decisions.items()
    ]
    texts = [GuideText(name, text) for name, text in found.texts]
    return Guide(seat=seat, words=found.step.words, rule=found.step.rule, decisions=decisions, texts=texts)
