"""Make the requests that `safe_http` allows. Loaded with the first one."""

from __future__ import annotations

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, cast

import aiohttp
from aiohttp.resolver import ThreadedResolver

from menagerie.server.features.notices.safe_http import (
    CONNECTING,
    SECONDS,
    UNREACHED,
    Delivery,
    NotOutside,
    is_number,
    is_outside,
)

LOOKUPS: Final = 16
"""The most names looked up at a time."""
_UNSAID: Final = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
    ssl.SSLError,
    UnicodeError,
)
"""Errors before anything was sent."""


def _connecting(way: aiohttp.AddrInfoType) -> socket.socket:
    """Return a socket for a connection; raise NotOutside."""
    family, kind, protocol, _, where = way
    if not is_number(str(where[0])) or not is_outside(str(where[0])):
        raise NotOutside
    return socket.socket(family, kind, protocol)


class _Lookups:
    """Looks up names in its own threads, so that a hanging name server doesn't take those of the database."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookups")

    async def getaddrinfo(self, host: str, port: int, **more: Any) -> Any:
        """Do what the event loop's method does."""
        look = partial(socket.getaddrinfo, host, port, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, look)

    async def getnameinfo(self, address: Any, flags: int = 0) -> Any:
        """Do what the event loop's method does."""
        look = partial(socket.getnameinfo, address, flags)
        return await asyncio.get_running_loop().run_in_executor(self._threads, look)


class Poster:
    """Sends to checked addresses."""

    def __init__(self, may_be_inside: bool) -> None:
        connector = aiohttp.TCPConnector(
            resolver=ThreadedResolver(cast(Any, _Lookups())),
            use_dns_cache=False,
            force_close=True,
            limit=0,
            socket_factory=None if may_be_inside else _connecting,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=SECONDS, connect=CONNECTING),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            max_line_size=4096,
        )

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Delivery, str]:
        """Send a message; return the outcome, and a sentence about it."""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                return _outcome(answer.status)
        except (NotOutside, *_UNSAID):
            return Delivery.REFUSED, UNREACHED
        except (TimeoutError, aiohttp.ClientError, OSError):
            return Delivery.DOUBTED, "This address didn't respond in time."

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()
        await asyncio.sleep(0)


def _outcome(status: int) -> tuple[Delivery, str]:
    if 200 <= status < 300:
        return Delivery.SENT, ""
    if status in (404, 410):
        return Delivery.GONE, f"This address no longer exists (status {status})."
    return Delivery.REFUSED, f"This address refused the message (status {status})."
