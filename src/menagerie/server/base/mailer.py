"""Send email through the mail server in the settings. Without one, nothing about email is shown."""

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
"""Seconds for the mail server to answer."""
_UNANSWERED: Final = (TimeoutError, ConnectionResetError, BrokenPipeError, smtplib.SMTPServerDisconnected)
_ADDRESS: Final = re.compile(r"[^@\s<>(),;:\"\\\[\]]{1,64}@[^@\s<>(),;:\"\\\[\]]+\.[^@\s<>(),;:\"\\\[\].]{2,63}")


_POLICY: Final = default.clone(max_line_length=998)
"""The longest line that mail allows. A longer address in a header would be encoded, and mail programs couldn't use it.
"""


class NotSent(Exception):
    """Raised when the mail server refused an email or, if that is uncertain, didn't answer."""

    def __init__(self, is_certain: bool = True) -> None:
        super().__init__()
        self.is_certain = is_certain


class Mailer:
    """Sends emails."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_there(self) -> bool:
        """Return whether emails can be sent. That needs `public_url`, too, since their links must lead to the
        operator's address rather than to whatever host a request named."""
        return bool(self._settings.smtp_host and self._settings.mail_from and self._settings.public_url)

    @property
    def _domain(self) -> str:
        """Return the domain that emails come from."""
        return self._settings.mail_from.rpartition("@")[2].rstrip("> ") or "localhost"

    def link(self, path: str) -> str:
        """Return a page's full address, for an email."""
        return f"{self._settings.public_url.rstrip('/')}{path}"

    async def send(self, to: str, subject: str, text: str, headers: dict[str, str] | None = None) -> None:
        """Send an email; raise NotSent."""
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
            # An unknown recipient is not our fault.
            level = logging.INFO if isinstance(error, smtplib.SMTPRecipientsRefused) else logging.ERROR
            LOG.log(level, "An email could not be sent: %s", _cause(error))
            raise NotSent(not (is_said and isinstance(error, _UNANSWERED))) from None
        finally:
            if connection is not None:
                _hang_up(connection)

    def _connected(self) -> smtplib.SMTP:
        """Return a connection to the mail server, ready to send."""
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
    """Close the connection, ignoring errors: an accepted email stays accepted."""
    with contextlib.suppress(OSError, smtplib.SMTPException):
        connection.quit()
    connection.close()


def _cause(error: OSError) -> str:
    """Return the cause for the log. A mail server's own words name the recipient and may quote the email."""
    if not isinstance(error, smtplib.SMTPException):
        return mistake(error)
    refused = list(error.recipients.values()) if isinstance(error, smtplib.SMTPRecipientsRefused) else []
    code = refused[0][0] if refused else getattr(error, "smtp_code", None)
    return type(error).__name__ + ("" if code is None else f", code {code}")


def clean_address(text: str) -> str:
    """Return an email address that can receive email; refuse an invalid one."""
    text = text.strip()
    if not _ADDRESS.fullmatch(text) or not text.isascii() or not text.isprintable():
        raise Refused("bad", "This is not an email address. Use one like lisa@zoo.example.")
    return text.lower()
