"""The relations about notices: what people wish to be told and how, and what waits to be sent."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

STIR_ROWS: Final = Relation(
    "stirred",
    METADATA,
    # A table at which something has happened since somebody last looked who is to be told: written with the event.
    Column("table_id", String, primary_key=True),
    # How often, so that nothing is missed that happens during the look.
    Column("seq", Integer, nullable=False),
)

WISH_ROWS: Final = Relation(
    "notice_wishes",
    METADATA,
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # By kind, the ways in which it is told: JSON.
    Column("kinds", Text, nullable=False),
    # Quiet hours: from and until which minute of the day where that person lives.
    Column("zone", String, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    # At most one letter in so many hours, and when the last one was sent.
    Column("digest", Integer, nullable=False),
    Column("mailed", Float),
)

TABLE_WISH_ROWS: Final = Relation(
    "notice_tables",
    METADATA,
    # What somebody wishes of one table instead.
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("kinds", Text, nullable=False),
)

PUSH_ROWS: Final = Relation(
    "push_devices",
    METADATA,
    Column("id", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False, index=True),
    # The session of the device: who is signed out there is told nothing there.
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
    # plain, discord or slack.
    Column("form", String, nullable=False),
    Column("address", Text, nullable=False),
    # What plain ones are signed with: the receiver has the same.
    Column("secret", String, nullable=False),
)

OUTBOX_ROWS: Final = Relation(
    "outbox",
    METADATA,
    Column("id", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
    Column("table_id", String, nullable=False, index=True),
    Column("kind", String, nullable=False),
    # What it is about: of each turn, question or end there is one notice, however often somebody looks.
    Column("occasion", String, nullable=False),
    Column("way", String, nullable=False),
    # Which device, where there are several.
    Column("target", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False),
    # waiting, sent, moot or failed.
    Column("state", String, nullable=False),
    Column("tries", Integer, nullable=False),
    # Tries of which nobody knows whether they arrived. After two it is left at that.
    Column("doubts", Integer, nullable=False),
    # Who sends it now, and until when nobody else does.
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
"""What belongs to somebody, and goes with them."""
COPIED: Final = (*OF_PEOPLE, STIR_ROWS)
"""What is taken along to another database."""
