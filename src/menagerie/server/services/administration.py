"""Let a server's operator manage people without a browser and without email."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from sqlalchemy import Engine, func, select

from menagerie.core.errors import BadSetup
from menagerie.core.seats import counted
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Settings
from menagerie.server.people.accounts import accounts
from menagerie.server.people.accounts.name_policy import proper
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest, announce_guest
from menagerie.server.store.schema.accounts import ACCOUNT_ROWS, SESSION_ROWS
from menagerie.server.store.schema.tables import GUEST_ROWS

T = TypeVar("T")


class Person(NamedTuple):
    """A person who has played here."""

    id: str
    name: str
    account: bool
    created: float
    seen: float | None
    """When one of their devices was last seen; None if none is signed in."""


def run(database: str, work: Callable[[Administration], Awaitable[T]]) -> T:
    """Run work on a database. An SQLite file must not be in use by a server. Raises BadSetup."""

    async def do() -> T:
        services = Services(Settings(database))
        try:
            return await work(Administration(services))
        except Refused as refused:
            raise BadSetup(refused.sentence) from None
        finally:
            await services.close()

    return asyncio.run(do())


def people(engine: Engine) -> list[Person]:
    """Return all people by name."""
    seen = select(SESSION_ROWS.c.guest, func.max(SESSION_ROWS.c.seen).label("seen")).group_by(SESSION_ROWS.c.guest)
    devices = seen.subquery()
    guest = GUEST_ROWS.c
    query = select(guest.id, guest.name, ACCOUNT_ROWS.c.guest.label("account"), guest.created, devices.c.seen)
    query = query.outerjoin(ACCOUNT_ROWS).outerjoin(devices, devices.c.guest == guest.id)
    with engine.connect() as connection:
        rows = connection.execute(
            query.where(~guest.gone & guest.became.is_(None)).order_by(guest.name, guest.id)
        ).all()
    return [Person(row.id, row.name, row.account is not None, row.created, row.seen) for row in rows]


class Administration:
    """The operator's actions."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._database = services.database

    def find(self, who: str) -> Person:
        """Return an account by its name, or anyone by id; raise Refused."""
        account = self._services.accounts.by_name(who)
        found = [one for one in people(self._database.engine) if one.id in (who, account and account.guest)]
        if not found:
            raise Refused("missing", f"There is no account or id {who!r}. Check the spelling.")
        return found[0]

    async def rename(self, who: str, name: str) -> str:
        """Rename a person."""
        person = self.find(who)
        renamed = await self._services.seating.rename(Guest(person.id, person.name, person.account), proper(name))
        return f"{person.name} is now called {renamed.name}."

    async def suspend(self, who: str, hours: float, why: str) -> str:
        """Keep a person from starting games for a time."""
        person = self.find(who)
        await asyncio.to_thread(self._services.social.moderation.step_of_operator, person.id, "suspend", why, hours)
        return f"{person.name} is suspended for {hours:g} hours."

    async def lift(self, who: str) -> str:
        """End a person's restrictions."""
        person = self.find(who)
        await asyncio.to_thread(self._services.social.moderation.step_of_operator, person.id, "lift", "")
        return f"{person.name} is no longer suspended or silenced."

    async def delete(self, who: str) -> str:
        """Delete a person as if they had done it themselves."""
        person = self.find(who)
        await self._services.authentication.remove(person.id)
        await self._services.authentication.catch_up()
        return f"{person.name} is deleted."

    async def reset(self, who: str) -> str:
        """Revoke every way to sign in to an account, and return new recovery codes."""
        person = self.find(who)
        if not person.account:
            raise Refused("not-now", f"{person.name} is a guest without an account, so there is nothing to reset.")

        def do() -> list[str]:
            with self._database.writing() as connection:
                codes = accounts.reset(connection, person.id)
                announce_guest(self._database, connection, person.id)
            return codes

        codes = "\n".join(await asyncio.to_thread(do))
        return f"{person.name} can now sign in only with one of these recovery codes:\n{codes}"

    async def forget_guests(self, before: float) -> str:
        """Delete the guests without an account not seen since then."""
        return f"Deleted {counted(await self._services.guest_retention.forget(before), 'guest', 'guests')}."
