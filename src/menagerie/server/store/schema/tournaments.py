"""The relations of tournaments: what one was made with, who entered, and who met whom. Games are at their tables."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

TOURNAMENT_ROWS: Final = Relation(
    "tournaments",
    METADATA,
    # Who has the id may look and enter: it cannot be guessed.
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("owner", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("title", String, nullable=False),
    # As at a table: those that differ from their defaults, as JSON.
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("system", String, nullable=False),
    # How many rounds there are; nothing before it is known how many play.
    Column("rounds", Integer),
    Column("pace", String),
    Column("overtime", String, nullable=False),
    Column("public", Boolean, nullable=False),
    # When it starts by itself; nothing: when its maker says so.
    Column("starts", Float),
    # The last round for which one may still enter.
    Column("late", Integer, nullable=False),
    # Seconds after which whoever has not come to a round's game has lost it.
    Column("deadline", Float),
    Column("automatic", Boolean, nullable=False),
    Column("status", String, nullable=False, index=True),
    # The round that is played, and when it began.
    Column("round", Integer, nullable=False),
    Column("begun", Float),
    # Why it was called off.
    Column("reason", String),
    Column("created", Float, nullable=False),
)

ENTRANT_ROWS: Final = Relation(
    "entrants",
    METADATA,
    Column("tournament", String, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # Drawn at the start: what decides where nothing else does.
    Column("number", Integer, nullable=False),
    # The first round for which somebody is paired, and the last; nothing: to the end.
    Column("first", Integer, nullable=False),
    Column("last", Integer),
    # Why the maker has taken somebody out.
    Column("reason", String),
    Column("entered", Float, nullable=False),
)

PAIRING_ROWS: Final = Relation(
    "pairings",
    METADATA,
    Column("tournament", String, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    # The people by seat, as a JSON list; one alone has a bye.
    Column("guests", Text, nullable=False),
    # Known before the table is made, so that nobody makes a second one.
    Column("table_id", String, unique=True),
    Column("made", Boolean, nullable=False),
    # What everybody got by seat, as a JSON list, and how that came about if not by the game's end.
    Column("points", Text),
    Column("how", String),
)

COPIED: Final = (TOURNAMENT_ROWS, ENTRANT_ROWS, PAIRING_ROWS)
"""All of it, in the order in which it can be copied."""
