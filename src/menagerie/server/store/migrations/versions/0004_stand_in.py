"""Which kind of bot goes on for who is away."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go to this version. Tables that were made before have the usual bot of their title."""
    op.add_column("tables", sa.Column("stand_in", sa.String))


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_column("tables", "stand_in")
