"""Store how a table was made as an event; those of older tables are written from the rows."""

import contextlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from menagerie.server.store import hash_chain
from menagerie.server.store.events import TableEvent

revision = "0010"
down_revision = "0009"

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
    for table in connection.execute(sa.text("SELECT * FROM tables")).all():
        last = connection.execute(sa.text(LAST), {"id": table.id}).first()
        seq, link, at, to_act = last or (0, "", table.created, "")
        with contextlib.suppress(ValueError):  # options that are damaged: so is the table
            event = TableEvent(table.id, seq + 1, "made", None, _told(table), at, to_act)
            values = {name: getattr(event, name) for name in event.__struct_fields__}
            connection.execute(sa.text(INSERT), values | {"link": hash_chain.link(link, event)})


def _told(table: Any) -> str:
    """Return the fixed facts in the row of a table."""
    values = {name: value for name, value in table._mapping.items() if name not in ("id", "status", "result")}
    values |= {"options": json.loads(table.options), "hints": bool(table.hints), "public": bool(table.public)}
    return json.dumps(values, sort_keys=True)


def downgrade() -> None:
    """Migrate back to the previous version, which shows such events as lines of the log."""
