"""Store seats and status as events; those of older tables are written from the rows."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from menagerie.server.store import hash_chain
from menagerie.server.store.events import TableEvent

revision = "0006"
down_revision = "0005"

LAST = """
    SELECT seq, link, at, to_act FROM events AS one WHERE table_id = :id
    AND seq = (SELECT max(seq) FROM events WHERE table_id = one.table_id)
"""
INSERT = """
    INSERT INTO events (table_id, seq, kind, seat, data, at, to_act, key, link)
    VALUES (:table, :seq, :kind, :seat, :data, :at, :to_act, :key, :link)
"""


def upgrade() -> None:
    """Migrate to this version."""
    connection = op.get_bind()
    tables = connection.execute(sa.text("SELECT id, status, result, created FROM tables")).all()
    for table in tables:
        last = connection.execute(sa.text(LAST), {"id": table.id}).first()
        seq, link, at, to_act = last or (0, "", table.created, "")
        for kind, data in _told(connection, table):
            seq += 1
            event = TableEvent(table.id, seq, kind, None, data, at, to_act)
            link = hash_chain.link(link, event)
            values = {name: getattr(event, name) for name in event.__struct_fields__}
            connection.execute(sa.text(INSERT), values | {"link": link})


def _told(connection: sa.Connection, table: Any) -> list[tuple[str, str]]:
    """Return the rows of a table as kinds and data of events."""
    query = "SELECT seat, kind, guest, name, bot FROM seats WHERE table_id = :id ORDER BY seat"
    seats = [dict(row._mapping) for row in connection.execute(sa.text(query), {"id": table.id})]
    told = [("seated", json.dumps(seats))]
    if table.status != "open":
        told.append(("status", json.dumps([table.status, table.result])))
    return told


def downgrade() -> None:
    """Migrate back to the previous version, which shows such events as lines of the log."""
