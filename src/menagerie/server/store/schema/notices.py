"""Define the relations about notices: people's preferences, and what waits to be sent."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

STIR_ROWS: Final = Relation(
    "stirred",
    METADATA,
    # A table with news since the last check, written with the event.
    Column("table_id", String, primary_key=True),
    # How often, so that nothing is missed that happens during the check.
    Column("seq", Integer, nullable=False),
)

WISH_ROWS: Final = Relation(
    "notice_wishes",
    METADATA,
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # The ways for each kind, as JSON.
    Column("kinds", Text, nullable=False),
    # Quiet hours: start and end as minutes of the day in the person's time zone.
    Column("zone", String, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    # At most one email in so many hours, and when the last one was sent.
    Column("digest", Integer, nullable=False),
    Column("mailed", Float),
)

TABLE_WISH_ROWS: Final = Relation(
    "notice_tables",
    METADATA,
    # A person's preferences for one table.
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("kinds", Text, nullable=False),
)

PUSH_ROWS: Final = Relation(
    "push_devices",
    METADATA,
    Column("id", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False, index=True),
    # The session of the device, which gets nothing after it is signed out.
    Column("session", String, nullable=False),
    Column("endpoint_hash", String, nullable=False, unique=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("created", Float, nullable=False),
)

HOOK_ROWS: Final = Relation(
    "webhooks",
    METADATA,
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # `plain`, `discord` or `slack`.
    Column("form", String, nullable=False),
    Column("address", Text, nullable=False),
    # The key that signs plain ones, shared with the receiver.
    Column("secret", String, nullable=False),
)

OUTBOX_ROWS: Final = Relation(
    "outbox",
    METADATA,
    Column("id", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
    Column("table_id", String, nullable=False, index=True),
    Column("kind", String, nullable=False),
    # The subject: each turn, request or end gets one notice, however often it is checked.
    Column("occasion", String, nullable=False),
    Column("way", String, nullable=False),
    # Which device, if there are several.
    Column("target", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False),
    # `waiting`, `sent`, `moot` or `failed`.
    Column("state", String, nullable=False),
    Column("tries", Integer, nullable=False),
    # Attempts with an unknown outcome. After two it is given up.
    Column("doubts", Integer, nullable=False),
    # Who is sending it, and until when no one else may.
    Column("taker", String),
    Column("lease", Float),
    Column("error", String),
)
Index(
    "outbox_once",
    *OUTBOX_ROWS.c["guest", "table_id", "kind", "occasion", "way", "target"],
    unique=True,
)
Index("outbox_due", OUTBOX_ROWS.c.state, OUTBOX_ROWS.c.due)

OF_PEOPLE: Final = (WISH_ROWS, TABLE_WISH_ROWS, PUSH_ROWS, HOOK_ROWS, OUTBOX_ROWS)
"""What belongs to a person, and is deleted with them."""
COPIED: Final = (*OF_PEOPLE, STIR_ROWS)
"""Copied to another database."""
