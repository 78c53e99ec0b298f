"""How games ended, for lists of them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Go to this version. Games that ended before have no sentence: lists only say that they are over."""
    op.add_column("tables", sa.Column("result", sa.Text))


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_column("tables", "result")
