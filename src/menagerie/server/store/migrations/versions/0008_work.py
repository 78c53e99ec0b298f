"""Queue bots' jobs in the database, for all processes of a cluster."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table(
        "work",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String, nullable=False, unique=True),
        sa.Column("asker", sa.String, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("taker", sa.String),
        sa.Column("answer", sa.Text),
    )
    op.create_table(
        "turns", sa.Column("who", sa.String, primary_key=True), sa.Column("served", sa.Float, nullable=False)
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    for relation in ("turns", "work"):
        op.drop_table(relation)
