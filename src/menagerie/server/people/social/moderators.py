"""Who is a moderator: accounts, not names.

The settings name accounts. At a start each name is bound to the account that has it then, and the binding is stored. An
account that is renamed stays a moderator; when it is deleted nobody takes its place. While a name is in the settings
nobody else can take it, and the log warns of one that no account has.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from menagerie.server.base.errors import Refused
from menagerie.server.base.names import folded
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.social import MODERATOR_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS

LOG: Final = logging.getLogger("menagerie.server")
_UNKNOWN: Final = (
    'moderators: no account is called "%s", and nobody can take the name now. Take it out of the settings, keep the '
    "name in the browser, then put it back and start again."
)
_GONE: Final = (
    'moderators: the account called "%s" was deleted. Nobody gets its rights; take the name out of the settings.'
)


class Moderators:
    """The moderators of a server."""

    def __init__(self, database: Database, names: Sequence[str]) -> None:
        """Bind the names of the settings to accounts. Waits for the disk."""
        called = {folded(name): name for name in names}
        with database.writing() as connection:
            database.wait_for_turn(connection, "moderators")
            self._bound = _bind(connection, called)
            gone = _gone(connection, self._bound)
        for name in called.keys() - self._bound.keys():
            LOG.warning(_UNKNOWN, called[name])
        for name in gone:
            LOG.warning(_GONE, called[name])
        self._reserved = frozenset(called)
        self._people = frozenset(self._bound.values())

    def has(self, guest: Guest) -> bool:
        """Whether somebody is a moderator."""
        return guest.id in self._people

    def check_name(self, guest: Guest | None, name: str) -> None:
        """Refuse a name that belongs to a moderator to everybody else."""
        look = folded(name)
        if look in self._reserved and (guest is None or self._bound.get(look) != guest.id):
            raise Refused("taken", f"{name} is a name that only a moderator has here. Choose another one.")


def _bind(connection: Connection, called: Mapping[str, str]) -> dict[str, str]:
    """Which account each of these names is bound to; names that are bound already stay so."""
    connection.execute(delete(MODERATOR_ROWS).where(MODERATOR_ROWS.c.folded.not_in(list(called))))
    bound = {row.folded: row.guest for row in connection.execute(select(MODERATOR_ROWS))}
    wanted = ACCOUNT_ROWS.c.folded.in_(called.keys() - bound.keys())
    for row in connection.execute(select(ACCOUNT_ROWS.c.folded, ACCOUNT_ROWS.c.guest).where(wanted)).all():
        connection.execute(insert(MODERATOR_ROWS).values(folded=row.folded, guest=row.guest))
        bound[row.folded] = row.guest
    return bound


def _gone(connection: Connection, bound: Mapping[str, str]) -> list[str]:
    gone = select(GUEST_ROWS.c.id).where(GUEST_ROWS.c.id.in_(list(bound.values())) & GUEST_ROWS.c.gone)
    people = set(connection.execute(gone).scalars())
    return [name for name, guest in bound.items() if guest in people]
