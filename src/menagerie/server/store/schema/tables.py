"""Define the relations for guests, tables, seats, events, chat, reviews, and processes. migrations/ creates them.

What SQL calls a table is called a relation here, since a table is where people sit."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Text, null, text
from sqlalchemy import Table as Relation

METADATA: Final = MetaData()
VERSION: Final = "0022"
"""The newest migration."""
SEAL: Final = "seal"
"""The column with a row's digest: see `row_seals`."""


def sealed() -> Column[str]:
    """Return that column. Changing the row breaks the seal, which is then renewed."""
    return Column(SEAL, String, onupdate=null())


GUEST_ROWS: Final = Relation(
    "guests",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    # From before there were sessions; now a copy of the id.
    Column("token_hash", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
    # The account that owns everything of this guest now.
    Column("became", String, index=True),
    # Whether the person was deleted. Other people's games keep the seat.
    Column("gone", Boolean, nullable=False, default=False),
    sealed(),
)

TABLE_ROWS: Final = Relation(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    # Text, since seeds have up to 376 bits, more than the database's numbers.
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
    Column("result", Text),
    Column("stand_in", String),
    Column("lesson", String),
    Column("research", Boolean, nullable=False),
    Column("pace", String),
    Column("overtime", String, nullable=False),
    Column("rated", Boolean, nullable=False),
    # The opaque name of a deal shared by several tables.
    Column("deal", String),
    # What the record of an imported game says about its origin, as JSON: see `table.values.Imported`.
    Column("imported", Text),
)
Index("tables_listed", TABLE_ROWS.c.public, TABLE_ROWS.c.status)
Index("tables_deal", TABLE_ROWS.c.deal)

SEAT_ROWS: Final = Relation(
    "seats",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("guest", String, ForeignKey("guests.id"), index=True),
    Column("name", String, nullable=False),
    Column("bot", String),
)

EVENT_ROWS: Final = Relation(
    "events",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("to_act", String, nullable=False),
    Column("key", String),
    # The event's link in the table's chain: see `hash_chain`.
    Column("link", String, nullable=False),
    sqlite_with_rowid=False,
)
# On PostgreSQL the migration sets the same condition. Repeating it here would make every start on a file load
# SQLAlchemy's PostgreSQL support.
_HAS_KEY: Final = text("key IS NOT NULL")
Index(
    "events_key",
    EVENT_ROWS.c.table_id,
    EVENT_ROWS.c.key,
    unique=True,
    sqlite_where=_HAS_KEY,
)

REMARK_ROWS: Final = Relation(
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
    sealed(),
)
Index("chat_key", REMARK_ROWS.c.table_id, REMARK_ROWS.c.key, unique=True)

REVIEW_ROWS: Final = Relation(
    "reviews",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# For several processes on one database (PostgreSQL). Empty on a file, and never copied.

PROCESS_ROWS: Final = Relation(
    "processes",
    METADATA,
    Column("id", String, primary_key=True),
    # The address for other processes.
    Column("address", String, nullable=False),
    Column("seen", Float, nullable=False),
)

LEASE_ROWS: Final = Relation(
    "leases",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("process", String, index=True),
    Column("epoch", Integer, nullable=False),
)

SECRET_ROWS: Final = Relation(
    "secrets",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
DEALS_KEY: Final = "daily"
VAPID_KEY: Final = "vapid"
UNSUBSCRIBE_KEY: Final = "notices-off"
KEPT_SECRETS: Final = (DEALS_KEY, VAPID_KEY, UNSUBSCRIBE_KEY)
"""Secrets copied to another database, because promised deals and the keys in devices and emails depend on them. The
others belong to the processes that share a database."""

WORK_ROWS: Final = Relation(
    "work",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("asker", String, nullable=False),
    Column("who", String, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("taker", String),
    Column("answer", Text),
)

TURN_ROWS: Final = Relation(
    "turns",
    METADATA,
    Column("who", String, primary_key=True),
    Column("served", Float, nullable=False),
)
