"""Store the processes that share a database, and which table each owns."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("process", sa.String),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_index("ix_leases_process", "leases", ["process"])
    op.create_table(
        "secrets", sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.String, nullable=False)
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    for relation in ("secrets", "leases", "processes"):
        op.drop_table(relation)
