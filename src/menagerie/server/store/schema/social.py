"""The relations about people among themselves: bonds, invitations, reports, moderators' steps, who was seen when."""

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
    # friend (wants to be one: two are friends if both do), block, or mute.
    Column("kind", String, primary_key=True),
    # Where somebody is muted; empty: everywhere. All else holds everywhere.
    Column("table_id", String, primary_key=True),
    Column("at", Float, nullable=False),
)

INVITATION_ROWS: Final = Relation(
    "invitations",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), primary_key=True, index=True),
    Column("inviter", String, ForeignKey("guests.id"), nullable=False),
    # friend, or rematch.
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
    # What the person was called then.
    Column("name", String, nullable=False),
    # No reference: a report outlives its table.
    Column("table_id", String),
    Column("reason", Text, nullable=False),
    # The lines around it as they were, as JSON.
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
    # warn, silence, suspend, lift or close.
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
    # The table at which they were seen, if it was at one.
    Column("table_id", String),
)

MODERATOR_ROWS: Final = Relation(
    "moderators",
    METADATA,
    # The name as the settings have it, as `base.names` folds it, and the account that had it when it was first read.
    Column("folded", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
)

BY_NAME_ROWS: Final = Relation(
    "friends_by_name",
    METADATA,
    # Who was asked for as a friend by a name that was typed, whether an account has it or not.
    Column("person", String, ForeignKey("guests.id"), primary_key=True),
    Column("folded", String, primary_key=True),
    Column("name", String, nullable=False),
    # Who had that name; null: nobody, or somebody who is gone.
    Column("other", String, ForeignKey("guests.id"), index=True),
    Column("at", Float, nullable=False),
)

COPIED: Final = (MODERATOR_ROWS, BY_NAME_ROWS, BOND_ROWS, REPORT_ROWS, STEP_ROWS, SIGHTING_ROWS)
"""Those that belong to people and to no table."""
