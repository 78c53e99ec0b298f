"""Letters by e-mail, sent through the mail server that the settings name. Without one nothing of e-mail is shown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import default
from email.utils import formatdate, make_msgid
from typing import Any, Final

from menagerie.server.base.errors import Refused, mistake
from menagerie.server.base.settings import Settings

LOG: Final = logging.getLogger("menagerie.server")
SECONDS: Final = 20.0
"""That a mail server may take to answer."""
_UNANSWERED: Final = (TimeoutError, ConnectionResetError, BrokenPipeError, smtplib.SMTPServerDisconnected)
_ADDRESS: Final = re.compile(r"[^@\s<>(),;:\"\\\[\]]{1,64}@[^@\s<>(),;:\"\\\[\]]+\.[^@\s<>(),;:\"\\\[\].]{2,63}")


_POLICY: Final = default.clone(max_line_length=998)
"""The longest line that mail allows: a longer address in a header is encoded, and mail programs cannot use it."""


class NotSent(Exception):
    """The mail server did not take a letter; or, if that is not certain, did not say whether it did."""

    def __init__(self, is_certain: bool = True) -> None:
        super().__init__()
        self.is_certain = is_certain


class Mailer:
    """Sends letters."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_there(self) -> bool:
        """Whether letters can be sent. They hold links, and a link in a letter has to lead to where the operator says,
        not to whatever name a request was sent to: that takes `public_url`."""
        return bool(self._settings.smtp_host and self._settings.mail_from and self._settings.public_url)

    @property
    def _domain(self) -> str:
        """Where letters come from."""
        return self._settings.mail_from.rpartition("@")[2].rstrip("> ") or "localhost"

    def link(self, path: str) -> str:
        """The address of a page, for a letter."""
        return f"{self._settings.public_url.rstrip('/')}{path}"

    async def send(self, to: str, subject: str, text: str, headers: dict[str, str] | None = None) -> None:
        """Send a letter; raises NotSent."""
        letter = EmailMessage(_POLICY)
        letter["From"], letter["To"], letter["Subject"] = self._settings.mail_from, to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self._domain)
        letter["Auto-Submitted"] = "auto-generated"
        for name, value in (headers or {}).items():
            letter[name] = value
        letter.set_content(text)
        await asyncio.to_thread(self._send, letter)

    def _send(self, letter: EmailMessage) -> None:
        is_said = False
        connection: smtplib.SMTP | None = None
        try:
            connection = self._connected()
            is_said = True
            connection.send_message(letter)
        except (OSError, smtplib.SMTPException) as error:
            # An address that nobody has is no mistake of ours.
            level = logging.INFO if isinstance(error, smtplib.SMTPRecipientsRefused) else logging.ERROR
            LOG.log(level, "a letter could not be sent: %s", _told(error))
            raise NotSent(not (is_said and isinstance(error, _UNANSWERED))) from None
        finally:
            if connection is not None:
                _hang_up(connection)

    def _connected(self) -> smtplib.SMTP:
        """A connection to the mail server, over which a letter can be sent."""
        settings, safely = self._settings, ssl.create_default_context()
        where: dict[str, Any] = {"host": settings.smtp_host, "port": settings.smtp_port, "timeout": SECONDS}
        is_tls = settings.smtp_security == "tls"
        connection = smtplib.SMTP_SSL(**where, context=safely) if is_tls else smtplib.SMTP(**where)
        try:
            if settings.smtp_security == "starttls":
                connection.starttls(context=safely)
            if settings.smtp_user:
                connection.login(settings.smtp_user, settings.smtp_password)
        except BaseException:
            connection.close()
            raise
        return connection


def _hang_up(connection: smtplib.SMTP) -> None:
    """Whatever the mail server says to that: what it has taken it has taken."""
    with contextlib.suppress(OSError, smtplib.SMTPException):
        connection.quit()
    connection.close()


def _told(error: OSError) -> str:
    """Why, for the log. What a mail server says names whom the letter was for, and may quote it."""
    if not isinstance(error, smtplib.SMTPException):
        return mistake(error)
    refused = list(error.recipients.values()) if isinstance(error, smtplib.SMTPRecipientsRefused) else []
    code = refused[0][0] if refused else getattr(error, "smtp_code", None)
    return type(error).__name__ + ("" if code is None else f", code {code}")


def clean_address(text: str) -> str:
    """An e-mail address that letters can be sent to; refuses what is none."""
    text = text.strip()
    if not _ADDRESS.fullmatch(text) or not text.isascii() or not text.isprintable():
        raise Refused("bad", "That is no e-mail address; one looks like lisa@zoo.example.")
    return text.lower()
