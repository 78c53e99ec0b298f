"""Compare the ledger of results with the finished games. Everything here waits for the database."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from menagerie.server.store.schema.ratings import RESULT_ROWS, UNCOUNTED_ROWS
from menagerie.server.store.schema.tables import EVENT_ROWS, TABLE_ROWS
from menagerie.server.store.table_rows import Status
from menagerie.server.table.event_kinds.endings import Aborted


class Audit(NamedTuple):
    """The state of the ledger."""

    wrong: dict[str, str]
    """The games whose stored results differ from their ends, and how."""
    waiting: int
    """How many games still have to be counted."""


_event, _table, _result, _waits = EVENT_ROWS.c, TABLE_ROWS.c, RESULT_ROWS.c, UNCOUNTED_ROWS.c
_is_end = (_event.kind == Status.kind) & _event.data.startswith('["over"', autoescape=True)
ENDS: Final = select(_event.table_id, func.min(_event.at).label("ended")).where(_is_end).group_by(_event.table_id)
"""When each game first ended."""

ABORTED: Final = select(_event.table_id).where(_event.kind == Aborted.kind)
"""The games without a result."""


def look(connection: Connection) -> Audit:
    """Compare all games."""
    ends = ENDS.subquery()
    counted = select(_result.table_id, func.count().label("seats"), func.min(_result.ended).label("ended"))
    results = counted.group_by(_result.table_id).subquery()
    columns = (_table.id, _table.players, ends.c.ended, results.c.seats, results.c.ended.label("counted"))
    query = (
        select(*columns, _waits.table_id.label("waits"))
        .outerjoin(ends, ends.c.table_id == _table.id)
        .outerjoin(results, results.c.table_id == _table.id)
        .outerjoin(UNCOUNTED_ROWS, _waits.table_id == _table.id)
        .where((_table.status == "over") & _table.lesson.is_(None) & ~_table.id.in_(ABORTED))
    )
    wrong, waiting = {}, 0
    for row in connection.execute(query.order_by(_table.id)):
        if row.waits is not None:
            waiting += 1
        elif row.seats is None:
            wrong[row.id] = "its result is not counted"
        elif row.seats != row.players:
            wrong[row.id] = "results of some seats are missing"
        elif row.counted != row.ended:
            wrong[row.id] = "its result has another date than its end"
    return Audit(wrong, waiting)
