"""Whether everything that is stored is as it was written: every chain of events, and the facts of every table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, select, text
from sqlalchemy.exc import DBAPIError

from menagerie.server import engines, last_written, reading, rows
from menagerie.server.database import facts_of
from menagerie.server.schema import SEAT_ROWS, TABLE_ROWS
from menagerie.server.seats import Seat
from menagerie.server.store import Damaged, TableEvent


class Finding(NamedTuple):
    """What was found about one table."""

    events: int
    problem: str = ""


def tables(engine: Engine) -> list[str]:
    """All tables that there are, or of which there are events. Raises Unusable."""
    with engine.connect() as connection:
        return tables_of(connection)


def tables_of(connection: Connection) -> list[str]:
    """The same on a connection."""
    with engines.explaining(connection.engine.url):
        made = connection.execute(select(TABLE_ROWS.c.id)).scalars()
        # In a damaged file even an id may be no text any more.
        return sorted({str(id) for id in (*made, *reading.tables(connection))})


def check_file(engine: Engine) -> str:
    """What SQLite itself finds wrong with its file, or what the file has lost; nothing if all is well, or if it is no
    file."""
    if not engines.is_file(engine.url):
        return ""
    try:
        with engine.connect() as connection:
            found = str(connection.execute(text("PRAGMA quick_check(1)")).scalar())
    except DBAPIError as error:
        found = str(error.orig)
    except UnicodeDecodeError:
        found = "names in it are no text any more"
    return _lost(engine) if found == "ok" else " ".join(found.split())


def _lost(engine: Engine) -> str:
    """What was stored last and is not there any more."""

    def look_up(tables: list[str]) -> dict[str, TableEvent]:
        with engine.connect() as connection:
            return reading.last(connection, tables)

    return last_written.lost(Path(str(engine.url.database)), look_up)


def check(engine: Engine, ids: list[str]) -> Iterator[Finding]:
    """Look at these tables one after another."""
    for id in ids:
        try:
            with engine.connect() as connection:
                events = reading.read(connection, id)
                _check_rows(connection, id, events)
            yield Finding(len(events))
        except Damaged as error:
            yield Finding(0, str(error))
        except DBAPIError as error:
            yield Finding(0, f"table {id}: it cannot be read ({error.orig})")
        except UnicodeDecodeError:
            yield Finding(0, f"table {id}: it cannot be read (names in the file are no text any more)")


def _check_rows(connection: Connection, id: str, events: Sequence[TableEvent]) -> None:
    """Raises Damaged if what lists are made from is not what the events tell."""
    row = connection.execute(select(TABLE_ROWS).where(TABLE_ROWS.c.id == id)).first()
    if row is None:
        return
    facts = facts_of(row)
    rows.check_made(facts, events)
    seats, *standing = rows.told(events)
    if [facts.status, facts.result] != standing:
        raise Damaged(id, "its status is not what its events tell")
    query = select(SEAT_ROWS).where(SEAT_ROWS.c.table_id == id).order_by(SEAT_ROWS.c.seat)
    stored = [Seat(one.seat, one.kind, one.guest, one.name, one.bot) for one in connection.execute(query)]
    if stored != seats:
        raise Damaged(id, "its seats are not what its events tell")
