"""The relations of the database: guests, tables, seats, events, chat, reviews, and the processes that share it.
migrations/ makes them.

What SQL calls a table is a relation here: a table is where people sit.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Text, null, text
from sqlalchemy import Table as Relation

METADATA: Final = MetaData()
VERSION: Final = "0022"
"""The newest migration."""
SEAL: Final = "seal"
"""The column of a row that has a digest of itself: see seals.py."""


def sealed() -> Column[str]:
    """That column. Whoever changes the row breaks the seal, and it is made again."""
    return Column(SEAL, String, onupdate=null())


GUEST_ROWS: Final = Relation(
    "guests",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    # Of the time before there were sessions; the id again.
    Column("token_hash", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
    # The account to which everything of this guest belongs now.
    Column("became", String, index=True),
    # Whether that person has had everything deleted: games of others keep the seat.
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
    Column("result", Text),
    Column("stand_in", String),
    Column("lesson", String),
    Column("research", Boolean, nullable=False),
    Column("pace", String),
    Column("overtime", String, nullable=False),
    Column("rated", Boolean, nullable=False),
    # What several tables have been dealt alike, if they have: an opaque name.
    Column("deal", String),
    # Of a game that was played elsewhere, what its record says of that, as JSON: see `table.values.Imported`.
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
    # What holds the events of a table together: see chain.py.
    Column("link", String, nullable=False),
    sqlite_with_rowid=False,
)
# On PostgreSQL it has the same condition: the migration says so. Saying it here, too, would have every start on a file
# load all that SQLAlchemy knows of PostgreSQL.
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

# For several processes on one database (PostgreSQL); on a file these stay empty, and they are not copied.

PROCESS_ROWS: Final = Relation(
    "processes",
    METADATA,
    Column("id", String, primary_key=True),
    # Where the other processes find it.
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
"""Secrets that go along to another database: deals that were promised, and keys in devices and letters, depend on them.
The others belong to the processes that share a database."""

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
