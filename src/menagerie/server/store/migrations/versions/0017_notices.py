"""Store notices: people's preferences and devices, and what waits to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def _guest(is_key: bool) -> sa.Column[str]:
    return sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=is_key, nullable=False)


def upgrade() -> None:
    """Migrate to this version. There are no notices about earlier events."""
    op.create_table(
        "stirred",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    op.create_table(
        "notice_wishes",
        _guest(True),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("digest", sa.Integer, nullable=False),
        sa.Column("mailed", sa.Float),
    )
    op.create_table(
        "notice_tables",
        _guest(True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("kinds", sa.Text, nullable=False),
    )
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String, primary_key=True),
        _guest(False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("endpoint_hash", sa.String, nullable=False, unique=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_push_devices_guest", "push_devices", ["guest"])
    op.create_table(
        "webhooks",
        _guest(True),
        sa.Column("form", sa.String, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
    )
    _make_outbox()


def _make_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.String, primary_key=True),
        _guest(False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("occasion", sa.String, nullable=False),
        sa.Column("way", sa.String, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("doubts", sa.Integer, nullable=False),
        sa.Column("taker", sa.String),
        sa.Column("lease", sa.Float),
        sa.Column("error", sa.String),
    )
    op.create_index("ix_outbox_table_id", "outbox", ["table_id"])
    once = ["guest", "table_id", "kind", "occasion", "way", "target"]
    op.create_index("outbox_once", "outbox", once, unique=True)
    op.create_index("outbox_due", "outbox", ["state", "due"])


def downgrade() -> None:
    """Migrate back to the previous version."""
    for name in ("outbox", "webhooks", "push_devices", "notice_tables", "notice_wishes", "stirred"):
        op.drop_table(name)
