"""Check whether everything stored is as it was written: every chain of events, and the facts of every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Engine, select, text
from sqlalchemy import Table as Relation
from sqlalchemy.exc import DBAPIError

from menagerie.core.seats import counted
from menagerie.server.base.errors import one_line
from menagerie.server.store import engines, event_reader, row_seals, table_rows
from menagerie.server.store.events import Damaged, TableEvent
from menagerie.server.store.schema.tables import METADATA, SEAT_ROWS, TABLE_ROWS
from menagerie.server.store.seats import Seat
from menagerie.server.store.sqlite import database_file, last_written
from menagerie.server.store.table_index import facts_of

NAMED: Final = 3
"""How many rows of a relation are named."""


class Finding(NamedTuple):
    """The result for one table."""

    events: int
    problem: str = ""


def tables(engine: Engine) -> list[str]:
    """Return all tables that exist or have events. Raises Unusable."""
    with engine.connect() as connection:
        return tables_of(connection)


def tables_of(connection: Connection) -> list[str]:
    """Return them on a connection."""
    with engines.explaining(connection.engine.url):
        made = connection.execute(select(TABLE_ROWS.c.id)).scalars()
        # In a damaged file even an id may not be text.
        return sorted({str(id) for id in (*made, *event_reader.tables(connection))})


def check_file(engine: Engine) -> str:
    """Return what SQLite itself finds wrong with its file, or what the file has lost; empty if all is well, or for
    PostgreSQL."""
    if not engines.is_file(engine.url):
        return ""
    try:
        with engine.connect() as connection:
            found = str(connection.execute(text("PRAGMA integrity_check(1)")).scalar())
    except DBAPIError as error:
        found = str(error.orig)
    except UnicodeDecodeError:
        found = "names in it are no longer text"
    return _lost(engine) if found == "ok" else " ".join(found.split())


def _lost(engine: Engine) -> str:
    """Return what was stored last and is missing, or that this is unknown."""
    file = Path(str(engine.url.database))
    if database_file.was_served(file) and (problem := last_written.problem(file)):
        return f"{problem}, so the newest events may be missing."

    def look_up(tables: list[str]) -> dict[str, TableEvent]:
        with engine.connect() as connection:
            return event_reader.last(connection, tables)

    return last_written.lost(file, look_up)


def check_rows(engine: Engine) -> Iterator[str]:
    """Read every row of every relation; yield a sentence for each relation with a fault."""
    import menagerie.server.store.maintenance.copying  # noqa: F401 - not at the top: it needs what is here, and knows all relations

    for relation in METADATA.sorted_tables:
        try:
            with engine.connect() as connection:
                broken = [_key(relation, row) for row in _all(connection, relation) if _is_broken(relation, row)]
        except DBAPIError as error:
            yield f"{relation.name}: it cannot be read ({error.orig})."
        except (ValueError, TypeError) as error:  # a value is no longer text, or no longer a number
            yield f"{relation.name}: it cannot be read ({one_line(error)})."
        else:
            if broken:
                named = ", ".join(broken[:NAMED]) + (", ..." if len(broken) > NAMED else "")
                yield f"{relation.name}: {counted(len(broken), 'row is', 'rows are')} not as written ({named})."
    yield from _orphans(engine)


def _all(connection: Connection, relation: Relation) -> Iterator[Mapping[Any, Any]]:
    yield from connection.execution_options(yield_per=1000).execute(select(relation)).mappings()


def _is_broken(relation: Relation, row: Mapping[Any, Any]) -> bool:
    return row_seals.is_broken(relation, row) or not all(_fits(column, row[column.name]) for column in relation.columns)


def _fits(column: Column[Any], value: Any) -> bool:
    """Return whether a value has its column's type. SQLite would accept any."""
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    return isinstance(value, (int, float) if kind is float else kind)


def _key(relation: Relation, row: Mapping[Any, Any]) -> str:
    return one_line(" ".join([str(row[column.name]) for column in relation.primary_key]))


def _orphans(engine: Engine) -> Iterator[str]:
    """Yield faults about rows that refer to missing ones, which PostgreSQL doesn't allow."""
    if not engines.is_file(engine.url):
        return
    with engine.connect() as connection:
        found = Counter([row[0] for row in connection.execute(text("PRAGMA foreign_key_check"))])
    for relation, count in found.items():
        yield f"{relation}: {counted(count, 'row refers', 'rows refer')} to something missing."


def check(engine: Engine, ids: list[str]) -> Iterator[Finding]:
    """Check these tables one after another."""
    for id in ids:
        try:
            with engine.connect() as connection:
                events = event_reader.read(connection, id)
                _check_rows(connection, id, events)
            yield Finding(len(events))
        except Damaged as error:
            yield Finding(0, str(error))
        except DBAPIError as error:
            yield Finding(0, f"table {id}: it cannot be read ({error.orig})")
        except UnicodeDecodeError:
            yield Finding(0, f"table {id}: it cannot be read (names in the file are no longer text)")


def check_events(engine: Engine, ids: list[str]) -> Iterator[Finding]:
    """Check only the events of these tables, one table after another."""
    for id in ids:
        try:
            with engine.connect() as connection:
                yield Finding(len(event_reader.read(connection, id)))
        except Damaged as error:
            yield Finding(0, str(error))
        except (DBAPIError, UnicodeDecodeError) as error:
            yield Finding(0, f"table {id}: it cannot be read ({one_line(getattr(error, 'orig', error))})")


def _check_rows(connection: Connection, id: str, events: Sequence[TableEvent]) -> None:
    """Raise Damaged if a table's rows differ from its events."""
    row = connection.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == id)).first()
    if row is None:
        return
    facts = facts_of(row)
    table_rows.check_made(facts, events)
    rows = table_rows.expected_rows(events)
    if (facts.status, facts.result) != (rows.status, rows.result):
        raise Damaged(id, "its status differs from its events")
    query = select(SEAT_ROWS).where(SEAT_ROWS.c.table_id == id).order_by(SEAT_ROWS.c.seat)
    stored = [Seat(one.seat, one.kind, one.guest, one.name, one.bot) for one in connection.execute(query)]
    if stored != rows.seats:
        raise Damaged(id, "its seats differ from its events")
