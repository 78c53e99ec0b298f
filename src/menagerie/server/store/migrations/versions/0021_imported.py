"""Where a game that was played elsewhere comes from."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Go to this version. Of games that were brought before nothing is known."""
    op.add_column("tables", sa.Column("imported", sa.Text))


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_column("tables", "imported")
