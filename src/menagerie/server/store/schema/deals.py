"""The relations of deals: results of tries, duplicates, and who knows the deal of one. The try itself is its table."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

RESULT_ROWS: Final = Relation(
    "deal_results",
    METADATA,
    # One for each try that is over, read from its events: whoever computes it a second time finds it there.
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    # What tries are ranked by, as a JSON list of numbers.
    Column("measure", Text, nullable=False),
    Column("told", String, nullable=False),
    Column("finished", Float, nullable=False),
)

DUPLICATE_ROWS: Final = Relation(
    "duplicates",
    METADATA,
    # Who has the code may play: it cannot be guessed.
    Column("code", String, primary_key=True),
    Column("owner", String, ForeignKey("guests.id"), nullable=False, index=True),
    # The bots by seat, as a JSON object: at the other seats sit people.
    Column("bots", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("closed", Float),
)

KNOWN_ROWS: Final = Relation(
    "deal_known",
    METADATA,
    Column("code", String, ForeignKey("duplicates.code", ondelete="CASCADE"), primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # Where that person plays it, or has seen it first.
    Column("table_id", String, nullable=False),
    Column("at", Float, nullable=False),
)

COPIED: Final = (DUPLICATE_ROWS, KNOWN_ROWS)
"""What belongs to no table, in the order in which it can be copied."""
