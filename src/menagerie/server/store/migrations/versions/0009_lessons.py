"""Which lesson is taught at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Go to this version. At tables that were made before none is taught."""
    op.add_column("tables", sa.Column("lesson", sa.String))


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_column("tables", "lesson")
