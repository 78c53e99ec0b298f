"""Let a person have several devices and an account."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

FIRST_SESSIONS = """
    INSERT INTO sessions (token_hash, id, guest, device, created, seen, proved)
    SELECT token_hash, 'first-' || id, id, 'The first device', created, created, 0 FROM guests
"""


def upgrade() -> None:
    """Migrate to this version. The token of every guest becomes that of the first device."""
    op.add_column("guests", sa.Column("became", sa.String))
    op.add_column("guests", sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_guests_became", "guests", ["became"])
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String, primary_key=True),
        sa.Column("id", sa.String, nullable=False, unique=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("proved", sa.Float, nullable=False),
    )
    op.create_index("ix_sessions_guest", "sessions", ["guest"])
    op.execute(FIRST_SESSIONS)
    # SQLite cannot drop a column that is unique while others refer to its relation: it stays, and says nothing.
    op.execute("UPDATE guests SET token_hash = id")
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("folded", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String),
        sa.Column("email", sa.String),
        sa.Column("confirmed", sa.Float),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_accounts_email", "accounts", ["email"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("public_key", sa.String, nullable=False),
        sa.Column("counter", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("ix_passkeys_guest", "passkeys", ["guest"])
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.String, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
    )
    op.create_index("ix_recovery_codes_guest", "recovery_codes", ["guest"])
    op.create_table(
        "tickets",
        sa.Column("ticket_hash", sa.String, primary_key=True),
        sa.Column("purpose", sa.String, nullable=False),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id")),
        sa.Column("bound", sa.String, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_index("ix_tickets_guest", "tickets", ["guest"])
    op.create_index("ix_tickets_expires", "tickets", ["expires"])
    op.create_table(
        "failures",
        sa.Column("who", sa.String, primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Migrate back to the previous version. People keep their first device."""
    op.execute(
        "UPDATE guests SET token_hash = coalesce((SELECT min(token_hash) FROM sessions WHERE guest = guests.id), id)"
    )
    for relation in ("failures", "tickets", "recovery_codes", "passkeys", "accounts", "sessions"):
        op.drop_table(relation)
    op.drop_index("ix_guests_became", "guests")
    op.drop_column("guests", "gone")
    op.drop_column("guests", "became")
