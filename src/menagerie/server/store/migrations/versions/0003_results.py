"""Store how games ended, for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Migrate to this version. Older games have no sentence; lists only say that they are over."""
    op.add_column("tables", sa.Column("result", sa.Text))


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_column("tables", "result")
