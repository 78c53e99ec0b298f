"""Define the relations about time: when tables are due, when the server ran, and who is on holiday."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Integer, String
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

DUE_ROWS: Final = Relation(
    "due",
    METADATA,
    Column("table_id", String, primary_key=True),
    # When the table's clocks must be checked; null: not before its next event.
    Column("at", Float, index=True),
)

UPTIME_ROWS: Final = Relation(
    "uptime",
    METADATA,
    Column("name", String, primary_key=True),
    Column("seen", Float, nullable=False),
)

STOP_ROWS: Final = Relation(
    "stops",
    METADATA,
    # From when until when the server was down.
    Column("start", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

HOLIDAY_ROWS: Final = Relation(
    "holidays",
    METADATA,
    Column("guest", String, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("start", Float, primary_key=True),
    Column("until", Float, nullable=False),
    # The whole days it costs; a day counts for the year in which it starts.
    Column("days", Integer, nullable=False),
)
