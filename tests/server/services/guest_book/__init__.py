"""A small feature: everyone who has finished a game is listed in the guest book, and no one gets hints.

It is all in this folder, including its relation; a real feature has that in `store.schema`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, MetaData, String, delete, select, update
from sqlalchemy import Table as Relation

from menagerie.server.base.errors import Refused
from menagerie.server.people.accounts.person_data import PersonData
from menagerie.server.play.feature import Feature
from menagerie.server.store.database import Database
from menagerie.server.store.events import Change
from menagerie.server.table.listener import GameEnded, TableListener
from menagerie.server.table.policy import TablePolicy
from menagerie.server.table.registry import Tables
from menagerie.server.table.table import Table

_METADATA = MetaData()
_LINES = Relation(
    "guest_book",
    _METADATA,
    Column("table_id", String, primary_key=True),
    Column("guest", String, primary_key=True),
    Column("title", String, nullable=False),
)
_WRITE = "INSERT INTO guest_book (table_id, guest, title) VALUES (?, ?, ?)"


class NoHints(TablePolicy):
    """Forbids hints."""

    def check_hint(self, table: Table) -> None:
        """Refuse every hint."""
        raise Refused("not-now", "The guest book has no page for hints.")


class Book(TableListener):
    """Adds people to the book."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.woken: list[str] = []
        """The games of whose end the book was notified."""
        self.has_ink = True
        """Without ink the statement fails."""

    def changes_at_end(self, ended: GameEnded) -> list[Change]:
        """Return a line for everyone who sat there."""
        title = ended.facts.title if self.has_ink else None
        return [(_WRITE, (ended.facts.id, seat.guest, title)) for seat in ended.seats if seat.guest is not None]

    def ended(self, ended: GameEnded) -> None:
        """Note it."""
        self.woken.append(ended.facts.id)

    def lines(self) -> list[tuple[str, str]]:
        """Return the book's lines: tables and people."""
        with self._database.engine.connect() as connection:
            query = select(_LINES.c.table_id, _LINES.c.guest).order_by(_LINES.c.table_id, _LINES.c.guest)
            return [(row.table_id, row.guest) for row in connection.execute(query)]


class Lines(PersonData):
    """A person's lines in the book."""

    def merge(self, connection: Connection, guest: str, account: str) -> None:
        """Move them to the account."""
        connection.execute(update(_LINES).where(_LINES.c.guest == guest).values(guest=account))

    def export(self, connection: Connection, guest: str) -> dict[str, Any]:
        """Return the titles."""
        titles = connection.execute(select(_LINES.c.title).where(_LINES.c.guest == guest)).scalars()
        return {"guest_book": list(titles)}

    def forget(self, connection: Connection, guest: str) -> None:
        """Delete them."""
        connection.execute(delete(_LINES).where(_LINES.c.guest == guest))


def guest_book(tables: Tables) -> Feature:
    """Return the feature."""
    with tables.database.writing() as connection:
        _METADATA.create_all(connection)
    return Feature(NoHints(), Book(tables.database), Lines())
