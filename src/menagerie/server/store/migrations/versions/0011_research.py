"""Whether the game at a table may be studied once it is over."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Go to this version. At tables that were made before nobody was asked: their games are not studied."""
    column = sa.Column("research", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", column)


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_column("tables", "research")
