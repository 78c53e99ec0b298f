"""Store rated tables, results of finished games, ratings, and hidden profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Migrate to this version. No older table is rated; finished games are counted at the next start."""
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table("uncounted", sa.Column("table_id", sa.String, primary_key=True))
    op.execute("INSERT INTO uncounted (table_id) SELECT id FROM tables WHERE status = 'over'")
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id")),
        sa.Column("bot", sa.String),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("told", sa.String, nullable=False),
        sa.Column("how", sa.String, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("results_of_guest", "results", ["guest", "ended"])
    op.create_table(
        "kept",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("animal", sa.String, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_index("kept_by_guest", "kept", ["guest", "title"])
    _ratings()
    op.create_table(
        "profiles",
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("class", sa.String, nullable=False),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("newest", sa.Boolean, nullable=False),
    )
    op.create_index("ratings_in_order", "ratings", ["title", "class", "ended"])
    op.create_index("ratings_of_guest", "ratings", ["guest", "title", "class", "ended"])
    op.create_index(
        "ratings_of_today",
        "ratings",
        ["title", "class", "guest"],
        sqlite_where=sa.text("newest"),
        postgresql_where=sa.text("newest"),
    )


def downgrade() -> None:
    """Migrate back to the previous version."""
    for relation in ("profiles", "ratings", "kept", "results", "uncounted"):
        op.drop_table(relation)
    op.drop_column("tables", "rated")
