"""Read events through SQLAlchemy, from either kind of database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, select, tuple_

from menagerie.server.store import hash_chain
from menagerie.server.store.events import TableEvent
from menagerie.server.store.schema.tables import EVENT_ROWS


def read(connection: Connection, table: str) -> list[TableEvent]:
    """Return all events of a table, in order; raise Damaged."""
    query = select(EVENT_ROWS).where(EVENT_ROWS.c.table_id == table).order_by(EVENT_ROWS.c.seq)
    return hash_chain.verified(table, connection.execute(query))


def last(connection: Connection, tables: Iterable[str], without: Sequence[str] = ()) -> dict[str, TableEvent]:
    """Return the last event of each of these tables, `without` these kinds."""
    id, seq = EVENT_ROWS.c.table_id, EVENT_ROWS.c.seq
    wanted = id.in_(list(tables)) & EVENT_ROWS.c.kind.not_in(without)
    newest = select(id, func.max(seq)).where(wanted).group_by(id)
    rows = connection.execute(select(EVENT_ROWS).where(tuple_(id, seq).in_(newest)))
    return {row.table_id: TableEvent(*row[:-1]) for row in rows}


def tables(connection: Connection) -> list[str]:
    """Return all tables that have events."""
    query = select(EVENT_ROWS.c.table_id).distinct().order_by(EVENT_ROWS.c.table_id)
    return list(connection.execute(query).scalars())
