"""Open databases by name: a file (SQLite), or an address like postgresql://lisa@127.0.0.1/zoo."""

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
"""Parameters of libpq addresses that must stay hidden."""
NOT_FOR_EVER: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""How each connection to PostgreSQL detects a lost network within about ten seconds."""


class Unreachable(Unusable):
    """Raised when PostgreSQL can't be reached now."""


def url_of(database: str | Path) -> URL:
    """Return the URL for a name; raise Unusable, or MenagerieError if a package is missing."""
    name = str(database)
    if "://" not in name:
        # Use the file's real name, so that files beside it (above all the lock) are the same for every name.
        path = Path(name)
        return URL.create("sqlite", database=str(path.resolve()) if path.is_symlink() else name)
    try:
        url = make_url(name)
    except (ArgumentError, ValueError):
        url = URL.create("nothing")
    if url.get_backend_name() != "postgresql":
        raise Unusable("A database must be a file, or an address like postgresql://NAME@HOST/DATABASE.")
    _extras.need("postgres", "PostgreSQL")
    return url.set(drivername="postgresql+psycopg")


def is_file(url: URL) -> bool:
    """Return whether this is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def place(url: URL) -> str:
    """Return where a database is, for people: a file, or an address without its password."""
    if is_file(url):
        return str(url.database)
    shown = url.set(drivername="postgresql").difference_update_query(PASSWORDS)
    return shown.render_as_string(hide_password=True)


def open_engine(url: URL) -> Engine:
    """Return an engine to read and write with."""
    if not is_file(url):
        # Connections closed by the server are replaced before they are used.
        return create_engine(url, connect_args=NOT_FOR_EVER, pool_pre_ping=True, hide_parameters=True)
    waiting = {"timeout": database_file.WAIT, "check_same_thread": False}
    # Parameters may contain a seed, so keep them out of the log.
    engine = create_engine(url, connect_args=waiting, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def reading_engine(url: URL, *, may_be_older: bool = False) -> Engine:
    """Return an engine that only reads, each connection from a single moment, while others use the database. Raises
    Unusable if it isn't ours or has another version of the schema."""
    if is_file(url):
        path = Path(str(url.database))
        if not path.is_file():
            raise Unusable(f"There is no file {path}. Check the name.")
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
    """Raise Unusable if a database doesn't contain what we can read."""
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
        old = f"{place(url)} has version {version} of the schema. Start a server on it once to upgrade it."
        raise Unusable(old if version else f"{place(url)} is empty. Start a server on it once to set it up.")


def version_of(connection: Connection) -> str | None:
    """Return a database's version of the schema; None if it is empty. Raises Unusable."""
    relations = inspect(connection).get_table_names()
    if "alembic_version" in relations:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if relations:
        held = ", ".join(relations[:3])
        raise Unusable(
            f"{place(connection.engine.url)} belongs to another program: it contains {held}. Choose another database."
        )
    return None


def check_columns(connection: Connection) -> None:
    """Raise Unusable if a file lacks a column, which damage may have renamed, so that it shows now and not at the first
    request."""
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
    """Turn the database's errors into a sentence for the operator: raises Unusable."""
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
    """Return whether PostgreSQL is there and refuses us, for a wrong password or a missing database."""
    return "FATAL:" in complaint and "the database system is" not in complaint and "terminating" not in complaint


def _prepare(connection: Any, _pooled: object) -> None:
    # The driver would start transactions late, and not at all for schema changes, so we start them ourselves.
    connection.isolation_level = None
    database_file.prepare(connection)


def _begin(connection: Connection) -> None:
    # Straight to the driver: SQLAlchemy's own way takes as long as the whole query that follows.
    connection.connection.cursor().execute("BEGIN")
