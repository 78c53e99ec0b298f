"""Send requests to addresses given by users: only to the internet, with short timeouts, and without following
redirects.

A user could name a host that only we can reach, or a name that resolves to one, in any spelling. So each connection is
checked when it is made, against the resolved address, which must be public."""

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
"""For the whole request."""
CONNECTING: Final = 5.0
"""For connecting; until then nothing has been sent."""
LONGEST: Final = 2000
"""Characters of an address."""
_NOT_OPEN: Final = tuple(
    [ipaddress.IPv6Network(net) for net in ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10")]
)
"""Most of these, like 6to4 and Teredo, tunnel to an unchecked IPv4 address; the last is an old private range."""
UNREACHED: Final = "This address couldn't be reached on the public internet."
"""The same for an unknown name as for a private one, so that no one can explore our network."""
NOT_OUTSIDE: Final = "This address isn't on the public internet. Webhooks can only go there."


class Delivery(Enum):
    """The outcome of a message."""

    SENT = "sent"
    REFUSED = "refused"
    """It has definitely not arrived."""
    GONE = "gone"
    """The recipient no longer exists."""
    DOUBTED = "doubted"
    """It is unknown whether it arrived."""


class NotOutside(OSError):
    """Raised when an address leads to a private network."""


def is_outside(address: str) -> bool:
    """Return whether an IP address is public."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.sixtofour or found.teredo or any(found in net for net in _NOT_OPEN):
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast


class Outside:
    """Sends to users' addresses."""

    def __init__(self, may_be_inside: bool) -> None:
        """`may_be_inside`: also to private networks, and without encryption, for tests and local setups."""
        self._may_be_inside = may_be_inside
        self._poster: Poster | None = None

    def check(self, address: str) -> str:
        """Return an acceptable address, as far as can be seen without looking it up; refuse others."""
        try:
            parts = urlsplit(address.strip())
            host, _ = parts.hostname, parts.port
        except ValueError:
            host = None
            parts = urlsplit("")
        schemes = ("https", "http") if self._may_be_inside else ("https",)
        if not host or parts.scheme not in schemes or parts.username is not None or len(address) > LONGEST:
            raise Refused("bad", "A webhook address must start with https:// and a host name.")
        if not address.strip().isascii() or not address.strip().isprintable():
            raise Refused("bad", "This address contains invalid characters. Use plain letters and signs.")
        if not self._may_be_inside and is_number(host) and not is_outside(host):
            raise Refused("bad", NOT_OUTSIDE)
        return address.strip()

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Delivery, str]:
        """Send a message; return the outcome, and a sentence about it."""
        try:
            self.check(address)
        except Refused as refused:
            return Delivery.REFUSED, refused.sentence
        if self._poster is None:
            make = await asyncio.to_thread(_load_poster)
            self._poster = self._poster or make(self._may_be_inside)
        return await self._poster.post(address, body, headers)

    async def close(self) -> None:
        """Close the connections."""
        if self._poster is not None:
            await self._poster.close()


def _load_poster() -> type[Poster]:
    """Load the module when the first notice is sent, since it takes a fifth of the startup time."""
    from menagerie.server.features.notices.http_poster import Poster

    return Poster


def is_number(host: str) -> bool:
    """Return whether a host is an IP address rather than a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
