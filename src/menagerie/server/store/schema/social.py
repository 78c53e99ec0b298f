"""Define the relations about friends, blocks, invitations, reports, moderation, and when people were seen."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

BOND_ROWS: Final = Relation(
    "bonds",
    METADATA,
    Column("person", String, ForeignKey("guests.id"), primary_key=True),
    Column("other", String, ForeignKey("guests.id"), primary_key=True, index=True),
    # `friend` (a request: two are friends if both have one), `block`, or `mute`.
    Column("kind", String, primary_key=True),
    # Where a person is muted; empty: everywhere. Other kinds apply everywhere.
    Column("table_id", String, primary_key=True),
    Column("at", Float, nullable=False),
)

INVITATION_ROWS: Final = Relation(
    "invitations",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), primary_key=True, index=True),
    Column("inviter", String, ForeignKey("guests.id"), nullable=False),
    # `friend` or `rematch`.
    Column("kind", String, nullable=False),
    # The seats that are kept for a while, as JSON.
    Column("seats", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("declined", Boolean, nullable=False),
)

REPORT_ROWS: Final = Relation(
    "reports",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", Float, nullable=False),
    Column("reporter", String, ForeignKey("guests.id"), nullable=False),
    Column("about", String, ForeignKey("guests.id"), nullable=False, index=True),
    # The person's name then.
    Column("name", String, nullable=False),
    # Not a foreign key, because a report outlives its table.
    Column("table_id", String),
    Column("reason", Text, nullable=False),
    # The chat messages around it at the time, as JSON.
    Column("context", Text, nullable=False),
    Column("closed", Boolean, nullable=False),
)
Index("reports_open", REPORT_ROWS.c.closed, REPORT_ROWS.c.at)

STEP_ROWS: Final = Relation(
    "moderation",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", Float, nullable=False),
    Column("moderator", String, ForeignKey("guests.id"), nullable=False),
    Column("about", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("report", String),
    # `warn`, `silence`, `suspend`, `lift` or `close`.
    Column("step", String, nullable=False),
    Column("why", Text, nullable=False),
    Column("until", Float),
    # Whether the person has read it.
    Column("read", Boolean, nullable=False),
)

SIGHTING_ROWS: Final = Relation(
    "sightings",
    METADATA,
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    Column("at", Float, nullable=False),
    # The table at which they were seen, if any.
    Column("table_id", String),
)

MODERATOR_ROWS: Final = Relation(
    "moderators",
    METADATA,
    # The folded name from the settings (`base.names`), and the account that had it when it was first read.
    Column("folded", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
)

BY_NAME_ROWS: Final = Relation(
    "friends_by_name",
    METADATA,
    # A friend request by a typed name, whether or not an account has it.
    Column("person", String, ForeignKey("guests.id"), primary_key=True),
    Column("folded", String, primary_key=True),
    Column("name", String, nullable=False),
    # The account with that name; null if there is none, or it was deleted.
    Column("other", String, ForeignKey("guests.id"), index=True),
    Column("at", Float, nullable=False),
)

COPIED: Final = (MODERATOR_ROWS, BY_NAME_ROWS, BOND_ROWS, REPORT_ROWS, STEP_ROWS, SIGHTING_ROWS)
"""What belongs to people and to no table."""
