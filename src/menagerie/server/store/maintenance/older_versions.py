"""Copy and check databases with an older schema as they are, before a server upgrades them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, MetaData, create_engine, func, insert, select
from sqlalchemy.exc import DBAPIError

from menagerie.server.base.errors import one_line
from menagerie.server.store import engines, event_reader
from menagerie.server.store.maintenance import checking
from menagerie.server.store.maintenance.checking import Finding
from menagerie.server.store.migrations import upgrade
from menagerie.server.store.schema.tables import VERSION
from menagerie.server.store.sqlite import database_file

CHAINED: Final = "0005"
"""The first version in which events form a chain that can be verified."""
_OWN: Final = ("alembic_version", "processes", "leases", "work", "turns")
"""Relations about running processes, which aren't copied."""


def version_of(engine: Engine) -> str:
    """Return a database's version of the schema, which must be readable."""
    with engine.connect() as connection:
        return engines.version_of(connection) or VERSION


def check(engine: Engine, version: str) -> Iterator[Finding]:
    """Check the events of every table, and read every row of every relation."""
    relations = MetaData()
    with engines.explaining(engine.url):
        relations.reflect(engine)
    for name, relation in sorted(relations.tables.items()):
        try:
            with engine.connect() as connection:
                for _ in connection.execution_options(yield_per=1000).execute(select(relation)):
                    pass
        except (DBAPIError, ValueError, TypeError) as error:
            yield Finding(0, f"{name}: it cannot be read ({one_line(getattr(error, 'orig', error))}).")
    with engine.connect() as connection:
        ids = event_reader.tables(connection)
        count = connection.execute(select(func.count()).select_from(relations.tables["events"])).scalar_one()
    if version >= CHAINED:
        yield from checking.check_events(engine, ids)
    else:
        yield Finding(count)


class Copying:
    """A running copy to a new file: iterate over it to the end."""

    def __init__(self, source: Engine, part: Path) -> None:
        self._source = source
        self._part = part
        with source.connect() as connection:
            self.ids = event_reader.tables(connection)

    def __iter__(self) -> Iterator[Finding]:
        version = version_of(self._source)
        try:
            if engines.is_file(self._source.url):
                database_file.copy(Path(str(self._source.url.database)), self._part)
            else:
                self._copy_rows(version)
            copied = create_engine(f"sqlite:///{self._part}")
            yield from check(copied, version)
            copied.dispose()
        except BaseException:
            database_file.remove(self._part)
            raise
        finally:
            self._source.dispose()

    def _copy_rows(self, version: str) -> None:
        """Create the same relations in a file, and copy their content."""
        target = create_engine(f"sqlite:///{self._part}")
        with self._source.connect() as source, target.begin() as connection:
            upgrade.migrate(connection, version)
            there, here = _relations(source), _relations(connection)
            for relation in here.sorted_tables:
                if relation.name not in _OWN and relation.name in there.tables:
                    rows = source.execute(select(there.tables[relation.name])).mappings().all()
                    if rows:
                        connection.execute(insert(relation), [dict(row) for row in rows])
        target.dispose()


def _relations(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found
