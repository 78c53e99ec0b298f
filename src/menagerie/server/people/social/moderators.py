"""Know the moderators, who are accounts rather than names.

The settings name accounts. At a start each name is bound to the account that has it then, and the binding is stored. A
renamed account stays a moderator; when it is deleted, no one takes its place. No other person can take a name in the
settings, and the log warns of one without an account."""

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
    'Moderators: no account is called "%s", and the name can\'t be taken now. Remove it from the settings, create '
    "the account in the browser, then add it again and restart."
)
_GONE: Final = (
    'Moderators: the account "%s" was deleted, and no one gets its rights. Remove the name from the settings.'
)


class Moderators:
    """The moderators of a server."""

    def __init__(self, database: Database, names: Sequence[str]) -> None:
        """Bind the names in the settings to accounts. Waits for the disk."""
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
        """Return whether a guest is a moderator."""
        return guest.id in self._people

    def check_name(self, guest: Guest | None, name: str) -> None:
        """Refuse a moderator's name to anyone else."""
        look = folded(name)
        if look in self._reserved and (guest is None or self._bound.get(look) != guest.id):
            raise Refused("taken", f"The name {name} belongs to a moderator. Choose another one.")


def _bind(connection: Connection, called: Mapping[str, str]) -> dict[str, str]:
    """Return the account that each of these names is bound to. Existing bindings stay."""
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
