"""Store where an imported game comes from."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Migrate to this version. Nothing is known of earlier imports."""
    op.add_column("tables", sa.Column("imported", sa.Text))


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_column("tables", "imported")
