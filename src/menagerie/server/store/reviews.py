"""Store reviews of games beside their tables. The functions wait for the disk, so call them in a thread."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, insert, select

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.schema.tables import GUEST_ROWS, REVIEW_ROWS


def keep(database: Database, table: str, review: dict[str, Any], people: Iterable[str]) -> bool:
    """Store a game's review, unless one of these people, whom it names, was deleted meanwhile."""
    row = {"table_id": table, "data": json.dumps(review), "at": clock.now()}
    # Locked until this is stored, so that a later deletion finds the review and removes it.
    named = select(GUEST_ROWS.c.gone).where(GUEST_ROWS.c.id.in_(list(people))).with_for_update(read=True)
    with database.writing() as connection:
        if any(connection.execute(named).scalars()):
            return False
        connection.execute(delete(REVIEW_ROWS).where(REVIEW_ROWS.c.table_id == table))
        connection.execute(insert(REVIEW_ROWS).values(row))
        return True


def find(database: Database, table: str) -> dict[str, Any] | None:
    """Return the stored review of a game, if any."""
    with database.engine.connect() as connection:
        data = connection.execute(select(REVIEW_ROWS.c.data).where(REVIEW_ROWS.c.table_id == table)).scalar()
    return None if data is None else dict(json.loads(data))
