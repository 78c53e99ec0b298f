"""The tables of the database beside the events: guests, game tables, seats, chat. migrations/ makes them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    # The token itself is in the guest's cookie only: who reads the database cannot sit down as somebody else.
    Column("token_hash", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    # Seeds have up to 376 bits: more than the database's numbers.
    Column("seed", String, nullable=False),
    Column("salt", String, nullable=False),
    Column("owner", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("hints", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String, nullable=False),
    Column("link", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("from_table", String),
    Column("from_moment", Integer),
)
Index("tables_listed", TABLES.c.public, TABLES.c.status)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("guest", String, ForeignKey("guests.id"), index=True),
    Column("name", String, nullable=False),
    Column("bot", String),
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("key", String, nullable=False),
)
Index("chat_key", CHAT.c.table_id, CHAT.c.key, unique=True)
