"""Define the relations about people: their devices, their accounts, and what proves their identity.

No secret is stored in plain form. Tokens, codes and links are random enough for a plain hash; passwords aren't, and
have a slow one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Integer, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA, sealed

SESSION_ROWS: Final = Relation(
    "sessions",
    METADATA,
    # The token itself is only in a cookie, so that no reader of the database can impersonate a person.
    Column("token_hash", String, primary_key=True),
    # Identifies a device in addresses, so that the hash stays here.
    Column("id", String, nullable=False, unique=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("device", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    # When this device last proved its owner by more than the cookie.
    Column("proved", Float, nullable=False),
)

ACCOUNT_ROWS: Final = Relation(
    "accounts",
    METADATA,
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # The name as folded by `base.names.folded`: no two accounts have names that look alike.
    Column("folded", String, nullable=False, unique=True),
    Column("password", String),
    Column("email", String, index=True),
    Column("confirmed", Float),
    Column("created", Float, nullable=False),
    sealed(),
)

PASSKEY_ROWS: Final = Relation(
    "passkeys",
    METADATA,
    Column("id", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("public_key", String, nullable=False),
    Column("counter", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    sealed(),
)

CODE_ROWS: Final = Relation(
    "recovery_codes",
    METADATA,
    Column("code_hash", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False, index=True),
)

TICKET_ROWS: Final = Relation(
    "tickets",
    METADATA,
    # A token that works once: a challenge, the code for a device, a link in an email.
    Column("ticket_hash", String, primary_key=True),
    Column("purpose", String, nullable=False),
    Column("guest", String, ForeignKey("guests.id"), index=True),
    Column("bound", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("expires", Float, nullable=False, index=True),
)

FAILURE_ROWS: Final = Relation(
    "failures",
    METADATA,
    # An address or the hash of a name, with the number and time of wrong attempts there.
    Column("who", String, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("last", Float, nullable=False),
)

UNFORGOTTEN_ROWS: Final = Relation(
    "unforgotten",
    METADATA,
    # A deleted person whose name may still be in table events: see `table.name_erasure`.
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
)

COPIED: Final = (SESSION_ROWS, ACCOUNT_ROWS, PASSKEY_ROWS, CODE_ROWS, UNFORGOTTEN_ROWS)
"""Copied to another database. One-time tokens expire within minutes."""
