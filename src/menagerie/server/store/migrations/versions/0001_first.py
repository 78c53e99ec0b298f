"""Create the first version: guests, tables, seats, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("salt", sa.String, nullable=False),
        sa.Column("owner", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("link", sa.String, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("from_table", sa.String),
        sa.Column("from_moment", sa.Integer),
    )
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_index("tables_listed", "tables", ["public", "status"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id")),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("bot", sa.String),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String, nullable=False),
    )
    op.create_index("chat_key", "chat", ["table_id", "key"], unique=True)


def downgrade() -> None:
    """Migrate back to the previous version."""
    for name in ("chat", "seats", "tables", "guests"):
        op.drop_table(name)
