"""Export games for research: finished ones from public tables that were offered for it, without names.

The host says whether a game may be studied (`TableFacts.research`), and everyone who sits down is informed. A game
continued from another isn't offered, since its first players weren't asked."""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from sqlalchemy import Engine, select

from menagerie.core.record import Record
from menagerie.server.store import event_reader, table_rows
from menagerie.server.store.events import TableEvent
from menagerie.server.store.schema.tables import EVENT_ROWS, TABLE_ROWS
from menagerie.server.store.table_index import facts_of
from menagerie.server.store.table_rows import Seated
from menagerie.server.table import event_kinds
from menagerie.server.table.table import Table

PERSON: Final = "person"


class Studied(NamedTuple):
    """A game without names, dates and times."""

    id: str
    """Always the same for this game, but not its table's id, which would let readers open the table."""
    record: Record
    players: list[str]
    """Who made each decision: a kind of bot, or `person`."""


def offered(engine: Engine, title: str) -> list[str]:
    """Return the tables whose games may be studied."""
    here = TABLE_ROWS.c
    finished = (here.status == "over") & (here.title == title) & here.lesson.is_(None) & here.from_table.is_(None)
    # A game lost early wasn't played to its end, or not by the people who started it.
    early = (EVENT_ROWS.c.table_id == here.id) & EVENT_ROWS.c.kind.in_(event_kinds.early_ends())
    asked = here.public & here.research & finished & ~select(EVENT_ROWS.c.seq).where(early).exists()
    with engine.connect() as connection:
        return list(connection.execute(select(here.id).where(asked)).scalars())


def game(engine: Engine, table: str) -> Studied:
    """Return the game of such a table; raise Damaged."""
    with engine.connect() as connection:
        facts = facts_of(connection.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == table)).one())
        events = event_reader.read(connection, table)
    table_rows.check_made(facts, events)
    played = Table(facts, table_rows.first_seats(events), events)
    record = Record.of(played.state, names={})
    seated = _players(events)
    deciders = [seated[played.stamp(n)] for n in range(1, played.n + 1)]
    return Studied(hashlib.sha256(f"studied {table}".encode()).hexdigest()[:16], record, deciders)


def _players(events: list[TableEvent]) -> dict[int, str]:
    """Return who made each decision."""
    made: dict[int, str] = {}
    sits: dict[int, str] = {}
    for event in events:
        content = event_kinds.read(event)
        if isinstance(content, Seated):
            sits |= {seat.seat: seat.bot or PERSON for seat in content.seats}
        elif content.is_decision and event.seat is not None:
            made[event.seq] = sits[event.seat]
    return made
