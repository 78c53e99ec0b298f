"""Let accounts have an email address, confirmed by a link, and used to recover access."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from sqlalchemy import Connection, Row

from menagerie.server.base.errors import Refused
from menagerie.server.base.mailer import Mailer, NotSent, clean_address
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.features.accounts.authentication import Asker, Authentication
from menagerie.server.people.accounts import accounts, one_time_tokens
from menagerie.server.people.accounts.accounts import Proof
from menagerie.server.store.database import Database
from menagerie.server.store.guests import hashed

CONFIRM: Final = "letter"
RECOVER: Final = "recovery"
NO_LINK: Final = "This link has expired or was already used."

_CONFIRMATION: Final = """\
Hello {name},

Confirm within 24 hours that this is the email address of your Menagerie account:

{link}

If you didn't ask for this, ignore it. You won't get any more emails.
"""
_RECOVERY: Final = """\
Hello {name},

Sign in to Menagerie with this link, which works once within 30 minutes:

{link}

If you didn't ask for this, ignore it.
"""


class EmailAddresses:
    """Emails people about their accounts."""

    def __init__(self, authentication: Authentication, mailer: Mailer, limits: Limits) -> None:
        self._authentication = authentication
        self._accounts = authentication.accounts
        self._database: Database = authentication.accounts.database
        self.mailer = mailer
        self._sent = Buckets(limits.letters_per_hour / 3600, limits.letters_per_hour)
        """Limits the emails to one address, and those caused by one network."""

    def _check(self) -> None:
        if not self.mailer.is_there:
            raise Refused("not-now", "This server doesn't send email.")

    async def set_address(self, asker: Asker, email: str) -> str:
        """Set an address, valid once its link has been followed; return this device's new token."""
        self._check()
        email = clean_address(email)
        account = await self._authentication.proved(asker)
        counted = (f"to {hashed(email)}", account.guest, asker.network)
        if not all(self._sent.take(who) for who in counted):
            raise Refused("busy", "Too many emails. Try again in an hour.", retry=3600)

        def change(connection: Connection) -> str:
            accounts.set_email(connection, account.guest, email)
            return one_time_tokens.give(
                connection, CONFIRM, one_time_tokens.CONFIRMATION, guest=account.guest, data=email
            )

        ticket, token = await self._authentication.change(
            asker, change, f"The email address of your account was changed to {email}."
        )
        link = self.mailer.link(f"/me#letter={ticket}")
        try:
            await self.mailer.send(
                email, "Confirm your email address", _CONFIRMATION.format(name=account.name, link=link)
            )
        except NotSent:
            raise Refused("storage", "The email couldn't be sent. Try again in a few minutes.", retry=60) from None
        return token

    async def remove_address(self, asker: Asker) -> str:
        """Remove the address; return this device's new token."""
        account = await self._authentication.proved(asker)
        changed = await self._authentication.change(
            asker,
            lambda connection: accounts.set_email(connection, account.guest, None),
            "The email address of your account was removed.",
        )
        return changed[1]

    async def confirm(self, ticket: str) -> None:
        """Confirm an address whose link was followed, if the account still has it."""
        found = await asyncio.to_thread(self._take, CONFIRM, ticket)
        if found is None:
            raise Refused("sign-in", NO_LINK)
        guest, email = found
        account = await asyncio.to_thread(self._accounts.find, guest)
        if account is None or account.email != email:
            raise Refused("sign-in", "This link is for an address that is no longer yours. Ask for a new one.")
        await asyncio.to_thread(self._accounts.confirm, guest, email)

    async def send_recovery(self, asker: Asker, email: str) -> None:
        """Send a link to an account that has confirmed this address. The asker doesn't learn whether there is one."""
        self._check()
        email = clean_address(email)
        if not self._sent.take(asker.network):
            raise Refused("busy", "Too many emails. Try again in an hour.", retry=3600)
        # Not awaited, so that the answer takes as long for an unknown address.
        self._authentication.background_tasks.begin(self._recover(email))

    async def _recover(self, email: str) -> None:
        for account in await asyncio.to_thread(self._accounts.by_email, email):
            if not self._sent.take(f"to {hashed(email)}"):
                return
            ticket = await asyncio.to_thread(self._give_way_back, account.guest, email)
            text = _RECOVERY.format(name=account.name, link=self.mailer.link(f"/sign-in#letter={ticket}"))
            with contextlib.suppress(NotSent):  # already logged
                await self.mailer.send(email, "Your link to sign in", text)

    async def by_link(self, ticket: str) -> Proof:
        """Return the person who followed a recovery link. Signing in uses it up."""
        found = await asyncio.to_thread(self._look, RECOVER, ticket)
        if found is None:
            raise Refused("sign-in", NO_LINK)
        account = await asyncio.to_thread(self._accounts.find, str(found.guest))
        if account is None or account.email != found.data or account.confirmed is None:
            raise Refused("sign-in", NO_LINK)
        return Proof(account.guest, lambda connection: one_time_tokens.use(connection, found))

    def _give_way_back(self, guest: str, email: str) -> str:
        with self._database.writing() as connection:
            return one_time_tokens.give(connection, RECOVER, one_time_tokens.RECOVERY, guest=guest, data=email)

    def _look(self, purpose: str, ticket: str) -> Row[Any] | None:
        with self._database.engine.connect() as connection:
            return one_time_tokens.look(connection, purpose, ticket)

    def _take(self, purpose: str, ticket: str) -> tuple[str, str] | None:
        with self._database.writing() as connection:
            found = one_time_tokens.take(connection, purpose, ticket)
        return None if found is None else (str(found.guest), found.data)
