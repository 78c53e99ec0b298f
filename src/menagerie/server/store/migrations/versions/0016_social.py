"""Store friends, blocks, invitations, reports, moderators' decisions, and who was last seen when."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Migrate to this version."""
    op.create_table(
        "bonds",
        sa.Column("person", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("other", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_bonds_other", "bonds", ["other"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("inviter", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
    )
    op.create_index("ix_invitations_guest", "invitations", ["guest"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("reporter", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("about", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("table_id", sa.String),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_index("reports_open", "reports", ["closed", "at"])
    op.create_table(
        "moderation",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("moderator", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("about", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("report", sa.String),
        sa.Column("step", sa.String, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("read", sa.Boolean, nullable=False),
    )
    op.create_index("ix_moderation_about", "moderation", ["about"])
    op.create_table(
        "sightings",
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table_id", sa.String),
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    for relation in ("sightings", "moderation", "reports", "invitations", "bonds"):
        op.drop_table(relation)
