"""Time: the pace of a table, when its clocks are due, when the server was down, and holidays."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Migrate to this version. Older tables have no clock."""
    op.add_column("tables", sa.Column("pace", sa.String))
    op.add_column("tables", sa.Column("overtime", sa.String, nullable=False, server_default="bot"))
    op.create_table(
        "due",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("at", sa.Float),
    )
    op.create_index("ix_due_at", "due", ["at"])
    op.create_table(
        "uptime",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "stops",
        sa.Column("start", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "holidays",
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("start", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    for name in ("holidays", "stops", "uptime", "due"):
        op.drop_table(name)
    op.drop_column("tables", "overtime")
    op.drop_column("tables", "pace")
