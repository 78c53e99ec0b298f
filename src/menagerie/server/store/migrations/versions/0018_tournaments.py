"""Store tournaments: settings, entrants, and pairings."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("owner", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("system", sa.String, nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("pace", sa.String),
        sa.Column("overtime", sa.String, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("starts", sa.Float),
        sa.Column("late", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("begun", sa.Float),
        sa.Column("reason", sa.String),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer),
        sa.Column("reason", sa.String),
        sa.Column("entered", sa.Float, nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guests", sa.Text, nullable=False),
        sa.Column("table_id", sa.String, unique=True),
        sa.Column("made", sa.Boolean, nullable=False),
        sa.Column("points", sa.Text),
        sa.Column("how", sa.String),
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    for name in ("pairings", "entrants", "tournaments"):
        op.drop_table(name)
