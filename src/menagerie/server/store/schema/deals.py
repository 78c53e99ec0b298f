"""Define the relations of deals: results of attempts, duplicates, and who knows the deal of each. The attempt itself is
its table."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

RESULT_ROWS: Final = Relation(
    "deal_results",
    METADATA,
    # One per finished attempt, computed from its events; computing it again finds it here.
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # What attempts are ranked by, as a JSON list of numbers.
    Column("measure", Text, nullable=False),
    Column("told", String, nullable=False),
    Column("finished", Float, nullable=False),
)

DUPLICATE_ROWS: Final = Relation(
    "duplicates",
    METADATA,
    # Anyone with the code may play, so it can't be guessed.
    Column("code", String, primary_key=True),
    Column("owner", String, ForeignKey("guests.id"), nullable=False, index=True),
    # The bots by seat, as a JSON object. People sit in the other seats.
    Column("bots", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),
)

KNOWN_ROWS: Final = Relation(
    "deal_known",
    METADATA,
    Column("code", String, ForeignKey("duplicates.code", ondelete="CASCADE"), primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # Where this person plays it, or has seen it first.
    Column("table_id", String, nullable=False),
    Column("at", Float, nullable=False),
)

COPIED: Final = (DUPLICATE_ROWS, KNOWN_ROWS)
"""What belongs to no table, in an order for copying."""
