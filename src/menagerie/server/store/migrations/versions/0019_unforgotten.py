"""List deleted people whose names are still in table events: all of those deleted before this version."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table("unforgotten", sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True))
    op.execute("INSERT INTO unforgotten (guest) SELECT id FROM guests WHERE gone")


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_table("unforgotten")
