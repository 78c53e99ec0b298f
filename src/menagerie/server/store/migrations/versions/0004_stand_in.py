"""Store which kind of bot stands in for absent players."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Migrate to this version. Older tables have the usual bot of their title."""
    op.add_column("tables", sa.Column("stand_in", sa.String))


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_column("tables", "stand_in")
