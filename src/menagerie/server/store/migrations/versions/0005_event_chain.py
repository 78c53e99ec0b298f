"""Create events in migrations, too, and chain them."""

import sqlalchemy as sa
from alembic import op

from menagerie.server.store import hash_chain
from menagerie.server.store.events import TableEvent

revision = "0005"
down_revision = "0004"

AT_ONCE = 10_000


def upgrade() -> None:
    """Migrate to this version. Older events are taken as they are; changes show from here on."""
    connection = op.get_bind()
    is_old = sa.inspect(connection).has_table("events")
    if is_old:
        op.rename_table("events", "old_events")
        op.execute("DROP INDEX IF EXISTS events_key")
    events = op.create_table(
        "events",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("to_act", sa.String, nullable=False),
        sa.Column("key", sa.String),
        sa.Column("link", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    has_key = sa.text("key IS NOT NULL")
    op.create_index(
        "events_key", "events", ["table_id", "key"], unique=True, sqlite_where=has_key, postgresql_where=has_key
    )
    if is_old:
        _copy(connection, events)
        op.drop_table("old_events")


def _copy(connection: sa.Connection, events: sa.Table) -> None:
    """Copy the old events, each with its link."""
    rows = connection.execute(
        sa.text("SELECT table_id, seq, kind, seat, data, at, to_act, key FROM old_events ORDER BY table_id, seq")
    )
    table, link = "", ""
    while some := rows.fetchmany(AT_ONCE):
        written = []
        for row in some:
            event = TableEvent(*row)
            link = hash_chain.link(link if event.table == table else "", event)
            table = event.table
            written.append({**row._mapping, "link": link})
        connection.execute(sa.insert(events), written)


def downgrade() -> None:
    """Migrate back to the previous version."""
    op.drop_column("events", "link")
