"""Define the relations of tournaments: settings, entrants, and pairings. The games are at their tables."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

TOURNAMENT_ROWS: Final = Relation(
    "tournaments",
    METADATA,
    # Anyone with the id may view and enter, so it can't be guessed.
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("owner", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("title", String, nullable=False),
    # The options that differ from their defaults, as JSON, as for a table.
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("system", String, nullable=False),
    # The number of rounds; null until the number of players is known.
    Column("rounds", Integer),
    Column("pace", String),
    Column("overtime", String, nullable=False),
    Column("public", Boolean, nullable=False),
    # When it starts automatically; null: when its host starts it.
    Column("starts", Float),
    # The last round for which late entry is possible.
    Column("late", Integer, nullable=False),
    # Seconds after which a player who hasn't come to a round's game loses it.
    Column("deadline", Float),
    Column("automatic", Boolean, nullable=False),
    Column("status", String, nullable=False, index=True),
    # The current round, and when it started.
    Column("round", Integer, nullable=False),
    Column("begun", Float),
    # Why it was cancelled.
    Column("reason", String),
    Column("created", Float, nullable=False),
)

ENTRANT_ROWS: Final = Relation(
    "entrants",
    METADATA,
    Column("tournament", String, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # Drawn at the start, to break ties that nothing else breaks.
    Column("number", Integer, nullable=False),
    # The first round in which they are paired, and the last; null: to the end.
    Column("first", Integer, nullable=False),
    Column("last", Integer),
    # Why the host has removed them.
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
    # Set before the table is made, so that no second one is.
    Column("table_id", String, unique=True),
    Column("made", Boolean, nullable=False),
    # Everyone's points by seat, as a JSON list, and how they came about if not by the end of the game.
    Column("points", Text),
    Column("how", String),
)

COPIED: Final = (TOURNAMENT_ROWS, ENTRANT_ROWS, PAIRING_ROWS)
"""All of it, in an order for copying."""
