"""Open the database, upgrade its schema, and run transactions."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, func, select

from menagerie.server.store import engines, row_seals
from menagerie.server.store.bus import CHANNEL
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.migrations import upgrade
from menagerie.server.store.schema.tables import VERSION
from menagerie.server.store.sqlite import database_file

LOG: Final = logging.getLogger("menagerie.server")


class Database:
    """The database, through SQLAlchemy. Its methods wait for the disk, so call them in a thread."""

    def __init__(self, url: URL, turn: AbstractContextManager[object], may_upgrade: bool = True) -> None:
        """`turn`: held by the one writer in this process."""
        self.engine = engines.open_engine(url)
        self._turn = turn
        row_seals.keep(self.engine)
        try:
            self._upgrade(may_upgrade)
        except BaseException:
            self.close()
            raise

    def _upgrade(self, may_upgrade: bool) -> None:
        """Upgrade the schema to the newest version, completely or not at all."""
        with self._turn, self.engine.connect() as connection:
            version = engines.version_of(connection)
            if version == VERSION:
                engines.check_columns(connection)
                return
        url = self.engine.url
        if version is not None and may_upgrade and engines.is_file(url) and _is_older(version):
            aside = database_file.put_aside(Path(str(url.database)), f"-schema-{version}")
            LOG.info("The database with version %s of the schema is kept as %s", version, aside)
        self._migrate(may_upgrade)
        if version is not None:
            LOG.info("The database was upgraded from version %s of the schema to %s", version, VERSION)

    def _migrate(self, may_upgrade: bool) -> None:
        with self._turn, self.engine.begin() as connection:
            version = engines.version_of(connection)
            if version is not None and version not in upgrade.known():
                place = engines.place(self.engine.url)
                newer = f"{place} was written by a newer Menagerie (version {version} of the schema)."
                raise Unusable(f"{newer} Start that version.")
            if not may_upgrade:
                place = engines.place(self.engine.url)
                older = f"{place} has version {version} of the schema and is used by servers of that version."
                raise Unusable(f"{older} Stop them first.")
            upgrade.migrate(connection)
            for relation in row_seals.SEALED:
                row_seals.seal_new(connection, relation)

    def close(self) -> None:
        """Close the file."""
        self.engine.dispose()

    def notify(self, connection: Connection, words: str) -> None:
        """Notify the server's other processes once this transaction is committed. An SQLite file has none."""
        if not engines.is_file(self.engine.url):
            connection.execute(select(func.pg_notify(CHANNEL, words)))

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for writing. All of it is stored in the end, or nothing."""
        with self._turn, self.engine.begin() as connection:
            yield connection

    def wait_for_turn(self, connection: Connection, guest: str) -> None:
        """Let one process after another count what a guest has. An SQLite file has only one."""
        if not engines.is_file(self.engine.url):
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(guest))))


def _is_older(version: str) -> bool:
    """Return whether a version of the schema is older than ours. They are numbered."""
    return version < VERSION
