"""Copy everything from one database to another of either kind, table by table.

Each table is copied in its own transaction. An interrupted copy can start again; tables that exist already are only
updated. Everything copied is read again, and its chain verified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy import Table as Relation

from menagerie.server.store import engines, event_reader, table_rows
from menagerie.server.store.events import Damaged
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.maintenance.checking import Finding
from menagerie.server.store.schema import notices, ratings, tournaments
from menagerie.server.store.schema.accounts import COPIED
from menagerie.server.store.schema.deals import COPIED as DEALS
from menagerie.server.store.schema.deals import RESULT_ROWS
from menagerie.server.store.schema.social import COPIED as SOCIAL
from menagerie.server.store.schema.social import INVITATION_ROWS
from menagerie.server.store.schema.tables import (
    EVENT_ROWS,
    GUEST_ROWS,
    KEPT_SECRETS,
    REMARK_ROWS,
    REVIEW_ROWS,
    SEAT_ROWS,
    SECRET_ROWS,
    TABLE_ROWS,
)
from menagerie.server.store.schema.time import DUE_ROWS, HOLIDAY_ROWS, STOP_ROWS, UPTIME_ROWS
from menagerie.server.store.table_index import facts_of

_BESIDE: Final = (SEAT_ROWS, REMARK_ROWS, REVIEW_ROWS, DUE_ROWS, RESULT_ROWS, INVITATION_ROWS, *ratings.OF_TABLES)
"""The data of a table besides its events."""
_WHOLE: Final = (HOLIDAY_ROWS, STOP_ROWS, UPTIME_ROWS, *ratings.OF_PEOPLE, *tournaments.COPIED)
"""The data of people and of the server, which belongs to no table."""


def copy(source: Connection, target: Engine, ids: list[str]) -> Iterator[Finding]:
    """Copy everything, table by table, leaving out damaged ones. Raises Unusable."""
    with target.begin() as connection:
        _copy_guests(source, connection)
        for relation in (*COPIED, *_WHOLE, *DEALS, *SOCIAL, *notices.COPIED):
            _copy_all(source, connection, relation)
        _copy_secrets(source, connection)
    for id in ids:
        try:
            with target.begin() as connection:
                finding = Finding(_copy_table(source, connection, id))
        except Damaged as error:
            finding = Finding(0, f"{error}; it is left out")
        yield finding


def refuse_others(target: Engine, ids: list[str]) -> None:
    """Raise Unusable if the target contains anything but a part of what is to be copied."""
    with target.connect() as connection:
        if not set(connection.execute(select(TABLE_ROWS.c.id)).scalars()) <= set(ids):
            raise Unusable(f"{engines.place(target.url)} already contains other tables. Choose an empty database.")


def _copy_guests(source: Connection, target: Connection) -> None:
    there = {row.id: row for row in target.execute(select(GUEST_ROWS))}
    new = []
    for row in source.execute(select(GUEST_ROWS)):
        if row.id not in there:
            new.append(dict(row._mapping))
        elif row != there[row.id]:
            target.execute(update(GUEST_ROWS).where(GUEST_ROWS.c.id == row.id).values(dict(row._mapping)))
    if new:
        target.execute(insert(GUEST_ROWS), new)


def _copy_all(source: Connection, target: Connection, relation: Relation) -> None:
    """Make a relation about people the same as in the source."""
    target.execute(delete(relation))
    _insert(target, relation, [dict(row._mapping) for row in source.execute(select(relation))])


def _copy_secrets(source: Connection, target: Connection) -> None:
    """Copy the secrets that promised deals, subscribed devices and links in emails depend on."""
    kept = SECRET_ROWS.c.name.in_(KEPT_SECRETS)
    target.execute(delete(SECRET_ROWS).where(kept))
    _insert(target, SECRET_ROWS, [dict(row._mapping) for row in source.execute(select(SECRET_ROWS).where(kept))])


def _copy_table(source: Connection, target: Connection, id: str) -> int:
    """Copy a table; return its number of events. Raises Damaged or Unusable."""
    events = _rows(source, EVENT_ROWS, id)
    told = event_reader.read(source, id)
    there = _rows(target, EVENT_ROWS, id)
    if there != events[: len(there)]:
        raise Unusable(f"{engines.place(target.engine.url)} contains another table {id}. Choose an empty database.")
    facts = source.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == id)).first()
    if facts is not None:
        table_rows.check_made(facts_of(facts), told)
        for relation in _BESIDE:
            target.execute(delete(relation).where(relation.c.table_id == id))
        target.execute(delete(TABLE_ROWS).where(TABLE_ROWS.c.id == id))
        target.execute(insert(TABLE_ROWS).values(dict(facts._mapping)))
        for relation in _BESIDE:
            _insert(target, relation, _rows(source, relation, id))
    _insert(target, EVENT_ROWS, events[len(there) :])
    if event_reader.read(target, id) != told:
        raise Damaged(id, "the copy differs from the original")
    return len(told)


def _rows(connection: Connection, relation: Relation, id: str) -> list[dict[str, Any]]:
    """Return a table's rows in order. Chat messages are renumbered, since each database numbers its own."""
    order = EVENT_ROWS.c.seq if relation is EVENT_ROWS else next(iter(relation.primary_key))
    found = connection.execute(select(relation).where(relation.c.table_id == id).order_by(order))
    rows = [dict(row._mapping) for row in found]
    if relation is REMARK_ROWS:
        for row in rows:
            del row["id"]
    return rows


def _insert(connection: Connection, relation: Relation, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(relation), rows)
