"""The relations about people: the devices that they use, their accounts, and what proves that somebody is they.

No secret is stored as it is. Tokens, codes and links are random enough that a plain hash of them tells nothing;
passwords are not, and have a slow one.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Integer, String, Text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA, sealed

SESSION_ROWS: Final = Relation(
    "sessions",
    METADATA,
    # The token itself is in a cookie only: who reads the database cannot sit down as somebody else.
    Column("token_hash", String, primary_key=True),
    # What a device is called by in addresses: the hash stays here.
    Column("id", String, nullable=False, unique=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False, index=True),
    Column("device", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    # When it was last proved here who that is, by more than the cookie.
    Column("proved", Float, nullable=False),
)

ACCOUNT_ROWS: Final = Relation(
    "accounts",
    METADATA,
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
    # The name as `base.names.folded` writes it: no two accounts have names that look alike.
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
    # Something that was given out and can be handed in once: a challenge, the code for a device, a link in a letter.
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
    # An address, or the hash of a name: how often somebody was wrong there, and when last.
    Column("who", String, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("last", Float, nullable=False),
)

UNFORGOTTEN_ROWS: Final = Relation(
    "unforgotten",
    METADATA,
    # Somebody who is gone, and whose name may still be in the events of tables: see `table.name_erasure`.
    Column("guest", String, ForeignKey("guests.id"), primary_key=True),
)

COPIED: Final = (SESSION_ROWS, ACCOUNT_ROWS, PASSKEY_ROWS, CODE_ROWS, UNFORGOTTEN_ROWS)
"""What is taken along to another database. Tickets are over in minutes."""
