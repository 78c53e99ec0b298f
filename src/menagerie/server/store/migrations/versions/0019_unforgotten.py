"""People who are gone, and whose names are still in the events of tables: all who went before this version."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Go to this version."""
    op.create_table("unforgotten", sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True))
    op.execute("INSERT INTO unforgotten (guest) SELECT id FROM guests WHERE gone")


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_table("unforgotten")
