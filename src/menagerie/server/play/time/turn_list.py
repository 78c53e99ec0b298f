"""List the tables where it is a player's turn, the most urgent first."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select

from menagerie.server.protocol.outgoing.lobby import Turns
from menagerie.server.store import due_tables
from menagerie.server.store.database import Database
from menagerie.server.store.events import Events
from menagerie.server.store.guests import same_person
from menagerie.server.store.schema.tables import SEAT_ROWS, TABLE_ROWS
from menagerie.server.table import event_kinds

NEVER: Final = float("inf")


def turns(database: Database, events: Events, guest: str) -> list[str]:
    """Return the tables that wait for a guest: first those with a clock, the soonest first, then those that have waited
    longest."""
    held = SEAT_ROWS.c.guest.in_(same_person(guest)) & SEAT_ROWS.c.bot.is_(None)
    playing = (TABLE_ROWS.c.status == "playing") & TABLE_ROWS.c.lesson.is_(None)
    query = select(SEAT_ROWS.c.table_id, SEAT_ROWS.c.seat).join(TABLE_ROWS).where(held & playing)
    with database.engine.connect() as connection:
        seats = connection.execute(query).all()
    ids = sorted({row.table_id for row in seats})
    last, ends = events.last(ids, without=event_kinds.private()), due_tables.of(database, ids)
    acting = {id: event.to_act.split(",") for id, event in last.items()}
    waiting = {row.table_id for row in seats if str(row.seat) in acting.get(row.table_id, ())}
    return sorted(waiting, key=lambda id: (ends.get(id, NEVER), last[id].at, id))


def after(tables: list[str], here: str | None) -> Turns:
    """Return how many other tables wait, and the next one to visit. Following it from table to table reaches all of
    them."""
    others = [id for id in tables if id != here]
    at = tables.index(here) if here in tables else -1
    following = [id for id in (*tables[at + 1 :], *tables[: at + 1]) if id != here]
    return Turns(count=len(others), next=following[0] if following else None)
