"""Store shared deals: the deal of the day, and duplicate tables."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Migrate to this version. Older tables have their own deals."""
    op.add_column("tables", sa.Column("deal", sa.String))
    op.create_index("tables_deal", "tables", ["deal"])
    op.create_table(
        "deal_results",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("measure", sa.Text, nullable=False),
        sa.Column("told", sa.String, nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
    )
    op.create_table(
        "duplicates",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("owner", sa.String, sa.ForeignKey("guests.id"), nullable=False, index=True),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("closed", sa.Float),
    )
    op.create_table(
        "deal_known",
        sa.Column("code", sa.String, sa.ForeignKey("duplicates.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_table("deal_known")
    op.drop_table("duplicates")
    op.drop_table("deal_results")
    op.drop_index("tables_deal", "tables")
    op.drop_column("tables", "deal")
