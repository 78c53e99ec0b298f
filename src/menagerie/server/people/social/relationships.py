"""Store friends, blocks and mutes. Two are friends if both want it; a block works in both directions, silently.

The methods wait for the disk, so call them in a thread."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, true
from sqlalchemy.exc import IntegrityError

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.base.names import folded
from menagerie.server.store.database import Database
from menagerie.server.store.guests import people_now, same_person
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS
from menagerie.server.store.schema.social import BOND_ROWS, BY_NAME_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS

MOST: Final = 500
"""The most relationships of a kind per person."""
EVERYWHERE: Final = ""
_person, _other, _kind, _where = BOND_ROWS.c.person, BOND_ROWS.c.other, BOND_ROWS.c.kind, BOND_ROWS.c.table_id
_me: Final = same_person(bindparam("guest"))
_silences: Final = or_(_kind == "block", and_(_kind == "mute", or_(_where == EVERYWHERE, _where == bindparam("table"))))
_UNHEARD: Final = (
    select(_other)
    .where(_person.in_(_me) & _silences)
    .union_all(select(_person).where(_other.in_(_me) & (_kind == "block")))
)
"""Query for the guests whose chat a guest must not see. Built once, since it runs for everyone who enters a table."""


class Bond(NamedTuple):
    """A person I have a relationship with, by their current name."""

    id: str
    name: str


class Relationships:
    """Friendships, blocks and mutes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Friends.

    def ask(self, person: str, other: str) -> None:
        """Ask someone to be friends, or accept their request. Requests from blocked people stay hidden."""
        if person == other:
            raise Refused("bad", "You can't add yourself as a friend.")
        if other in {one.id for one in self.blocked(person)}:
            raise Refused("not-now", "You've blocked this person. Unblock them first.")
        self._add(person, other, "friend")

    def ask_by_name(self, person: str, name: str) -> None:
        """Ask the account of that name. Afterwards the asker sees what they typed, so that no one can find out which
        names have accounts."""
        mine = BY_NAME_ROWS.c.person == person
        with self._database.writing() as connection:
            self._database.wait_for_turn(connection, person)
            query = select(ACCOUNT_ROWS.c.guest).where(ACCOUNT_ROWS.c.folded == folded(name))
            other = connection.execute(query).scalar()
            if other == person:
                return
            connection.execute(delete(BY_NAME_ROWS).where(mine & (BY_NAME_ROWS.c.folded == folded(name))))
            if connection.execute(select(func.count()).select_from(BY_NAME_ROWS).where(mine)).scalar_one() >= MOST:
                raise Refused("busy", f"You've already asked {MOST} people. Withdraw a request first.")
            row = {"person": person, "folded": folded(name), "name": name, "other": other, "at": clock.now()}
            connection.execute(insert(BY_NAME_ROWS).values(row))
        if other is not None and other not in {one.id for one in self.blocked(person)}:
            with contextlib.suppress(Refused):  # the other person's limit must not reveal who was asked
                self._add(person, other, "friend")

    def withdraw_by_name(self, person: str, name: str) -> None:
        """Withdraw a request by name."""
        asked = (BY_NAME_ROWS.c.person == person) & (BY_NAME_ROWS.c.folded == folded(name))
        with self._database.writing() as connection:
            other = connection.execute(select(BY_NAME_ROWS.c.other).where(asked)).scalar()
            connection.execute(delete(BY_NAME_ROWS).where(asked))
            if other is not None:
                wanted = (_person == person) & (_other == other) & (_kind == "friend")
                connection.execute(delete(BOND_ROWS).where(wanted))

    def end(self, person: str, other: str) -> None:
        """End a friendship, withdraw my request, or decline theirs."""
        mine, theirs = self._wanted(person)
        with self._database.writing() as connection:
            self._end(connection, person, other)
            if other in mine & theirs:  # otherwise a request was declined, which its sender doesn't learn
                pair = (BY_NAME_ROWS.c.person.in_((person, other))) & (BY_NAME_ROWS.c.other.in_((person, other)))
                connection.execute(delete(BY_NAME_ROWS).where(pair))

    def friends(self, person: str) -> list[Bond]:
        """Return a person's friends by name."""
        mine, theirs = self._wanted(person)
        return self._named(mine & theirs)

    def are_friends(self, person: str, other: str) -> bool:
        """Return whether both want to be friends."""
        mine, theirs = self._wanted(person)
        return other in mine & theirs

    def asked_by_me(self, person: str) -> list[Bond]:
        """Return my open requests. A decline or a block looks the same as silence."""
        mine, theirs = self._wanted(person)
        by_name = {row.other for row in self._by_name(person)}
        return self._named(mine - theirs - by_name)

    def names_asked_by_me(self, person: str) -> list[str]:
        """Return the unanswered names that I asked for, as I typed them, whether or not they have accounts."""
        mine, theirs = self._wanted(person)
        return [row.name for row in self._by_name(person) if row.other not in mine & theirs]

    def _by_name(self, person: str) -> Sequence[Row[Any]]:
        query = select(BY_NAME_ROWS).where(BY_NAME_ROWS.c.person == person).order_by(BY_NAME_ROWS.c.at)
        with self._database.engine.connect() as connection:
            return connection.execute(query).all()

    def asking_me(self, person: str) -> list[Bond]:
        """Return the requests to me."""
        mine, theirs = self._wanted(person)
        return self._named(theirs - mine - self.strangers(person))

    # Blocks and mutes.

    def block(self, person: str, other: str) -> None:
        """Block a person, which ends a friendship."""
        if person == other:
            raise Refused("bad", "You can't block yourself.")
        self._add(person, other, "block")

    def unblock(self, person: str, other: str) -> None:
        """Remove a block."""
        self._drop(person, other, "block")

    def mute(self, person: str, other: str, table: str = EVERYWHERE) -> None:
        """Hide a person's chat, at a table or everywhere."""
        if person == other:
            raise Refused("bad", "You can't mute yourself.")
        self._add(person, other, "mute", table)

    def unmute(self, person: str, other: str, table: str = EVERYWHERE) -> None:
        """Remove a mute: at a table, or all of them."""
        self._drop(person, other, "mute", table)

    def blocked(self, person: str) -> list[Bond]:
        """Return the people I have blocked."""
        return self._named(self._others(person, "block"))

    def muted(self, person: str) -> list[Bond]:
        """Return the people I have muted somewhere or everywhere."""
        return self._named(self._others(person, "mute"))

    def strangers(self, person: str) -> set[str]:
        """Return the people I have blocked and those who have blocked me."""
        mine, theirs = _person.in_(same_person(person)), _other.in_(same_person(person))
        with self._database.engine.connect() as connection:
            found = connection.execute(select(_other).where(mine & (_kind == "block"))).scalars().all()
            found = [*found, *connection.execute(select(_person).where(theirs & (_kind == "block"))).scalars()]
            return all_ids(connection, found)

    def are_strangers(self, person: str, other: str) -> bool:
        """Return whether one of them has blocked the other."""
        return other in self.strangers(person)

    def unheard(self, person: str, table: str) -> frozenset[str]:
        """Return the people whose chat I don't see at a table."""
        with self._database.engine.connect() as connection:
            people = connection.execute(_UNHEARD, {"guest": person, "table": table}).scalars().all()
            return frozenset(all_ids(connection, people))

    # Rows.

    def _wanted(self, person: str) -> tuple[set[str], set[str]]:
        """Return whose friend I want to be, and who wants to be mine."""
        query = select(_person, _other).where((_kind == "friend") & ((_person == person) | (_other == person)))
        with self._database.engine.connect() as connection:
            rows = connection.execute(query).all()
        return {row.other for row in rows if row.person == person}, {row.person for row in rows if row.other == person}

    def _others(self, person: str, kind: str) -> set[str]:
        mine = _person.in_(same_person(person)) & (_kind == kind)
        query = select(_other).where(mine)
        with self._database.engine.connect() as connection:
            return set(connection.execute(query).scalars())

    def _named(self, people: set[str]) -> list[Bond]:
        now = people_now(self._database, people).values()
        named = {Bond(one.id, one.name) for one in now if not one.gone}
        return sorted(named, key=lambda one: (one.name.casefold(), one.id))

    def _add(self, person: str, other: str, kind: str, table: str = EVERYWHERE) -> None:
        row = {"person": person, "other": other, "kind": kind, "table_id": table, "at": clock.now()}
        with self._database.engine.connect() as connection:
            if connection.execute(select(GUEST_ROWS.c.id).where(GUEST_ROWS.c.id == other)).first() is None:
                raise Refused("missing", "This person doesn't exist.")
            mine = select(_other).where((_person == person) & (_kind == kind))
            if len(connection.execute(mine).all()) >= MOST:
                raise Refused("busy", f"You already have {MOST} of these. Remove one first.")
        try:
            with self._database.writing() as connection:
                connection.execute(insert(BOND_ROWS).values(row))
                if kind == "block":
                    self._end_answered(connection, person, other)
                self._notify(connection, person, other)
        except IntegrityError:  # it already exists
            pass

    def _drop(self, person: str, other: str, kind: str, table: str = EVERYWHERE) -> None:
        both = _person.in_(same_person(person)) & _other.in_(same_person(other))
        mine = both & (_kind == kind) & ((_where == table) if table else true())
        with self._database.writing() as connection:
            connection.execute(delete(BOND_ROWS).where(mine))
            self._notify(connection, person, other)

    def _end_answered(self, connection: Connection, person: str, other: str) -> None:
        """End my side, too. Their own unanswered request stays hidden: to them a block looks like silence."""
        wanted = and_(_person == person, _other == other, _kind == "friend")
        if connection.execute(select(_kind).where(wanted)).first() is not None:
            self._end(connection, person, other)

    @staticmethod
    def _end(connection: Connection, person: str, other: str) -> None:
        either = or_(and_(_person == person, _other == other), and_(_person == other, _other == person))
        connection.execute(delete(BOND_ROWS).where(either & (_kind == "friend")))

    def _notify(self, connection: Connection, person: str, other: str) -> None:
        """Notify all processes, so that tables show the right chat to both from now on."""
        self._database.notify(connection, f"bonds {person} {other}")


def all_ids(connection: Connection, people: Sequence[str]) -> set[str]:
    """Return all ids of these people: of guests who became an account, and of that account."""
    if not people:
        return set()
    became = func.coalesce(GUEST_ROWS.c.became, GUEST_ROWS.c.id)
    now = select(became).where(GUEST_ROWS.c.id.in_(people))
    return set(connection.execute(select(GUEST_ROWS.c.id).where(became.in_(now))).scalars())
