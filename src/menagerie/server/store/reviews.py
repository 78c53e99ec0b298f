"""Reviews of games, stored beside their tables. The functions wait for the disk: call them in a thread."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, insert, select

from menagerie.server.base import clock
from menagerie.server.store.database import Database
from menagerie.server.store.schema.tables import GUEST_ROWS, REVIEW_ROWS


def keep(database: Database, table: str, review: dict[str, Any], people: Iterable[str]) -> bool:
    """Keep the review of a game with it; not if one of these people, whom it names, is gone by now."""
    row = {"table_id": table, "data": json.dumps(review), "at": clock.now()}
    # Held until this is stored: a deletion that comes later finds the review, and takes it away.
    named = select(GUEST_ROWS.c.gone).where(GUEST_ROWS.c.id.in_(list(people))).with_for_update(read=True)
    with database.writing() as connection:
        if any(connection.execute(named).scalars()):
            return False
        connection.execute(delete(REVIEW_ROWS).where(REVIEW_ROWS.c.table_id == table))
        connection.execute(insert(REVIEW_ROWS).values(row))
        return True


def find(database: Database, table: str) -> dict[str, Any] | None:
    """The review of a game, if one was kept."""
    with database.engine.connect() as connection:
        data = connection.execute(select(REVIEW_ROWS.c.data).where(REVIEW_ROWS.c.table_id == table)).scalar()
    return None if data is None else dict(json.loads(data))
