"""The requests themselves that `outside` lets go out: loaded when the first one is made."""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Final

import aiohttp
from aiohttp.resolver import ThreadedResolver

from menagerie.server.notices.outside import (
    CONNECTING,
    SECONDS,
    UNREACHED,
    NotOutside,
    Outcome,
    is_number,
    is_outside,
)

_UNSAID: Final = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
    ssl.SSLError,
    UnicodeError,
)
"""What is wrong before anything was said."""


def _connecting(way: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for a connection to a machine; raises NotOutside."""
    family, kind, protocol, _, where = way
    if not is_number(str(where[0])) or not is_outside(str(where[0])):
        raise NotOutside
    return socket.socket(family, kind, protocol)


class Poster:
    """Sends to addresses that were checked."""

    def __init__(self, may_be_inside: bool) -> None:
        connector = aiohttp.TCPConnector(
            resolver=ThreadedResolver(),
            use_dns_cache=False,
            force_close=True,
            limit=16,
            socket_factory=None if may_be_inside else _connecting,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=SECONDS, connect=CONNECTING),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            max_line_size=4096,
        )

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Outcome, str]:
        """Send something; what became of it, and in words."""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                return _outcome(answer.status)
        except (NotOutside, *_UNSAID):
            return Outcome.REFUSED, UNREACHED
        except (TimeoutError, aiohttp.ClientError, OSError):
            return Outcome.DOUBTED, "That address did not answer in time."

    async def close(self) -> None:
        """Let go of connections."""
        await self._session.close()
        await asyncio.sleep(0)


def _outcome(status: int) -> tuple[Outcome, str]:
    if 200 <= status < 300:
        return Outcome.SENT, ""
    if status in (404, 410):
        return Outcome.GONE, f"That address is gone (it answered {status})."
    return Outcome.REFUSED, f"That address answered {status}."
