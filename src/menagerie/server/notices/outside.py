"""Requests to addresses that people have given us: to the outside only, soon over, and wherever they lead, not on.

Somebody may name a machine that only we can reach, or a name that leads to one, however it is written. So every
connection is looked at when it is made: to the address of a machine, which must be one of the open net.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from enum import Enum
from typing import Final
from urllib.parse import urlsplit

import aiohttp
from aiohttp.resolver import ThreadedResolver

from menagerie.server.errors import Refused

SECONDS: Final = 10.0
"""That all of it may take."""
CONNECTING: Final = 5.0
"""That a connection may take; until then nothing has been said."""
LONGEST: Final = 2000
"""Characters of an address."""
_THROUGH: Final = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))
"""Like 6to4 and Teredo they lead through to an address that was not looked at."""
NOT_OUTSIDE: Final = "That address is not on the open net; notices go there only."


class Outcome(Enum):
    """What became of a message."""

    SENT = "sent"
    REFUSED = "refused"
    """It has not arrived for certain."""
    GONE = "gone"
    """There is nobody there any more."""
    DOUBTED = "doubted"
    """Nobody knows whether it arrived."""


_UNSAID: Final = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
    ssl.SSLError,
    UnicodeError,
)
"""What is wrong before anything was said."""


class NotOutside(OSError):
    """An address leads to a private network."""


def is_outside(address: str) -> bool:
    """Whether an address of a machine is one of the open net."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.sixtofour or found.teredo or any(found in net for net in _THROUGH):
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast


def _connecting(way: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for a connection to a machine; raises NotOutside."""
    family, kind, protocol, _, where = way
    if not _is_number(str(where[0])) or not is_outside(str(where[0])):
        raise NotOutside(NOT_OUTSIDE)
    return socket.socket(family, kind, protocol)


class Outside:
    """Sends to addresses of others."""

    def __init__(self, may_be_inside: bool) -> None:
        """`may_be_inside`: for tests and networks of one's own, also there, and without encryption."""
        self._may_be_inside = may_be_inside
        self._session: aiohttp.ClientSession | None = None

    def check(self, address: str) -> str:
        """An address that may be sent to, as far as can be seen without looking it up; refuses others."""
        try:
            parts = urlsplit(address.strip())
            host, _ = parts.hostname, parts.port
        except ValueError:
            host = None
            parts = urlsplit("")
        schemes = ("https", "http") if self._may_be_inside else ("https",)
        if not host or parts.scheme not in schemes or parts.username is not None or len(address) > LONGEST:
            raise Refused("bad", "An address begins with https:// and names a machine.")
        if not address.strip().isascii() or not address.strip().isprintable():
            raise Refused("bad", "An address has only plain letters and signs.")
        if not self._may_be_inside and _is_number(host) and not is_outside(host):
            raise Refused("bad", NOT_OUTSIDE)
        return address.strip()

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Outcome, str]:
        """Send something; what became of it, and in words."""
        try:
            self.check(address)
            async with self._open().post(address, data=body, headers=headers, allow_redirects=False) as answer:
                return _outcome(answer.status)
        except Refused as refused:
            return Outcome.REFUSED, refused.sentence
        except NotOutside as error:
            return Outcome.REFUSED, str(error)
        except _UNSAID as error:
            inside = isinstance(getattr(error, "os_error", None), NotOutside)
            return Outcome.REFUSED, NOT_OUTSIDE if inside else "There was no connection to that address."
        except (TimeoutError, aiohttp.ClientError, OSError):
            return Outcome.DOUBTED, "That address did not answer in time."

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=ThreadedResolver(),
                use_dns_cache=False,
                force_close=True,
                limit=16,
                socket_factory=None if self._may_be_inside else _connecting,
            )
            timeout = aiohttp.ClientTimeout(total=SECONDS, connect=CONNECTING)
            jar = aiohttp.DummyCookieJar()
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=timeout, cookie_jar=jar, trust_env=False, max_line_size=4096
            )
        return self._session

    async def close(self) -> None:
        """Let go of connections."""
        if self._session is not None:
            await self._session.close()
            await asyncio.sleep(0)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _outcome(status: int) -> tuple[Outcome, str]:
    if 200 <= status < 300:
        return Outcome.SENT, ""
    if status in (404, 410):
        return Outcome.GONE, f"That address is gone (it answered {status})."
    return Outcome.REFUSED, f"That address answered {status}."
