"""Store whether a game may be studied once it is over."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Migrate to this version. Players of older games were not asked, so these are not studied."""
    column = sa.Column("research", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", column)


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_column("tables", "research")
