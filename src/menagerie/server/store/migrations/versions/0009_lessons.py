"""Store which lesson is taught at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Migrate to this version. Older tables have none."""
    op.add_column("tables", sa.Column("lesson", sa.String))


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_column("tables", "lesson")
