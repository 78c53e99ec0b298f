"""Store which accounts the settings' moderators are, and friend requests by name."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table(
        "moderators",
        sa.Column("folded", sa.String, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
    )
    op.create_table(
        "friends_by_name",
        sa.Column("person", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("folded", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("other", sa.String, sa.ForeignKey("guests.id"), index=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_table("friends_by_name")
    op.drop_table("moderators")
