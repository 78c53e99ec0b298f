"""Letters that tell the owner of an account that its ways to sign in have changed.

They go to the address that was confirmed before the change, so that they also reach an owner whose account was changed
by someone else.
"""

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

SUBJECT: Final = "Your account at Menagerie has changed"
_TEXT: Final = """\
Hello {name},

{what}

This was done on {device}, on {when} UTC. All other devices were signed out.

If it was you, there is nothing to do. If it was not, sign in with a recovery code and set a new password:

{link}

If you have no recovery code left, ask whoever runs this server.
"""


class Alerts:
    """Writes to the owners of accounts that have changed."""

    def __init__(self, mailer: Mailer, background_tasks: BackgroundTasks, limits: Limits) -> None:
        self._mailer = mailer
        self._background_tasks = background_tasks
        self._sent = Buckets(limits.letters_per_hour / 3600, limits.letters_per_hour)
        """Letters of their own: those that somebody else asks for take none of these away."""

    def changed(self, account: Account, what: str, device: str) -> None:
        """Write to the address that the account had before the change, if it was confirmed. Nobody waits for it."""
        if self._mailer.is_there and account.email and account.confirmed and self._sent.take(account.guest):
            when = f"{datetime.fromtimestamp(clock.now(), UTC):%d %B %Y, %H:%M}"
            link = self._mailer.link("/sign-in")
            text = _TEXT.format(name=account.name, what=what, device=device or "a device", when=when, link=link)
            self._background_tasks.begin(self._send(account.email, text))

    async def _send(self, email: str, text: str) -> None:
        with contextlib.suppress(NotSent):  # the log says so
            await self._mailer.send(email, SUBJECT, text)
