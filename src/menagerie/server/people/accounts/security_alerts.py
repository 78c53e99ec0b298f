"""Email the owner of an account when its ways to sign in change.

The email goes to the address confirmed before the change, so that it reaches the owner even if someone else made the
change."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Final

from menagerie.server.base import clock
from menagerie.server.base.background_tasks import BackgroundTasks
from menagerie.server.base.mailer import Mailer, NotSent
from menagerie.server.base.rate_limits import Buckets
from menagerie.server.base.settings import Limits
from menagerie.server.people.accounts.accounts import Account

SUBJECT: Final = "Your Menagerie account was changed"
_TEXT: Final = """\
Hello {name},

{what}

The change was made on {device}, on {when} UTC. All other devices were signed out.

If it wasn't you, sign in with a recovery code and set a new password:

{link}

If you have no recovery code left, ask the operator of this server.
"""


class Alerts:
    """Emails the owners of changed accounts."""

    def __init__(self, mailer: Mailer, background_tasks: BackgroundTasks, limits: Limits) -> None:
        self._mailer = mailer
        self._background_tasks = background_tasks
        self._sent = Buckets(limits.letters_per_hour / 3600, limits.letters_per_hour)
        """A separate limit, so that emails requested by others don't use it up."""

    def changed(self, account: Account, what: str, device: str) -> None:
        """Email the address that the account had before the change, if it was confirmed. Doesn't wait for it."""
        if self._mailer.is_there and account.email and account.confirmed and self._sent.take(account.guest):
            when = f"{datetime.fromtimestamp(clock.now(), UTC):%d %B %Y, %H:%M}"
            link = self._mailer.link("/sign-in")
            text = _TEXT.format(
                name=account.name, what=what, device=device or "an unknown device", when=when, link=link
            )
            self._background_tasks.begin(self._send(account.email, text))

    async def _send(self, email: str, text: str) -> None:
        with contextlib.suppress(NotSent):  # already logged
            await self._mailer.send(email, SUBJECT, text)
