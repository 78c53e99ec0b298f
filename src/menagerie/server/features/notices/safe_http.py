"""Requests to addresses that people have given us: to the outside only, soon over, and wherever they lead, not on.

Somebody may name a machine that only we can reach, or a name that leads to one, however it is written. So every
connection is looked at when it is made: to the address of a machine, which must be one of the open net.
"""

from __future__ import annotations

import asyncio
import ipaddress
from enum import Enum
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from menagerie.server.base.errors import Refused

if TYPE_CHECKING:
    from menagerie.server.features.notices.http_poster import Poster

SECONDS: Final = 10.0
"""That all of it may take."""
CONNECTING: Final = 5.0
"""That a connection may take; until then nothing has been said."""
LONGEST: Final = 2000
"""Characters of an address."""
_NOT_OPEN: Final = tuple(
    [ipaddress.IPv6Network(net) for net in ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10")]
)
"""Like 6to4 and Teredo most lead through to an IPv4 address that was not looked at; the last is an old private one."""
UNREACHED: Final = "There was no connection to that address on the open net."
"""The same for a name that leads nowhere as for one that leads inside: else a network's names could be found out."""
NOT_OUTSIDE: Final = "That address is not on the open net; notices go there only."


class Delivery(Enum):
    """What became of a message."""

    SENT = "sent"
    REFUSED = "refused"
    """It has not arrived for certain."""
    GONE = "gone"
    """There is nobody there any more."""
    DOUBTED = "doubted"
    """Nobody knows whether it arrived."""


class NotOutside(OSError):
    """An address leads to a private network."""


def is_outside(address: str) -> bool:
    """Whether an address of a machine is one of the open net."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.sixtofour or found.teredo or any(found in net for net in _NOT_OPEN):
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast


class Outside:
    """Sends to addresses of others."""

    def __init__(self, may_be_inside: bool) -> None:
        """`may_be_inside`: for tests and networks of one's own, also there, and without encryption."""
        self._may_be_inside = may_be_inside
        self._poster: Poster | None = None

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
        if not self._may_be_inside and is_number(host) and not is_outside(host):
            raise Refused("bad", NOT_OUTSIDE)
        return address.strip()

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Delivery, str]:
        """Send something; what became of it, and in words."""
        try:
            self.check(address)
        except Refused as refused:
            return Delivery.REFUSED, refused.sentence
        if self._poster is None:
            make = await asyncio.to_thread(_load_poster)
            self._poster = self._poster or make(self._may_be_inside)
        return await self._poster.post(address, body, headers)

    async def close(self) -> None:
        """Let go of connections."""
        if self._poster is not None:
            await self._poster.close()


def _load_poster() -> type[Poster]:
    """Not at the top: it takes a fifth of the time of a start, and is needed when the first notice is sent."""
    from menagerie.server.features.notices.http_poster import Poster

    return Poster


def is_number(host: str) -> bool:
    """Whether a machine is called by its address, not by a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
