"""Databases by name: a file (SQLite), or an address like postgresql://lisa@127.0.0.1/zoo."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from menagerie import _extras
from menagerie.server.base.errors import is_away
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.schema.tables import METADATA, VERSION
from menagerie.server.store.sqlite import database_file, last_written

PASSWORDS: Final = ("password", "sslpassword")
"""What libpq takes as a parameter of an address and nobody is to see."""
NOT_FOR_EVER: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""How every connection to PostgreSQL finds out that the network between is lost: within about ten seconds."""


class Unreachable(Unusable):
    """PostgreSQL cannot be reached now."""


def url_of(database: str | Path) -> URL:
    """What a name means; raises Unusable, or MenagerieError if it needs what is not installed."""
    name = str(database)
    if "://" not in name:
        # By its own name: what lies beside it (the lock above all) is one and the same whichever name it is called by.
        path = Path(name)
        return URL.create("sqlite", database=str(path.resolve()) if path.is_symlink() else name)
    try:
        url = make_url(name)
    except (ArgumentError, ValueError):
        url = URL.create("nothing")
    if url.get_backend_name() != "postgresql":
        raise Unusable("A database is a file, or an address like postgresql://NAME@HOST/DATABASE.")
    _extras.need("postgres", "PostgreSQL")
    return url.set(drivername="postgresql+psycopg")


def is_file(url: URL) -> bool:
    """Whether this is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def place(url: URL) -> str:
    """Where a database is, for people: a file, or an address without its password."""
    if is_file(url):
        return str(url.database)
    shown = url.set(drivername="postgresql").difference_update_query(PASSWORDS)
    return shown.render_as_string(hide_password=True)


def open_engine(url: URL) -> Engine:
    """Connections to read and write."""
    if not is_file(url):
        # A connection that the server has closed meanwhile is replaced, not found out about by whoever needs it.
        return create_engine(url, connect_args=NOT_FOR_EVER, pool_pre_ping=True, hide_parameters=True)
    waiting = {"timeout": database_file.WAIT, "check_same_thread": False}
    # What could not be stored may be a seed: it is not for the log.
    engine = create_engine(url, connect_args=waiting, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def reading_engine(url: URL, *, may_be_older: bool = False) -> Engine:
    """Connections that only read, whoever else uses the database, each as it was at one moment. Raises Unusable if
    there is nothing of ours, or nothing of this version of the schema."""
    if is_file(url):
        path = Path(str(url.database))
        if not path.is_file():
            raise Unusable(f"There is no file {path}.")
        name = f"file:{quote(str(path.absolute()))}?mode=ro"
        engine = create_engine(
            url,
            creator=lambda: sqlite3.connect(
                name, uri=True, timeout=database_file.WAIT, check_same_thread=False, isolation_level=None
            ),
        )
        event.listen(engine, "begin", _begin)
    else:
        with explaining(url):
            engine = create_engine(url, isolation_level="REPEATABLE READ")
    try:
        _check_version(engine, may_be_older)
    except Unusable:
        engine.dispose()
        raise
    return engine


def _check_version(engine: Engine, may_be_older: bool) -> None:
    """Raises Unusable if a database does not hold what we can read."""
    url = engine.url
    with explaining(url), engine.connect() as connection:
        version = version_of(connection)
        if version == VERSION:
            check_columns(connection)
    if version is None and is_file(url) and (lost := last_written.lost(Path(str(url.database)), lambda _: {})):
        raise Unusable(f"{lost} Restore a backup.")
    if may_be_older and version is not None and version < VERSION:
        return
    if version != VERSION:
        known = f"is of version {version} of the schema" if version else "is empty"
        raise Unusable(f"{place(url)} {known}; start a server on it once, which brings it up to date.")


def version_of(connection: Connection) -> str | None:
    """The version of the schema that a database has; nothing if it is empty. Raises Unusable."""
    relations = inspect(connection).get_table_names()
    if "alembic_version" in relations:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if relations:
        held = ", ".join(relations[:3])
        raise Unusable(f"{place(connection.engine.url)} belongs to another program: it holds {held}.")
    return None


def check_columns(connection: Connection) -> None:
    """Raises Unusable if a file lacks a column that we read or write. In a damaged one it may be called otherwise; that
    is found out now, and not by the first who sits down at a table."""
    url = connection.engine.url
    if not is_file(url):
        return
    for relation in METADATA.sorted_tables:
        held = {row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({relation.name})")}
        missing = [column.name for column in relation.columns if column.name not in held]
        if missing:
            raise Unusable(f"{place(url)} is damaged ({relation.name} has no {missing[0]}). Restore a backup.")


@contextmanager
def explaining(url: URL) -> Iterator[None]:
    """What a database complains about meanwhile becomes a sentence for who runs the server: raises Unusable."""
    try:
        yield
    except Unusable:
        raise
    except Exception as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        if is_file(url) and isinstance(cause, database_file.COMPLAINTS):
            raise Unusable(database_file.problem(Path(str(url.database)), cause)) from None
        if type(cause).__module__.startswith("psycopg"):
            kind = Unreachable if is_away(error) and not _is_refused(str(cause)) else Unusable
            raise kind(f"{place(url)} cannot be used ({' '.join(str(cause).split())}).") from None
        raise


def _is_refused(complaint: str) -> bool:
    """Whether PostgreSQL is there and does not want us: a wrong password, or no such database."""
    return "FATAL:" in complaint and "the database system is" not in complaint and "terminating" not in complaint


def _prepare(connection: Any, _pooled: object) -> None:
    # The driver would begin transactions late, and not at all for changes of the schema: we begin them ourselves.
    connection.isolation_level = None
    database_file.prepare(connection)


def _begin(connection: Connection) -> None:
    # Straight to the driver: SQLAlchemy's own way takes as long as the whole query that follows.
    connection.connection.cursor().execute("BEGIN")
